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


def cut(rgb: NDArray[np.uint8], window: Window) -> NDArray[np.uint8]:
    """The window, upright, as (48, 32, 3) uint8; grey where it leaves the photo (H, W, 3)."""
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
    if finer > 1:
        sampled = cv2.resize(sampled, CROP_PX, interpolation=cv2.INTER_AREA)
    return np.asarray(sampled, np.uint8)


def cut_all(rgb: NDArray[np.uint8], windows: list[Window]) -> NDArray[np.uint8]:
    """The crops of several windows, (n, 48, 32, 3)."""
    if not windows:
        return np.zeros((0, CROP_PX[1], CROP_PX[0], 3), np.uint8)
    return np.stack([cut(rgb, window) for window in windows])
