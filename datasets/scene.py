"""What a scene is: plain values, in mm on the table, that rendering draws without a choice.

The table is the plane z = 0 with x to the right and y down, so that angles turn clockwise as they
do in pictures. A camera is the homography from that plane to picture pixels.
"""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from scoring.reading import Side

Homography = NDArray[np.float64]

Gains = tuple[float, float, float]

NO_GAINS: Gains = (1.0, 1.0, 1.0)
"""Of red, green and blue."""


@dataclass(frozen=True, slots=True)
class CardLook:
    """How the cards of one deck are made: size and corner radius in mm, and their edges.

    `edge_tone` is the grey of the thin line along the card's outline (None: no line), `gloss` how
    far brightness may run across one card (fraction), `wear_fraction` how worn edges and face are.
    """

    width_mm: float = 63.5
    height_mm: float = 88.9
    corner_mm: float = 3.0
    edge_tone: int | None = None
    edge_opacity: float = 0.5
    gloss: float = 0.04
    wear_fraction: float = 0.0


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """One card on the table: where its centre lies, how it is turned, which side is up.

    `art` names the picture of that side in the sampler's art, `shade` is the gain of the whole
    card, `tilt_shade` the change of brightness across it along `tilt_deg`. `sunk_mm`, where it is
    not None, is the distance from the centre of a line beyond which the card dips under the cards
    below it, `sunk_deg` that line's direction: bent cards cut through each other like this.
    """

    x_mm: float
    y_mm: float
    angle_deg: float
    side: Side
    art: str
    look: CardLook
    pile: int
    shade: float = 1.0
    tilt_shade: float = 0.0
    tilt_deg: float = 0.0
    sunk_mm: float | None = None
    sunk_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Clutter:
    """Something that is not a card: an outline in mm, a colour, a height for its shadow.

    With `picture`, the name of a cut-out in the sampler's art, the outline is the picture's
    rectangle from its top left, clockwise.
    """

    outline_mm: tuple[tuple[float, float], ...]
    rgb: tuple[int, int, int]
    height_mm: float
    over_cards: bool = False
    lines: int = 0
    picture: str = ""


@dataclass(frozen=True, slots=True)
class Light:
    """The lamp: gains per channel, how it falls off, its shadows and its glare.

    `shadow_mm` is how far a card's shadow reaches, `shadow_blur_mm` how soft it is. Patches are
    `(x, y, radius)` in fractions of the picture with a strength.
    """

    gains: Gains = NO_GAINS
    exposure: float = 1.0
    falloff: float = 0.0
    falloff_deg: float = 0.0
    shadow_deg: float = 45.0
    shadow_mm: float = 0.6
    shadow_blur_mm: float = 0.8
    shadow_opacity: float = 0.35
    dark_patches: tuple[tuple[float, float, float, float], ...] = ()
    glare_patches: tuple[tuple[float, float, float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Sensor:
    """The camera's own marks: coarser pixels, blur, noise, sharpening, compression.

    `coarseness` is how many of the final pixels one sensor pixel is wide (>= 1).
    """

    coarseness: float = 1.0
    blur_px: float = 0.0
    motion_px: float = 0.0
    motion_deg: float = 0.0
    noise: float = 0.0
    blotch: float = 0.0
    sharpen: float = 0.0
    gamma: float = 1.0
    saturation: float = 1.0
    jpeg_quality: int = 90


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything on one picture; cards lowest first.

    `surface_gains` change the colour of the table, channel by channel.
    """

    width_px: int
    height_px: int
    camera: Homography
    surface: str
    surface_turn_deg: float
    surface_mm_per_px: float
    cards: tuple[PlacedCard, ...]
    surface_gains: Gains = NO_GAINS
    clutter: tuple[Clutter, ...] = ()
    light: Light = field(default_factory=Light)
    sensor: Sensor = field(default_factory=Sensor)
    seed: int = 0


def card_corners_mm(card: PlacedCard) -> NDArray[np.float64]:
    """The card's corners in mm on the table: its own top-left, then clockwise."""
    half_w, half_h = card.look.width_mm / 2, card.look.height_mm / 2
    own = np.array([[-half_w, -half_h], [half_w, -half_h], [half_w, half_h], [-half_w, half_h]])
    turn = np.deg2rad(card.angle_deg)
    rotation = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    return np.asarray(own @ rotation.T + (card.x_mm, card.y_mm), np.float64)


def to_pixels(camera: Homography, points_mm: NDArray[np.float64]) -> NDArray[np.float64]:
    """Table points in mm to picture pixels through the camera's homography."""
    homogeneous = np.column_stack([points_mm, np.ones(len(points_mm))]) @ camera.T
    return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:], np.float64)
