"""Rotated suppression: one region a card, whatever its class.

Never axis-aligned: cards overlap and strips lie aslant. The network's one-box-a-card head leaves
few doubles; what is left is settled here by the outlines' true overlap.
"""

import numpy as np
from numpy.typing import NDArray

from vision.geometry import areas, overlaps
from vision.regions import INDEX, Regions

MAX_IOU = 0.45
"""Two boxes that share more than this of their union are one card. Neighbours' labels share less
than half of the smaller one (see the labelling rule), so their IoU stays under a third."""

MAX_INSIDE = 0.75
"""A box that lies inside a more confident one by more than this fraction is part of it."""


MUCH_SMALLER = 0.6
"""A part is a strip of its own only if it is smaller than this fraction of what it lies in."""


def suppress(regions: Regions) -> Regions:
    """The regions without doubles, most confident first; indices only compete with indices.

    A large box over several strips that are together surer than it is no card: boxes of visible
    parts hardly overlap, so one of the two readings is wrong. Else the surer of two rivals stays.
    """
    order = np.argsort(-regions.confidences, kind="stable")
    ordered = regions.take(order)
    shared = overlaps(ordered.quads_px, ordered.quads_px)
    size = np.maximum(areas(ordered.quads_px), 1e-6)
    union = size[:, None] + size[None] - shared
    rival = (shared / union > MAX_IOU) | (shared / size[None] > MAX_INSIDE)
    is_index = ordered.kinds == INDEX
    rival &= is_index[:, None] == is_index[None]
    parts = (shared / size[None] > MAX_INSIDE) & (size[None] < MUCH_SMALLER * size[:, None])
    parts &= ~is_index[:, None] & ~is_index[None]
    gone = np.zeros(len(ordered), bool)
    for place in np.argsort(-size):
        own = np.flatnonzero(parts[place] & ~gone)
        apart = _greedy(own, rival, gone)
        gone[place] = (
            len(apart) > 1 and ordered.confidences[apart].sum() > (ordered.confidences[place])
        )
    return ordered.take(_greedy(np.arange(len(ordered)), rival, gone))


def _greedy(
    places: NDArray[np.intp], rival: NDArray[np.bool_], gone: NDArray[np.bool_]
) -> NDArray[np.intp]:
    """Of some places in order, each that is not gone and no rival of an earlier kept one."""
    kept: list[int] = []
    out = gone.copy()
    for place in places:
        if not out[place]:
            kept.append(int(place))
            out |= rival[place]
    return np.array(kept, np.intp)
