"""Small pictures around one index, or around what is none, with the windows that show which.

Each is a scene of its own (`datasets.scene`), so paper, neighbours, light and camera are those of
whole made pictures, but only a few centimetres around the index are drawn.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.indices.art import STYLED, DeckSet, IndexArt
from datasets.labels import oriented_quad
from datasets.pool import CODES
from datasets.render import Rendered, render
from datasets.sample import sample_look
from datasets.sample_light import sample_light, sample_sensor
from datasets.scene import CardLook, PlacedCard, Scene, card_corners_mm, to_pixels
from scoring.cards import JOKER_CODE
from scoring.reading import Side

NOT_AN_INDEX = ""
CLASSES = (*CODES, JOKER_CODE, NOT_AN_INDEX)
"""What the classifier tells apart, in the order of its outputs."""

HEIGHTS_PX = (8.5, 56.0)
"""Heights of an index on the picture, log-uniform."""

JOKER_SHARE = 0.02
SEEN_FRACTION = 0.85
"""An index that is seen to this extent is one; one seen less than a third is none."""

HIDDEN_FRACTION = 0.33
INSIDE_FRACTIONS = (0.22, 0.78)
"""Where the middle of a face lies that holds no index, in fractions of its sides."""


@dataclass(frozen=True, slots=True)
class Look:
    """Where to look, and what is there: a code, or NOT_AN_INDEX.

    Centre, height and turn are those of a `vision.faces.crops.Window`; `index_px` is the height
    of the index itself, 0 where there is none.
    """

    x_px: float
    y_px: float
    height_px: float
    turn_rad: float
    code: str
    index_px: float


@dataclass(frozen=True, slots=True)
class IndexPicture:
    """A small picture (h, w, 3) uint8, where to look on it, and the deck that it shows."""

    rgb: NDArray[np.uint8]
    looks: tuple[Look, ...]
    deck: str


@dataclass(frozen=True, slots=True)
class _Focus:
    """What the picture is about: a point on the own card, or none; how large it is in mm."""

    kind: str
    centre: tuple[float, float]
    height_mm: float
    quad: tuple[tuple[float, float], ...]
    code: str


def make_picture(rng: np.random.Generator, art: IndexArt, decks: DeckSet) -> IndexPicture:
    """One picture: three in four show an index."""
    deck = decks.decks[int(rng.integers(len(decks.decks)))]
    look = sample_look(rng)
    code = _sample_code(rng, deck)
    kind = str(rng.choice(["index", "inside", "back", "table"], p=[0.76, 0.12, 0.08, 0.04]))
    focus = _focus(rng, art, f"{deck}/{code}", look, kind)
    index_px = float(np.exp(rng.uniform(*np.log(HEIGHTS_PX))))
    px_per_mm = min(index_px / focus.height_mm, 7.0)
    cards, own = _cards(rng, decks, (deck, code), look, kind)
    scene = _scene(rng, decks, cards, focus, px_per_mm)
    rendered = render(scene, art.at_width(1.2 * px_per_mm * look.width_mm))
    looks = _looks(rng, art, scene, rendered, (own, focus))
    return IndexPicture(rendered.rgb, tuple(looks), deck)


def _sample_code(rng: np.random.Generator, deck: str) -> str:
    joker = deck.startswith(STYLED) and rng.random() < JOKER_SHARE * 1.5
    return "JK1" if joker else str(rng.choice(CODES))


def _focus(rng: np.random.Generator, art: IndexArt, name: str, look: CardLook, kind: str) -> _Focus:
    code = JOKER_CODE if "/JK" in name else name.rsplit("/", 1)[1]
    places = art.index_places(name)
    place = places[0]
    assert place is not None  # noqa: S101 - every deck that is read has an upright index
    if kind != "index":
        x, y = rng.uniform(*INSIDE_FRACTIONS, 2)
        height = float(rng.uniform(0.18, 0.34))
        place = (x - height / 2.4, y - height / 2, x + height / 2.4, y + height / 2)
        code = NOT_AN_INDEX
    turned = kind == "index" and places[1] is not None and rng.random() < 0.35
    if turned:
        place = places[1] or place
    size = np.array([look.width_mm, look.height_mm])
    x0, y0, x1, y1 = place
    corners = (np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]]) - 0.5) * size
    if turned:
        corners = -corners
    centre = corners.mean(axis=0)
    quad = tuple((float(x), float(y)) for x, y in corners)
    height_mm = float((y1 - y0) * look.height_mm)
    return _Focus(kind, (float(centre[0]), float(centre[1])), height_mm, quad, code)


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


def _scene(
    rng: np.random.Generator,
    decks: DeckSet,
    cards: list[PlacedCard],
    focus: _Focus,
    px_per_mm: float,
) -> Scene:
    size_px = int(np.ceil(2.9 * focus.height_mm * px_per_mm)) + 10
    surface, mm_per_px = decks.surfaces[int(rng.integers(len(decks.surfaces)))]
    return Scene(
        width_px=size_px,
        height_px=size_px,
        camera=_camera(rng, focus.centre, px_per_mm, size_px),
        surface=surface,
        surface_turn_deg=float(rng.uniform(0, 360)),
        surface_mm_per_px=mm_per_px,
        cards=tuple(cards),
        light=sample_light(rng),
        sensor=sample_sensor(rng, px_per_mm),
        seed=int(rng.integers(2**31)),
    )


def _camera(
    rng: np.random.Generator, centre: tuple[float, float], px_per_mm: float, size_px: int
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


def _looks(
    rng: np.random.Generator,
    art: IndexArt,
    scene: Scene,
    rendered: Rendered,
    about: tuple[int, _Focus],
) -> list[Look]:
    own, focus = about
    quad = to_pixels(scene.camera, np.array(focus.quad))
    box = oriented_quad(quad)
    across, down = box[1] - box[0], box[3] - box[0]
    size = float(np.linalg.norm(across)), float(np.linalg.norm(down))
    turn = float(np.arctan2(across[1], across[0]))
    least = max(size[1], 1.5 * size[0])
    centre = box.mean(axis=0)
    quarter = np.pi / 2 * float(rng.integers(4))
    if focus.kind != "index":
        looks = [_jittered(rng, centre, size, least, turn + quarter)]
        return _without_indices(looks, art, scene, rendered)
    share = _seen_share(quad, rendered.seen, own)
    if share < HIDDEN_FRACTION:
        return _without_indices([_jittered(rng, centre, size, least, turn)], art, scene, rendered)
    if share < SEEN_FRACTION:
        return []
    looks = [_jittered(rng, centre, size, least, turn, focus.code)]
    if rng.random() < 0.5:
        looks.append(_jittered(rng, centre, size, least, turn, focus.code))
    if rng.random() < 0.4:
        looks.append(_jittered(rng, centre, size, least, turn + np.pi))
    if rng.random() < 0.1:
        looks.append(_jittered(rng, centre, size, least, turn + np.pi * rng.choice([-0.5, 0.5])))
    if rng.random() < 0.2:
        way = down if rng.random() < 0.6 else across
        away = rng.uniform(0.75, 1.1) * least * float(rng.choice([-1, 1]))
        beside = centre + way / max(float(np.linalg.norm(way)), 1e-6) * away
        looks += _without_indices([_jittered(rng, beside, size, least, turn)], art, scene, rendered)
    return looks


def _without_indices(
    looks: list[Look], art: IndexArt, scene: Scene, rendered: Rendered
) -> list[Look]:
    """Those of some windows in which no card's index is seen around the middle."""
    centres = [
        quad.mean(axis=0)
        for number, card in enumerate(scene.cards)
        if card.side is Side.FACE
        for quad in _index_quads(card, art, scene)
        if _seen_share(quad, rendered.seen, number) >= HIDDEN_FRACTION
    ]
    return [
        look
        for look in looks
        if all(np.hypot(*(c - (look.x_px, look.y_px))) > 0.5 * look.height_px for c in centres)
    ]


