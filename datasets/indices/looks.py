"""Windows on a picture of indices, each with what it shows: an index upright, or none."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.indices.art import IndexArt
from datasets.labels import oriented_quad
from datasets.pool import CODES
from datasets.render import Rendered
from datasets.scene import PlacedCard, Scene, card_corners_mm, to_pixels
from scoring.cards import JOKER_CODE
from scoring.reading import Side

NOT_AN_INDEX = ""
CLASSES = (*CODES, JOKER_CODE, NOT_AN_INDEX)
"""What the classifier tells apart, in the order of its outputs."""

SEEN_FRACTION = 0.85
"""An index that is seen to this extent is one; one seen less than a third is none."""

HIDDEN_FRACTION = 0.33


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
class Focus:
    """What a picture is about.

    `card` is the place of the card in the scene, `quad_mm` (4, 2) the outline on the table of its
    index or of another place of that size, `code` what is printed there.
    """

    card: int
    quad_mm: NDArray[np.float64]
    code: str


def looks_around(
    rng: np.random.Generator, art: IndexArt, scene: Scene, rendered: Rendered, focus: Focus
) -> list[Look]:
    """Windows at the focus: on the index, beside it, and the wrong way round."""
    quad = to_pixels(scene.camera, focus.quad_mm)
    box = oriented_quad(quad)
    across, down = box[1] - box[0], box[3] - box[0]
    size = float(np.linalg.norm(across)), float(np.linalg.norm(down))
    turn = float(np.arctan2(across[1], across[0]))
    least = max(size[1], 1.5 * size[0])
    centre = box.mean(axis=0)
    quarter = np.pi / 2 * float(rng.integers(4))
    if focus.code == NOT_AN_INDEX:
        looks = [_jittered(rng, centre, size, least, turn + quarter)]
        return _without_indices(looks, art, scene, rendered)
    share = _seen_share(quad, rendered.seen, focus.card)
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
