"""Finds backs that are one design in several colours or files, so that they share a side."""

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.art.canvas import Rgb
from datasets.art.split import Split

_THUMB = (75, 105)
_BORDER_FRACTION = 0.1  # cut off: white borders would make unrelated backs alike
_SAME_ABOVE = (
    0.8  # correlation; looked at: one design in other colours and sizes, nothing unrelated
)
_PLAIN_BELOW = 4.0  # grey levels of deviation


def signature(back: Rgb) -> NDArray[np.float32]:
    """The back's structure without its colours: unit length, or zeros where it is plain."""
    down, across = (round(side * _BORDER_FRACTION) for side in back.shape[:2])
    inner = back[down:-down, across:-across]
    small = cv2.resize(inner, _THUMB, interpolation=cv2.INTER_AREA).astype(np.float32)
    centred = small.reshape(-1, 3) - small.reshape(-1, 3).mean(axis=0)
    _, _, axes = np.linalg.svd(centred, full_matrices=False)
    values = centred @ axes[0]  # along the axis of most contrast, whichever hues it joins
    length = float(np.linalg.norm(values))
    if length < _PLAIN_BELOW * len(values) ** 0.5:
        return np.zeros(len(values), np.float32)
    return np.asarray(values / length, np.float32)


def twin_clusters(signatures: list[NDArray[np.float32]]) -> list[int]:
    """For each back the place of the first back of its cluster."""
    table = np.array(signatures)
    alike = np.abs(table @ table.T) > _SAME_ABOVE if len(signatures) else np.zeros((0, 0), bool)
    cluster = list(range(len(signatures)))
    for place in range(len(signatures)):
        for other in np.flatnonzero(alike[place, :place]):
            old, new = cluster[place], cluster[int(other)]
            cluster = [min(old, new) if c in (old, new) else c for c in cluster]
    return cluster


def strictest(sides: list[Split]) -> Split:
    """The side that a cluster takes: away from training if any member is."""
    order: tuple[Split, ...] = ("never", "held", "train")
    return next(side for side in order if side in sides)
