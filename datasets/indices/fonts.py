"""Typefaces for drawn indices: any folder of TrueType and OpenType files will do."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from scoring.errors import DataError

RANK_SIGNS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
NO_SIGN = "\U0010fffe"
"""A code point that no typeface draws, so it shows the sign for what is missing."""

NO_CARD_SIGNS = {
    "d050000l": "dingbats",
    "freeserifbold": "its spade looks like a club",
    "linbiolinum_k": "keys of a keyboard",
    "standardsymbolsps": "greek letters",
}
"""Typefaces that draw something else in the place of ranks or suits, by their file's stem."""

GLYPH_PX = 160
"""Signs are drawn at this size and shrunk to where they are printed."""

Mask = NDArray[np.float32]
"""A sign as opacity in 0..1, cut to its ink."""


@dataclass(frozen=True, slots=True)
class Fonts:
    """The typefaces of a folder: those with all ranks, and among them those with all suits."""

    ranks: tuple[Path, ...]
    suits: tuple[Path, ...]


def load_fonts(folder: Path) -> Fonts:
    """The usable typefaces below a folder, in order of their paths.

    Raises:
        DataError: there is none with suits, or none at all.
    """
    files = sorted(
        file
        for file in folder.rglob("*")
        if file.suffix.lower() in (".ttf", ".otf") and file.stem.lower() not in NO_CARD_SIGNS
    )
    ranks = tuple(file for file in files if _draws(file, RANK_SIGNS))
    suits = tuple(file for file in ranks if _draws(file, tuple(SUIT_SIGNS.values())))
    if not suits:
        raise DataError(
            f"{len(ranks)} typefaces with ranks and none with suits below {folder}",
            "TrueType or OpenType files, some of them with the signs of the four suits",
            "install typefaces such as Debian's fonts-urw-base35, or give /usr/share/fonts",
        )
    return Fonts(ranks, suits)


@lru_cache(maxsize=2000)
def sign(font: Path, text: str) -> Mask:
    """A sign of a typeface, cut to its ink."""
    mask = _drawn(ImageFont.truetype(str(font), GLYPH_PX), text)
    ys, xs = np.nonzero(mask > 0.3)
    return np.asarray(mask[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1], np.float32)


def resized(mask: Mask, width: float, height: float) -> Mask:
    """A sign at another size in px, at least one pixel."""
    size = (max(1, round(width)), max(1, round(height)))
    return np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.float32)


def _drawn(font: ImageFont.FreeTypeFont, text: str) -> Mask:
    left, top, right, bottom = font.getbbox(text)
    size = (max(1, int(right - left) + 8), max(1, int(bottom - top) + 8))
    picture = Image.new("L", size)
    ImageDraw.Draw(picture).text((4 - left, 4 - top), text, font=font, fill=255)
    return np.asarray(picture, np.float32) / np.float32(255)


def _draws(file: Path, texts: tuple[str, ...]) -> bool:
    """Whether a typeface has a sign of its own, not too thin, for each text."""
    try:
        font = ImageFont.truetype(str(file), 40)
        masks = [_drawn(font, text) for text in (*texts, NO_SIGN)]
    except OSError:
        return False
    ink = [float((mask > 0.5).sum()) for mask in masks[:-1]]
    return min(ink) > 20 and len({mask.tobytes() for mask in masks}) == len(masks)
