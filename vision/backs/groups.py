"""Without enrolled decks: piles of one design get one letter."""

import string

import numpy as np
from numpy.typing import NDArray

from vision.backs.descriptor import BackSample

SAME_DESIGN = 0.50
"""Piles whose mean descriptors are nearer than this show one design."""


def group_designs(piles: list[list[BackSample]]) -> list[str | None]:
    """A letter for each pile (of its back regions), None for a pile without backs.

    Piles join the nearest earlier group; letters follow the piles' order.
    """
    centres: list[NDArray[np.float32]] = []
    sizes: list[int] = []
    letters: list[str | None] = []
    for pile in piles:
        if not pile:
            letters.append(None)
            continue
        mean = np.array([sample.descriptor for sample in pile], np.float32).mean(axis=0)
        away = [float(np.linalg.norm(mean - centre)) for centre in centres]
        if away and min(away) <= SAME_DESIGN:
            place = int(np.argmin(away))
            total = sizes[place] + len(pile)
            moved = centres[place] * sizes[place] + mean * len(pile)
            centres[place] = np.asarray(moved / total, np.float32)
            sizes[place] = total
        else:
            place = len(centres)
            centres.append(np.asarray(mean, np.float32))
            sizes.append(len(pile))
        letters.append(letter(place))
    return letters


def letter(place: int) -> str:
    """A, B ... Z, AA, AB and so on.

    >>> letter(0), letter(25), letter(26)
    ('A', 'Z', 'AA')
    """
    name = ""
    place += 1
    while place:
        place, digit = divmod(place - 1, 26)
        name = string.ascii_uppercase[digit] + name
    return name
