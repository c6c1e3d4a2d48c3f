"""Decides what lies on the table beside the cards: cups, papers, boxes, phones, hands."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.pool import ArtPool
from datasets.scene import Clutter

Outline = NDArray[np.float64]
"""Points (n, 2) in mm around the thing's own centre."""

CROWDED_SHARE = 0.15
"""Of tables: as many things on them as a kitchen table has."""


CUT_OUT_SHARE = 0.4
"""Of things: photographs, where the pool has any; the rest is drawn."""


def sample_clutter(
    rng: np.random.Generator,
    pool: ArtPool,
    reach_mm: float,
    *,
    over_cards: bool,
    turn_deg: float | None = None,
) -> list[Clutter]:
    """Things within `reach_mm` of the middle; now and then a hand or sleeve over the cards.

    They lie at any turn, or all at the one given, as things that somebody set straight.
    """
    most = 9 if rng.random() < CROWDED_SHARE else 4
    things = []
    for _ in range(int(rng.integers(0, most))):
        over = over_cards and rng.random() < 0.12
        things += [replace(part, over_cards=over) for part in _thing(rng, pool, reach_mm, turn_deg)]
    return things


@dataclass(frozen=True, slots=True)
class _Part:
    """A flat piece of a thing: outline in mm, colour, height above the table, printed lines.

    A piece with the name of a `picture` shows that instead of its colour.
    """

    outline: Outline
    rgb: NDArray[np.float64]
    height_mm: float = 0.0
    lines: int = 0
    picture: str = ""


def _cup(rng: np.random.Generator) -> list[_Part]:
    radius, colour = float(rng.uniform(25, 50)), _colour(rng)
    parts = [_Part(_ellipse(radius), colour, 90.0)]
    if rng.random() < 0.8:  # what is in it
        parts.append(_Part(_ellipse(radius * rng.uniform(0.75, 0.95)), _colour(rng)))
    if rng.random() < 0.5:
        handle = _rectangle(rng.uniform(25, 40), rng.uniform(8, 16), 5) + np.array([radius, 0.0])
        parts.insert(0, _Part(handle, colour * 0.9, 60.0))
    return parts


def _paper(rng: np.random.Generator) -> list[_Part]:
    colour = _colour(rng) if rng.random() < 0.5 else rng.uniform(215, 255, 3)
    lines = int(rng.integers(4, 30)) if rng.random() < 0.7 else 0
    return [_Part(_rectangle(rng.uniform(60, 210), rng.uniform(90, 297), 0), colour, 1.0, lines)]


def _phone(rng: np.random.Generator) -> list[_Part]:
    parts = [_Part(_rectangle(72, 150, 9), rng.uniform(5, 60, 3), 8.0)]
    if rng.random() < 0.4:
        lines = int(rng.integers(0, 12))
        parts.append(_Part(_rectangle(66, 138, 5), _colour(rng), lines=lines))
    return parts


def _pen(rng: np.random.Generator) -> list[_Part]:
    return [_Part(_rectangle(rng.uniform(7, 12), rng.uniform(110, 150), 3), _colour(rng), 8.0)]


def _coaster(rng: np.random.Generator) -> list[_Part]:
    side, square = float(rng.uniform(80, 105)), bool(rng.random() < 0.5)
    shares = [1.0, *sorted(rng.uniform(0.3, 1.0, int(rng.integers(0, 3))), reverse=True)]
    outlines = [
        _rectangle(side * share, side * share, 6) if square else _ellipse(side * share / 2)
        for share in shares
    ]
    return [
        _Part(outline, _colour(rng), 0.0 if place else 3.0)
        for place, outline in enumerate(outlines)
    ]


def _arm(rng: np.random.Generator) -> list[_Part]:
    skin = rng.uniform(0.35, 1.0) * np.array([235, 185, 155]) + rng.normal(0, 6, 3)
    return [_Part(_rectangle(rng.uniform(45, 80), rng.uniform(250, 500), 20), skin, 40.0)]


def _box(rng: np.random.Generator) -> list[_Part]:
    """A book, a packet, a box of cards: frames and blocks of colour on it."""
    width, height = float(rng.uniform(60, 190)), float(rng.uniform(80, 260))
    parts = [_Part(_rectangle(width, height, float(rng.uniform(0, 3))), _colour(rng), 18.0)]
    for _ in range(int(rng.integers(1, 5))):
        width *= rng.uniform(0.5, 0.95)
        height *= rng.uniform(0.4, 0.95)
        lines = int(rng.integers(2, 9)) if rng.random() < 0.3 else 0
        parts.append(_Part(_rectangle(width, height, 0), _colour(rng), lines=lines))
    return parts


