"""Which enrolled deck a pile's backs belong to: open set, with a threshold and a margin."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.backs.descriptor import BackSample
from vision.backs.gallery import Deck

MAX_DISTANCE = 0.60
"""Farther than this from every deck, a back is unknown."""

MIN_MARGIN = 0.10
"""The runner-up must be so much farther, or the back is undecided. Of 157 made piles of held-out
designs these two limits give 82 to their owner, 7 to another and 68 to nobody; of 45 piles of decks
that nobody enrolled, 5 are given to somebody (`python -m models.measure_backs --tables 60`)."""

SURE_DISTANCE = 0.40
SURE_MARGIN = 0.20
"""Only within this distance and with this margin is a pile's owner not asked about."""


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


def distances(samples: list[BackSample], decks: list[Deck]) -> NDArray[np.float32]:
    """Distance of each region to each deck, (regions, decks): to the deck's nearest alike piece."""
    table = np.zeros((len(samples), len(decks)), np.float32)
    for i, sample in enumerate(samples):
        own = np.array([sample.width_mm, sample.height_mm])
        for j, deck in enumerate(decks):
            away = np.linalg.norm(deck.descriptors - sample.descriptor, axis=1)
            shape = np.abs(np.log(np.maximum(deck.sizes_mm, 1) / np.maximum(own, 1))).sum(axis=1)
            table[i, j] = float((away + 0.08 * shape).min())
    return table


def match_pile(samples: list[BackSample], decks: list[Deck]) -> Match:
    """The owners of a pile whose back regions are given in order.

    All regions of a pile speak together for its owner; then a region counts for another deck only
    where it is clearly nearer to that deck than to the pile's own.
    """
    count = len(samples)
    none = np.zeros(count, bool)
    if not count or not decks:
        return Match(None, (None,) * count, none, none)
    table = distances(samples, decks)
    names = [deck.name for deck in decks]
    together = np.median(table, axis=0)
    best, passed = _winner(together)
    sure = passed and _is_clear(together, SURE_DISTANCE, SURE_MARGIN)
    owner = names[best] if passed else None
    marks: list[str | None] = []
    odd, unsure = none.copy(), none.copy()
    for place, row in enumerate(table):
        own, clear = _winner(row)
        if owner is None:
            marks.append(names[own] if clear else None)
        elif own != best and clear and row[best] - row[own] > 2 * MIN_MARGIN:
            marks.append(names[own])
            odd[place] = True
        else:
            marks.append(owner)
            unsure[place] = own != best or row[best] > MAX_DISTANCE
    return Match(owner, tuple(marks), odd, unsure, sure)


def _winner(row: NDArray[np.float32]) -> tuple[int, bool]:
    """The nearest deck, and whether it passes threshold and margin."""
    return int(np.argmin(row)), _is_clear(row, MAX_DISTANCE, MIN_MARGIN)


def _is_clear(row: NDArray[np.float32], most: float, margin: float) -> bool:
    """Whether the nearest deck is near enough and every other one farther by the margin."""
    ranked = np.sort(row)
    return bool(ranked[0] <= most and (len(ranked) < 2 or ranked[1] - ranked[0] >= margin))