def _index_quads(card: PlacedCard, art: IndexArt, scene: Scene) -> list[NDArray[np.float64]]:
    """Outlines of all indices of a card on the picture, seen or not."""
    whole = to_pixels(scene.camera, card_corners_mm(card))
    upright, turned = art.index_places(card.art)
    places = [(upright, whole), (turned, np.roll(whole, 2, axis=0))]
    if art.has_four(card.art.rsplit("/", 1)[0]):
        for place, corners in tuple(places):
            mirrored = place and (1 - place[2], place[1], 1 - place[0], place[3])
            places.append((mirrored, corners))
    quads = []
    for place, corners in places:
        if place is not None:
            x0, y0, x1, y1 = place
            flat = np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
            top = corners[0] + flat[:, :1] * (corners[1] - corners[0])
            bottom = corners[3] + flat[:, :1] * (corners[2] - corners[3])
            quads.append(top + flat[:, 1:] * (bottom - top))
    return quads


def _jittered(
    rng: np.random.Generator,
    centre: NDArray[np.float64],
    size: tuple[float, float],
    least: float,
    turn: float,
    code: str = NOT_AN_INDEX,
) -> Look:
    """A window around a place as a detector or the corner of a card would tell it.

    `size` is the index's own width and height, `least` the height of the smallest window.
    """
    height = least * float(np.exp(rng.uniform(np.log(1.02), np.log(1.75))))
    room = np.array([height / 1.5 - size[0], height - size[1]]) / 2
    reach = np.minimum(np.maximum(room, 0) + 0.08 * np.array(size), height * np.array([0.16, 0.16]))
    shift = rng.uniform(-1, 1, 2) * reach
    lean = float(np.clip(rng.normal(0, 0.07), -0.16, 0.16))
    cos, sin = np.cos(turn), np.sin(turn)
    x, y = centre + np.array([cos * shift[0] - sin * shift[1], sin * shift[0] + cos * shift[1]])
    return Look(float(x), float(y), height, turn + lean, code, size[1] if code else 0.0)


def _seen_share(quad: NDArray[np.float64], seen: NDArray[np.int16], own: int) -> float:
    """How much of an index on the picture is not hidden."""
    u, v = np.meshgrid((np.arange(9) + 0.5) / 9, (np.arange(14) + 0.5) / 14)
    top = quad[0] + u[..., None] * (quad[1] - quad[0])
    bottom = quad[3] + u[..., None] * (quad[2] - quad[3])
    points = np.floor(top + v[..., None] * (bottom - top)).astype(int).reshape(-1, 2)
    inside = ((points >= 0) & (points < seen.shape[::-1])).all(axis=1)
    x, y = np.clip(points, 0, np.array(seen.shape[::-1]) - 1).T
    return float(((seen[y, x] == own) & inside).mean())
