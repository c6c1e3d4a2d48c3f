"""Drawn tables and a detector that finds exactly the cards that were drawn on them."""

import io
from collections.abc import Callable
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from vision.detector import Found
from vision.regions import BACK, Regions

RED, BLUE, GREEN = (190, 20, 30), (20, 60, 200), (10, 150, 60)
CARD_PX = (100, 140)
GAP_PX = 10
TABLE = (12, 12, 12)

Colour = tuple[int, int, int]


def picture(*piles: tuple[Colour, int], size_px: tuple[int, int] = (1400, 900)) -> bytes:
    """A PNG of a dark table with one row of backs for each pile."""
    rgb = np.full((size_px[1], size_px[0], 3), TABLE, np.uint8)
    for row, (colour, count) in enumerate(piles):
        for place in range(count):
            x, y = 60 + place * (CARD_PX[0] + GAP_PX), 60 + row * 2 * CARD_PX[1]
            _draw_card(rgb, x, y, colour, 1)
    return _png(rgb)


def back(colour: Colour) -> bytes:
    """A PNG of one large back of a deck, to enrol it from."""
    rgb = np.full((600, 500, 3), TABLE, np.uint8)
    _draw_card(rgb, 100, 100, colour, 3)
    return _png(rgb)


def _draw_card(rgb: NDArray[np.uint8], x: int, y: int, colour: Colour, scale: int) -> None:
    width, height, border = CARD_PX[0] * scale, CARD_PX[1] * scale, 6 * scale
    cv2.rectangle(rgb, (x, y), (x + width - 1, y + height - 1), (250, 250, 250), -1)
    inner = (x + border, y + border), (x + width - border, y + height - border)
    cv2.rectangle(rgb, *inner, colour, -1)


def _png(rgb: NDArray[np.uint8]) -> bytes:
    file = io.BytesIO()
    Image.fromarray(rgb).save(file, "PNG")
    return file.getvalue()


def _nothing() -> None:
    """Happens before each look unless a test wants more."""


@dataclass
class DrawnCards:
    """A detector that finds the cards of a drawn table by their colours, at any size and turn."""

    stride_px: int = 32
    confidence: float = 0.25
    before: Callable[[], None] = field(default=_nothing)

    def detect(self, rgb: NDArray[np.uint8], confidence: float | None = None) -> Found:
        """Every bright or coloured patch of some size is a back."""
        self.before()
        if confidence is not None and confidence > 0.9:
            return Found(Regions.empty())
        red, green, blue = cv2.split(rgb)  # a reduction over three channels is slow
        low, high = cv2.min(cv2.min(red, green), blue), cv2.max(cv2.max(red, green), blue)
        mask = (low > 180) | (high - low > 60)
        outlines, _ = cv2.findContours(
            mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE
        )
        quads = [
            cv2.boxPoints(cv2.minAreaRect(outline))
            for outline in outlines
            if cv2.contourArea(outline) > 300
        ]
        if not quads:
            return Found(Regions.empty())
        number = len(quads)
        return Found(
            Regions(
                np.array(quads, np.float32),
                np.full(number, BACK, np.int8),
                np.full(number, 0.9, np.float32),
            )
        )
