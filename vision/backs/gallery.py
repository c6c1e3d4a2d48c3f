"""Enrolled decks: what a deck's back looks like in strips and whole, and the deck file."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from scoring.errors import DeckError
from vision.backs.descriptor import (
    CARD_HEIGHT_MM,
    PX_PER_MM,
    SIZE,
    Descriptor,
    card_white,
    describe,
    upright_patch,
)

DECK_FILE_VERSION = 1

STRIP_MM = (7.0, 12.0, 20.0)
"""Widths of the strips that are described; a covered card shows something like one of them."""


@dataclass(frozen=True, slots=True)
class Deck:
    """An enrolled deck: its owner's name, and descriptors (n, SIZE) of pieces (n, 2) in mm."""

    name: str
    descriptors: NDArray[np.float32]
    sizes_mm: NDArray[np.float32]


def enrol(
    name: str,
    views: list[tuple[NDArray[np.uint8], NDArray[np.float32], float, float]],
) -> Deck:
    """Enrols a deck from whole backs.

    Each view is a photo (H, W, 3), the outline (4, 2) of one whole back on it, the direction of its
    long axis in radians and the photo's px per mm there.
    """
    descriptors: list[Descriptor] = []
    sizes: list[tuple[float, float]] = []
    for rgb, quad, turn, px_per_mm in views:
        white = card_white(rgb, quad[None])
        card = upright_patch(rgb, quad, turn, px_per_mm)
        for piece in _pieces(card):
            descriptors.append(describe(piece, white))
            sizes.append((piece.shape[1] / PX_PER_MM, piece.shape[0] / PX_PER_MM))
    return Deck(name, np.array(descriptors, np.float32), np.array(sizes, np.float32))


def _pieces(card: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    """The whole back and the strips along its four sides."""
    height, width = card.shape[:2]
    pieces = [card]
    for strip_mm in STRIP_MM:
        strip = max(3, round(strip_mm * PX_PER_MM))
        if strip < width:
            pieces += [card[:, :strip], card[:, width - strip :]]
        if strip < height:
            pieces += [card[:strip], card[height - strip :]]
    return pieces


def save_deck(deck: Deck, file: Path) -> None:
    """Writes a deck file (JSON)."""
    document = {
        "version": DECK_FILE_VERSION,
        "name": deck.name,
        "sizes_mm": np.round(deck.sizes_mm, 2).tolist(),
        "descriptors": np.round(deck.descriptors, 5).tolist(),
    }
    file.write_text(json.dumps(document) + "\n")


def is_deck_file(data: bytes) -> bool:
    """Whether some bytes look like a deck file rather than a photo."""
    return data[:400].lstrip()[:1] == b"{"


def load_deck(data: bytes, name: str, source: str) -> Deck:
    """A deck from a deck file's bytes, under the name given now.

    Raises:
        DeckError: it is no deck file of this version.
    """
    try:
        document = json.loads(data)
        version = document["version"]
        descriptors = np.array(document["descriptors"], np.float32)
        sizes = np.array(document["sizes_mm"], np.float32)
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise DeckError(
            f"{source}, which is not a deck file",
            "a file that `nertz enrol` wrote, or a photo of the deck's back",
            "enrol the deck again",
        ) from error
    fits = descriptors.ndim == 2 and descriptors.shape[1:] == (SIZE,) and len(descriptors)
    finite = np.isfinite(descriptors).all() and np.isfinite(sizes).all()
    if version != DECK_FILE_VERSION or not fits or sizes.shape != (len(descriptors), 2):
        raise DeckError(
            f"a deck file of version {version} in {source}",
            f"version {DECK_FILE_VERSION}",
            "enrol the deck again with this program",
        )
    if not finite:
        raise DeckError(
            f"{source}, a deck file with numbers that are none",
            "finite numbers",
            "enrol the deck again with this program",
        )
    return Deck(name, descriptors, sizes)


def px_per_mm_of(card_length_px: float) -> float:
    """Scale of a photo on which a card is so long."""
    return max(card_length_px, 1.0) / CARD_HEIGHT_MM
