"""Doubt: where a reading may be wrong, said in words a player understands.

Every limit is one constant. The strip limit is stated in the README and for photographers.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scoring.flags import Flag, FlagKind, Zone
from scoring.reading import Mark, Pile
from scoring.wording import name_list, number_of
from vision.geometry import areas, gaps, overlaps
from vision.piles import rows
from vision.quality import is_blurred, is_dark, measure_quality
from vision.regions import Regions
from vision.sight import PileSight, Sight
from vision.stack import MAY_BE_STACK

LOW_CONFIDENCE = 0.65
"""A counted card less likely one than this is looked at."""

THIN_STRIP_MM = 4.0
THIN_STRIP_PX = 9.0
"""A strip thinner than this, on the table or on the photo, cannot be counted for sure: the network
enlarges at most MAX_ENLARGEMENT times and wants some 24 px."""

GAP_RATIO = 1.75
"""A step along the spread this many times its neighbours' asks for a look: two even steps, one of
them a little narrow, make nearly twice one."""

PIECE_FRACTION = 0.6
"""A mark shorter than this fraction of a card's length (a card is 0.71 wide) may be half a strip:
prints with a middle band are sometimes taken for two cards."""

DOUBLE_FRACTION = 0.45
"""Two marks that share more of the smaller one may be one card: the visible parts of neighbours
hardly overlap (see the labelling rule)."""

HOLE_RATIO = 0.5
"""Room between two neighbours, against the usual strip, in which a card may have been missed."""

TORN_FRACTION = 0.5
"""Two piles of one owner nearer than this fraction of a card's length may be one pile."""

EDGE_PX = 3.0
"""A card this near to the photo's edge is cut by it."""

FAR_CARD_PX = 70.0
"""Cards shorter than this on the photo are too small: come closer."""


def photo_flags(sight: Sight, piles: tuple[Pile, ...]) -> list[Flag]:
    """Every flag of one photo, except those about owners."""
    flags = _whole_photo(sight)
    spread = sight.zone is not Zone.FOUNDATIONS
    always = (_weak, _cut)
    of_spreads = (_stacked, _pieces, _doubles, _disagreeing, _thin, _gaps)
    checks = (*always, *of_spreads) if spread else always
    for seen, pile in zip(sight.piles, piles, strict=True):
        for check in checks:
            flags += check(sight, seen, pile)
    return flags + _torn(sight, piles)


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
    if sight.piles and len(sight.strays):
        text = f"Not counted, but perhaps cards: look at {_places(sight)} of {name}."
        said.append((FlagKind.LOOKS_DISAGREE, text))
    if is_blurred(quality):
        said.append((FlagKind.BLURRED, f"{name} is blurred. Hold still and take it again."))
    if is_dark(quality):
        said.append((FlagKind.DARK, f"{name} is very dark. Switch on a light and take it again."))
    if sight.piles and max(pile.card_px for pile in sight.piles) < FAR_CARD_PX:
        said.append((FlagKind.TOO_FAR, f"The cards on {name} are very small. Come closer."))
    return [Flag(kind, text, photo=name, zone=sight.zone) for kind, text in said]


def _places(sight: Sight) -> str:
    """Where the strays of a photo lie, in words: the top left, the middle."""
    size = np.array([sight.photo.width_px, sight.photo.height_px], np.float32)
    cells = np.clip((3 * sight.strays.centres_px / size).astype(int), 0, 2)
    words = [
        " ".join(filter(None, (("top", "middle", "bottom")[y], ("left", "", "right")[x])))
        for x, y in cells[np.lexsort(cells.T)]
    ]
    return name_list([f"the {word}" for word in dict.fromkeys(words)])


def _stacked(sight: Sight, seen: PileSight, pile: Pile) -> list[Flag]:
    if seen.squared:
        text = "This pile lies squared and cannot be counted. Spread it and take the photo again."
    elif seen.stack_strength > MAY_BE_STACK:
        text = "Is this one card or a squared stack? Spread a stack and take the photo again."
    else:
        return []
    return [pile_flag(FlagKind.SQUARED_STACK, text, sight.photo.name, pile, pile.marks)]


def _weak(sight: Sight, _: PileSight, pile: Pile) -> list[Flag]:
    weak = [mark for mark in pile.marks if mark.confidence < LOW_CONFIDENCE]
    if not weak:
        return []
    text = f"{number_of(len(weak), 'card')} of this pile could hardly be made out."
    return [pile_flag(FlagKind.LOW_CONFIDENCE, text, sight.photo.name, pile, weak)]


