"""Draws a back's design: field, panel, emblems, border and rims, one after the other."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.backs import periodic, pictorial, radial, scrolls, stamped
from datasets.backs.design import (
    HEIGHT_PX,
    WIDTH_PX,
    BackDesign,
    Emblem,
    Family,
    Motif,
    Panel,
    Shape,
    Tone,
)
from datasets.backs.grid import Coverage, Field, Mask, below, centred, line
from datasets.backs.stencils import Stencils, builtin_stencils

Picture = NDArray[np.float32]  # (700, 500, 3), 0..255, painted over in place


def _plain(_motif: Motif) -> Coverage:
    return np.zeros((HEIGHT_PX, WIDTH_PX), np.float32), None


_FREE: dict[Family, Callable[[Motif], Coverage]] = {
    Family.LATTICE: periodic.lattice,
    Family.DIAMONDS: periodic.diamonds,
    Family.DOTS: periodic.dots,
    Family.STRIPES: periodic.stripes,
    Family.CHECKS: periodic.checks,
    Family.TARTAN: periodic.tartan,
    Family.SCALES: periodic.scales,
    Family.CHEVRONS: periodic.chevrons,
    Family.WEAVE: periodic.weave,
    Family.KALEIDOSCOPE: stamped.kaleidoscope,
    Family.GUILLOCHE: radial.guilloche,
    Family.SPIROGRAPH: radial.spirograph,
    Family.RAYS: radial.rays,
    Family.FRAMES: radial.frames,
    Family.TEXT: stamped.text,
    Family.PLAIN: _plain,
    Family.CLOUDS: pictorial.clouds,
    Family.LANDSCAPE: pictorial.landscape,
    Family.POLYGONS: pictorial.polygons,
    Family.BUBBLES: pictorial.bubbles,
}
_STENCILLED: dict[Family, Callable[[Motif, Stencils], Coverage]] = {
    Family.STAMPS: stamped.stamps,
    Family.TILES: stamped.tiles,
    Family.SCROLLS: scrolls.scrolls,
    Family.LOGO: stamped.logo,
}


def draw_back(design: BackDesign, stencils: Stencils | None = None) -> NDArray[np.uint8]:
    """The back as (700, 500, 3) sRGB, corners square.

    Args:
        design: What to draw.
        stencils: The ornaments and tiles that the design was sampled with; without them
            built-in shapes stand in for those that are missing.
    """
    known = stencils if stencils is not None else builtin_stencils()
    picture = np.empty((HEIGHT_PX, WIDTH_PX, 3), np.float32)
    picture[:] = _colour(design, Tone.GROUND)
    _paint_motif(picture, design, design.field, design.field_opacity, None, known)
    if design.panel is not None:
        _paint_panel(picture, design, design.panel, known)
    for emblem in design.emblems:
        _paint_emblem(picture, design, emblem, known)
    if design.corners is not None:
        for mirrored in _four_corners(design.corners):
            _paint_emblem(picture, design, mirrored, known)
    _paint_border(picture, design)
    drawn = np.clip(np.rint(picture), 0, 255).astype(np.uint8)
    if design.half_turn:
        drawn[HEIGHT_PX // 2 :] = drawn[: HEIGHT_PX // 2][::-1, ::-1]
    return drawn


def _colour(design: BackDesign, tone: Tone) -> NDArray[np.float32]:
    """A tone's colour; inverted designs swap ground and ink."""
    if design.inverted and tone in (Tone.GROUND, Tone.INK):
        tone = Tone.INK if tone is Tone.GROUND else Tone.GROUND
    return np.array(getattr(design.palette, tone.value), np.float32)


def _paint(picture: Picture, mask: Mask, colour: NDArray[np.float32]) -> None:
    picture += mask[..., None] * (colour - picture)


def _paint_motif(
    picture: Picture,
    design: BackDesign,
    motif: Motif,
    opacity: float,
    within: Mask | None,
    stencils: Stencils,
) -> None:
    if motif.family in _FREE:
        ink, accent = _FREE[motif.family](motif)
    else:
        ink, accent = _STENCILLED[motif.family](motif, stencils)
    scale = np.float32(opacity) if within is None else within * np.float32(opacity)
    _paint(picture, ink * scale, _colour(design, Tone.INK))
    if accent is not None:
        _paint(picture, accent * scale, _colour(design, Tone.ACCENT))


