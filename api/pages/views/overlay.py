"""The photo with its numbered marks, in pixels of the upright photo."""

import statistics
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist

from api.pages.views.owners import OwnerLook
from api.pages.views.words import card_name
from api.service.values import PhotoReadingView, PhotoView
from scoring.edits import center_px
from scoring.flags import Zone
from scoring.reading import Mark, Pile, Side

Box = tuple[float, float, float, float]
"""Left, top, width, height in pixels of the photo."""

BADGE_FRACTION = (0.004, 0.017)
"""Radius of a numbered sign, of the photo's long side."""

AROUND = 1.9
"""A flagged place is shown with so much of what lies around it."""

TEXT_FRACTION = 0.034
"""Height of a pile's title, of the long side of what is shown first."""

LEAST_FRACTION = 0.24
"""What is shown is never less than this share of the photo's long side."""


@dataclass(frozen=True, slots=True)
class MarkView:
    """One counted card; `points` is its outline as SVG writes it."""

    id: str
    number: int
    points: str
    x: float
    y: float
    radius: float
    look: OwnerLook
    label: str
    flagged: bool
    side: Side
    card: str | None


@dataclass(frozen=True, slots=True)
class PileShown:
    """A pile with its marks and the place of its title; `count` is what counts."""

    id: str
    zone: Zone
    look: OwnerLook
    count: int
    squared: bool
    title: str
    x: float
    y: float
    marks: tuple[MarkView, ...]


@dataclass(frozen=True, slots=True)
class Overlay:
    """A photo and what is drawn on it; `view` is the part that is shown first."""

    photo: PhotoView
    piles: tuple[PileShown, ...]
    view: Box
    text_px: float

    @property
    def whole(self) -> Box:
        """The whole photo."""
        return (0, 0, self.photo.width_px, self.photo.height_px)

    @property
    def marks(self) -> tuple[MarkView, ...]:
        """All marks, pile by pile."""
        return tuple(mark for pile in self.piles for mark in pile.marks)

    def mark(self, mark: str | None) -> MarkView | None:
        """The mark of that id."""
        return next((one for one in self.marks if one.id == mark), None)

    def pile(self, pile: str | None) -> PileShown | None:
        """The pile of that id."""
        return next((one for one in self.piles if one.id == pile), None)

    def pile_of(self, mark: str | None) -> PileShown | None:
        """The pile in which that mark is."""
        return next((one for one in self.piles if any(m.id == mark for m in one.marks)), None)


def overlay_of(
    read: PhotoReadingView,
    looks: Mapping[str | None, OwnerLook],
    flagged: Collection[str] = (),
    show: tuple[Collection[str], str | None] = ((), None),
) -> Overlay:
    """The photo's overlay; `show` are marks and a pile that shall be seen large."""
    photo = read.photo
    long_px = max(photo.width_px, photo.height_px)
    piles = tuple(_pile(pile, read, looks, flagged, long_px) for pile in read.piles)
    marks, shown_pile = show
    quads = [
        mark.quad_px
        for pile in read.piles
        for mark in pile.marks
        if mark.id in marks or (not marks and pile.id == shown_pile)
    ]
    whole = (0.0, 0.0, float(photo.width_px), float(photo.height_px))
    view = _around([point for quad in quads for point in quad], photo) if quads else whole
    return Overlay(photo, piles, view, round(max(view[2], view[3]) * TEXT_FRACTION, 1))


def _pile(
    pile: Pile,
    read: PhotoReadingView,
    looks: Mapping[str | None, OwnerLook],
    flagged: Collection[str],
    long_px: int,
) -> PileShown:
    radius = _radius(pile.marks, long_px)
    look = looks.get(pile.owner, looks[None])
    count = read.counts.get(pile.id, 0 if pile.squared else len(pile.marks))
    points = [point for mark in pile.marks for point in mark.quad_px]
    name = look.name if pile.owner is not None else "?"
    return PileShown(
        id=pile.id,
        zone=pile.zone,
        look=look,
        count=count,
        squared=pile.squared and pile.id not in read.counts,
        title=f"{name}: {'spread it' if pile.squared and not count else count}",
        x=round(max(long_px * 0.01, min((x for x, _ in points), default=0)), 1),
        y=round(max(long_px * 0.03, min((y for _, y in points), default=0) - radius * 0.6), 1),
        marks=tuple(
            _mark(mark, looks.get(mark.owner, looks[None]), radius, mark.id in flagged)
            for mark in pile.marks
        ),
    )


def _mark(mark: Mark, look: OwnerLook, radius: float, flagged: bool) -> MarkView:
    x, y = center_px(mark.quad_px)
    read = f", {card_name(mark.card)}" if mark.card is not None else ""
    return MarkView(
        id=mark.id,
        number=mark.number,
        points=" ".join(f"{px:.1f},{py:.1f}" for px, py in mark.quad_px),
        x=round(x, 1),
        y=round(y, 1),
        radius=round(radius, 1),
        look=look,
        label=f"Card {mark.number}, {look.name}, {mark.side.value}{read}"
        + (", in doubt" if flagged else ""),
        flagged=flagged,
        side=mark.side,
        card=mark.card,
    )


def _radius(marks: Sequence[Mark], long_px: int) -> float:
    """So large that the signs of neighbours along a pile just do not touch."""
    low, high = (share * long_px for share in BADGE_FRACTION)
    middles = [center_px(mark.quad_px) for mark in marks]
    steps = [dist(here, there) for here, there in pairwise(middles)]
    return min(high, max(low, 0.49 * statistics.median(steps))) if steps else high


def _around(points: Sequence[tuple[float, float]], photo: PhotoView) -> Box:
    """The part of the photo around some points, inside the photo where it can be."""
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    least = LEAST_FRACTION * max(photo.width_px, photo.height_px)
    width = min(max((right - left) * AROUND, least), photo.width_px)
    height = min(max((bottom - top) * AROUND, least), photo.height_px)
    x = min(max((left + right - width) / 2, 0), photo.width_px - width)
    y = min(max((top + bottom - height) / 2, 0), photo.height_px - height)
    return (round(x, 1), round(y, 1), round(width, 1), round(height, 1))
