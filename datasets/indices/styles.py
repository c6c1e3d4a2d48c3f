"""Drawn indices: rank above suit in many typefaces, sizes and inks, laid over a deck's faces."""

import colorsys
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.indices.fonts import SUIT_SIGNS, Fonts, Mask, resized, sign

Picture = NDArray[np.uint8]
Place = tuple[float, float, float, float]
Ink = tuple[int, int, int]

FACE_PX = (500, 700)
PX_PER_MM = 500 / 63.5
JOKER = "JK"


@dataclass(frozen=True, slots=True)
class IndexStyle:
    """How the indices of one deck look; lengths in mm on a poker card.

    `squeeze` and `suit_squeeze` are the widths of rank and suit against how their typefaces draw
    them, `suit_share` the height of the suit against the rank's. `inks` are the colours of spades,
    hearts, diamonds and clubs. `corners` is two or four.
    """

    rank_font: Path
    suit_font: Path
    rank_mm: float
    suit_share: float
    squeeze: float
    suit_squeeze: float
    inset_x_mm: float
    inset_y_mm: float
    gap_mm: float
    inks: tuple[Ink, Ink, Ink, Ink]
    corners: int


def sample_style(rng: np.random.Generator, fonts: Fonts) -> IndexStyle:
    """A deck's indices: mostly as on usual cards, one in four big."""
    big = rng.random() < 0.25
    upright = [f for f in fonts.ranks if not _is_slanted(f)] or list(fonts.ranks)
    slanted = [f for f in fonts.ranks if _is_slanted(f)]
    chosen = slanted if slanted and rng.random() < 0.1 else upright
    return IndexStyle(
        rank_font=chosen[int(rng.integers(len(chosen)))],
        suit_font=fonts.suits[int(rng.integers(len(fonts.suits)))],
        rank_mm=float(rng.uniform(10, 17) if big else rng.uniform(4.5, 10)),
        suit_share=float(rng.uniform(0.5, 1.0)),
        squeeze=float(rng.uniform(0.55, 1.05)),
        suit_squeeze=float(rng.uniform(0.8, 1.1)),
        inset_x_mm=float(rng.uniform(1.0, 3.2)),
        inset_y_mm=float(rng.uniform(1.2, 5.0)),
        gap_mm=float(rng.uniform(0.2, 2.0)),
        inks=_sample_inks(rng),
        corners=4 if rng.random() < 0.12 else 2,
    )


def draw_index(style: IndexStyle, code: str) -> tuple[Mask, Ink]:
    """One index as opacity (h, w), at the scale of a flat face, and its ink."""
    width_limit = 0.36 * FACE_PX[0]
    if code.startswith(JOKER):
        letters = [_rank(style, letter, 0.62, width_limit) for letter in "JOKER"]
        return _stacked(letters, 0.4 * PX_PER_MM), style.inks[1]
    rank = _rank(style, code[:-1], 1.0, width_limit)
    height = style.rank_mm * style.suit_share * PX_PER_MM
    suit = sign(style.suit_font, SUIT_SIGNS[code[-1]])
    across = height * suit.shape[1] / suit.shape[0] * style.suit_squeeze
    suit = resized(suit, min(across, width_limit), height)
    ink = style.inks[list(SUIT_SIGNS).index(code[-1])]
    return _stacked([rank, suit], style.gap_mm * PX_PER_MM), ink


