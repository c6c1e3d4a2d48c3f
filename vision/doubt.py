"""Doubt: where a reading may be wrong, said in words a player understands.

Every limit is one constant. The strip limit is stated in the README and for photographers.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scoring.flags import Flag, FlagKind
from scoring.reading import Mark, Pile
from scoring.wording import number_of
from vision.quality import is_blurred, is_dark, measure_quality
from vision.sight import PileSight, Sight

LOW_CONFIDENCE = 0.45
"""A counted card below this confidence is looked at."""

THIN_STRIP_MM = 4.0
THIN_STRIP_PX = 9.0
"""A strip thinner than this, on the table or on the photo, cannot be counted for sure: the network
enlarges at most MAX_ENLARGEMENT times and wants some 24 px."""

GAP_RATIO = 2.0
"""A step along the spread this many times its neighbours' asks for a look."""

EDGE_PX = 3.0
"""A card this near to the photo's edge is cut by it."""

FAR_CARD_PX = 70.0
"""Cards shorter than this on the photo are too small: come closer."""


def photo_flags(sight: Sight, piles: tuple[Pile, ...]) -> list[Flag]:
    """Every flag of one photo, except those about owners."""
    flags = _whole_photo(sight)
    for seen, pile in zip(sight.piles, piles, strict=True):
        for check in (_weak, _disagreeing, _thin, _gaps, _cut):
            flags += check(sight, seen, pile)
    return flags


def pile_flag(kind: FlagKind, message: str, photo: str, pile: Pile, marks: Sequence[Mark]) -> Flag:
    """A flag about some marks of a pile."""
    return Flag(
        kind,
        message,
        photo=photo,
        zone=pile.zone,
        pile=pile.id,
        owner=pile.owner,
        marks=tuple(mark.id for mark in marks),
    )


def _whole_photo(sight: Sight) -> list[Flag]:
    """What concerns the photo as a whole."""
    said: list[tuple[FlagKind, str]] = []
    name = sight.photo.name
    quality = measure_quality(sight.photo)
    if not sight.piles:
        said.append((FlagKind.NO_CARDS, f"No cards were found on {name}. Is it the right photo?"))
    if sight.capped:
        said.append(
            (
                FlagKind.OUTPUT_CAP,
                f"{name} shows more cards than can be looked at in one photo. Take two photos.",
            )
        )
    if is_blurred(quality):
        said.append((FlagKind.BLURRED, f"{name} is blurred. Hold still and take it again."))
    if is_dark(quality):
        said.append((FlagKind.DARK, f"{name} is very dark. Switch on a light and take it again."))
    if sight.piles and max(pile.card_px for pile in sight.piles) < FAR_CARD_PX:
        said.append((FlagKind.TOO_FAR, f"The cards on {name} are very small. Come closer."))
    return [Flag(kind, text, photo=name, zone=sight.zone) for kind, text in said]


def _weak(sight: Sight, _: PileSight, pile: Pile) -> list[Flag]:
    weak = [mark for mark in pile.marks if mark.confidence < LOW_CONFIDENCE]
    if not weak:
        return []
    text = f"{number_of(len(weak), 'card')} of this pile could hardly be made out."
    return [pile_flag(FlagKind.LOW_CONFIDENCE, text, sight.photo.name, pile, weak)]


def _disagreeing(sight: Sight, seen: PileSight, pile: Pile) -> list[Flag]:
    single = [mark for mark, both in zip(pile.marks, seen.agreed, strict=True) if not both]
    if not single and not len(seen.doubtful):
        return []
    text = "Two looks at this pile do not agree on every card. Please count it."
    return [pile_flag(FlagKind.LOOKS_DISAGREE, text, sight.photo.name, pile, single)]


def _thin(sight: Sight, seen: PileSight, pile: Pile) -> list[Flag]:
    strip_px = seen.cards.sides_px.min(axis=1)
    limit = max(THIN_STRIP_PX, THIN_STRIP_MM * seen.px_per_mm)
    thin = [mark for mark, px in zip(pile.marks, strip_px, strict=True) if px < limit]
    if not thin:
        return []
    text = "Some cards show only a very thin edge. Spread this pile wider or come closer."
    return [pile_flag(FlagKind.THIN_STRIP, text, sight.photo.name, pile, thin)]


def _gaps(sight: Sight, seen: PileSight, pile: Pile) -> list[Flag]:
    places = wide_steps(seen.cards.centres_px.astype(np.float64), seen.cards.sides_px)
    if not len(places):
        return []
    marks = [pile.marks[place] for place in sorted({p for i in places for p in (i, i + 1)})]
    text = "There is a wide step in this spread. Was a card missed there?"
    return [pile_flag(FlagKind.GAP, text, sight.photo.name, pile, marks)]


def wide_steps(centres_px: NDArray[np.float64], sides_px: NDArray[np.float32]) -> NDArray[np.intp]:
    """Places whose step to the next card is wider than its neighbours', along a spread.

    What counts is the visible strip: a strip more than GAP_RATIO times as wide as both strips
    beside it may hold two cards. The uncovered card at either end is left out.
    """
    if len(centres_px) < 5:
        return np.zeros(0, np.intp)
    strips = sides_px.min(axis=1)
    inner = np.arange(1, len(strips) - 1)
    beside = np.maximum(strips[inner - 1], strips[inner + 1])
    ends = (inner - 1 == 0) | (inner + 1 == len(strips) - 1)
    narrow = np.where(ends, np.minimum(strips[inner - 1], strips[inner + 1]), beside)
    return np.asarray(inner[strips[inner] > GAP_RATIO * narrow], np.intp)


def _cut(sight: Sight, seen: PileSight, pile: Pile) -> list[Flag]:
    size = np.array([sight.photo.width_px, sight.photo.height_px])
    quads = seen.cards.quads_px
    outside = ((quads < EDGE_PX) | (quads > size - EDGE_PX)).reshape(len(quads), -1)
    cut = [mark for mark, out in zip(pile.marks, outside, strict=True) if out.any()]
    if not cut:
        return []
    text = "This pile runs out of the photo. Take it again with the whole pile on it."
    return [pile_flag(FlagKind.CUT_BY_EDGE, text, sight.photo.name, pile, cut)]
