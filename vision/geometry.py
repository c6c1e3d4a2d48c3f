"""Convex outlines: areas, overlaps, and rectangles from centre, size and turn."""

import cv2
import numpy as np
from numpy.typing import NDArray

Quads = NDArray[np.float32]
"""Outlines, (n, 4, 2) px."""


def quads_from_boxes(
    centres: NDArray[np.float32], sizes: NDArray[np.float32], turns_rad: NDArray[np.float32]
) -> Quads:
    """Corners (n, 4, 2) of rectangles; a turn is clockwise in a picture whose y points down."""
    cos, sin = np.cos(turns_rad), np.sin(turns_rad)
    along = np.stack([cos, sin], axis=1) * sizes[:, :1] / 2
    down = np.stack([-sin, cos], axis=1) * sizes[:, 1:] / 2
    corners = [-along - down, along - down, along + down, -along + down]
    return np.asarray(centres[:, None] + np.stack(corners, axis=1), np.float32)


def areas(quads: Quads) -> NDArray[np.float32]:
    """Areas (n,) in px^2 (shoelace formula)."""
    x, y = quads[..., 0], quads[..., 1]
    turned = x * np.roll(y, -1, axis=1) - y * np.roll(x, -1, axis=1)
    return np.asarray(np.abs(turned.sum(axis=1)) / 2, np.float32)


def overlaps(quads: Quads, others: Quads) -> NDArray[np.float32]:
    """Areas in px^2 that each of `quads` (n) shares with each of `others` (m): (n, m)."""
    shared = np.zeros((len(quads), len(others)), np.float32)
    if not len(quads) or not len(others):
        return shared
    low, high = quads.min(axis=1), quads.max(axis=1)
    other_low, other_high = others.min(axis=1), others.max(axis=1)
    meet = (low[:, None] < other_high[None]).all(axis=2) & (high[:, None] > other_low[None]).all(
        axis=2
    )
    for i, j in zip(*np.nonzero(meet), strict=True):
        shared[i, j] = cv2.intersectConvexConvex(quads[i], others[j])[0]
    return shared


def ious(quads: Quads, others: Quads) -> NDArray[np.float32]:
    """Intersection over union of each pair, (n, m)."""
    shared = overlaps(quads, others)
    union = areas(quads)[:, None] + areas(others)[None] - shared
    return np.asarray(shared / np.maximum(union, 1e-6), np.float32)
