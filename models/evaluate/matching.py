"""Pairing so that as many as possible have a mate."""

import numpy as np
from numpy.typing import NDArray


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
