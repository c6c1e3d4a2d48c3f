"""Pairing what means the same thing, one to one."""

import numpy as np
from numpy.typing import NDArray

MIN_IOU = 0.3
"""From here on a found outline means a card that is there."""


def pair(
    alike: NDArray[np.float64] | NDArray[np.float32], least: float = MIN_IOU
) -> list[tuple[int, int]]:
    """Pairs (row, column), the most alike first, each row and column once.

    >>> pair(np.array([[0.9, 0.8], [0.85, 0.0]]))
    [(0, 0)]
    """
    left = alike.copy()
    pairs: list[tuple[int, int]] = []
    while left.size and left.max() >= least:
        row, column = np.unravel_index(int(left.argmax()), left.shape)
        pairs.append((int(row), int(column)))
        left[row], left[:, column] = -1, -1
    return pairs
