"""Small scenes and flat art for the tests of made pictures."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from datasets.scene import CardLook, Light, PlacedCard, Scene, Sensor
from scoring.reading import Side

RED, GREEN, BLUE = (200, 30, 30), (30, 160, 60), (30, 60, 200)
TABLE_TONE = 90

COLOURS = {"red": RED, "green": GREEN, "blue": BLUE}

PLAIN_LIGHT = Light(shadow_opacity=0.0)
PLAIN_SENSOR = Sensor(jpeg_quality=100)
SHARP = CardLook(corner_mm=0.2)


class FlatArt:
    """Cards of one colour each, named by it, on a grey table."""

    def card(self, side: Side, name: str) -> NDArray[np.uint8]:
        """One colour; faces are half as bright."""
        tone = np.array(COLOURS[name]) // (2 if side is Side.FACE else 1)
        return np.full((140, 100, 3), tone, np.uint8)

    def surface(self, name: str) -> NDArray[np.uint8]:
        """Grey, whatever the name."""
        assert name
        return np.full((64, 64, 3), TABLE_TONE, np.uint8)

    def thing(self, name: str) -> NDArray[np.uint8]:
        """One colour, its right half transparent."""
        picture = np.zeros((60, 80, 4), np.uint8)
        picture[..., :3] = COLOURS[name]
        picture[:, :40, 3] = 255
        return picture


def card(
    x_mm: float,
    y_mm: float,
    turn_deg: float = 0.0,
    art: str = "red",
    *,
    side: Side = Side.BACK,
    look: CardLook = SHARP,
    pile: int = 0,
) -> PlacedCard:
    return PlacedCard(x_mm, y_mm, turn_deg, side, art, look, pile)


def scene(
    cards: Sequence[PlacedCard], *, px_per_mm: float = 2.0, size_px: tuple[int, int] = (400, 300)
) -> Scene:
    """Cards seen straight from above under a plain light; (0, 0) mm is the picture's middle."""
    camera = np.array(
        [[px_per_mm, 0, size_px[0] / 2], [0, px_per_mm, size_px[1] / 2], [0, 0, 1]], np.float64
    )
    return Scene(
        size_px[0],
        size_px[1],
        camera,
        "table",
        0.0,
        0.5,
        tuple(cards),
        light=PLAIN_LIGHT,
        sensor=PLAIN_SENSOR,
    )


def outline(
    x: float, y: float, width: float, height: float, turn_deg: float = 0.0
) -> NDArray[np.float64]:
    """A rectangle's corners (4, 2) around a centre, its own top left first."""
    turn = np.deg2rad(turn_deg)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    half = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (width / 2, height / 2)
    return np.asarray(half @ rotation.T + (x, y), np.float64)
