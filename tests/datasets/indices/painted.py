"""Faces whose index is a red bar above a blue one, so that pictures of it can be checked."""

import numpy as np
from numpy.typing import NDArray

from datasets.indices import DeckSet, IndexArt
from datasets.pool import ArtPool, IndexPlace
from scoring.reading import Side

PLACE: IndexPlace = (0.04, 0.04, 0.16, 0.24)
DECKS = DeckSet(("own:0",), ("drawn:0",), (("own:0", 0.5),))


class BarArt(IndexArt):
    """Every face is white with bars in two corners; backs are green, the table is grey."""

    def __init__(self) -> None:
        super().__init__(ArtPool("train"))

    def card(self, side: Side, name: str) -> NDArray[np.uint8]:
        assert name
        picture = np.full((700, 500, 3), 240, np.uint8)
        if side is Side.BACK:
            picture[:] = (30, 200, 60)
            return picture
        for _ in range(2):
            x0, y0, x1, y1 = (round(v * s) for v, s in zip(PLACE, (500, 700) * 2, strict=True))
            middle = (y0 + y1) // 2
            picture[y0:middle, x0:x1] = (240, 20, 20)
            picture[middle:y1, x0:x1] = (20, 20, 240)
            picture = np.ascontiguousarray(picture[::-1, ::-1])
        return picture

    def surface(self, name: str) -> NDArray[np.uint8]:
        assert name
        return np.full((64, 64, 3), 110, np.uint8)

    def index_places(self, name: str) -> tuple[IndexPlace | None, IndexPlace | None]:
        assert name
        return PLACE, PLACE


def redness(part: NDArray[np.uint8]) -> float:
    """How much redder than blue a part of a crop is, -255 to 255."""
    return float(part[..., 0].mean()) - float(part[..., 2].mean())


def red_above_blue(crop: NDArray[np.uint8]) -> bool:
    """Whether a crop (48, 32, 3) shows the index upright around its middle."""
    return redness(crop[14:23, 11:21]) > redness(crop[25:34, 11:21]) + 60
