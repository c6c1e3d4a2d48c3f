"""Which enrolled deck a pile's backs belong to: open set, with a threshold and a margin."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.backs.similarity import TELLS_NOTHING, Similarities


@dataclass(frozen=True, slots=True)
class Limits:
    """From when on a back is a deck's; all are similarities or differences of two.

    `alike`: less like every deck than this, a back is unknown. `margin`: the runner-up must be so
    much less alike, or the back is undecided. `odd_margin`: a back in a pile counts for another
    deck where it is so much more like that one. `sure_alike` and `sure_margin`: only so much alike
    and with this margin is a pile's owner not asked about.
    """

    alike: float
    margin: float
    odd_margin: float
    sure_alike: float
    sure_margin: float


SERVED = Limits(alike=0.66, margin=0.03, odd_margin=0.12, sure_alike=0.82, sure_margin=0.20)
"""Chosen on 190 made tables of held-out designs and measured on 145 others: see the model card
(`models/weights/backs.md`, `python -m models.measure_backs`)."""

TRIMMED_FRACTION = 0.25
"""Of a pile's backs, the least and the most alike, that do not speak for the pile."""


@dataclass(frozen=True, slots=True)
class Match:
    """The owners of one pile's back regions.

    `pile` is the pile's own owner, None while unknown. `marks` has the owner of each region, None
    where it is unknown or undecided; `odd` says where a region clearly belongs to another deck,
    `unsure` where it was undecided and follows its pile. `sure` says that the pile's own owner
    needs no question.
    """

    pile: str | None
    marks: tuple[str | None, ...]
    odd: NDArray[np.bool_]
    unsure: NDArray[np.bool_]
    sure: bool = False


def match_pile(alike: Similarities, names: Sequence[str], limits: Limits = SERVED) -> Match:
    """The owners of a pile whose back regions, in order, are so alike to the decks named.

    All regions of a pile speak together for its owner; then a region counts for another deck only
    where it is clearly more like that deck than like the pile's own.
    """
    count = len(alike)
    none = np.zeros(count, bool)
    if not count or not names:
        return Match(None, (None,) * count, none, none)
    together = pile_alike(alike)
    best, passed = _winner(together, limits)
    sure = passed and len(names) > 1  # with one deck nothing says how alike strangers are
    sure = sure and _is_clear(together, limits.sure_alike, limits.sure_margin)
    owner = names[best] if passed else None
    marks: list[str | None] = []
    odd, unsure = none.copy(), none.copy()
    for place, row in enumerate(alike):
        own, clear = _winner(row, limits)
        if owner is None:
            marks.append(names[own] if clear else None)
        elif own != best and clear and row[own] - row[best] >= limits.odd_margin:
            marks.append(names[own])
            odd[place] = True
        else:
            marks.append(owner)
            unsure[place] = own != best or row[best] < limits.alike
    return Match(owner, tuple(marks), odd, unsure, sure)


def pile_alike(alike: Similarities) -> NDArray[np.float32]:
    """How alike a pile is to each deck (decks,): the mean without its extremes.

    Regions that tell nothing do not speak.
    """
    speaking = alike[(alike > TELLS_NOTHING).any(axis=1)]
    if not len(speaking):
        return np.full(alike.shape[1], TELLS_NOTHING, np.float32)
    cut = int(TRIMMED_FRACTION * len(speaking))
    ranked = np.sort(speaking, axis=0)[cut : len(speaking) - cut]
    return np.asarray(ranked.mean(axis=0), np.float32)


def _winner(row: NDArray[np.float32], limits: Limits) -> tuple[int, bool]:
    """The most alike deck, and whether it passes threshold and margin."""
    return int(np.argmax(row)), _is_clear(row, limits.alike, limits.margin)


def _is_clear(row: NDArray[np.float32], least: float, margin: float) -> bool:
    """Whether the best deck is alike enough and every other one less by the margin."""
    ranked = np.sort(row)[::-1]
    return bool(ranked[0] >= least and (len(ranked) < 2 or ranked[0] - ranked[1] >= margin))
