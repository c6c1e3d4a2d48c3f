"""The data of a drawn back: everything that decides its picture."""

from dataclasses import dataclass
from enum import StrEnum

from datasets.backs.palette import Palette

WIDTH_PX = 500
HEIGHT_PX = 700
PX_PER_MM = 7.94  # 63 x 88 mm on 500 x 700 px; the two axes differ by 0.2 %


class Family(StrEnum):
    """What fills the printed field."""

    LATTICE = "lattice"
    DIAMONDS = "diamonds"
    DOTS = "dots"
    STRIPES = "stripes"
    CHECKS = "checks"
    TARTAN = "tartan"
    SCALES = "scales"
    CHEVRONS = "chevrons"
    WEAVE = "weave"
    STAMPS = "stamps"
    TILES = "tiles"
    KALEIDOSCOPE = "kaleidoscope"
    GUILLOCHE = "guilloche"
    SPIROGRAPH = "spirograph"
    RAYS = "rays"
    FRAMES = "frames"
    SCROLLS = "scrolls"
    TEXT = "text"
    PLAIN = "plain"
    LOGO = "logo"
    CLOUDS = "clouds"
    LANDSCAPE = "landscape"
    POLYGONS = "polygons"
    BUBBLES = "bubbles"


class Tone(StrEnum):
    """An entry of the palette."""

    BORDER = "border"
    GROUND = "ground"
    INK = "ink"
    ACCENT = "accent"


class Shape(StrEnum):
    """The outline of a panel."""

    RECTANGLE = "rectangle"
    ROUNDED = "rounded"
    OVAL = "oval"
    DIAMOND = "diamond"
    CIRCLE = "circle"
    BAND = "band"


@dataclass(frozen=True, slots=True)
class Motif:
    """One pattern: its family, the size of its cell, its turn, its weight, and a seed.

    `weight` in 0..1 is how much of a cell is inked. `seed` decides the details that have no name;
    `stencil` names an ornament or tile.
    """

    family: Family
    cell_px: float
    turn_deg: float
    weight: float
    seed: int
    stencil: str = ""


@dataclass(frozen=True, slots=True)
class Rim:
    """A line along the card's edge."""

    inset_px: float
    width_px: float
    tone: Tone


@dataclass(frozen=True, slots=True)
class Panel:
    """A shape in the middle of the field with a filling and a pattern of its own."""

    shape: Shape
    half_width_px: float
    half_height_px: float
    fill: Tone
    line: Tone
    line_px: float
    motif: Motif | None


@dataclass(frozen=True, slots=True)
class Emblem:
    """An ornament repeated around a point; all emblems are repeated by the half-turn."""

    x_px: float
    y_px: float
    size_px: float
    petals: int
    turn_deg: float
    stencil: str
    tone: Tone
    plate: Tone | None


@dataclass(frozen=True, slots=True)
class BackDesign:
    """A card's back. The same design always gives the same picture.

    `half_turn` backs look the same upside down. Frames and corners are measured in pixels of the
    500 x 700 canvas, `border_px` from the card's edge to the printed field.
    """

    palette: Palette
    field: Motif
    field_opacity: float
    inverted: bool
    border_px: float
    round_px: float
    rims: tuple[Rim, ...]
    panel: Panel | None
    corners: Emblem | None
    emblems: tuple[Emblem, ...]
    half_turn: bool
