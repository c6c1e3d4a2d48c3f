"""The canary: a drawn photo whose cards are known, to see that the detector still sees."""

import hashlib

import numpy as np
from numpy.typing import NDArray

from vision.networks import Networks
from vision.photo import Photo

ROWS, COLUMNS = 2, 3
CARDS = ROWS * COLUMNS
CARD_PX = (140, 196)
STEP_PX = (210, 260)
MARGIN_PX = 60
BORDER_PX = 9
TABLE, WHITE, INK = (28, 62, 44), (246, 245, 240), (32, 64, 150)


def canary_photo() -> Photo:
    """Six backs apart from each other on a dark green table, the same at every call."""
    rng = np.random.default_rng(1)
    width = 2 * MARGIN_PX + (COLUMNS - 1) * STEP_PX[0] + CARD_PX[0]
    height = 2 * MARGIN_PX + (ROWS - 1) * STEP_PX[1] + CARD_PX[1]
    picture = np.full((height, width, 3), TABLE, np.float64)
    for place in range(CARDS):
        x = MARGIN_PX + place % COLUMNS * STEP_PX[0]
        y = MARGIN_PX + place // COLUMNS * STEP_PX[1]
        picture[y : y + CARD_PX[1], x : x + CARD_PX[0]] = _back()
    picture += rng.normal(0, 3, picture.shape)
    rgb = np.clip(picture, 0, 255).astype(np.uint8)
    return Photo("canary", rgb, hashlib.sha256(rgb.tobytes()).hexdigest())


def count_canary(networks: Networks) -> int:
    """How many cards the networks see on the canary photo."""
    return len(networks.look(canary_photo()).regions.cards)


def _back() -> NDArray[np.float64]:
    """A back (height, width, 3): a white border around a lattice."""
    y, x = np.mgrid[: CARD_PX[1], : CARD_PX[0]]
    lattice = ((x + y) % 16 < 4) | ((x - y) % 16 < 4)
    back = np.where(lattice[..., None], WHITE, INK).astype(np.float64)
    inside = (x >= BORDER_PX) & (x < CARD_PX[0] - BORDER_PX)
    inside &= (y >= BORDER_PX) & (y < CARD_PX[1] - BORDER_PX)
    back[~inside] = WHITE
    return back
