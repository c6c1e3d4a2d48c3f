"""Drawn faces: plain card faces of our own, so that pictures can be made without any card art.

A deck's style is a frozen value sampled from a generator; drawing a face from it makes no choice.
"""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Picture = NDArray[np.uint8]

SIZE_PX = (500, 700)
"""Width and height of a drawn face."""

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("S", "H", "D", "C")


@dataclass(frozen=True, slots=True)
class FaceStyle:
    """How one drawn deck looks; lengths are fractions of the card's width, colours RGB."""

    paper: tuple[int, int, int] = (250, 250, 248)
    colours: tuple[tuple[int, int, int], ...] = (
        (20, 20, 24),
        (200, 24, 32),
        (200, 24, 32),
        (20, 20, 24),
    )
    rank_size: float = 0.17
    suit_size: float = 0.10
    inset: float = 0.045
    pip_size: float = 0.17
    frame: bool = False
    court_seed: int = 0


def sample_face_style(rng: np.random.Generator) -> FaceStyle:
    """A deck: usual or four-colour suits, small to big indices."""
    black = tuple(int(v) for v in rng.integers(0, 50, 3))
    red = (int(rng.integers(150, 235)), int(rng.integers(0, 60)), int(rng.integers(0, 60)))
    four = rng.random() < 0.2
    blue, green = (20, 60, int(rng.integers(150, 220))), (10, int(rng.integers(90, 150)), 40)
    ink = (black[0], black[1], black[2])
    return FaceStyle(
        paper=(
            int(rng.integers(235, 256)),
            int(rng.integers(235, 256)),
            int(rng.integers(225, 256)),
        ),
        colours=(ink, red, blue if four else red, green if four else ink),
        rank_size=float(rng.uniform(0.13, 0.30)),
        suit_size=float(rng.uniform(0.07, 0.14)),
        inset=float(rng.uniform(0.03, 0.07)),
        pip_size=float(rng.uniform(0.13, 0.2)),
        frame=bool(rng.random() < 0.3),
        court_seed=int(rng.integers(2**31)),
    )


@lru_cache(maxsize=64)
def _suit_outline(suit: str) -> NDArray[np.float64]:
    """Outline of a suit sign in a unit square around the origin."""
    t = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    if suit == "D":
        return np.array([[0, -0.5], [0.38, 0], [0, 0.5], [-0.38, 0]])
    heart = np.column_stack(
        [
            16 * np.sin(t) ** 3,
            -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)),
        ]
    )
    heart = heart / 34.0
    if suit == "H":
        return np.asarray(heart, np.float64)
    if suit == "S":
        return np.asarray(heart * (1, -1) * 0.92 - (0, 0.06), np.float64)
    return np.column_stack([0.2 * np.cos(t), 0.2 * np.sin(t)])


def _draw_suit(
    draw: ImageDraw.ImageDraw,
    suit: str,
    centre: tuple[float, float],
    size: float,
    ink: tuple[int, int, int],
    *,
    turned: bool,
) -> None:
    sign = -1.0 if turned else 1.0
    outline = _suit_outline(suit)
    lobes = [(0.0, -0.26), (-0.24, 0.08), (0.24, 0.08)] if suit == "C" else [(0.0, 0.0)]
    for lobe in lobes:
        points = (outline + lobe) * sign * size + centre
        draw.polygon([(float(x), float(y)) for x, y in points], fill=ink)
    if suit in "SC":
        stem = (
            np.array([[-0.04, 0.1], [0.04, 0.1], [0.16, 0.5], [-0.16, 0.5]]) * sign * size + centre
        )
        draw.polygon([(float(x), float(y)) for x, y in stem], fill=ink)


def _pip_places(count: int) -> list[tuple[float, float]]:
    """Centres of the pips in fractions of the card; the usual two columns and middle ones."""
    rows = {1: [], 2: [], 3: [], 4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 9: 4, 10: 4}[count]
    places: list[tuple[float, float]] = []
    if isinstance(rows, int):
        for y in np.linspace(0.2, 0.8, rows):
            places += [(0.3, float(y)), (0.7, float(y))]
    middle = {
        1: [0.5],
        2: [0.2, 0.8],
        3: [0.2, 0.5, 0.8],
        5: [0.5],
        7: [0.35],
        8: [0.35, 0.65],
        9: [0.5],
        10: [0.3, 0.7],
    }
    return places + [(0.5, y) for y in middle.get(count, [])]


def _court(style: FaceStyle, code: str) -> Picture:
    """A busy half-turn picture in the suits' colours, where a king or queen would stand."""
    rng = np.random.default_rng([style.court_seed, RANKS.index(code[:-1]), SUITS.index(code[-1])])
    width, height = 300, 260
    half = np.full((height, width, 3), style.paper, np.uint8)
    palette = [(220, 170, 40), (40, 60, 150), (190, 30, 40), (20, 20, 20), (240, 220, 190)]
    for _ in range(26):
        colour = palette[int(rng.integers(len(palette)))]
        points = (
            rng.random(2) * (width, height) + rng.normal(0, 45, (int(rng.integers(3, 7)), 2))
        ).astype(np.int32)
        cv2.fillPoly(half, [points], colour, cv2.LINE_AA)
        cv2.polylines(half, [points], True, (20, 20, 20), 2, cv2.LINE_AA)
    return np.vstack([half, half[::-1, ::-1]])


def draw_face(style: FaceStyle, code: str) -> Picture:
    """The face of a card such as `10S` or `QD`, (700, 500, 3) uint8 RGB, square corners."""
    width, height = SIZE_PX
    rank, suit = code[:-1], code[-1]
    ink = style.colours[SUITS.index(suit)]
    card = Image.new("RGB", SIZE_PX, style.paper)
    draw = ImageDraw.Draw(card)
    if rank in "JQK":
        court = _court(style, code)
        card.paste(
            Image.fromarray(court), ((width - court.shape[1]) // 2, (height - court.shape[0]) // 2)
        )
    else:
        count = 1 if rank == "A" else int(rank)
        for x, y in _pip_places(count):
            size = width * (style.pip_size if count > 1 else 2 * style.pip_size)
            _draw_suit(draw, suit, (x * width, y * height), size, ink, turned=y > 0.5)
    if style.frame:
        draw.rectangle((70, 60, width - 70, height - 60), outline=ink, width=3)
    font = ImageFont.load_default(size=style.rank_size * width)
    left, top, right, bottom = draw.textbbox((0, 0), rank, font=font)
    corner = Image.new("RGB", (int(0.22 * width), int(0.32 * height)), style.paper)
    pen = ImageDraw.Draw(corner)
    middle = style.inset * width + max(right - left, style.suit_size * width) / 2
    pen.text(
        (middle - (right - left) / 2 - left, style.inset * width - top), rank, font=font, fill=ink
    )
    below = style.inset * width + (bottom - top) + style.suit_size * width * 0.75
    _draw_suit(pen, suit, (middle, below), style.suit_size * width, ink, turned=False)
    ink_mask = Image.fromarray(
        (np.abs(np.asarray(corner, np.int16) - style.paper).max(axis=2) > 12).astype(np.uint8) * 255
    )
    card.paste(corner, (0, 0), ink_mask)
    turned = corner.rotate(180)
    card.paste(turned, (width - corner.width, height - corner.height), ink_mask.rotate(180))
    return np.asarray(card, np.uint8)
