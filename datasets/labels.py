"""The labelling rule: from what is seen of a card to its box, along the card's own axes.

A card laid a little askew shows an L, and a box around all of it would be nearly the whole card.
So the box is the rectangle, along the card's axes, that gains most: each seen square millimetre
inside counts +1, each hidden one -HIDDEN_COST (the maximum-sum subrectangle, Bentley, "Programming
Pearls: Algorithm Design Techniques", 1984). Slivers fall away because a box that took them in would
take in more of what lies on top; neighbours cannot share most of their boxes, since most of each is
its own card and nobody else's. The box of the visible part is a card region.
"""

from dataclasses import dataclass
from enum import IntEnum

import cv2
import numpy as np
from numpy.typing import NDArray

HIDDEN_COST = 0.5
"""Wedges of a fan are boxed while at least a third of the next column is seen."""

CELLS = (64, 45)
"""Columns and rows of the grid on a card: 1 mm by 2 mm on a poker card."""

THIN_MM = 2.2
"""A strip narrower than this is not labelled as a card: a place to ignore."""

THIN_PX = 7.0
"""Nor is one narrower than this in the picture at hand."""


class Label(IntEnum):
    """Classes in label files; `IGNORE` is a place where nothing is learnt, not an object."""

    BACK = 0
    FACE = 1
    INDEX = 2
    IGNORE = 3


@dataclass(frozen=True, slots=True)
class Box:
    """An oriented box: `quad_px` (4, 2) float64 in the picture, from the object's own top left.

    `card` is the number of the card in its scene or truth file; `strip_px` the visible area over
    the long side.
    """

    label: Label
    quad_px: NDArray[np.float64]
    card: int
    strip_px: float


def best_rectangle(seen: NDArray[np.bool_]) -> tuple[int, int, int, int] | None:
    """The rectangle (x0, y0, x1, y1), ends exclusive, that gains most; None if nothing is seen.

    `seen` is (rows, columns) on the card's own grid.

    >>> grid = np.zeros((4, 6), bool); grid[:, 1:3] = True; grid[0, 3:] = True
    >>> best_rectangle(grid)
    (1, 0, 3, 4)
    """
    if not seen.any():
        return None
    rows, columns = seen.shape
    if seen.all():
        return 0, 0, columns, rows
    gain = np.where(seen, np.float32(1), np.float32(-HIDDEN_COST))
    summed = np.vstack([np.zeros(columns, np.float32), np.cumsum(gain, axis=0)])
    top, bottom = np.triu_indices(rows + 1, k=1)
    strips = summed[bottom] - summed[top]  # (pairs, columns): gain of a column between two rows
    best = np.full(len(strips), -np.inf, np.float32)
    start = np.zeros(len(strips), np.int64)
    first = np.zeros(len(strips), np.int64)
    last = np.zeros(len(strips), np.int64)
    running = np.zeros(len(strips), np.float32)
    for column in range(columns):  # Kadane's scan, for all pairs of rows at once
        fresh = running <= 0
        start = np.where(fresh, column, start)
        running = np.where(fresh, np.float32(0), running) + strips[:, column]
        better = running > best
        best = np.where(better, running, best)
        first = np.where(better, start, first)
        last = np.where(better, column + 1, last)
    winner = int(np.argmax(best))
    return int(first[winner]), int(top[winner]), int(last[winner]), int(bottom[winner])


def _homography(quad_px: NDArray[np.float64], width: float, height: float) -> NDArray[np.float64]:
    own = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    return np.asarray(cv2.getPerspectiveTransform(own, quad_px.astype(np.float32)), np.float64)