def print_index(
    face: Picture, style: IndexStyle, code: str, cleared: tuple[Place | None, Place | None]
) -> tuple[Picture, Place]:
    """A face with its indices replaced by those of a style, and where one now lies.

    Args:
        face: flat picture of a card.
        style: of the new indices.
        code: the card's, such as `10S`, or `JK1`.
        cleared: where the face's own indices lie, read upright and turned by half.
    """
    picture = np.asarray(cv2.resize(face, FACE_PX, interpolation=cv2.INTER_AREA), np.float32)
    paper = np.median(picture[::9, ::7].reshape(-1, 3), axis=0).astype(np.float32)
    mask, ink = draw_index(style, code)
    height, width = mask.shape
    x, y = round(style.inset_x_mm * PX_PER_MM), round(style.inset_y_mm * PX_PER_MM)
    for end in range(2):
        own = cleared[end]
        if own is not None:
            _clear(picture, own, paper)
        _clear(picture, (0, 0, (x + width + 8) / 500, (y + height + 8) / 700), paper)
        _print(picture, mask, ink, x, y)
        if style.corners == 4:
            x2 = FACE_PX[0] - x - width
            far = (1 - (x + width + 8) / 500, 0, 1, (y + height + 8) / 700)
            _clear(picture, far, paper)
            _print(picture, mask, ink, x2, y)
        picture = np.ascontiguousarray(picture[::-1, ::-1])
    place = (
        max(x - 4, 0) / 500,
        max(y - 4, 0) / 700,
        (x + width + 4) / 500,
        (y + height + 4) / 700,
    )
    return np.asarray(np.clip(picture, 0, 255), np.uint8), place


def _rank(style: IndexStyle, text: str, share: float, width_limit: float) -> Mask:
    mask = sign(style.rank_font, text)
    height = style.rank_mm * share * PX_PER_MM
    squeeze = style.squeeze * (0.8 if text == "10" else 1.0)
    return resized(mask, min(mask.shape[1] / mask.shape[0] * height * squeeze, width_limit), height)


def _stacked(signs: list[Mask], gap_px: float) -> Mask:
    """Signs below each other, centred."""
    width, gap = max(s.shape[1] for s in signs), max(1, round(gap_px))
    height = sum(s.shape[0] for s in signs) + gap * (len(signs) - 1)
    out = np.zeros((height, width), np.float32)
    y = 0
    for mask in signs:
        x = (width - mask.shape[1]) // 2
        out[y : y + mask.shape[0], x : x + mask.shape[1]] = mask
        y += mask.shape[0] + gap
    return out


def _clear(picture: NDArray[np.float32], place: Place, paper: NDArray[np.float32]) -> None:
    x0, y0, x1, y1 = place
    rows = slice(int(y0 * FACE_PX[1]), int(y1 * FACE_PX[1]) + 1)
    picture[rows, int(x0 * FACE_PX[0]) : int(x1 * FACE_PX[0]) + 1] = paper


def _print(picture: NDArray[np.float32], mask: Mask, ink: Ink, x: int, y: int) -> None:
    here = picture[y : y + mask.shape[0], x : x + mask.shape[1]]
    mask = mask[: here.shape[0], : here.shape[1], None]
    here += (np.array(ink, np.float32) - here) * mask


def _is_slanted(font: Path) -> bool:
    return any(word in font.stem.lower() for word in ("ital", "obliq", "slant"))


def _sample_inks(rng: np.random.Generator) -> tuple[Ink, Ink, Ink, Ink]:
    """Red and black as a rule; four colours or any two, so that colour alone never tells."""
    black, red = _ink(rng, 0.0, 0.0, (0.02, 0.22)), _ink(rng, 0.0, 0.9, (0.6, 0.92))
    draw = rng.random()
    if draw < 0.6:
        return black, red, red, black
    blue, green = _ink(rng, 0.62, 0.85, (0.4, 0.9)), _ink(rng, 0.38, 0.85, (0.3, 0.65))
    if draw < 0.75:
        return black, red, blue, green
    inks = [_ink(rng, float(rng.random()), 0.85, (0.15, 0.75)) for _ in range(4)]
    if draw < 0.88:
        return inks[0], inks[1], inks[1], inks[0]
    return inks[0], inks[1], inks[2], inks[3]


def _ink(
    rng: np.random.Generator, hue: float, saturation: float, value: tuple[float, float]
) -> Ink:
    rgb = colorsys.hsv_to_rgb((hue + rng.normal(0, 0.025)) % 1, saturation, rng.uniform(*value))
    return int(255 * rgb[0]), int(255 * rgb[1]), int(255 * rgb[2])
