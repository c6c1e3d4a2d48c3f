"""Ornaments and seamless patterns for drawn backs, turned into plain shapes for the cache."""

import json
import re
import urllib.parse
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.art.packages import HERO_PATTERNS, TEXLIVE_PICTURES
from datasets.art.svg_decks import read_rgba

_CURVE_STEPS = 8
_TILE_SIDE_PX = 192
_PATTERN = re.compile(r'"([a-z0-9-]+)": `url\("data:image/svg\+xml,(.*?)"\)`')
_ARGUMENTS = {"\\m": 2, "\\l": 2, "\\c": 6}  # move, line, cubic curve of pgfornament's files

Points = list[tuple[float, float]]


def write_stencils(unpacked: Path, cache: Path) -> tuple[int, int]:
    """Write `stencils/ornaments.json` and one PNG per pattern; how many of each."""
    folder = cache / "stencils"
    folder.mkdir(parents=True, exist_ok=True)
    root = TEXLIVE_PICTURES.folder(unpacked) / "usr/share/texlive/texmf-dist/tex/generic"
    ornaments = {}
    for file in sorted((root / "pgfornament").glob("*/*.pgf")):
        outlines = read_ornament(file.read_text(errors="replace"))
        if outlines:
            ornaments[f"pgf-{file.stem}"] = outlines
    (folder / "ornaments.json").write_text(json.dumps(ornaments))
    bundle = HERO_PATTERNS.folder(unpacked) / "package/dist/index.mjs"
    found = _PATTERN.findall(bundle.read_text()) if bundle.is_file() else []
    for name, quoted in found:
        tile = pattern_tile(urllib.parse.unquote(quoted))
        cv2.imwrite(str(folder / f"hero-{name}.png"), tile)
    return len(ornaments), len(found)


def read_ornament(text: str) -> list[list[list[float]]]:
    """The outlines of a pgfornament file, x right and y down, fitted into -1..1; [] if empty."""
    outlines: list[Points] = []
    for line in text.splitlines():
        words = line.split("%")[0].split()
        if not words or words[0] not in _ARGUMENTS or len(words) != _ARGUMENTS[words[0]] + 1:
            continue
        numbers = [float(word) for word in words[1:]]
        if words[0] == "\\m":
            outlines.append([(numbers[0], numbers[1])])
        elif words[0] == "\\l" and outlines:
            outlines[-1].append((numbers[0], numbers[1]))
        elif outlines:
            outlines[-1] += _curve(outlines[-1][-1], numbers)
    whole = [np.array(outline) for outline in outlines if len(outline) > 2]
    if not whole:
        return []
    corners = np.concatenate(whole)
    low, high = corners.min(axis=0), corners.max(axis=0)
    half = float((high - low).max()) / 2
    if half < 2.5:
        return []
    flip = np.array((1.0, -1.0))
    return [((o - (low + high) / 2) / half * flip).round(4).tolist() for o in whole]


def _curve(start: tuple[float, float], numbers: list[float]) -> Points:
    """Points of a cubic Bezier curve after its start."""
    a, b, c, d = np.array([*start, *numbers]).reshape(4, 2)
    t = np.linspace(0, 1, _CURVE_STEPS + 1)[1:, None]
    points = a * (1 - t) ** 3 + 3 * b * t * (1 - t) ** 2 + 3 * c * t**2 * (1 - t) + d * t**3
    return [(float(x), float(y)) for x, y in points]


def pattern_tile(svg: str) -> NDArray[np.uint8]:
    """The ink coverage of one seamless pattern."""
    import cairosvg  # of the extra `art`

    inked = svg.replace("FILLCOLOR", "black").replace("FILLOPACITY", "1")
    side = max(float(n) for n in re.findall(r"(?:width|height)='([\d.]+)'", inked)[:2])
    png = cairosvg.svg2png(inked.encode(), scale=_TILE_SIDE_PX / side)
    return np.asarray(read_rgba(png)[..., 3], np.uint8)
