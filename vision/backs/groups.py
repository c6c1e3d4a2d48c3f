"""Without enrolled decks: piles of one design get one letter."""

import string
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.backs.embedder import BackEmbedder
from vision.backs.patch import BackSample
from vision.backs.similarity import mutual

SAME_DESIGN = 0.82
"""Piles that are more alike than this show one design. Two piles of one made deck are so in nine of
ten cases, piles of two decks in one of twenty: a design with two letters does less harm than one
letter for two designs."""

UNLIKE = 0.60
"""A back less alike than this to the largest of its own pile may be of another deck: four in five
backs of another made deck are, and of the pile's own deck three in a thousand."""

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
        own = _witnesses(pile)
        if not own:
            letters.append(None)
            continue
        alike = [max(_pile_alike(own, other, embedder) for other in group) for group in groups]
        if alike and max(alike) >= SAME_DESIGN:
            place = int(np.argmax(alike))
            groups[place].append(own)
        else:
            place = len(groups)
            groups.append([own])
        letters.append(letter(place))
    return letters


def unlike_backs(pile: Sequence[BackSample], embedder: BackEmbedder) -> NDArray[np.bool_]:
    """Which back regions (n,) of a pile look little like its largest ones."""
    if len(pile) < 2:
        return np.zeros(len(pile), np.bool_)
    witnesses = _witnesses(pile)
    if not witnesses:
        return np.zeros(len(pile), np.bool_)
    alike = np.median(mutual(pile, witnesses, embedder), axis=1)
    telling = np.array([not sample.is_blank for sample in pile])
    return np.asarray(telling & (alike < UNLIKE), np.bool_)


def _pile_alike(
    own: Sequence[BackSample], other: Sequence[BackSample], embedder: BackEmbedder
) -> float:
    """How alike the witnesses of two piles are.

    Their edges may be alike where their prints are not, so the two largest have a veto.
    """
    alike = mutual(own, other, embedder)
    largest = float(alike[0, 0])
    return largest if largest < UNLIKE else float(np.median(alike))


def _witnesses(pile: Sequence[BackSample]) -> list[BackSample]:
    """The largest regions that show more than paper, the largest first."""
    telling = [sample for sample in pile if not sample.is_blank]
    return sorted(telling, key=lambda sample: -sample.width_mm * sample.height_mm)[:WITNESSES]


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
