"""Plain lists to regions, photos, sights and readings, for the tests of `vision`."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scoring.flags import Zone
from scoring.reading import Mark, Pile, Side
from vision.backs import BackSample, Deck
from vision.backs.patch import CARD_MM, PX_PER_MM, Patch
from vision.geometry import quads_from_boxes
from vision.photo import Photo
from vision.regions import BACK, FACE, Regions
from vision.sight import PileSight, Sight

CARD_PX = (100.0, 140.0)

BoxList = Sequence[tuple[float, float, float, float, float]]
"""Boxes as centre x, centre y, width, height in px and turn in degrees."""


def regions(
    boxes: BoxList,
    kinds: int | Sequence[int] = BACK,
    confidences: float | Sequence[float] = 0.9,
) -> Regions:
    if not boxes:
        return Regions.empty()
    rows = np.array(boxes, np.float32)
    return Regions(
        quads_from_boxes(rows[:, :2], rows[:, 2:4], np.deg2rad(rows[:, 4])),
        np.broadcast_to(np.array(kinds, np.int8), len(rows)).copy(),
        np.broadcast_to(np.array(confidences, np.float32), len(rows)).copy(),
    )


def photo(rgb: NDArray[np.uint8], name: str = "photo.jpg") -> Photo:
    return Photo(name, rgb, "0" * 64)


def crisp_photo(name: str = "photo.jpg", size_px: tuple[int, int] = (800, 600)) -> Photo:
    """Bright squares on a dark ground: neither dark nor blurred."""
    ys, xs = np.mgrid[0 : size_px[1], 0 : size_px[0]]
    on = (xs // 20 + ys // 20) % 2 == 0
    return photo(np.where(on[..., None], 235, 40).astype(np.uint8).repeat(3, axis=2), name)


Ink = tuple[float, float, float]
"""Red, green and blue of a back in one colour, 0 to 1."""


def sample(ink: Ink, size_mm: tuple[float, float] = (12.0, 88.9)) -> BackSample:
    """A region of a back in one colour."""
    return BackSample(_patch(ink, size_mm), *size_mm)


def deck(name: str, ink: Ink) -> Deck:
    """A deck with a back in one colour."""
    return Deck(name, (_patch(ink, CARD_MM),))


def _patch(ink: Ink, size_mm: tuple[float, float]) -> Patch:
    width, height = (round(side * PX_PER_MM) for side in size_mm)
    return np.full((height, width, 3), np.array(ink) * 255, np.uint8)


ANNA, BEN, CLEO = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
"""Inks of three decks' backs, far from each other."""

BETWEEN = (0.72, 0.70, 0.0)
"""Undecided between Anna's and Ben's deck."""

FADED = (0.9, 0.6, 0.0)
"""Anna's, but not for sure."""

STRANGE = (0.8, 0.8, 0.8)
"""Like none of the three."""

DECKS = [deck("Anna", ANNA), deck("Ben", BEN), deck("Cleo", CLEO)]


def ribbon(count: int, step_px: float = 30.0, x: float = 100, y: float = 200) -> BoxList:
    """Visible strips of upright cards from left to right; the last card is whole."""
    width, height = CARD_PX
    strips = [(x + step_px * (i + 0.5), y, step_px, height, 0.0) for i in range(count - 1)]
    return [*strips, (x + step_px * (count - 1) + width / 2, y, width, height, 0.0)]


def pile_sight(
    backs: Sequence[Ink | None],
    *,
    boxes: BoxList | None = None,
    confidences: float | Sequence[float] = 0.9,
    agreed: Sequence[bool] | None = None,
    doubtful: BoxList = (),
    card_px: float = CARD_PX[1],
) -> PileSight:
    """A pile with one entry a card: the ink of a back, None for a face."""
    boxes = ribbon(len(backs)) if boxes is None else boxes
    kinds = [FACE if back is None else BACK for back in backs]
    count = len(backs)
    return PileSight(
        regions(boxes, kinds, confidences),
        np.array([True] * count if agreed is None else agreed, np.bool_),
        np.full(count, np.pi / 2),
        tuple(None if back is None else sample(back) for back in backs),
        regions(doubtful),
        card_px,
    )


def sight(
    piles: Sequence[PileSight],
    *,
    zone: Zone = Zone.CENTER,
    capped: bool = False,
    taken: Photo | None = None,
) -> Sight:
    return Sight(taken or crisp_photo(), zone, tuple(piles), capped)


def mark(name: str, owner: str | None = None, *, side: Side = Side.BACK, x: float = 50.0) -> Mark:
    """A mark of 40 x 60 px around (x, 80)."""
    quad = ((x - 20, 50.0), (x + 20, 50.0), (x + 20, 110.0), (x - 20, 110.0))
    return Mark(name, int(name[1:]), quad, side, 0.9, owner)


def pile(
    name: str, marks: Sequence[Mark], owner: str | None = None, zone: Zone = Zone.NERTZ
) -> Pile:
    return Pile(name, zone, tuple(marks), owner)
