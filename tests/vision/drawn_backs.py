"""Drawn backs on a table, under lamps of several colours."""

import numpy as np
from numpy.typing import NDArray

from tests.vision.builders import regions
from vision.backs import BackSample, Deck, card_white, enrol, sample_back

PX_PER_MM = 3.0
CARD_MM = (63.5, 88.9)

RED, BLUE, GREEN = (170, 25, 40), (25, 60, 160), (20, 120, 60)
DAY, WARM, COLD = (1.0, 1.0, 1.0), (1.0, 0.82, 0.58), (0.75, 0.9, 1.0)

Colour = tuple[int, int, int]
Lamp = tuple[float, float, float]
Quad = NDArray[np.float32]


def back(colour: Colour, pattern: str = "lattice") -> NDArray[np.uint8]:
    """A whole back with a white border."""
    height, width = round(CARD_MM[1] * PX_PER_MM), round(CARD_MM[0] * PX_PER_MM)
    ys, xs = np.mgrid[0:height, 0:width]
    inked = {
        "lattice": ((xs + ys) % 14 < 7) ^ ((xs - ys) % 14 < 7),
        "stripes": ys % 12 < 8,
        "plain": xs >= 0,
    }[pattern]
    border = 10
    inner = (xs >= border) & (xs < width - border) & (ys >= border) & (ys < height - border)
    card = np.where((inked & inner)[..., None], colour, (245, 245, 245))
    return np.asarray(card, np.uint8)


def lit_table(
    cards: list[NDArray[np.uint8]], step_mm: float, lamp: Lamp = DAY
) -> NDArray[np.uint8]:
    """A ribbon of upright cards from left to right on a dark table."""
    step = round(step_mm * PX_PER_MM)
    height, width = cards[0].shape[:2]
    rgb = np.full((height + 120, width + step * (len(cards) - 1) + 120, 3), 50, np.uint8)
    for place, card in enumerate(cards):
        rgb[60 : 60 + height, 60 + place * step : 60 + place * step + width] = card
    return np.asarray(np.clip(rgb * np.array(lamp), 0, 255), np.uint8)


def strips(count: int, step_mm: float) -> Quad:
    """Outlines of what is seen of such a ribbon, the last card whole."""
    height, width = CARD_MM[1] * PX_PER_MM, CARD_MM[0] * PX_PER_MM
    step = step_mm * PX_PER_MM
    boxes = [(60 + step * (i + 0.5), 60 + height / 2, step, height, 0.0) for i in range(count - 1)]
    whole = (60 + step * (count - 1) + width / 2, 60 + height / 2, width, height, 0.0)
    return regions([*boxes, whole]).quads_px


def samples(
    cards: list[NDArray[np.uint8]], step_mm: float = 14.0, lamp: Lamp = DAY
) -> list[BackSample]:
    """The described back regions of a ribbon of these cards."""
    rgb, quads = lit_table(cards, step_mm, lamp), strips(len(cards), step_mm)
    white = card_white(rgb, quads)
    return [sample_back(rgb, quad, np.pi / 2, PX_PER_MM, white) for quad in quads]


def enrolled(name: str, card: NDArray[np.uint8], lamp: Lamp = DAY) -> Deck:
    """A deck enrolled from one whole back."""
    return enrol(name, [(lit_table([card], 0, lamp), strips(1, 0)[0], np.pi / 2, PX_PER_MM)])
