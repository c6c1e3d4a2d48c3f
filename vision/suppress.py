"""Rotated suppression: one region a card, whatever its class.

Never axis-aligned: cards overlap and strips lie aslant. The network's one-box-a-card head leaves
few doubles; what is left is settled here by the outlines' true overlap.
"""

import numpy as np

from vision.geometry import areas, overlaps
from vision.regions import INDEX, Regions

MAX_IOU = 0.45
"""Two boxes that share more than this of their union are one card. Neighbours' labels share less
than half of the smaller one (see the labelling rule), so their IoU stays under a third."""

MAX_INSIDE = 0.75
"""A box that lies inside a more confident one by more than this fraction is part of it."""


def suppress(regions: Regions) -> Regions:
    """The regions without doubles, most confident first; indices only compete with indices."""
    order = np.argsort(-regions.confidences, kind="stable")
    ordered = regions.take(order)
    shared = overlaps(ordered.quads_px, ordered.quads_px)
    size = np.maximum(areas(ordered.quads_px), 1e-6)
    union = size[:, None] + size[None] - shared
    rival = (shared / union > MAX_IOU) | (shared / size[None] > MAX_INSIDE)
    is_index = ordered.kinds == INDEX
    rival &= is_index[:, None] == is_index[None]
    kept: list[int] = []
    gone = np.zeros(len(ordered), bool)
    for place in range(len(ordered)):
        if gone[place]:
            continue
        kept.append(place)
        gone |= rival[place]
    return ordered.take(np.array(kept, np.intp))
