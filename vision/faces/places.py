"""Where an index may be read on a card: in its region's corners and where one was detected."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.faces.crops import Window
from vision.geometry import Quads

CARD_MM = 88.9
"""Length of a card."""

CORNERS_MM = ((5.5, 10.0, 19.0), (6.0, 12.0, 24.0), (9.5, 15.5, 33.0))
"""Windows in the corner of a card: how far in from its side and from its end their middle lies, and
their height; for small, usual and big indices."""

EDGE_MM = 1.5
"""A card's region may be off by so much: what lies further beyond it is not looked at."""

INDEX_GROWTH = (1.2, 1.5)
"""Heights of the windows around a detected index, against its own."""

SURE_SHARE = 0.84
"""A region shorter than this fraction of a card may show its long side or its short one."""

SAME_FRACTION = 0.6
"""Of a window's height: middles nearer than this look at the same sign."""

Place = list[Window]
"""Windows that look at one sign, of which any may see it best."""


@dataclass(frozen=True, slots=True)
class CardPlaces:
    """Where to read one card: its places, and the outline (4, 2) px of what is seen of it."""

    places: tuple[Place, ...]
    within: NDArray[np.float32]


def places_on(
    quad: NDArray[np.float32], long_turn_rad: float, card_px: float, indices: Quads
) -> CardPlaces:
    """Where to read one card.

    Args:
        quad: (4, 2) outline of its visible part, a rectangle.
        long_turn_rad: direction of the card's long axis, clockwise from the photo's x axis.
        card_px: length of a card here.
        indices: (n, 4, 2) outlines of the indices detected on it.
    """
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    long = float(sides.max())
    sure = long >= SURE_SHARE * card_px
    scale = (long if sure and long < 1.3 * card_px else card_px) / CARD_MM
    turns = [long_turn_rad] if sure else [long_turn_rad, long_turn_rad + np.pi / 2]
    places: list[Place] = []
    for turn in turns:
        for place in _corner_places(quad, turn, scale):
            _add(places, place)
    for index in indices:
        for place in _index_places(index, turns):
            _add(places, place)
    return CardPlaces(tuple(places), _grown(quad, EDGE_MM * card_px / CARD_MM))


def _grown(quad: NDArray[np.float32], by_px: float) -> NDArray[np.float32]:
    """A rectangle (4, 2) grown outwards on all sides."""
    out = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float64) * by_px
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    across = across / max(float(np.linalg.norm(across)), 1e-6)
    down = down / max(float(np.linalg.norm(down)), 1e-6)
    return np.asarray(quad + out[:, :1] * across + out[:, 1:] * down, np.float32)


def _axes(long_turn_rad: float) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
    """The card's own right and down on the photo, and the turn in which it is read."""
    down = np.array([np.cos(long_turn_rad), np.sin(long_turn_rad)])
    right = np.array([down[1], -down[0]])
    return right, down, float(np.arctan2(right[1], right[0]))


def _corner_places(quad: NDArray[np.float32], turn: float, px_per_mm: float) -> list[Place]:
    """Four corners; the upper two are read upright, the lower two turned by half."""
    right, down, reading = _axes(turn)
    centre = quad.mean(axis=0)
    half_x = float(np.abs((quad - centre) @ right).mean())
    half_y = float(np.abs((quad - centre) @ down).mean())
    places = []
    for side, end in ((-1, -1), (1, 1), (1, -1), (-1, 1)):
        place = []
        for in_x, in_y, height in CORNERS_MM:
            x = side * (half_x - in_x * px_per_mm)
            y = end * (half_y - in_y * px_per_mm)
            middle = centre + x * right + y * down
            half_turn = 0.0 if end < 0 else np.pi
            place.append(_window(middle, height * px_per_mm, reading + half_turn))
        places.append(place)
    return places


def _index_places(index: NDArray[np.float32], turns: list[float]) -> list[Place]:
    """A detected index, read both ways along each axis that its card may have."""
    places = []
    centre = index.mean(axis=0)
    for turn in turns:
        right, down, reading = _axes(turn)
        width = 2 * float(np.abs((index - centre) @ right).mean())
        height = 2 * float(np.abs((index - centre) @ down).mean())
        least = max(height, 1.5 * width)
        for half_turn in (0.0, np.pi):
            sizes = [least * growth for growth in INDEX_GROWTH]
            places.append([_window(centre, size, reading + half_turn) for size in sizes])
    return places


def _window(middle: NDArray[np.float64], height_px: float, turn_rad: float) -> Window:
    return Window(float(middle[0]), float(middle[1]), height_px, turn_rad)


def _add(places: list[Place], more: Place) -> None:
    """Joins a place to the one that looks at the same sign the same way round, if there is one.

    So do the two corners at one end of a narrow strip, and an index detected in its corner.
    """
    new = more[0]
    for place in places:
        old = place[0]
        away = np.hypot(old.x_px - new.x_px, old.y_px - new.y_px)
        off = abs((old.turn_rad - new.turn_rad + np.pi) % (2 * np.pi) - np.pi)
        if away < SAME_FRACTION * max(old.height_px, new.height_px) and off < np.pi / 4:
            place.extend(more)
            return
    places.append(more)
