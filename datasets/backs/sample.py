"""Samples designs as card makers do: a fine field, a frame, and something in the middle."""

from dataclasses import replace

from numpy.random import Generator

from datasets.backs.design import (
    HEIGHT_PX,
    PX_PER_MM,
    WIDTH_PX,
    BackDesign,
    Emblem,
    Family,
    Motif,
    Panel,
    Rim,
    Shape,
    Tone,
)
from datasets.backs.palette import sample_palette
from datasets.backs.stencils import Stencils, builtin_stencils

# How often each family is the field. Fine printed patterns and scrolls are what most decks have.
_SHARES: dict[Family, float] = {
    Family.LATTICE: 9,
    Family.DIAMONDS: 6,
    Family.DOTS: 5,
    Family.STRIPES: 3,
    Family.CHECKS: 3,
    Family.TARTAN: 3,
    Family.SCALES: 5,
    Family.CHEVRONS: 3,
    Family.WEAVE: 3,
    Family.STAMPS: 8,
    Family.TILES: 9,
    Family.KALEIDOSCOPE: 8,
    Family.GUILLOCHE: 5,
    Family.SPIROGRAPH: 3,
    Family.RAYS: 3,
    Family.FRAMES: 4,
    Family.SCROLLS: 13,
    Family.TEXT: 6,
    Family.PLAIN: 5,
    Family.LOGO: 4,
    Family.CLOUDS: 3,
    Family.LANDSCAPE: 2,
    Family.POLYGONS: 3,
    Family.BUBBLES: 2,
}
_PICTURES = frozenset({Family.CLOUDS, Family.LANDSCAPE, Family.POLYGONS, Family.BUBBLES})
_QUIET = frozenset({Family.PLAIN, Family.LOGO})
_PANEL_FAMILIES = (
    Family.LATTICE,
    Family.DIAMONDS,
    Family.DOTS,
    Family.SCALES,
    Family.STAMPS,
    Family.KALEIDOSCOPE,
    Family.SCROLLS,
    Family.CHECKS,
    Family.TILES,
)
_FIGURES = frozenset(
    {Family.SCROLLS, Family.TEXT, Family.STAMPS, Family.KALEIDOSCOPE, Family.SPIROGRAPH}
)
_BARE_SHARE = 0.3
"""Of figures: printed on bare paper without a frame, so that no edge of a card shows but its own.
They are the hardest to count."""

_BORDERED_SHARE = 0.65
_ONE_WAY_SHARE = {Family.CLOUDS: 0.9, Family.LANDSCAPE: 0.7, Family.LOGO: 0.5, Family.BUBBLES: 0.5}


def sample_design(rng: Generator, stencils: Stencils | None = None) -> BackDesign:
    """A back's design; more than half have a border, five in six the half-turn symmetry."""
    known = stencils if stencils is not None else builtin_stencils()
    families = list(_SHARES)
    total = sum(_SHARES.values())
    shares = [_SHARES[family] / total for family in families]
    field = _motif(rng, families[int(rng.choice(len(families), p=shares))], known)
    bare = field.family in _FIGURES and rng.random() < _BARE_SHARE
    bordered = not bare and rng.random() < _BORDERED_SHARE
    border = float(rng.uniform(2.0, 6.0) * PX_PER_MM) if bordered else 0.0
    rounded = float(rng.choice([0, 0, 6, 14, 24])) if bordered else 0.0
    busy = field.family not in _QUIET and field.family not in _PICTURES
    panel = _panel(rng, known, border) if busy and rng.random() < 0.3 else None
    emblems = _emblems(rng, known) if busy and rng.random() < 0.45 else ()
    corners = _corner(rng, known, border) if busy and rng.random() < 0.25 else None
    opacity = float(rng.choice([1.0, 1.0, 1.0, rng.uniform(0.25, 0.8)])) if busy else 1.0
    one_way = _ONE_WAY_SHARE.get(field.family, 0.08)
    palette = sample_palette(rng)
    return BackDesign(
        palette=replace(palette, ground=palette.border) if bare else palette,
        field=field,
        field_opacity=opacity,
        inverted=not bare and bool(rng.random() < (0.9 if field.family in _QUIET else 0.5)),
        border_px=border,
        round_px=rounded,
        rims=_rims(rng, border),
        panel=panel,
        corners=corners,
        emblems=emblems,
        half_turn=bool(rng.random() >= one_way),
    )


def recolour(design: BackDesign, rng: Generator) -> BackDesign:
    """The same design in another palette, as the second deck of a pair is."""
    return replace(design, palette=sample_palette(rng))


