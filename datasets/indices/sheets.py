"""Flat pieces of cards, so small that thousands are kept in memory and composed while learning.

A sheet shows 38 by 48 mm of one card: its corner with the index and the 8 mm beyond its edges, or
any other piece of a face, of a back or of a table, where there is no index.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.indices.art import DeckSet, IndexArt
from datasets.indices.looks import CLASSES, NOT_AN_INDEX
from datasets.pool import CODES, Picture
from scoring.cards import JOKER_CODE
from scoring.reading import Side

PX_PER_MM = 3.0
EDGE_MM = 8.0
SHEET_MM = (38.0, 48.0)
SHEET_PX = (round(SHEET_MM[0] * PX_PER_MM), round(SHEET_MM[1] * PX_PER_MM))
CARD_MM = (63.5, 88.9)
JOKER_SHARE = 0.03
INSIDE_SHARE, BACK_SHARE, TABLE_SHARE = 0.35, 0.12, 0.05
"""Sheets without an index, for each one with one."""

TURNED_SHARE = 0.3
"""Of corners that are taken from the card's other end."""


@dataclass(frozen=True, slots=True)
class Sheets:
    """Sheets (n, 144, 114, 3) uint8, the class of each (n,), and where its index lies.

    `places_mm` (n, 4) are x0, y0, x1, y1 from the sheet's own top left; all 0 where there is none.
    `corner` (n,) says that the card's edges lie EDGE_MM from the top and the left.
    """

    pixels: NDArray[np.uint8]
    classes: NDArray[np.int64]
    places_mm: NDArray[np.float32]
    corner: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.classes)


def make_sheets(rng: np.random.Generator, art: IndexArt, decks: DeckSet, count: int) -> Sheets:
    """About `count` corners with an index, and what belongs to them without one."""
    made: list[tuple[Picture, str, tuple[float, float, float, float]]] = []
    none = (0.0, 0.0, 0.0, 0.0)
    for _ in range(count):
        deck = decks.decks[int(rng.integers(len(decks.decks)))]
        joker = deck.startswith("styled:") and rng.random() < JOKER_SHARE
        code = "JK1" if joker else str(rng.choice(CODES))
        name = f"{deck}/{code}"
        face, places = art.card(Side.FACE, name), art.index_places(name)
        end = 1 if places[1] is not None and rng.random() < TURNED_SHARE else 0
        place = places[end]
        assert place is not None  # noqa: S101 - every deck that is read has an upright index
        x0, y0, x1, y1 = place
        mm = (
            EDGE_MM + x0 * CARD_MM[0],
            EDGE_MM + y0 * CARD_MM[1],
            EDGE_MM + x1 * CARD_MM[0],
            EDGE_MM + y1 * CARD_MM[1],
        )
        picture = face if end == 0 else np.ascontiguousarray(face[::-1, ::-1])
        made.append((_cut(picture, (-EDGE_MM, -EDGE_MM)), JOKER_CODE if joker else code, mm))
        if rng.random() < INSIDE_SHARE:
            made.append((_cut(face, (rng.uniform(7, 20), rng.uniform(12, 30))), NOT_AN_INDEX, none))
        if rng.random() < BACK_SHARE:
            back = art.card(Side.BACK, decks.backs[int(rng.integers(len(decks.backs)))])
            where = (rng.uniform(-EDGE_MM, 25), rng.uniform(-EDGE_MM, 40))
            made.append((_cut(back, where), NOT_AN_INDEX, none))
        if rng.random() < TABLE_SHARE:
            surface = art.surface(decks.surfaces[int(rng.integers(len(decks.surfaces)))][0])
            made.append((_cut(surface, (0.0, 0.0)), NOT_AN_INDEX, none))
    corner = np.array([mm != none for _, _, mm in made])
    return Sheets(
        np.stack([picture for picture, _, _ in made]),
        np.array([CLASSES.index(code) for _, code, _ in made], np.int64),
        np.array([mm for _, _, mm in made], np.float32),
        corner,
    )


def join_sheets(parts: list[Sheets]) -> Sheets:
    """All sheets together."""
    return Sheets(
        np.concatenate([part.pixels for part in parts]),
        np.concatenate([part.classes for part in parts]),
        np.concatenate([part.places_mm for part in parts]),
        np.concatenate([part.corner for part in parts]),
    )


def _cut(picture: Picture, left_top_mm: tuple[float, float]) -> Picture:
    """A sheet whose top left lies there on the card; what is beyond the card repeats its edge."""
    size = (round(CARD_MM[0] * PX_PER_MM), round(CARD_MM[1] * PX_PER_MM))
    way = cv2.INTER_AREA if picture.shape[1] > size[0] else cv2.INTER_LINEAR
    small = cv2.resize(picture, size, interpolation=way)
    shift = np.array(
        [[1, 0, left_top_mm[0] * PX_PER_MM], [0, 1, left_top_mm[1] * PX_PER_MM]], np.float64
    )
    return np.asarray(
        cv2.warpAffine(
            small,
            shift,
            SHEET_PX,
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.uint8,
    )
