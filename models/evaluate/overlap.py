"""Overlap of convex outlines for measuring.

OpenCV's `intersectConvexConvex` is not used: of two rectangles that share an edge's line it now and
then (about one pair in a thousand) returns a wrong area, sometimes none at all.
"""

import numpy as np
from numpy.typing import NDArray

Quads = NDArray[np.float64]
"""Outlines, (n, 4, 2) px, convex."""

Point = tuple[float, float]


def quads_of(outlines: object) -> Quads:
    """Outlines as an array (n, 4, 2); nothing gives an empty one."""
    return np.asarray(outlines, np.float64).reshape(-1, 4, 2)


def bounds(quads: Quads) -> Quads:
    """The upright rectangles (n, 4, 2) around some outlines."""
    left, top = quads[..., 0].min(axis=1), quads[..., 1].min(axis=1)
    right, bottom = quads[..., 0].max(axis=1), quads[..., 1].max(axis=1)
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    return np.stack([np.stack(corner, axis=1) for corner in corners], axis=1)


def area(polygon: list[Point]) -> float:
    """Signed area in px^2 (shoelace formula), positive for clockwise where y points down."""
    following = polygon[1:] + polygon[:1]
    pairs = zip(polygon, following, strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs) / 2


def shared_areas(quads: Quads, others: Quads) -> NDArray[np.float64]:
    """Areas in px^2 that each of `quads` (n) shares with each of `others` (m): (n, m)."""
    shared = np.zeros((len(quads), len(others)))
    if not len(quads) or not len(others):
        return shared
    low, high = quads.min(axis=1), quads.max(axis=1)
    other_low, other_high = others.min(axis=1), others.max(axis=1)
    meet = (low[:, None] < other_high[None]) & (high[:, None] > other_low[None])
    first, second = [_clockwise(quad) for quad in quads], [_clockwise(quad) for quad in others]
    for i, j in zip(*np.nonzero(meet.all(axis=2)), strict=True):
        shared[i, j] = area(_clip(first[i], second[j]))
    return shared


def ious(quads: Quads, others: Quads) -> NDArray[np.float64]:
    """Intersection over union of each pair, (n, m)."""
    shared = shared_areas(quads, others)
    own = np.array([area(_clockwise(quad)) for quad in quads]).reshape(-1, 1)
    other = np.array([area(_clockwise(quad)) for quad in others]).reshape(1, -1)
    return np.asarray(shared / np.maximum(own + other - shared, 1e-9), np.float64)


def _clockwise(quad: NDArray[np.float64]) -> list[Point]:
    points = [(float(x), float(y)) for x, y in quad]
    return points if area(points) >= 0 else points[::-1]


def _clip(polygon: list[Point], window: list[Point]) -> list[Point]:
    """What of a polygon lies in a convex window, both clockwise.

    Source: I. Sutherland and G. Hodgman, "Reentrant polygon clipping", 1974.
    """
    for a, b in zip(window, window[1:] + window[:1], strict=True):
        sides = [(b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) for p in polygon]
        kept: list[Point] = []
        for n, (here, side) in enumerate(zip(polygon, sides, strict=True)):
            before, side_before = polygon[n - 1], sides[n - 1]
            if (side >= 0) != (side_before >= 0):
                share = side_before / (side_before - side)
                kept.append(
                    (
                        before[0] + share * (here[0] - before[0]),
                        before[1] + share * (here[1] - before[1]),
                    )
                )
            if side >= 0:
                kept.append(here)
        polygon = kept
        if not polygon:
            return []
    return polygon
