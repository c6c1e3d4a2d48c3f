"""Convex outlines: areas, overlaps, and rectangles from centre, size and turn."""

import numpy as np
from numpy.typing import NDArray

Quads = NDArray[np.float32]
"""Outlines, (n, 4, 2) px."""

TOUCHING_PX = 1e-3
"""Corners nearer to a line lie on it: two outlines that are nearly the same would cross each other
again and again by rounding."""

PAIRS_AT_ONCE = 20_000
"""Pairs of outlines that are clipped together: a few MB."""


def quads_from_boxes(
    centres: NDArray[np.float32], sizes: NDArray[np.float32], turns_rad: NDArray[np.float32]
) -> Quads:
    """Corners (n, 4, 2) of rectangles; a turn is clockwise in a picture whose y points down."""
    cos, sin = np.cos(turns_rad), np.sin(turns_rad)
    along = np.stack([cos, sin], axis=1) * sizes[:, :1] / 2
    down = np.stack([-sin, cos], axis=1) * sizes[:, 1:] / 2
    corners = [-along - down, along - down, along + down, -along + down]
    return np.asarray(centres[:, None] + np.stack(corners, axis=1), np.float32)


def areas(quads: Quads | NDArray[np.float64]) -> NDArray[np.float32]:
    """Areas (n,) in px^2 of outlines (n, corners, 2) (shoelace formula)."""
    near = quads - quads[:, :1]  # far from the origin products would lose what an area is made of
    x, y = near[..., 0], near[..., 1]
    turned = x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)
    return np.asarray(np.abs(turned.sum(axis=1)) / 2, np.float32)


def overlaps(quads: Quads, others: Quads) -> NDArray[np.float32]:
    """Areas in px^2 that each of `quads` (n) shares with each of `others` (m): (n, m).

    Not by `cv2.intersectConvexConvex`: for 1 in 400 pairs of rectangles with edges on one line, as
    neighbours in a ribbon are, it gives all or nothing (OpenCV 5.0.0).
    """
    shared = np.zeros((len(quads), len(others)), np.float32)
    if not len(quads) or not len(others):
        return shared
    low, high = quads.min(axis=1), quads.max(axis=1)
    other_low, other_high = others.min(axis=1), others.max(axis=1)
    meet = (low[:, None] < other_high[None]).all(axis=2) & (high[:, None] > other_low[None]).all(
        axis=2
    )
    rows, columns = np.nonzero(meet)
    for start in range(0, len(rows), PAIRS_AT_ONCE):
        i, j = rows[start : start + PAIRS_AT_ONCE], columns[start : start + PAIRS_AT_ONCE]
        shared[i, j] = _shared_areas(quads[i], others[j])
    return shared


def _shared_areas(quads: Quads, others: Quads) -> NDArray[np.float32]:
    """Areas (n,) that outlines share pair by pair (Sutherland and Hodgman, 1974)."""
    origin = quads.mean(axis=1, keepdims=True, dtype=np.float64)
    part, edges = quads - origin, others - origin
    x, y = edges[..., 0], edges[..., 1]
    turning = np.sign((x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)).sum(axis=1))
    for corner in range(4):
        along = edges[:, (corner + 1) % 4] - edges[:, corner]
        inward = np.stack([-along[:, 1], along[:, 0]], axis=1) * turning[:, None]
        part = _clipped(part, edges[:, corner], inward)
    return areas(part)


def _clipped(
    outlines: NDArray[np.float64], on_line: NDArray[np.float64], inward: NDArray[np.float64]
) -> NDArray[np.float64]:
    """What of each convex outline (n, k, 2) lies on one side of a line of its own: (n, k + 1, 2).

    Places that are not needed repeat a point, which adds no area.
    """
    count, corners = outlines.shape[:2]
    depth = ((outlines - on_line[:, None]) * inward[:, None]).sum(axis=2)
    depth[np.abs(depth) < TOUCHING_PX * np.linalg.norm(inward, axis=1)[:, None]] = 0.0
    inside, next_depth = depth >= 0, np.roll(depth, -1, axis=1)
    crosses = inside != (next_depth >= 0)
    share = depth / np.where(crosses, depth - next_depth, 1.0)
    crossing = outlines + share[..., None] * (np.roll(outlines, -1, axis=1) - outlines)
    points = np.stack([outlines, crossing], axis=2).reshape(count, 2 * corners, 2)
    wanted = np.stack([inside, crosses], axis=2).reshape(count, 2 * corners)
    places = np.argsort(~wanted, axis=1, kind="stable")[:, : corners + 1]
    packed = np.take_along_axis(points, places[..., None], axis=1)
    filled = np.take_along_axis(wanted, places, axis=1)
    return np.where(filled[..., None], packed, packed[:, :1])


def gaps(quads: Quads, others: Quads) -> NDArray[np.float32]:
    """Distances in px between each of `quads` (n) and each of `others` (m), 0 where they meet."""
    distance = np.full((len(quads), len(others)), np.inf, np.float32)
    if distance.size == 0:
        return distance
    for corners, outlines, turned in ((quads, others, False), (others, quads, True)):
        start, end = outlines, np.roll(outlines, -1, axis=1)
        along = end - start  # (m, 4, 2)
        away = corners[:, None, :, None] - start[None, :, None]  # (n, m, 4 corners, 4 edges, 2)
        squared = np.maximum((along**2).sum(axis=-1), 1e-9)
        share = np.clip((away * along[None, :, None]).sum(axis=-1) / squared[None, :, None], 0, 1)
        miss = away - share[..., None] * along[None, :, None]
        nearest = np.sqrt((miss**2).sum(axis=-1)).min(axis=(2, 3))
        distance = np.minimum(distance, nearest.T if turned else nearest)
    return np.asarray(np.where(overlaps(quads, others) > 0, 0, distance), np.float32)


def ious(quads: Quads, others: Quads) -> NDArray[np.float32]:
    """Intersection over union of each pair, (n, m)."""
    shared = overlaps(quads, others)
    union = areas(quads)[:, None] + areas(others)[None] - shared
    return np.asarray(shared / np.maximum(union, 1e-6), np.float32)