def _pieces(sight: Sight, seen: PileSight, pile: Pile) -> list[Flag]:
    long_px = seen.cards.sides_px.max(axis=1)
    limit = PIECE_FRACTION * seen.card_px
    pieces = [mark for mark, px in zip(pile.marks, long_px, strict=True) if px < limit]
    if not pieces:
        return []
    text = "Some marks here are shorter than a card. Was one card counted as two?"
    return [pile_flag(FlagKind.LOW_CONFIDENCE, text, sight.photo.name, pile, pieces)]


def _doubles(sight: Sight, seen: PileSight, pile: Pile) -> list[Flag]:
    quads = seen.cards.quads_px
    size = np.maximum(areas(quads), 1e-6)
    share = overlaps(quads, quads) / np.minimum(size[:, None], size[None])
    np.fill_diagonal(share, 0)
    on_another = share.max(axis=1, initial=0) > DOUBLE_FRACTION
    doubles = [mark for mark, on in zip(pile.marks, on_another, strict=True) if on]
    if not doubles:
        return []
    text = "Some marks here lie on each other. Was one card counted twice?"
    return [pile_flag(FlagKind.LOOKS_DISAGREE, text, sight.photo.name, pile, doubles)]


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
    asked: set[int] = set()
    for row in rows(seen.cards):
        own = seen.cards.take(row)
        wide = wide_steps(own.sides_px)
        holes = [place + step for place in open_places(own) for step in (0, 1)]
        asked |= {int(row[place]) for place in (*wide, *holes)}
    if not asked:
        return []
    marks = [pile.marks[place] for place in sorted(asked)]
    text = "There is a wide step in this spread. Was a card missed there?"
    return [pile_flag(FlagKind.GAP, text, sight.photo.name, pile, marks)]


def wide_steps(sides_px: NDArray[np.float32]) -> NDArray[np.intp]:
    """Places whose strip is wider than its neighbours', along a spread of cards (n, 2) px.

    What counts is the visible strip: a strip more than GAP_RATIO times as wide as both strips
    beside it may hold two cards. The uncovered card at either end is left out.
    """
    if len(sides_px) < 5:
        return np.zeros(0, np.intp)
    strips = sides_px.min(axis=1)
    inner = np.arange(1, len(strips) - 1)
    beside = np.maximum(strips[inner - 1], strips[inner + 1])
    ends = (inner - 1 == 0) | (inner + 1 == len(strips) - 1)
    narrow = np.where(ends, np.minimum(strips[inner - 1], strips[inner + 1]), beside)
    return np.asarray(inner[strips[inner] > GAP_RATIO * narrow], np.intp)


def open_places(cards: Regions) -> list[int]:
    """Places after which the next card of the spread does not adjoin: table or a missed card shows.

    Strips of covered cards adjoin each other, so between two of them there is no room.
    """
    if len(cards) < 2:
        return []
    strips = cards.sides_px.min(axis=1)
    usual = float(np.median(np.minimum(strips[:-1], strips[1:])))
    between = np.diagonal(gaps(cards.quads_px[:-1], cards.quads_px[1:]))
    return [int(place) for place in np.flatnonzero(between > HOLE_RATIO * usual)]


def _torn(sight: Sight, piles: tuple[Pile, ...]) -> list[Flag]:
    """Two piles of one owner that lie so near that a card between them may have been missed."""
    flags = []
    for place, (seen, pile) in enumerate(zip(sight.piles, piles, strict=True)):
        for other_seen, other in zip(sight.piles[:place], piles[:place], strict=True):
            if pile.owner is None or pile.owner != other.owner:
                continue
            nearest = gaps(seen.cards.quads_px, other_seen.cards.quads_px).min()
            if nearest < TORN_FRACTION * seen.card_px:
                text = (
                    f"Two piles of {pile.owner} lie close together. Is a card between them that "
                    "was missed?"
                )
                marks = [other.marks[-1], pile.marks[0]]
                flags.append(pile_flag(FlagKind.GAP, text, sight.photo.name, pile, marks))
    return flags


def _cut(sight: Sight, seen: PileSight, pile: Pile) -> list[Flag]:
    size = np.array([sight.photo.width_px, sight.photo.height_px])
    quads = seen.cards.quads_px
    outside = ((quads < EDGE_PX) | (quads > size - EDGE_PX)).reshape(len(quads), -1)
    cut = [mark for mark, out in zip(pile.marks, outside, strict=True) if out.any()]
    if not cut:
        return []
    text = "This pile runs out of the photo. Take it again with the whole pile on it."
    return [pile_flag(FlagKind.CUT_BY_EDGE, text, sight.photo.name, pile, cut)]
