"""Piles: one owner's cards on one photo, paired by place, and how many were counted there."""

from collections import Counter
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.truth import PhotoTruth, PileTruth
from models.evaluate.cards import CardMatch
from models.evaluate.overlap import Quads, quads_of
from models.evaluate.visible import Visible
from scoring.flags import Zone
from scoring.reading import Mark, Side

REACH_FRACTION = 0.5
"""A mark farther than this fraction of a card's length from every pile belongs to none."""


@dataclass(frozen=True, slots=True)
class PileCount:
    """One pile's count, true and found.

    Where a pile is `cut` by the picture's edge, `truth` counts its cards of which any part is seen.
    `side` is `back`, `face` or `mixed`; `strip_px` the median strip of its cards.
    """

    owner: str | None
    truth: int
    found: int
    cut: bool
    zone: Zone | None
    kind: str | None
    side: str | None
    strip_px: float | None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a pile lies: outlines (n, 4, 2) px of its cards or its box, and its cards' numbers."""

    pile: PileTruth
    outlines: Quads
    numbers: frozenset[int]


def count_piles(
    truth: PhotoTruth, visible: Visible | None, cards: CardMatch | None, marks: tuple[Mark, ...]
) -> tuple[PileCount, ...]:
    """The counts of all piles that hold cards and whose place is known."""
    places = find_places(truth, visible)
    homes = Counter(place_marks(places, cards, visible, marks))
    counts = []
    for number, place in enumerate(places):
        cut = visible is not None and bool(place.numbers & visible.cut)
        expected = place.pile.count or 0
        if cut and visible is not None and visible.parts is not None:
            expected = len(place.numbers & visible.parts)
        if expected:
            counts.append(_count(truth, visible, place, (expected, homes[number], cut)))
    return tuple(counts)


def expected_by_owner(truth: PhotoTruth, visible: Visible | None) -> dict[str, int] | None:
    """Cards of every owner that a photo can show; cut piles count what is seen of them."""
    by_owner = truth.by_owner
    if by_owner is None or visible is None or visible.parts is None:
        return by_owner
    cards = truth.cards or ()
    cut = {cards[number].owner for number in visible.cut}
    seen = Counter(cards[number].owner for number in visible.parts)
    return {owner: seen[owner] if owner in cut else count for owner, count in by_owner.items()}


def find_places(truth: PhotoTruth, visible: Visible | None) -> list[Place]:
    """Where the piles of a photo lie; nothing where the truth does not say it of all."""
    piles = truth.piles or ()
    if truth.foundations is not None or any(pile.count is None for pile in piles):
        return []
    if visible is not None and not visible.upright:
        cards = truth.cards or ()
        if not piles:
            owners = sorted({card.owner for card in cards if card.owner is not None})
            piles = tuple(
                PileTruth(owner, sum(card.owner == owner for card in cards)) for owner in owners
            )
        places = []
        for pile in piles:
            own = [n for n, card in enumerate(cards) if card.owner == pile.owner]
            outlines = quads_of([cards[n].quad_px for n in own])
            places.append(Place(pile, outlines, frozenset(own)))
        return places if all(pile.owner is not None for pile in piles) else []
    if all(pile.box_px is not None for pile in piles):
        return [Place(pile, _box_outline(pile), frozenset()) for pile in piles]
    return []


def place_marks(
    places: list[Place],
    cards: CardMatch | None,
    visible: Visible | None,
    marks: tuple[Mark, ...],
) -> list[int | None]:
    """Each mark's pile: that of the card it was paired with, lies on or is nearest to."""
    home = {number: n for n, place in enumerate(places) for number in place.numbers}
    matched = {hit.mark.id: hit.card.number for hit in (cards.found if cards else ()) if hit.mark}
    found: list[int | None] = []
    for mark in marks:
        card = matched.get(mark.id, _card_at(visible, mark))
        found.append(home[card] if card in home else _nearest(places, _centre(mark)))
    return found


def _count(
    truth: PhotoTruth, visible: Visible | None, place: Place, counted: tuple[int, int, bool]
) -> PileCount:
    cards = [(truth.cards or ())[number] for number in place.numbers]
    sides = {card.side for card in cards}
    if place.pile.sides is not None:
        down, up = place.pile.sides.down, place.pile.sides.up
        sides = {side for side, n in ((Side.BACK, down), (Side.FACE, up)) if n}
    only = next(iter(sides)) if len(sides) == 1 else None
    strips = [
        card.strip_px
        for card in (visible.cards if visible else ())
        if card.number in place.numbers and card.strip_px is not None
    ]
    expected, found, cut = counted
    return PileCount(
        owner=place.pile.owner,
        truth=expected,
        found=found,
        cut=cut,
        zone=truth.zone,
        kind=place.pile.kind,
        side="mixed" if len(sides) > 1 else only and only.value,
        strip_px=float(np.median(strips)) if strips else None,
    )


def _box_outline(pile: PileTruth) -> Quads:
    left, top, right, bottom = pile.box_px or (0, 0, 0, 0)
    return quads_of([[(left, top), (right, top), (right, bottom), (left, bottom)]])


def _centre(mark: Mark) -> NDArray[np.float64]:
    return np.asarray(np.mean(mark.quad_px, axis=0), np.float64)


def _card_at(visible: Visible | None, mark: Mark) -> int | None:
    """The number of the card that is seen at the mark's centre."""
    if visible is None or visible.seen is None:
        return None
    x, y = np.floor(_centre(mark)).astype(int)
    height, width = visible.seen.shape
    if not (0 <= x < width and 0 <= y < height):
        return None
    number = int(visible.seen[y, x])
    return number if number >= 0 else None


def _nearest(places: list[Place], point: NDArray[np.float64]) -> int | None:
    """The pile whose outlines are nearest to a point, None where all are out of reach."""
    best, best_gap = None, np.inf
    for number, place in enumerate(places):
        if not len(place.outlines):
            continue
        gap = min(_gap(outline, point) for outline in place.outlines)
        if gap < best_gap and gap <= (0.0 if place.pile.box_px else _reach(place)):
            best, best_gap = number, gap
    return best


def _gap(outline: NDArray[np.float64], point: NDArray[np.float64]) -> float:
    """Distance in px from a point to an outline, negative inside it."""
    x, y = float(point[0]), float(point[1])
    return -float(cv2.pointPolygonTest(outline.astype(np.float32), (x, y), True))


def _reach(place: Place) -> float:
    sides = np.linalg.norm(place.outlines - np.roll(place.outlines, -1, axis=1), axis=2)
    return REACH_FRACTION * float(np.median(sides.max(axis=1)))
