"""Draws a scene: the picture, and for every pixel which card is seen there.

Rendering makes no choices: what is random in it (noise, grain) comes from the scene's own seed.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import effects
from datasets.scene import CardLook, Clutter, Light, PlacedCard, Scene, card_corners_mm, to_pixels
from scoring.reading import Side

Picture = NDArray[np.uint8]
"""RGB, shape (height, width, 3)."""

NOTHING = -1
"""In the map of seen cards: table or clutter."""

_FIXED = 4
_ONE = 1 << _FIXED
"""OpenCV's fixed-point polygons: 4 fractional bits, so outlines are not rounded to pixels."""

_Sprites = dict[tuple[str, Side, CardLook, int, int], NDArray[np.uint8]]
"""Cards already drawn for this scene, by everything that they depend on."""


class Art(Protocol):
    """Where pictures of cards and tables come from, by name."""

    def card(self, side: Side, name: str) -> Picture:
        """The flat picture of one side of a card, any size, whole, without rounded corners."""

    def surface(self, name: str) -> Picture:
        """A piece of table."""

    def thing(self, name: str) -> Picture:
        """A cut-out of what is no card, (h, w, 4) with opacity."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """A drawn scene.

    `rgb` is (H, W, 3) uint8. `seen` is (H, W) int16: the number in `scene.cards` of the card that
    is seen at that pixel, or NOTHING.
    """

    rgb: Picture
    seen: NDArray[np.int16]


def render(scene: Scene, art: Art) -> Rendered:
    """Draws the whole scene."""
    rng = np.random.default_rng(scene.seed)
    canvas = effects.lay_surface(scene, art.surface(scene.surface))
    seen = np.full((scene.height_px, scene.width_px), NOTHING, np.int16)
    for clutter in scene.clutter:
        if not clutter.over_cards:
            _draw_clutter(canvas, seen, clutter, (scene, art))
    sprites: _Sprites = {}
    for number, card in enumerate(scene.cards):
        _draw_card(canvas, seen, number, card, (scene, art, sprites))
    for clutter in scene.clutter:
        if clutter.over_cards:
            _draw_clutter(canvas, seen, clutter, (scene, art))
    lit = effects.apply_light(canvas, scene.light)
    return Rendered(effects.apply_sensor(lit, scene.sensor, rng), seen)


@lru_cache(maxsize=256)
def _rounded_mask(width: int, height: int, radius: int) -> NDArray[np.uint8]:
    """Opacity of a card with rounded corners, antialiased, shape (height, width)."""
    up = 4
    mask = np.zeros((height * up, width * up), np.uint8)
    r, w, h = radius * up, width * up, height * up
    cv2.rectangle(mask, (r, 0), (w - r - 1, h - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (w - 1, h - r - 1), 255, -1)
    for x in (r, w - r - 1):
        for y in (r, h - r - 1):
            cv2.circle(mask, (x, y), r, 255, -1)
    return np.asarray(cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _sprite(picture: Picture, card: PlacedCard, width: int, height: int) -> NDArray[np.uint8]:
    """The card's picture at its final size with opacity, shape (height, width, 4)."""
    rgb = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
    look = card.look
    radius = max(1, round(look.corner_mm / look.width_mm * width))
    if look.edge_tone is not None:
        line = rgb.copy()
        cv2.rectangle(line, (0, 0), (width - 1, height - 1), (look.edge_tone,) * 3, 1)
        # The corner arcs: outline of the rounded mask.
        inner = cv2.erode(_rounded_mask(width, height, radius), np.ones((3, 3), np.uint8))
        line[inner < 128] = look.edge_tone
        rgb = np.asarray(cv2.addWeighted(line, look.edge_opacity, rgb, 1 - look.edge_opacity, 0))
    if look.wear_fraction > 0:
        rgb = effects.wear(np.asarray(rgb, np.uint8), look.wear_fraction)
    return np.dstack([rgb, _rounded_mask(width, height, radius)])


