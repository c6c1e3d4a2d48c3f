"""Painted cards whose corner signs are two bars, and a network that knows them."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

RED, GREEN, BLUE = (220, 30, 30), (30, 180, 60), (40, 60, 220)
BARS = {"AS": (RED, BLUE), "9H": (GREEN, BLUE), "KD": (RED, GREEN)}
"""Each sign's upper and lower bar; upside down none of them is another one's."""

CODES = tuple(BARS)
CARD_PX = (254, 356)
"""A card at 4 px per mm."""

SIGN_PX = (28, 64)
INSET_PX = (10, 18)
TOLERANCE = 60.0


class KnowsBars:
    """Reads a crop by the colours of the two bars around its middle, and is as sure as told."""

    codes = CODES

    def __init__(self, sureness: float = 0.999) -> None:
        self.sureness = sureness
        self.crops = 0

    def read(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        self.crops += len(crops)
        shares = np.full((len(crops), len(CODES) + 1), (1 - self.sureness) / len(CODES))
        shares[np.arange(len(crops)), [self._class(crop) for crop in crops]] = self.sureness
        return np.asarray(np.log(shares), np.float32)

    def _class(self, crop: NDArray[np.uint8]) -> int:
        bars = [_colour_in(crop[:24]), _colour_in(crop[24:])]
        return CODES.index(code) if (code := _code(bars)) else len(CODES)


def _colour_in(part: NDArray[np.uint8]) -> NDArray[np.float64] | None:
    """The colour of a bar in a part of a crop: what is far from white and from grey."""
    pixels = part.reshape(-1, 3).astype(np.float64)
    inked = np.ptp(pixels, axis=1) > 100
    return np.asarray(np.median(pixels[inked], axis=0), np.float64) if inked.sum() > 20 else None


def _code(bars: Sequence[NDArray[np.float64] | None]) -> str | None:
    for code, colours in BARS.items():
        if all(
            bar is not None and np.abs(bar - colour).max() < TOLERANCE
            for bar, colour in zip(bars, colours, strict=True)
        ):
            return code
    return None


def card(code: str | None, *, end: str | None = None) -> NDArray[np.uint8]:
    """A white card with its sign in two corners, or with another one, or none, at its far end."""
    picture = np.full((CARD_PX[1], CARD_PX[0], 3), 245, np.uint8)
    for sign in (end if end is not None else code, code):
        picture = np.ascontiguousarray(picture[::-1, ::-1])
        if sign:
            _paint(picture, sign)
    return picture


def _paint(picture: NDArray[np.uint8], code: str) -> None:
    x, y = INSET_PX
    half = SIGN_PX[1] // 2
    for row, colour in enumerate(BARS[code]):
        top = y + row * half
        picture[top : top + half - 2, x : x + SIGN_PX[0]] = colour


def table(
    cards: Sequence[tuple[NDArray[np.uint8], float, float, float]],
    size_px: tuple[int, int] = (1000, 800),
) -> NDArray[np.uint8]:
    """Cards on grey, each with its centre in px and its turn in degrees; later ones lie on top."""
    picture = np.full((size_px[1], size_px[0], 3), 90, np.uint8)
    for face, x, y, turn in cards:
        matrix = cv2.getRotationMatrix2D((CARD_PX[0] / 2, CARD_PX[1] / 2), -turn, 1.0)
        matrix[:, 2] += np.array([x - CARD_PX[0] / 2, y - CARD_PX[1] / 2])
        mask = np.full(face.shape[:2], 255, np.uint8)
        seen = cv2.warpAffine(face, matrix, size_px)
        on = cv2.warpAffine(mask, matrix, size_px) > 127
        picture[on] = seen[on]
    return picture
