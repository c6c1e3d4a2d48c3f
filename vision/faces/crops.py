"""Index crops: the small upright pictures that the classifier of faces reads."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

CROP_PX = (32, 48)
"""Width and height of a crop as the network sees it."""

OUTSIDE_TONE = 114
"""Grey outside the photo."""

MOST_SAMPLES = 6
"""A crop is sampled at most so many times as finely as it is seen, then averaged."""


@dataclass(frozen=True, slots=True)
class Window:
    """A place on a photo where an index may be read.

    `x_px`, `y_px` are its centre, `height_px` its height (its width is two thirds of that), and
    `turn_rad` the direction in which the index is read, clockwise from the photo's x axis.
    """

    x_px: float
    y_px: float
    height_px: float
    turn_rad: float


def cut(
    rgb: NDArray[np.uint8], window: Window, within: NDArray[np.float32] | None = None
) -> NDArray[np.uint8]:
    """The window, upright, as (48, 32, 3) uint8; grey where it leaves the photo (H, W, 3).

    `within` (4, 2) px is the outline of what may be seen: what lies beyond, such as the sign of the
    next card, is painted over in the mean colour of the brightest fifth inside, paper as a rule.
    """
    width, height = CROP_PX
    finer = int(np.clip(np.ceil(window.height_px / height), 1, MOST_SAMPLES))
    scale = window.height_px / (height * finer)  # photo px per sample
    cos, sin = scale * np.cos(window.turn_rad), scale * np.sin(window.turn_rad)
    middle = np.array([width, height]) * finer / 2
    # From samples to the photo; pixel centres lie at halves, OpenCV's at whole numbers.
    rotation = np.array([[cos, -sin], [sin, cos]])
    shift = np.array([window.x_px, window.y_px]) - rotation @ (middle - 0.5) - 0.5
    sampled = cv2.warpAffine(
        rgb,
        np.column_stack([rotation, shift]),
        (width * finer, height * finer),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(OUTSIDE_TONE,) * 3,
    )
    if within is not None:
        to_samples = (within - (window.x_px, window.y_px)) @ rotation / scale**2 + middle
        sampled = _painted_over(np.asarray(sampled, np.uint8), to_samples)
    if finer > 1:
        sampled = cv2.resize(sampled, CROP_PX, interpolation=cv2.INTER_AREA)
    return np.asarray(sampled, np.uint8)


def _painted_over(sampled: NDArray[np.uint8], within: NDArray[np.float64]) -> NDArray[np.uint8]:
    """Samples (h, w, 3) with all outside an outline (4, 2) in the colour of the inside."""
    inside = np.zeros(sampled.shape[:2], np.uint8)
    corners = np.round((within - 0.5) * 16).clip(-(2**20), 2**20).astype(np.int32)
    cv2.fillConvexPoly(inside, corners, (1,), cv2.LINE_8, 4)
    chosen = inside > 0
    if not chosen.any() or chosen.all():
        return sampled
    painted = sampled.copy()
    bright = sampled[chosen].astype(np.float32)
    light = bright.sum(axis=1)
    painted[~chosen] = bright[light >= np.quantile(light, 0.8)].mean(axis=0)
    return painted