def _cut_out(rng: np.random.Generator, pool: ArtPool) -> list[_Part]:
    """A photograph of a thing, or one on a card-sized board, as on a packet or a book."""
    chosen = pool.sample_thing(rng)
    if chosen is None:
        return []
    name, aspect = chosen
    size = float(np.exp(rng.uniform(np.log(25), np.log(170))))
    width, height = size * min(1.0, aspect), size * min(1.0, 1 / aspect)
    picture = _rectangle(width, height, 0)
    if rng.random() < 0.75:
        return [_Part(picture, _colour(rng), float(rng.uniform(3, 40)), picture=name)]
    board = _rectangle(width * rng.uniform(1.05, 1.5), height * rng.uniform(1.05, 1.5), 0)
    return [
        _Part(board, _colour(rng), float(rng.uniform(1, 20))),
        _Part(picture, _colour(rng), picture=name),
    ]


def _solid(rng: np.random.Generator) -> list[_Part]:
    """A block, a can or a beaker that the camera sees from the side: its top, and its wall below.

    The wall is what lies between the foot and the top, which stands aside from it.
    """
    if rng.random() < 0.5:
        top = _rectangle(rng.uniform(25, 110), rng.uniform(25, 140), float(rng.uniform(0, 4)))
    else:
        top = _ellipse(float(rng.uniform(20, 50)))
    heading, away = rng.uniform(0, 2 * np.pi), rng.uniform(10, 90)
    aside = away * np.array([np.cos(heading), np.sin(heading)])
    both = np.concatenate([top, top + aside]).astype(np.float32)
    wall = cv2.convexHull(both)[:, 0].astype(np.float64)
    colour = _colour(rng)
    return [
        _Part(wall, colour * rng.uniform(0.35, 0.85), float(rng.uniform(15, 60))),
        _Part(top + aside, colour, lines=int(rng.integers(2, 9)) if rng.random() < 0.15 else 0),
    ]


_THINGS = (_cup, _paper, _phone, _pen, _coaster, _arm, _box, _solid, _solid)


def _thing(
    rng: np.random.Generator, pool: ArtPool, reach_mm: float, turn_deg: float | None
) -> list[Clutter]:
    """One thing somewhere on the table: its outline and what is seen on it, lowest first."""
    parts = _cut_out(rng, pool) if rng.random() < CUT_OUT_SHARE else []
    parts = parts or _THINGS[int(rng.integers(len(_THINGS)))](rng)
    centre = rng.uniform(-0.7, 0.7, 2) * reach_mm
    turn = rng.uniform(0, 2 * np.pi) if turn_deg is None else np.deg2rad(turn_deg)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    things = []
    for part in parts:
        red, green, blue = (int(v) for v in np.clip(part.rgb, 0, 255))
        points = part.outline @ rotation.T + centre
        outline_mm = tuple((float(x), float(y)) for x, y in points)
        things.append(
            Clutter(
                outline_mm,
                (red, green, blue),
                part.height_mm,
                lines=part.lines,
                picture=part.picture,
            )
        )
    return things


def _colour(rng: np.random.Generator) -> NDArray[np.float64]:
    return np.asarray(rng.uniform(15, 250, 3))


def _ellipse(radius: float) -> Outline:
    turns = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    return np.column_stack([radius * np.cos(turns), radius * np.sin(turns)])


def _rectangle(width: float, height: float, corner: float) -> Outline:
    """Outline from the top left, with rounded corners when `corner` > 0 (mm)."""
    if corner <= 0:
        x, y = width / 2, height / 2
        return np.array([[-x, -y], [x, -y], [x, y], [-x, y]])
    arcs = []
    for start, sx, sy in ((180, -1, -1), (270, 1, -1), (0, 1, 1), (90, -1, 1)):
        turns = np.deg2rad(np.linspace(start, start + 90, 5))
        centre = np.array([sx * (width / 2 - corner), sy * (height / 2 - corner)])
        arcs.append(centre + corner * np.column_stack([np.cos(turns), np.sin(turns)]))
    return np.concatenate(arcs)
