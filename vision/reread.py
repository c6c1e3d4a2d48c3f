"""Reading a photo again: cards and piles that are still there keep their ids.

Corrections name cards and piles by id. What a later reading puts elsewhere gets an id that this
photo never had, so that no old correction is taken for one of it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count

import numpy as np

from scoring.reading import Mark, PhotoReading
from vision.geometry import ious
from vision.pairing import pair

SAME_IOU = 0.5
"""Two readings mean the same card from here on."""

SAME_SHARE = 0.5
"""Two readings mean the same pile if they share so many of the cards of the larger one."""


def with_kept_ids(reading: PhotoReading, earlier: Sequence[PhotoReading]) -> PhotoReading:
    """The reading with the ids of the last of the earlier ones, where it shows the same.

    In another zone a photo is grouped otherwise, so nothing is the same there.
    """
    if not earlier:
        return reading
    before = earlier[-1] if earlier[-1].zone is reading.zone else replace(reading, piles=())
    marks = _kept_marks(reading.marks, before.marks)
    fresh = _fresh("m", [mark.id for one in earlier for mark in one.marks])
    mark_ids = {mark.id: marks.get(mark.id) or next(fresh) for mark in reading.marks}
    piles = _kept_piles(reading, before, mark_ids)
    fresh = _fresh("p", [pile.id for one in earlier for pile in one.piles])
    pile_ids = {pile.id: piles.get(pile.id) or next(fresh) for pile in reading.piles}
    return replace(
        reading,
        piles=tuple(
            replace(
                pile,
                id=pile_ids[pile.id],
                marks=tuple(replace(mark, id=mark_ids[mark.id]) for mark in pile.marks),
            )
            for pile in reading.piles
        ),
        flags=tuple(
            replace(
                flag,
                pile=None if flag.pile is None else pile_ids[flag.pile],
                marks=tuple(mark_ids[mark] for mark in flag.marks),
            )
            for flag in reading.flags
        ),
    )


def _kept_marks(marks: Sequence[Mark], before: Sequence[Mark]) -> dict[str, str]:
    """The earlier id of each mark that lies where one lay, by its own."""
    if not marks or not before:
        return {}
    quads, old = (np.array([mark.quad_px for mark in part], np.float32) for part in (marks, before))
    return {marks[i].id: before[j].id for i, j in pair(ious(quads, old), SAME_IOU)}


def _kept_piles(
    reading: PhotoReading, before: PhotoReading, mark_ids: dict[str, str]
) -> dict[str, str]:
    """The earlier id of each pile that holds most of the cards that one held, by its own."""
    if not reading.piles or not before.piles:
        return {}
    own = [{mark_ids[mark.id] for mark in pile.marks} for pile in reading.piles]
    old = [{mark.id for mark in pile.marks} for pile in before.piles]
    shares = np.array([[len(a & b) / max(len(a), len(b), 1) for b in old] for a in own])
    pairs = pair(shares, SAME_SHARE)
    return {reading.piles[i].id: before.piles[j].id for i, j in pairs}


def _fresh(letter: str, taken: Sequence[str]) -> Iterator[str]:
    """Ids of a letter and a number that nobody had."""
    had = set(taken)
    return (name for number in count(1) if (name := f"{letter}{number}") not in had)
