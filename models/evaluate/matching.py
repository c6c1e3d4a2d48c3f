"""Pairing what is there with what was found, one to one."""

import numpy as np
from numpy.typing import NDArray

MIN_IOU = 0.3
"""From here on a found outline means that card."""


def pair(alike: NDArray[np.float64], least: float = MIN_IOU) -> list[tuple[int, int]]:
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


def most_pairs(allowed: NDArray[np.bool_]) -> dict[int, int]:
    """As many allowed pairs row -> column as there can be, each row and column once.

    Source: augmenting paths, H. Kuhn, "The Hungarian method for the assignment problem", 1955.

    >>> most_pairs(np.array([[True, True], [True, False]]))
    {0: 1, 1: 0}
    """
    row_of: dict[int, int] = {}

    def place(row: int, tried: set[int]) -> bool:
        for column in map(int, np.flatnonzero(allowed[row])):
            if column in tried:
                continue
            tried.add(column)
            if column not in row_of or place(row_of[column], tried):
                row_of[column] = row
                return True
        return False

    for row in range(len(allowed)):
        place(row, set())
    return dict(sorted((row, column) for column, row in row_of.items()))
