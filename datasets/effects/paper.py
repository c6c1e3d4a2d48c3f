"""Paper: worn cards, printed lines on books and papers that are not cards."""

import cv2
import numpy as np
from numpy.typing import NDArray

WORN_RIM = np.array([222, 214, 198], np.float32)
"""Bare board at the rim, RGB."""

DULL = np.array([150, 140, 118], np.float32)
"""What handled ink fades towards, RGB."""


def wear(rgb: NDArray[np.uint8], fraction: float) -> NDArray[np.uint8]:
    """A used card: the rim loses its ink and the face turns a little yellow and dull."""
    height, width = rgb.shape[:2]
    band = max(1, round(0.03 * width * fraction * 3))
    out = rgb.astype(np.float32)
    rim = np.ones((height, width), np.float32)
    rim[band : height - band, band : width - band] = 0
    rim = cv2.blur(rim, (2 * band + 1, 2 * band + 1)) * 0.7 * fraction
    out += (WORN_RIM - out) * rim[..., None]
    dulled = out + (DULL - out) * np.float32(0.12 * fraction)
    return np.asarray(np.clip(dulled, 0, 255), np.uint8)


def print_lines(paint: NDArray[np.float32], outline: NDArray[np.int32], count: int) -> None:
    """Prints lines of text, as bars, on a paper (h, w, 3) with the given outline; in place."""
    corners = outline.reshape(-1, 2).astype(np.float64)
    origin, right, down = corners[0], corners[1] - corners[0], corners[-1] - corners[0]
    tone = 60.0 if paint[0, 0].mean() > 128 else 220.0
    for row in range(count):
        share = (row + 0.8) / (count + 0.6)
        start = origin + right * 0.1 + down * share
        length = 0.5 + 0.3 * ((row * 7919) % 10) / 10
        end = start + right * length
        thickness = max(1, int(np.linalg.norm(down) / (count * 3)))
        cv2.line(
            paint,
            tuple(int(v) for v in start),
            tuple(int(v) for v in end),
            (tone, tone, tone),
            thickness,
            cv2.LINE_AA,
        )
