"""The four colours of a back, and how they are chosen."""

import colorsys
from dataclasses import dataclass

from numpy.random import Generator

Colour = tuple[int, int, int]  # sRGB


@dataclass(frozen=True, slots=True)
class Palette:
    """Border paper, ground of the printed field, its ink, and a second ink."""

    border: Colour
    ground: Colour
    ink: Colour
    accent: Colour


_PAPERS: tuple[Colour, ...] = (
    (255, 255, 255),
    (252, 252, 250),
    (250, 247, 238),
    (244, 236, 215),
    (238, 240, 243),
)
_METALS: tuple[Colour, ...] = ((201, 164, 82), (176, 178, 184), (184, 115, 72), (222, 195, 130))


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """A colour from hue, saturation and value in 0..1; the hue wraps round."""
    red, green, blue = colorsys.hsv_to_rgb(hue % 1, _unit(saturation), _unit(value))
    return round(red * 255), round(green * 255), round(blue * 255)


def sample_palette(rng: Generator) -> Palette:
    """A palette as decks are printed: most in one ink on white, some dark, pale or bright.

    About 15 % have little contrast between ink and ground.
    """
    border = _PAPERS[int(rng.choice(len(_PAPERS), p=(0.5, 0.2, 0.15, 0.07, 0.08)))]
    kind = rng.choice(_KINDS, p=_KIND_SHARES)
    if kind == "classic":
        ink = hsv(_classic_hue(rng), rng.uniform(0.7, 1), rng.uniform(0.4, 0.85))
        return Palette(border, border, ink, _tint(ink, rng.uniform(0.3, 0.7)))
    if kind == "any hue":
        hue = rng.random()
        ink = hsv(hue, rng.uniform(0.35, 1), rng.uniform(0.25, 0.95))
        accent = hsv(hue + rng.normal(0, 0.12), rng.uniform(0.3, 1), rng.uniform(0.3, 1))
        return Palette(border, _near_white(rng, border), ink, accent)
    if kind == "black and white":
        ink = hsv(rng.random(), rng.uniform(0, 0.15), rng.uniform(0.04, 0.25))
        return Palette(border, border, ink, hsv(0, 0, rng.uniform(0.4, 0.75)))
    if kind == "metal on dark":
        ground = hsv(rng.random(), rng.uniform(0, 0.9), rng.uniform(0.05, 0.35))
        metal = _METALS[int(rng.integers(len(_METALS)))]
        return Palette(_dark_or(border, ground, rng), ground, metal, _tint(metal, 0.4))
    if kind == "two hues":
        hue, step = rng.random(), rng.choice([0.5, 0.33, 0.42, 0.15])
        ground = hsv(hue, rng.uniform(0.4, 1), rng.uniform(0.3, 0.9))
        ink = hsv(hue + step, rng.uniform(0.3, 1), rng.uniform(0.6, 1))
        accent = hsv(hue + rng.uniform(-0.1, 0.6), rng.uniform(0.2, 1), rng.uniform(0.5, 1))
        return Palette(_dark_or(border, ground, rng), ground, ink, accent)
    return _low_contrast(rng, border)


_KINDS = ("classic", "any hue", "black and white", "metal on dark", "two hues", "low contrast")
_KIND_SHARES = (0.3, 0.23, 0.09, 0.09, 0.14, 0.15)


def _low_contrast(rng: Generator, border: Colour) -> Palette:
    """Ink and ground a little apart: tone on tone."""
    hue, saturation = rng.random(), rng.uniform(0, 0.9)
    value = rng.uniform(0.12, 0.97)
    step = rng.uniform(0.08, 0.18) * (1 if value < 0.5 else -1)
    ground = hsv(hue, saturation, value)
    ink = hsv(hue + rng.normal(0, 0.02), saturation + rng.normal(0, 0.06), value + step)
    accent = hsv(hue + rng.normal(0, 0.03), saturation, value - step / 2)
    return Palette(_dark_or(border, ground, rng), ground, ink, accent)


def _classic_hue(rng: Generator) -> float:
    """Red or blue, as two decks of one brand are."""
    return float(rng.choice([0.985, 0.61]) + rng.normal(0, 0.02))


def _near_white(rng: Generator, border: Colour) -> Colour:
    if rng.random() < 0.6:
        return border
    return hsv(rng.random(), rng.uniform(0.02, 0.25), rng.uniform(0.85, 1))


def _dark_or(border: Colour, ground: Colour, rng: Generator) -> Colour:
    """Mostly white paper, sometimes the border is printed in the ground's colour."""
    return ground if rng.random() < 0.25 else border


def _tint(colour: Colour, white: float) -> Colour:
    red, green, blue = (round(part + (255 - part) * white) for part in colour)
    return red, green, blue


def _unit(value: float) -> float:
    return min(1.0, max(0.0, float(value)))
