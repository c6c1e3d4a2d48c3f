"""The white of the cards of a photo: what colours are judged against."""

import cv2
import numpy as np
from numpy.typing import NDArray

WHITE_QUANTILES = (0.88, 0.97)
"""The cards' white lies between these shares of their brightness: borders, but no glare."""

LAMPS = np.log([[1.45, 0.54], [0.93, 1.14]])
"""Red over green and blue over green, as logarithms, of the warmest lamp that a camera leaves in a
photo and of the coldest: 2500 K to 9000 K, three quarters of it corrected (`sample_light`)."""

TINT = 0.10
"""How far, in logarithms, white may lie beside the line between them."""


def card_white(rgb: NDArray[np.uint8], quads_px: NDArray[np.float32]) -> NDArray[np.float32]:
    """The photo's white (3,), as its cards show it, in 0..255.

    The bright end of what the cards show is paper, but not where every back is printed to its
    edge. So its colour is taken for white only as far as lamps reach.
    """
    mask = np.zeros(rgb.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(quad).astype(np.int32) for quad in quads_px], 1)
    pixels = rgb[mask > 0]
    if len(pixels) < 50:
        return np.full(3, 255.0, np.float32)
    light = pixels.astype(np.float32).mean(axis=1)
    low, high = np.quantile(light, WHITE_QUANTILES)
    bright = pixels[(light >= low) & (light <= high)]
    return of_a_lamp(np.maximum(bright.astype(np.float32).mean(axis=0), 8.0))


def of_a_lamp(white: NDArray[np.float32]) -> NDArray[np.float32]:
    """The nearest white (3,) that a lamp can have, as bright as the given one."""
    warm, cold = LAMPS
    log = np.log(white.astype(np.float64))
    here = np.array([log[0] - log[1], log[2] - log[1]])
    along = cold - warm
    share = np.clip((here - warm) @ along / (along @ along), 0, 1)
    nearest = warm + share * along
    off = here - nearest
    far = float(np.linalg.norm(off))
    seen = nearest + off * min(1.0, TINT / max(far, 1e-9))
    gains = np.exp([seen[0], 0.0, seen[1]])
    return np.asarray(gains * (white.mean() / gains.mean()), np.float32)
