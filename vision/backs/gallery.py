"""Enrolled decks: upright pictures of a deck's back, and the deck file that keeps them."""

import base64
import binascii
import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.errors import DeckError
from vision.backs.patch import CARD_MM, PX_PER_MM, Patch, sample_back
from vision.backs.white import card_white

DECK_FILE_VERSION = 2

MAX_PICTURES = 5
"""Pictures of one deck; more teach nothing new."""

LEAST_FRACTION, MOST_FRACTION = 0.75, 1.3
"""Sides of an enrolled picture, against those of a poker card."""

View = tuple[NDArray[np.uint8], NDArray[np.float32], float, float]
"""A photo (H, W, 3), the outline (4, 2) of one whole back on it, the direction of its long axis in
radians, and the photo's px per mm there."""


@dataclass(frozen=True, slots=True, eq=False)
class Deck:
    """An enrolled deck: its owner's name, and its whole back as each photo showed it, upright."""

    name: str
    cards: tuple[Patch, ...]


def enrol(name: str, views: list[View]) -> Deck:
    """Enrols a deck from whole backs."""
    cards = []
    for rgb, quad, turn, px_per_mm in views:
        white = card_white(rgb, quad[None])
        cards.append(sample_back(rgb, quad, turn, px_per_mm, white, trimmed=False).patch)
    return Deck(name, tuple(cards))


def join_decks(name: str, parts: list[Deck]) -> Deck:
    """One deck of all pictures of several."""
    return Deck(name, tuple(card for part in parts for card in part.cards))


def save_deck(deck: Deck, file: Path) -> None:
    """Writes a deck file (JSON with PNG pictures)."""
    document = {
        "version": DECK_FILE_VERSION,
        "name": deck.name,
        "px_per_mm": PX_PER_MM,
        "backs": [_encoded(card) for card in deck.cards],
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
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise _useless(source) from error
    if version != DECK_FILE_VERSION:
        raise DeckError(
            f"a deck file of version {str(version)[:20]} in {source}",
            f"version {DECK_FILE_VERSION}",
            "enrol the deck again with this program",
        )
    texts = document.get("backs")
    if document.get("px_per_mm") != PX_PER_MM or not isinstance(texts, list) or not texts:
        raise _useless(source)
    return Deck(name, tuple(_decoded(text, source) for text in texts[:MAX_PICTURES]))


def _encoded(card: Patch) -> str:
    written, data = cv2.imencode(".png", card[..., ::-1])
    assert written  # noqa: S101 - a picture in memory can always be encoded
    return base64.b64encode(data.tobytes()).decode()


def _decoded(text: object, source: str) -> Patch:
    """A picture of a deck file.

    Raises:
        DeckError: it is none, or has not the size of a card.
    """
    try:
        data = base64.b64decode(str(text), validate=True)
        size = _png_size(data)
        if not _card_like(size):
            raise _useless(source)
        bgr = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except (binascii.Error, ValueError, cv2.error) as error:
        raise _useless(source) from error
    if bgr is None or bgr.shape[:2] != size[::-1]:
        raise _useless(source)
    return np.ascontiguousarray(bgr[..., ::-1], np.uint8)


def _png_size(data: bytes) -> tuple[int, int]:
    """Width and height that a PNG file states, before it is decoded; (0, 0) for anything else."""
    if data[:8] != b"\x89PNG\r\n\x1a\n" or data[12:16] != b"IHDR":
        return 0, 0
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def _card_like(size: tuple[int, int]) -> bool:
    usual = [side * PX_PER_MM for side in CARD_MM]
    shares = [side / most for side, most in zip(size, usual, strict=True)]
    return all(LEAST_FRACTION <= share <= MOST_FRACTION for share in shares)


def _useless(source: str) -> DeckError:
    return DeckError(
        f"{source}, which is not a deck file",
        "a file that `nertz enrol` wrote, or a photo of the deck's back",
        "enrol the deck again",
    )