def _seen_grid(
    seen: NDArray[np.int16], number: int, to_picture: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Which cells of the card's own grid are seen; cells outside the picture are not."""
    columns, rows = CELLS
    xs, ys = np.meshgrid(np.arange(columns) + 0.5, np.arange(rows) + 0.5)
    points = np.stack([xs, ys, np.ones_like(xs)], axis=-1) @ to_picture.T
    px = np.floor(points[..., 0] / points[..., 2]).astype(int)
    py = np.floor(points[..., 1] / points[..., 2]).astype(int)
    inside = (px >= 0) & (py >= 0) & (px < seen.shape[1]) & (py < seen.shape[0])
    grid = np.zeros((rows, columns), bool)
    grid[inside] = seen[py[inside], px[inside]] == number
    return grid


def oriented_quad(points_px: NDArray[np.float64]) -> NDArray[np.float64]:
    """The rectangle (4, 2) that stands for a nearly rectangular quad, same first corner."""
    centre = points_px.mean(axis=0)
    across = (points_px[1] - points_px[0] + points_px[2] - points_px[3]) / 2
    down = (points_px[3] - points_px[0] + points_px[2] - points_px[1]) / 2
    width, height = np.linalg.norm(across), np.linalg.norm(down)
    unit = across / max(float(width), 1e-9) if width >= height else None
    if unit is None:
        long_way = down / max(float(height), 1e-9)
        unit = np.array([long_way[1], -long_way[0]])
    normal = np.array([-unit[1], unit[0]])
    x, y = unit * width / 2, normal * height / 2
    return np.array([centre - x - y, centre + x - y, centre + x + y, centre - x + y])


def card_box(
    quad_px: NDArray[np.float64], seen: NDArray[np.int16], number: int, *, face: bool
) -> Box | None:
    """The box of one card's visible part, or None if nothing of it is seen.

    `quad_px` (4, 2) is the outline of the whole card; `seen` (H, W) says which card is seen at
    each pixel. A strip too thin to see comes back with the label IGNORE.
    """
    columns, rows = CELLS
    to_picture = _homography(quad_px, columns, rows)
    grid = _seen_grid(seen, number, to_picture)
    rectangle = best_rectangle(grid)
    if rectangle is None:
        return None
    x0, y0, x1, y1 = rectangle
    corners = np.array([[x0, y0, 1], [x1, y0, 1], [x1, y1, 1], [x0, y1, 1]]) @ to_picture.T
    quad = oriented_quad(corners[:, :2] / corners[:, 2:])
    sides = (np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[3] - quad[0]))
    area_share = grid[y0:y1, x0:x1].mean()
    strip_px = float(min(sides) * area_share)
    thin_mm = min((x1 - x0) * 63.5 / columns, (y1 - y0) * 88.9 / rows)
    thin = thin_mm < THIN_MM or strip_px < THIN_PX
    label = Label.IGNORE if thin else (Label.FACE if face else Label.BACK)
    return Box(label, quad, number, strip_px)


def index_box(
    quad_px: NDArray[np.float64],
    seen: NDArray[np.int16],
    number: int,
    place: tuple[float, float, float, float],
) -> Box | None:
    """The box of one index, or None where it is hidden.

    `place` is (x0, y0, x1, y1) in fractions of the card; half seen is not labelled but ignored.
    """
    columns, rows = CELLS
    to_picture = _homography(quad_px, columns, rows)
    grid = _seen_grid(seen, number, to_picture)
    x0, y0, x1, y1 = (v * size for v, size in zip(place, (columns, rows) * 2, strict=True))
    part = grid[int(y0) : int(np.ceil(y1)), int(x0) : int(np.ceil(x1))]
    share = float(part.mean()) if part.size else 0.0
    if share < 0.25:
        return None
    corners = np.array([[x0, y0, 1], [x1, y0, 1], [x1, y1, 1], [x0, y1, 1]]) @ to_picture.T
    quad = oriented_quad(corners[:, :2] / corners[:, 2:])
    width = float(np.linalg.norm(quad[1] - quad[0]))
    label = Label.INDEX if share >= 0.75 and width >= THIN_PX else Label.IGNORE
    return Box(label, quad, number, width)


def paint_order(quads_px: NDArray[np.float64], width_px: int, height_px: int) -> NDArray[np.int16]:
    """Which card is seen at each pixel when whole cards lie in order, lowest first: (H, W) int16.

    For truth files that carry outlines only; -1 where no card lies.
    """
    seen = np.full((height_px, width_px), -1, np.int16)
    for number, quad in enumerate(quads_px):
        fixed = np.round((quad - 0.5) * 16).astype(np.int64).clip(-(2**20), 2**20)
        cv2.fillConvexPoly(seen, fixed.astype(np.int32), (number,), cv2.LINE_8, 4)
    return seen
