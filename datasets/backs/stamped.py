"""Fields of small shapes repeated: stamped ornaments, seamless tiles, kaleidoscopes, words."""

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from datasets.backs.design import HEIGHT_PX, WIDTH_PX, Motif
from datasets.backs.grid import Coverage, Mask, cells
from datasets.backs.stencils import Ornament, Stencils

_TILE_PX = 96


def fill_ornament(
    canvas: NDArray[np.uint8],
    ornament: Ornament,
    centre: tuple[float, float],
    size: tuple[float, float],
    turn_deg: float,
) -> None:
    """Ink an ornament onto a mask in place; `size` is its half extent, negative mirrors."""
    turn = np.deg2rad(turn_deg)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    outlines = [(o * size) @ matrix.T + centre for o in ornament]
    fixed = [np.rint(outline * 16).astype(np.int32) for outline in outlines]
    cv2.fillPoly(canvas, fixed, 255, cv2.LINE_AA, shift=4)


def repeat(tile: NDArray[np.uint8], motif: Motif, aspect: float = 1.0) -> Mask:
    """The tile repeated over the canvas, one tile per cell, its middle at the card's centre."""
    u, v = cells(motif)
    height, width = tile.shape
    shrink = motif.cell_px * max(1.0, aspect) / max(width, height)
    if shrink < 0.6:  # averaged first, or fine lines would break up
        small = (max(4, round(width * shrink)), max(4, round(height * shrink)))
        tile = np.asarray(cv2.resize(tile, small, interpolation=cv2.INTER_AREA), np.uint8)
        height, width = tile.shape
    x = np.mod(u + 0.5, 1) * np.float32(width) - np.float32(0.5)
    y = np.mod(v / np.float32(aspect) + 0.5, 1) * np.float32(height) - np.float32(0.5)
    drawn = cv2.remap(tile, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
    return np.asarray(drawn, np.float32) / np.float32(255)


def stamps(motif: Motif, stencils: Stencils) -> Coverage:
    """An ornament in each cell, and often another one or the same between the cells."""
    rng = default_rng(motif.seed)
    tile = np.zeros((_TILE_PX, _TILE_PX), np.uint8)
    second = np.zeros_like(tile)
    size = _TILE_PX * (0.16 + 0.16 * motif.weight)
    first = stencils.ornament(motif.stencil)
    mid, turn = (_TILE_PX - 1) / 2, float(rng.choice([0, 0, 45, 90]))
    fill_ornament(tile, first, (mid, mid), (size, size), turn)
    other, kind = first, rng.random()
    if kind < 0.4:
        names = sorted(stencils.ornaments)
        other = stencils.ornament(names[int(rng.integers(len(names)))])
    if kind < 0.8:
        onto = second if rng.random() < 0.3 else tile
        small = size * rng.uniform(0.5, 1)
        for x in (0, _TILE_PX):
            for y in (0, _TILE_PX):
                fill_ornament(onto, other, (x - 0.5, y - 0.5), (small, small), turn)
    ink = repeat(tile, motif)
    return ink, repeat(second, motif) if second.any() else None


def tiles(motif: Motif, stencils: Stencils) -> Coverage:
    """A seamless tile of the art cache; without one, stamped ornaments."""
    tile = stencils.tiles.get(motif.stencil)
    if tile is None:
        return stamps(motif, stencils)
    return repeat(tile, motif, tile.shape[0] / tile.shape[1]), None


def kaleidoscope(motif: Motif) -> Coverage:
    """A tile of random strokes mirrored eightfold, as inlays and Moorish tiles are."""
    rng = default_rng(motif.seed)
    side = 2 * _TILE_PX
    wedge = np.zeros((side, side), np.uint8)
    for _ in range(int(rng.integers(3, 7))):
        _stroke(wedge, rng, motif.weight)
    symmetric = np.maximum(wedge, wedge.T)
    half = symmetric[: side // 2, : side // 2]
    top = np.hstack([half, half[:, ::-1]])
    tile = np.vstack([top, top[::-1]])
    return repeat(np.ascontiguousarray(tile), motif), None


def _stroke(canvas: NDArray[np.uint8], rng: Generator, weight: float) -> None:
    """One line, ring, disc or polygon in the upper left quarter."""
    reach = canvas.shape[0] // 2
    thick = 2 + round(8 * weight)
    points = rng.integers(0, reach, (4, 2)).astype(np.int32)
    kind = rng.integers(4)
    if kind == 0:
        cv2.polylines(canvas, [points[:3]], False, 255, thick, cv2.LINE_AA)
    elif kind == 1:
        cv2.circle(canvas, points[0].tolist(), int(rng.integers(8, 60)), 255, thick, cv2.LINE_AA)
    elif kind == 2:
        cv2.circle(canvas, points[0].tolist(), int(rng.integers(3, 18)), 255, -1, cv2.LINE_AA)
    else:
        cv2.fillPoly(canvas, [points[:3]], 255, cv2.LINE_AA)


_WORDS = (
    "NERTZ",
    "ACE",
    "Royal",
    "LUCKY 7",
    "CLUB",
    "Casino",
    "GRAND",
    "POKER",
    "Bistro",
    "HOTEL",
    "1889",
    "No. 52",
    "Summit",
    "RIVER",
    "Delta Air",
    "ORION",
    "Cafe Luna",
    "K & Q",
    "&",
    "X",
    "A",
    "R",
)
_FONTS = (
    cv2.FONT_HERSHEY_SIMPLEX,
    cv2.FONT_HERSHEY_DUPLEX,
    cv2.FONT_HERSHEY_COMPLEX,
    cv2.FONT_HERSHEY_TRIPLEX,
    cv2.FONT_HERSHEY_SCRIPT_COMPLEX,
    cv2.FONT_HERSHEY_SCRIPT_SIMPLEX,
)


def lettering(rng: Generator, weight: float) -> NDArray[np.uint8]:
    """A word as a mask, cropped to its letters."""
    word = _WORDS[int(rng.integers(len(_WORDS)))]
    font = _FONTS[int(rng.integers(len(_FONTS)))]
    thick = 2 + round(5 * weight)
    (width, height), base = cv2.getTextSize(word, font, 2.5, thick)
    canvas = np.zeros((height + base + 20, width + 20), np.uint8)
    cv2.putText(canvas, word, (10, height + 8), font, 2.5, 255, thick, cv2.LINE_AA)
    rows, columns = np.flatnonzero(canvas.any(axis=1)), np.flatnonzero(canvas.any(axis=0))
    return canvas[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def text(motif: Motif) -> Coverage:
    """Rows of one word, every other row shifted."""
    rng = default_rng(motif.seed)
    word = lettering(rng, motif.weight)
    height, width = word.shape
    gap_x, gap_y = round(height * rng.uniform(0.3, 1.2)), round(height * rng.uniform(0.25, 1.0))
    row = np.zeros((height + gap_y, width + gap_x), np.uint8)
    row[gap_y // 2 : gap_y // 2 + height, gap_x // 2 : gap_x // 2 + width] = word
    shifted = np.roll(row, row.shape[1] // 2 if rng.random() < 0.7 else 0, axis=1)
    tile = np.vstack([row, shifted])
    letters = motif.cell_px * width / height * rng.uniform(0.4, 0.8)
    spread = Motif(motif.family, max(24.0, letters), motif.turn_deg, motif.weight, motif.seed)
    return repeat(tile, spread, tile.shape[0] / tile.shape[1]), None


def logo(motif: Motif, stencils: Stencils) -> Coverage:
    """A word or an ornament in the middle of a plain field, alone or above and below."""
    rng = default_rng(motif.seed)
    canvas = np.zeros((HEIGHT_PX, WIDTH_PX), np.uint8)
    middles = rng.choice([1, 1, 2])
    for place in range(middles):
        y = HEIGHT_PX / 2 if middles == 1 else HEIGHT_PX * (0.3 + 0.4 * place)
        size = rng.uniform(50, 150)
        if rng.random() < 0.6:
            word = lettering(rng, motif.weight)
            _paste(canvas, word, y, rng.uniform(160, 330))
            y += rng.choice([-1, 1]) * (word.shape[0] + size * 0.8)
        if rng.random() < 0.8:
            ornament = stencils.ornament(motif.stencil)
            fill_ornament(canvas, ornament, (WIDTH_PX / 2, y), (size, size), 0)
    return canvas.astype(np.float32) / 255, None


def _paste(canvas: NDArray[np.uint8], word: NDArray[np.uint8], y: float, width: float) -> None:
    """Set a word onto a mask, centred on the height `y`; it is left out where it does not fit."""
    height = min(160, round(word.shape[0] * width / word.shape[1]))
    across = round(word.shape[1] * height / word.shape[0])
    small = cv2.resize(word, (across, height), interpolation=cv2.INTER_AREA)
    top, left = round(y - height / 2), (canvas.shape[1] - across) // 2
    if top >= 0 and top + height <= canvas.shape[0]:
        canvas[top : top + height, left : left + across] = small