def _motif(rng: Generator, family: Family, stencils: Stencils) -> Motif:
    """A motif whose cell is 1 to 6 mm, rarely larger."""
    cell_mm = float(rng.uniform(1.0, 6.0)) if rng.random() < 0.85 else float(rng.uniform(6, 14))
    names = sorted(stencils.tiles) if family is Family.TILES else []
    if names:
        cell_mm = max(2.5, cell_mm * 2)  # a tile holds several shapes
    if family in (Family.KALEIDOSCOPE, Family.TARTAN, Family.SCROLLS):
        cell_mm *= 1.8
    names = names or sorted(stencils.ornaments)
    turn = float(rng.choice([0, 0, 0, 45, 45, 90, 30, 60, rng.uniform(0, 180)]))
    if family in (Family.SCALES, Family.TILES) and rng.random() < 0.8:
        turn = float(rng.choice([0, 90]))
    return Motif(
        family=family,
        cell_px=cell_mm * PX_PER_MM,
        turn_deg=turn,
        weight=float(rng.uniform(0.05, 0.95)),
        seed=int(rng.integers(2**31)),
        stencil=names[int(rng.integers(len(names)))],
    )


def _rims(rng: Generator, border_px: float) -> tuple[Rim, ...]:
    """Lines at the field's edge and some way in; borderless backs have few."""
    rims: list[Rim] = []
    if border_px and rng.random() < 0.4:
        rims.append(Rim(border_px, float(rng.uniform(1.5, 5)), _tone(rng)))
    inset = border_px
    shares = (0.5, 0.25, 0.15, 0.1) if border_px else (0.8, 0.1, 0.06, 0.04)
    for _ in range(int(rng.choice(4, p=shares))):
        inset += float(rng.uniform(5, 16))
        rims.append(Rim(inset, float(rng.choice([1.5, 2.5, 4, 7])), _tone(rng)))
    if border_px > 24 and rng.random() < 0.15:  # a hairline within the white border
        rims.append(Rim(border_px - float(rng.uniform(6, 14)), 1.5, Tone.INK))
    return tuple(rims)


def _tone(rng: Generator) -> Tone:
    return (Tone.INK, Tone.INK, Tone.ACCENT, Tone.GROUND, Tone.BORDER)[int(rng.integers(5))]


def _panel(rng: Generator, stencils: Stencils, border_px: float) -> Panel:
    shapes = list(Shape)
    motif = None
    if rng.random() < 0.65:
        family = _PANEL_FAMILIES[int(rng.integers(len(_PANEL_FAMILIES)))]
        motif = _motif(rng, family, stencils)
    inset = border_px + float(rng.uniform(25, 130))
    height = HEIGHT_PX / 2 - inset if rng.random() < 0.6 else float(rng.uniform(60, 250))
    return Panel(
        shape=shapes[int(rng.integers(len(shapes)))],
        half_width_px=max(50.0, WIDTH_PX / 2 - inset),
        half_height_px=max(50.0, height),
        fill=Tone.GROUND if rng.random() < 0.7 else _tone(rng),
        line=Tone.INK if rng.random() < 0.7 else _tone(rng),
        line_px=float(rng.uniform(1.5, 7)),
        motif=motif,
    )


def _emblems(rng: Generator, stencils: Stencils) -> tuple[Emblem, ...]:
    """A medallion in the centre, a pair above and below, or both."""
    kind = rng.choice(["centre", "centre", "pair", "both"])
    emblems: list[Emblem] = []
    x, y = (WIDTH_PX - 1) / 2, (HEIGHT_PX - 1) / 2
    if kind != "centre":
        away = float(rng.uniform(120, 210))
        above = _emblem(rng, stencils, (x, y - away), float(rng.uniform(35, 85)))
        emblems += [above, replace(above, y_px=y + away, turn_deg=above.turn_deg + 180)]
    if kind != "pair":
        emblems.append(_emblem(rng, stencils, (x, y), float(rng.uniform(45, 150))))
    return tuple(emblems)


def _emblem(rng: Generator, stencils: Stencils, at: tuple[float, float], size_px: float) -> Emblem:
    names = sorted(stencils.ornaments)
    return Emblem(
        x_px=at[0],
        y_px=at[1],
        size_px=size_px,
        petals=int(rng.choice([1, 2, 4, 4, 6, 8, 12])),
        turn_deg=float(rng.choice([0, 0, 22.5, 45, 90])),
        stencil=names[int(rng.integers(len(names)))],
        tone=Tone.INK if rng.random() < 0.75 else Tone.ACCENT,
        plate=Tone.GROUND if rng.random() < 0.7 else None,
    )


def _corner(rng: Generator, stencils: Stencils, border_px: float) -> Emblem:
    size = float(rng.uniform(25, 70))
    at = border_px + size + float(rng.uniform(2, 12))
    return replace(_emblem(rng, stencils, (at, at), size), petals=1)