def _size_px(card: PlacedCard, quad: NDArray[np.float64]) -> tuple[int, int]:
    """Width and height in px at which the sprite is made, in steps so that neighbours share it."""
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    scale = (
        max((sides[0] + sides[2]) / card.look.width_mm, (sides[1] + sides[3]) / card.look.height_mm)
        / 2
    )
    scale = float(np.exp(np.round(np.log(scale) / 0.04) * 0.04))
    return max(6, round(card.look.width_mm * scale)), max(8, round(card.look.height_mm * scale))


def _draw_card(
    canvas: Picture,
    seen: NDArray[np.int16],
    number: int,
    card: PlacedCard,
    shared: tuple[Scene, Art, _Sprites],
) -> None:
    scene, art, sprites = shared
    quad = to_pixels(scene.camera, card_corners_mm(card))
    px_per_mm = float(np.linalg.norm(quad[1] - quad[0])) / card.look.width_mm
    margin = int(np.ceil((scene.light.shadow_mm + 2 * scene.light.shadow_blur_mm) * px_per_mm)) + 2
    roi = _window(quad, margin, scene)
    if roi is None:
        return
    x0, y0, x1, y1 = roi
    width, height = _size_px(card, quad)
    key = (card.art, card.side, card.look, width, height)
    if key not in sprites:
        sprites[key] = _sprite(art.card(card.side, card.art), card, width, height)
    own = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(own, (quad - (x0, y0) - 0.5).astype(np.float32))
    layer = cv2.warpPerspective(sprites[key], warp, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
    alpha = layer[..., 3].astype(np.float32) / np.float32(255)
    seen_here = seen[y0:y1, x0:x1]
    if card.sunk_mm is not None:
        alpha *= ~_sunk(card, scene, roi, seen_here)
    here = canvas[y0:y1, x0:x1]
    shadow = effects.card_shadow(alpha, px_per_mm, scene.light)
    shade = _shading(card, roi, quad)
    colour = layer[..., :3].astype(np.float32) * shade
    below = here.astype(np.float32) * shadow[..., None]
    here[:] = np.clip(below + (colour - below) * alpha[..., None], 0, 255).astype(np.uint8)
    seen_here[alpha >= 0.5] = number


def _window(
    points: NDArray[np.float64], margin: int, scene: Scene
) -> tuple[int, int, int, int] | None:
    """The part of the picture around some points: x0, y0, x1, y1, or None if outside."""
    low = np.floor(points.min(axis=0)).astype(int) - margin
    high = np.ceil(points.max(axis=0)).astype(int) + margin
    x0, y0 = max(int(low[0]), 0), max(int(low[1]), 0)
    x1, y1 = min(int(high[0]), scene.width_px), min(int(high[1]), scene.height_px)
    return (x0, y0, x1, y1) if x1 - x0 > 1 and y1 - y0 > 1 else None


def _shading(
    card: PlacedCard, roi: tuple[int, int, int, int], quad: NDArray[np.float64]
) -> NDArray[np.float32]:
    """Gain of every pixel of the window, shape (h, w, 1): cards are bent and never lit evenly."""
    x0, y0, x1, y1 = roi
    if card.tilt_shade == 0.0:
        return np.full((1, 1, 1), card.shade, np.float32)
    turn = np.deg2rad(card.tilt_deg)
    centre = quad.mean(axis=0)
    reach = float(np.linalg.norm(quad[2] - quad[0])) / 2
    x = (np.arange(x0, x1, dtype=np.float32) - centre[0]) * np.cos(turn) / reach
    y = (np.arange(y0, y1, dtype=np.float32) - centre[1]) * np.sin(turn) / reach
    gain = card.shade * (1 + card.tilt_shade * (x[None, :] + y[:, None]))
    return np.asarray(gain[..., None], np.float32)


def _sunk(
    card: PlacedCard, scene: Scene, roi: tuple[int, int, int, int], seen: NDArray[np.int16]
) -> NDArray[np.bool_]:
    """Where the card dips under the cards of its own pile that lie below it."""
    assert card.sunk_mm is not None  # noqa: S101 - the caller asked
    x0, y0, x1, y1 = roi
    own_pile = np.array([other.pile == card.pile for other in scene.cards] + [False])
    turn = np.deg2rad(card.sunk_deg)
    normal = np.array([np.cos(turn), np.sin(turn)])
    to_mm = np.linalg.inv(scene.camera)
    xs, ys = np.meshgrid(np.arange(x0, x1), np.arange(y0, y1))
    points = np.stack([xs, ys, np.ones_like(xs)], axis=-1) @ to_mm.T
    mm = points[..., :2] / points[..., 2:] - (card.x_mm, card.y_mm)
    return np.asarray((mm @ normal > card.sunk_mm) & own_pile[seen], np.bool_)


def _draw_clutter(
    canvas: Picture, seen: NDArray[np.int16], clutter: Clutter, shared: tuple[Scene, Art]
) -> None:
    scene, art = shared
    outline = to_pixels(scene.camera, np.array(clutter.outline_mm, np.float64))
    scale = float(np.sqrt(abs(np.linalg.det(scene.camera[:2, :2]))))
    margin = int(clutter.height_mm * scale * 1.5) + 8
    roi = _window(outline, margin, scene)
    if roi is None:
        return
    x0, y0, x1, y1 = roi
    outline = outline - (x0, y0)
    here = canvas[y0:y1, x0:x1]
    if clutter.picture:
        paint, alpha = _warped(art.thing(clutter.picture), outline, (x1 - x0, y1 - y0))
    else:
        paint, alpha = _painted(clutter, outline, here.shape)
    tall = Light(
        shadow_deg=scene.light.shadow_deg,
        shadow_mm=clutter.height_mm * 0.6,
        shadow_blur_mm=clutter.height_mm * 0.35 + 0.5,
        shadow_opacity=scene.light.shadow_opacity,
    )
    shadow = effects.card_shadow(alpha, scale, tall)
    below = here.astype(np.float32) * shadow[..., None]
    here[:] = np.clip(below + (paint - below) * alpha[..., None], 0, 255).astype(np.uint8)
    seen[y0:y1, x0:x1][alpha >= 0.5] = NOTHING


def _painted(
    clutter: Clutter, outline: NDArray[np.float64], shape: tuple[int, ...]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """A thing of one colour with its printed lines: paint (h, w, 3) and opacity (h, w)."""
    mask = np.zeros(shape[:2], np.uint8)
    fixed = np.round(outline * _ONE).astype(np.int32)
    cv2.fillPoly(mask, [fixed], 255, cv2.LINE_AA, _FIXED)
    paint = np.empty(shape, np.float32)
    paint[:] = clutter.rgb
    if clutter.lines:
        effects.print_lines(paint, fixed // _ONE, clutter.lines)
    return paint, mask.astype(np.float32) / np.float32(255)


def _warped(
    picture: Picture, outline: NDArray[np.float64], size: tuple[int, int]
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """A cut-out in its place: paint (h, w, 3) and opacity (h, w)."""
    height, width = picture.shape[:2]
    shrink = float(np.linalg.norm(outline[1] - outline[0])) / width
    if shrink < 0.7:  # average before sampling
        width, height = max(2, round(width * shrink)), max(2, round(height * shrink))
        picture = np.asarray(
            cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8
        )
    own = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    warp = cv2.getPerspectiveTransform(own, (outline - 0.5).astype(np.float32))
    layer = cv2.warpPerspective(picture, warp, size, flags=cv2.INTER_LINEAR).astype(np.float32)
    return layer[..., :3], layer[..., 3] / np.float32(255)
