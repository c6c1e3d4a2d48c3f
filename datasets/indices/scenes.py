"""Small pictures around one index, or around what is none, with the windows that show which.

Each is a scene of its own (`datasets.scene`), so paper, neighbours, light and camera are those of
whole made pictures, but only a few centimetres around the index are drawn.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.indices.art import STYLED, DeckSet, IndexArt
from datasets.indices.looks import NOT_AN_INDEX, Focus, Look, looks_around
from datasets.pool import CODES
from datasets.render import render
from datasets.sample import sample_look
from datasets.sample_light import sample_light, sample_sensor
from datasets.scene import CardLook, PlacedCard, Scene
from scoring.cards import JOKER_CODE
from scoring.reading import Side

HEIGHTS_PX = (8.5, 56.0)
"""Heights of an index on the picture, log-uniform."""

MAX_PX_PER_MM = 7.0
JOKER_SHARE = 0.03
TURNED_SHARE = 0.35
INSIDE_FRACTIONS = (0.22, 0.78)
"""Where the middle of a face lies that holds no index, in fractions of its sides."""


@dataclass(frozen=True, slots=True)
class IndexPicture:
    """A small picture (h, w, 3) uint8, where to look on it, and the deck that it shows."""

    rgb: NDArray[np.uint8]
    looks: tuple[Look, ...]
    deck: str


def make_picture(rng: np.random.Generator, art: IndexArt, decks: DeckSet) -> IndexPicture:
    """One picture: three in four show an index."""
    deck = decks.decks[int(rng.integers(len(decks.decks)))]
    look = sample_look(rng)
    code = _sample_code(rng, deck)
    kind = str(rng.choice(["index", "inside", "back", "table"], p=[0.76, 0.12, 0.08, 0.04]))
    quad_mm = _place_mm(rng, art, f"{deck}/{code}", look, inside=kind != "index")
    height_mm = float(np.linalg.norm(quad_mm[3] - quad_mm[0]))
    index_px = float(np.exp(rng.uniform(*np.log(HEIGHTS_PX))))
    px_per_mm = min(index_px / height_mm, MAX_PX_PER_MM)
    cards, own = _cards(rng, decks, (deck, code), look, kind)
    camera = _camera(rng, quad_mm.mean(axis=0), px_per_mm, _size_px(height_mm * px_per_mm))
    scene = _scene(rng, decks, cards, camera, _size_px(height_mm * px_per_mm))
    rendered = render(scene, art.at_width(1.2 * px_per_mm * look.width_mm))
    named = JOKER_CODE if code == "JK1" else code
    focus = Focus(own, quad_mm, named if kind == "index" else NOT_AN_INDEX)
    looks = looks_around(rng, art, scene, rendered, focus)
    return IndexPicture(rendered.rgb, tuple(looks), deck)


def _sample_code(rng: np.random.Generator, deck: str) -> str:
    joker = deck.startswith(STYLED) and rng.random() < JOKER_SHARE
    return "JK1" if joker else str(rng.choice(CODES))


def _place_mm(
    rng: np.random.Generator, art: IndexArt, name: str, look: CardLook, *, inside: bool
) -> NDArray[np.float64]:
    """The outline (4, 2) in mm from the card's middle of one of its indices, or of a place inside.

    The first corner is the top left as it is read.
    """
    upright, turned = art.index_places(name)
    half_turn = not inside and turned is not None and rng.random() < TURNED_SHARE
    place = turned if half_turn else upright
    assert place is not None  # noqa: S101 - every deck that is read has an upright index
    if inside:
        x, y = rng.uniform(*INSIDE_FRACTIONS, 2)
        height = float(rng.uniform(0.18, 0.34))
        place = (x - height / 2.4, y - height / 2, x + height / 2.4, y + height / 2)
    x0, y0, x1, y1 = place
    size_mm = np.array([look.width_mm, look.height_mm])
    corners = (np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]) - 0.5) * size_mm
    return np.asarray(-corners if half_turn else corners, np.float64)


def _cards(
    rng: np.random.Generator, decks: DeckSet, own: tuple[str, str], look: CardLook, kind: str
) -> tuple[list[PlacedCard], int]:
    """The own card at the origin among its neighbours, lowest first, and its place; -1 if none."""
    if kind == "table":
        return [], -1
    deck, code = own
    before, after, step, turn_step = _spread(rng)
    cards = []
    for place in range(-before, after + 1):
        side = Side.FACE
        art = f"{deck}/{code if place == 0 else _sample_code(rng, '')}"
        if (place == 0 and kind == "back") or (place != 0 and rng.random() < 0.15):
            side, art = Side.BACK, decks.backs[int(rng.integers(len(decks.backs)))]
        wobble = rng.normal(0, 0.8, 2) if place else np.zeros(2)
        x, y = place * step + wobble
        turn = place * turn_step + (float(rng.normal(0, 1.5)) if place else 0.0)
        cards.append(
            PlacedCard(
                float(x),
                float(y),
                float(turn),
                side,
                art,
                look,
                0,
                shade=float(1 + 0.5 * look.gloss * rng.standard_normal()),
                tilt_shade=float(look.gloss * rng.uniform(-1, 1)),
                tilt_deg=float(rng.uniform(0, 360)),
            )
        )
    return cards, before


def _spread(rng: np.random.Generator) -> tuple[int, int, NDArray[np.float64], float]:
    """Cards before and after the own one, the step to the next one in mm, its turn in degrees."""
    draw = rng.random()
    if draw < 0.3:
        return 0, 0, np.zeros(2), 0.0
    before, after = int(rng.integers(0, 3)), int(rng.integers(0, 2))
    sign = float(rng.choice([-1, 1]))
    if draw < 0.75:  # a ribbon or fan, seldom by the edge without the index
        width = float(rng.uniform(6, 26))
        right = sign if rng.random() < 0.3 else 1.0
        turn = float(rng.uniform(-14, 14)) if rng.random() < 0.4 else float(rng.normal(0, 1))
        return before, after, np.array([right * width, turn * 0.4]), turn
    if draw < 0.9:
        return before, after, np.array([rng.normal(0, 2), sign * rng.uniform(10, 34)]), 0.0
    return 1, int(rng.integers(0, 2)), rng.uniform(-60, 60, 2), float(rng.uniform(-180, 180))


def _size_px(index_px: float) -> int:
    """Side of the picture: room for a window around the index, however turned."""
    return int(np.ceil(2.9 * index_px)) + 10


def _scene(
    rng: np.random.Generator,
    decks: DeckSet,
    cards: list[PlacedCard],
    camera: NDArray[np.float64],
    size_px: int,
) -> Scene:
    surface, mm_per_px = decks.surfaces[int(rng.integers(len(decks.surfaces)))]
    px_per_mm = float(np.sqrt(abs(np.linalg.det(camera[:2, :2]))))
    return Scene(
        width_px=size_px,
        height_px=size_px,
        camera=camera,
        surface=surface,
        surface_turn_deg=float(rng.uniform(0, 360)),
        surface_mm_per_px=mm_per_px,
        cards=tuple(cards),
        light=sample_light(rng),
        sensor=sample_sensor(rng, px_per_mm),
        seed=int(rng.integers(2**31)),
    )


def _camera(
    rng: np.random.Generator, centre: NDArray[np.float64], px_per_mm: float, size_px: int
) -> NDArray[np.float64]:
    """A tilted camera, so near that its perspective is nearly that of a parallel one."""
    tilt, lean, roll = abs(rng.normal(0, 0.3)), rng.uniform(0, np.pi), rng.uniform(0, 2 * np.pi)
    cos, sin = np.cos(lean), np.sin(lean)
    turn = np.array([[cos, -sin], [sin, cos]])
    shorten = turn @ np.diag([1.0, np.cos(min(tilt, 0.75))]) @ turn.T
    around = np.array([[np.cos(roll), -np.sin(roll)], [np.sin(roll), np.cos(roll)]])
    camera = np.eye(3)
    camera[:2, :2] = px_per_mm * around @ shorten
    camera[2, :2] = rng.normal(0, 0.0006, 2)
    camera[:, 2] = camera @ np.array([-centre[0], -centre[1], 1.0])
    camera[2, 2] = 1.0
    shift = np.eye(3)
    shift[:2, 2] = size_px / 2
    return np.asarray(shift @ camera, np.float64)
