"""A sight: what was found on one photo, grouped into piles and ordered, before anybody owns it."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from scoring.flags import Zone
from vision.backs import BackSample, card_white, sample_back
from vision.backs.patch import px_per_mm_of
from vision.geometry import overlaps
from vision.looks import Seen, upright_turns
from vision.photo import Photo
from vision.piles import card_length_px, group, order
from vision.regions import BACK, INDEX, Regions
from vision.stack import IS_STACK, edges_beside
from vision.stopwatch import Stopwatch

TOP_FRACTION = 0.75
"""A region this long and wide, against a whole card, is the top of a foundation."""


AT_PILE_FRACTION = 1.2
"""What was not counted and is further than this, in card lengths, from every card of a pile is not
of that pile: its number is not what is in doubt."""

SQUARED_FRACTION = 0.2
"""Cards whose centres lie within this fraction of a card's length are not spread."""


@dataclass(frozen=True, slots=True)
class PileSight:
    """One pile: its card regions in order along the spread.

    `agreed` (n,) says which most passes saw; `turns_rad` (n,) are the directions of the cards' long
    axes; `samples` has a description of each back region and None for faces. `doubtful` are regions
    at this pile that were not counted. `card_px` is a card's length here. `squared` says that only
    the top card of a stack is seen. `stack_strength` is how much a pile that is not spread looks
    like a stack (see `vision.stack`), 0 for a spread one.
    """

    cards: Regions
    agreed: NDArray[np.bool_]
    turns_rad: NDArray[np.float64]
    samples: tuple[BackSample | None, ...]
    doubtful: Regions
    card_px: float
    squared: bool = False
    stack_strength: float = 0.0

    @property
    def backs(self) -> list[BackSample]:
        """The described back regions, in order."""
        return [sample for sample in self.samples if sample is not None]

    @property
    def px_per_mm(self) -> float:
        """Scale of the photo at this pile."""
        return px_per_mm_of(self.card_px)


@dataclass(frozen=True, slots=True)
class Sight:
    """Everything found on one photo, and what it proves (its zone).

    `indices` are corner signs, `strays` regions at no pile that were not counted.
    """

    photo: Photo
    zone: Zone
    piles: tuple[PileSight, ...]
    capped: bool
    same_as: str | None = None
    indices: Regions = field(default_factory=Regions.empty)
    strays: Regions = field(default_factory=Regions.empty)


def see(
    photo: Photo,
    zone: Zone,
    look: Callable[[Photo], Seen],
    watch: Stopwatch,
    same_as: str | None = None,
) -> Sight:
    """Looks at a photo, groups what was found and describes its backs."""
    with watch.stage("detect"):
        seen = look(photo)
    with watch.stage("group"):
        if zone is Zone.FOUNDATIONS:
            piles, strays = _foundations(seen), Regions.empty()
        else:
            piles, strays = _piles(photo, seen)
    indices = seen.regions.take(seen.regions.kinds == INDEX)
    return Sight(photo, zone, piles, seen.capped, same_as, indices, strays)


def _piles(photo: Photo, seen: Seen) -> tuple[tuple[PileSight, ...], Regions]:
    """The piles in reading order, and what was not counted and lies at none of them."""
    is_card = seen.regions.kinds != INDEX
    cards, agreed = seen.regions.take(is_card), seen.agreed[is_card]
    white = card_white(photo.rgb, cards.quads_px)
    places = [pile[order(cards.take(pile))] for pile in group(cards)]
    nearest = _nearest_pile(seen.doubtful, [cards.take(pile) for pile in places])
    piles = []
    for number, pile in enumerate(places):
        own = cards.take(pile)
        length = card_length_px(own)
        turns = upright_turns(own, length)
        scale = px_per_mm_of(length)
        samples = tuple(
            sample_back(photo.rgb, quad, float(turn), scale, white) if kind == BACK else None
            for quad, turn, kind in zip(own.quads_px, turns, own.kinds, strict=True)
        )
        strength = _stack_strength(photo, own, length)
        piles.append(
            PileSight(
                own,
                agreed[pile],
                turns,
                samples,
                seen.doubtful.take(nearest == number),
                length,
                squared=strength > IS_STACK,
                stack_strength=strength,
            )
        )
    return tuple(sorted(piles, key=_reading_place)), seen.doubtful.take(nearest < 0)


def _stack_strength(photo: Photo, cards: Regions, length: float) -> float:
    """How much a pile that is not spread looks like a stack around its whole card."""
    centres = cards.centres_px
    spread = float(np.linalg.norm(centres.max(axis=0) - centres.min(axis=0)))
    whole = np.flatnonzero(cards.sides_px.min(axis=1) > TOP_FRACTION * 0.7 * length)
    if spread > SQUARED_FRACTION * length or not len(whole):
        return 0.0
    return edges_beside(photo.rgb, cards.quads_px[whole[0]], px_per_mm_of(length))


def _foundations(seen: Seen) -> tuple[PileSight, ...]:
    """Squared piles as they lay at the call: each whole card is the top of one, edges are not read.

    Foundations may touch, so they are not grouped.
    """
    cards = seen.regions.cards
    length = card_length_px(cards)
    short, long = np.sort(cards.sides_px, axis=1).T
    tops = np.flatnonzero((long > TOP_FRACTION * length) & (short > TOP_FRACTION * 0.7 * length))
    piles = []
    for place in tops:
        top = cards.take(np.array([place], np.intp))
        turns = upright_turns(top, length)
        every = np.ones(1, np.bool_)
        piles.append(PileSight(top, every, turns, (None,), Regions.empty(), length, squared=True))
    return tuple(sorted(piles, key=_reading_place))


def _reading_place(pile: PileSight) -> tuple[float, float]:
    """Piles are numbered from the top of the photo to its bottom."""
    x, y = pile.cards.centres_px.mean(axis=0)
    return float(y), float(x)


def _nearest_pile(doubtful: Regions, piles: list[Regions]) -> NDArray[np.intp]:
    """The pile at which each doubtful region lies, -1 for none."""
    nearest = np.full(len(doubtful), -1, np.intp)
    best = np.full(len(doubtful), np.inf)
    for number, pile in enumerate(piles):
        if not len(pile) or not len(doubtful):
            continue
        gaps = np.linalg.norm(doubtful.centres_px[:, None] - pile.centres_px[None], axis=2)
        shared = overlaps(doubtful.quads_px, pile.quads_px).max(axis=1)
        near = (shared > 0) | (gaps.min(axis=1) < AT_PILE_FRACTION * card_length_px(pile))
        away = np.where(shared > 0, 0.0, 1.0) * 1e6 + gaps.min(axis=1)
        away = np.where(near, away, np.inf)
        nearest[away < best] = number
        best = np.minimum(best, away)
    return nearest
