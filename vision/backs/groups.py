"""Without enrolled decks: piles of one design get one letter."""

import string
from collections.abc import Sequence

import numpy as np

from vision.backs.embedder import BackEmbedder
from vision.backs.patch import BackSample
from vision.backs.similarity import mutual

SAME_DESIGN = 0.87
"""Piles that are more alike than this show one design. Two piles of one made deck are so in nine of
ten cases, piles of two decks in one of twenty: a design with two letters does less harm than one
letter for two designs."""

WITNESSES = 3
"""Regions of each pile that are compared: the largest."""


def group_designs(
    piles: Sequence[Sequence[BackSample]], embedder: BackEmbedder
) -> list[str | None]:
    """A letter for each pile (of its back regions), None for a pile without backs.

    Piles join the most alike earlier group; letters follow the piles' order.
    """
    groups: list[list[list[BackSample]]] = []
    letters: list[str | None] = []
    for pile in piles:
        own = sorted(pile, key=lambda s: -s.width_mm * s.height_mm)[:WITNESSES]
        if not own:
            letters.append(None)
            continue
        alike = [
            max(float(np.median(mutual(own, other, embedder))) for other in group)
            for group in groups
        ]
        if alike and max(alike) >= SAME_DESIGN:
            place = int(np.argmax(alike))
            groups[place].append(own)
        else:
            place = len(groups)
            groups.append([own])
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
