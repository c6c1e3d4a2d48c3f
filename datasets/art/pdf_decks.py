"""JeuxCartes, the vector decks of a TeX package: one PDF per card."""

import re
from functools import partial
from pathlib import Path

import numpy as np

from datasets.art.canvas import DRAW_HEIGHT_PX, Rgba
from datasets.art.packages import TEXLIVE_GAMES
from datasets.art.recipe import Pictures, Recipe

# File names are French: coeur, carreau, pique, trefle; valet, dame, roi; dos; joker noir, rouge.
_SUITS = {"C": "H", "K": "D", "P": "S", "T": "C"}
_RANKS = {"V": "J", "D": "Q", "R": "K"}
_CARD = re.compile(r"(A|10|[2-9VDR])([CKPT])")
_JOKERS = {"JN": "JK1", "JR": "JK2"}
_FRENCH_INDICES = frozenset({"fr"})


def jeuxcartes_name(part: str) -> str | None:
    """The card's name for the last part of a file's name, or None where it is no card.

    >>> jeuxcartes_name("VT"), jeuxcartes_name("10K"), jeuxcartes_name("DosBleu")
    ('JC', '10D', 'back_bleu')
    """
    if match := _CARD.fullmatch(part):
        rank, suit = match.groups()
        return _RANKS.get(rank, rank) + _SUITS[suit]
    if part.startswith("Dos"):
        return f"back_{part[3:].lower()}".rstrip("_")
    return _JOKERS.get(part)


def draw_pdf(file: Path, height_px: int = DRAW_HEIGHT_PX) -> Rgba:
    """A PDF's first page, transparent where nothing is printed."""
    import pypdfium2  # of the extra `art`

    document = pypdfium2.PdfDocument(file)
    try:
        page = document[0]
        bitmap = page.render(
            scale=height_px / page.get_height(),
            fill_color=(255, 255, 255, 0),
            force_bitmap_format=pypdfium2.raw.FPDFBitmap_BGRA,
            rev_byteorder=True,
        )
        return np.array(bitmap.to_numpy(), np.uint8)
    finally:
        document.close()


def _pictures(folder: Path, deck: str) -> Pictures:
    for file in sorted(folder.glob(f"CaJ-PokeR{deck}-*.pdf")):
        name = jeuxcartes_name(file.stem.rsplit("-", 1)[1])
        if name is not None:
            yield name, draw_pdf(file)


def jeuxcartes_recipes(unpacked: Path) -> list[Recipe]:
    """The decks of 52 cards; the one with French indices gives its backs."""
    root = TEXLIVE_GAMES.folder(unpacked)
    folder = root / "usr/share/texlive/texmf-dist/tex/latex/jeuxcartes"
    decks = sorted({file.stem.split("-")[1][5:] for file in folder.glob("CaJ-PokeR*-AC.pdf")})
    return [
        Recipe(
            f"jeuxcartes-{deck}",
            TEXLIVE_GAMES,
            f"jeuxcartes-{deck}",
            partial(_pictures, folder, deck),
            faces=deck not in _FRENCH_INDICES,
        )
        for deck in decks
    ]