def _paint_panel(picture: Picture, design: BackDesign, panel: Panel, stencils: Stencils) -> None:
    distance = _panel_distance(panel)
    within = below(distance, 0, 1)
    _paint(picture, within, _colour(design, panel.fill))
    if panel.motif is not None:
        inner = below(distance, -2 * panel.line_px, 1)
        _paint_motif(picture, design, panel.motif, 1.0, inner, stencils)
    _paint(picture, line(distance, panel.line_px / 2, 1), _colour(design, panel.line))


def _panel_distance(panel: Panel) -> Field:
    """Pixels to the panel's outline, negative inside."""
    x, y = centred()
    a, b = np.float32(panel.half_width_px), np.float32(panel.half_height_px)
    if panel.shape is Shape.OVAL:
        return np.asarray((np.hypot(x / a, y / b) - 1) * min(a, b))
    if panel.shape is Shape.CIRCLE:
        return np.hypot(x, y) - min(a, b)
    if panel.shape is Shape.DIAMOND:
        return np.asarray((np.abs(x) / a + np.abs(y) / b - 1) * (a * b / np.hypot(a, b)))
    if panel.shape is Shape.BAND:
        return np.abs(y) - b
    corner = 0.0 if panel.shape is Shape.RECTANGLE else 0.3 * float(min(a, b))
    return _box_distance(float(a), float(b), corner)


def _box_distance(half_width: float, half_height: float, corner: float) -> Field:
    x, y = centred()
    a, b = np.abs(x) - (half_width - corner), np.abs(y) - (half_height - corner)
    outside = np.hypot(np.maximum(a, 0), np.maximum(b, 0))
    return outside + np.minimum(np.maximum(a, b), 0) - np.float32(corner)


def _four_corners(corner: Emblem) -> list[Emblem]:
    """The upper left emblem and its mirror images; negative sizes mirror the ornament."""
    return [
        Emblem(x, y, corner.size_px, sign, turn, corner.stencil, corner.tone, corner.plate)
        for x, y, sign, turn in (
            (corner.x_px, corner.y_px, 1, corner.turn_deg),
            (WIDTH_PX - 1 - corner.x_px, corner.y_px, -1, -corner.turn_deg),
            (corner.x_px, HEIGHT_PX - 1 - corner.y_px, -1, 180 - corner.turn_deg),
            (WIDTH_PX - 1 - corner.x_px, HEIGHT_PX - 1 - corner.y_px, 1, 180 + corner.turn_deg),
        )
    ]


def _paint_emblem(picture: Picture, design: BackDesign, emblem: Emblem, stencils: Stencils) -> None:
    ornament = stencils.ornament(emblem.stencil)
    inked = np.zeros((HEIGHT_PX, WIDTH_PX), np.uint8)
    if emblem.plate is not None:
        centre = (round(emblem.x_px * 16), round(emblem.y_px * 16))
        cv2.circle(inked, centre, round(emblem.size_px * 18), 255, -1, cv2.LINE_AA, shift=4)
        _paint_box(picture, inked, _colour(design, emblem.plate))
        inked[:] = 0
    mirror = -1.0 if emblem.petals < 0 else 1.0
    petals = max(1, emblem.petals)
    reach = emblem.size_px if petals == 1 else emblem.size_px / 2
    for petal in range(petals):
        turn = emblem.turn_deg + 360 * petal / petals
        away = 0.0 if petals == 1 else reach
        angle = np.deg2rad(turn)
        at = (emblem.x_px + away * np.sin(angle), emblem.y_px - away * np.cos(angle))
        stamped.fill_ornament(inked, ornament, at, (mirror * reach, reach), turn)
    _paint_box(picture, inked, _colour(design, emblem.tone))


def _paint_box(picture: Picture, inked: NDArray[np.uint8], colour: NDArray[np.float32]) -> None:
    """Paint where the mask is inked, touching only its bounding box."""
    left, top, width, height = cv2.boundingRect(inked)
    window = np.s_[top : top + height, left : left + width]
    _paint(picture[window], inked[window].astype(np.float32) / np.float32(255), colour)


def _paint_border(picture: Picture, design: BackDesign) -> None:
    half_width, half_height = WIDTH_PX / 2, HEIGHT_PX / 2
    if design.border_px > 0:
        inset = design.border_px
        distance = _box_distance(half_width - inset, half_height - inset, design.round_px)
        _paint(picture, 1 - below(distance, 0, 1), _colour(design, Tone.BORDER))
    for rim in design.rims:
        corner = max(0.0, design.round_px + design.border_px - rim.inset_px)
        distance = _box_distance(half_width - rim.inset_px, half_height - rim.inset_px, corner)
        _paint(picture, line(distance, rim.width_px / 2, 1), _colour(design, rim.tone))
