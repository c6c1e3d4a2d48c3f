"""Faces whose indices are known: those of the pool's decks, and the same with drawn indices."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from datasets.indices.fonts import Fonts
from datasets.indices.styles import IndexStyle, Place, print_index, sample_style
from datasets.pool import CODES, ArtPool, IndexPlace, Picture
from scoring.reading import Side

UNREADABLE = {
    "deck-of-cards": "its ranks are not drawn",
    "gnome-minimum": "rank inside the suit",
    "gnome-minimum_dark": "rank inside the suit",
    "kde-oxygen": "rank at the top right, suit at the bottom left",
    "kde-oxygen-air": "rank at the top right, suit at the bottom left",
    "kde-oxygen-white": "rank at the top right, suit at the bottom left",
    "pysolfc-z-minimal": "rank and suit in two corners",
    "pysolfc-z-minimal-fourcolor": "rank and suit in two corners",
    "pysolfc-z-minimal-fourcolor-grad": "rank and suit in two corners",
}
"""Decks of the cache without an index of rank above suit, and why."""

FOUR_CORNERS = ("gnome-dondorf", "kde-dondorf")
"""Decks of the cache with an index in every corner."""

STYLED = "styled:"

SURFACE_PX = 400
WIDTHS_PX = (400, 240, 140, 80)
"""Widths at which shrunk cards are kept."""


@dataclass(frozen=True, slots=True)
class DeckSet:
    """What some pictures are made of: names of decks, backs and surfaces.

    `decks` are names in the pool, or `styled:SEED:NAME` for the same deck with drawn indices.
    """

    decks: tuple[str, ...]
    backs: tuple[str, ...]
    surfaces: tuple[tuple[str, float], ...]


class IndexArt:
    """Art for rendering (`datasets.render.Art`) that also knows where every index lies.

    Args:
        pool: of one side of the split.
        fonts: typefaces for drawn indices; without them decks keep their own.
        decks: choose among these names of the pool's decks only, such as `deck:gnome-paris`.
    """

    def __init__(
        self, pool: ArtPool, fonts: Fonts | None = None, decks: Sequence[str] | None = None
    ) -> None:
        self.pool = pool
        self._fonts = fonts
        self._chosen = None if decks is None else tuple(decks)
        self._style = lru_cache(maxsize=64)(self._sample_style)
        self._printed = lru_cache(maxsize=600)(self._print)
        self.shrunk = lru_cache(maxsize=1500)(self._shrink)

    def sample_set(
        self, rng: np.random.Generator, own: int = 2, styled: int = 4, others: int = 4
    ) -> DeckSet:
        """Some decks with their own indices, some with drawn ones, and what lies beside them."""
        count = styled if self._fonts is not None else 0
        decks = [self._sample_deck(rng) for _ in range(own)]
        for _ in range(count):
            decks.append(f"{STYLED}{int(rng.integers(2**31))}:{self._sample_deck(rng)}")
        return DeckSet(
            tuple(decks),
            tuple(self.pool.sample_back(rng) for _ in range(others)),
            tuple(self.pool.sample_surface(rng) for _ in range(others)),
        )

    def card(self, side: Side, name: str) -> Picture:
        """The flat picture of one side of a card, RGB uint8."""
        return self._printed(name)[0] if name.startswith(STYLED) else self.pool.card(side, name)

    def surface(self, name: str) -> Picture:
        """A small piece of table, RGB uint8: pictures of indices show no more."""
        return self.pool.surface(name)[:SURFACE_PX, :SURFACE_PX]

    def at_width(self, width_px: float) -> "ArtAtWidth":
        """The same art with cards that are hardly wider than asked for, so quick to draw."""
        fitting = [width for width in WIDTHS_PX if width >= width_px]
        return ArtAtWidth(self, fitting[-1] if fitting else None)

    def _shrink(self, side: Side, name: str, width_px: int) -> Picture:
        """A card's picture at another width."""
        picture = self.card(side, name)
        height = round(width_px * picture.shape[0] / picture.shape[1])
        return np.asarray(
            cv2.resize(picture, (width_px, height), interpolation=cv2.INTER_AREA), np.uint8
        )

    def index_places(self, name: str) -> tuple[IndexPlace | None, IndexPlace | None]:
        """Where a face's index lies, read upright and turned by half (see `ArtPool`)."""
        if name.startswith(STYLED):
            place = self._printed(name)[1]
            return place, place
        return self.pool.index_places(name)

    def has_four(self, deck: str) -> bool:
        """Whether a deck has an index in every corner."""
        if deck.startswith(STYLED):
            return self._style(int(deck.split(":")[1])).corners == 4
        return deck.removeprefix("deck:") in FOUR_CORNERS

    def _sample_deck(self, rng: np.random.Generator) -> str:
        if self._chosen is not None:
            return str(rng.choice(self._chosen))
        while (deck := self.pool.sample_deck(rng)).removeprefix("deck:") in UNREADABLE:
            pass
        return deck

    def _sample_style(self, seed: int) -> IndexStyle:
        assert self._fonts is not None  # noqa: S101 - only then are there styled names
        return sample_style(np.random.default_rng(seed), self._fonts)

    def _print(self, name: str) -> tuple[Picture, Place]:
        _, seed, base = name.split(":", 2)
        code = base.rsplit("/", 1)[1]
        face = base if code in CODES else f"{base.rsplit('/', 1)[0]}/KS"  # jokers: any court
        cleared = self.pool.index_places(base)
        return print_index(self.pool.card(Side.FACE, face), self._style(int(seed)), code, cleared)


@dataclass(frozen=True, slots=True)
class ArtAtWidth:
    """The art of an `IndexArt` with cards of one width in px; None leaves them as they are."""

    art: IndexArt
    width_px: int | None

    def card(self, side: Side, name: str) -> Picture:
        """The flat picture of one side of a card, RGB uint8."""
        return (
            self.art.card(side, name)
            if self.width_px is None
            else self.art.shrunk(side, name, self.width_px)
        )

    def surface(self, name: str) -> Picture:
        """A piece of table, RGB uint8."""
        return self.art.surface(name)

    def thing(self, name: str) -> Picture:
        """A cut-out of what is no card, RGBA uint8."""
        return self.art.pool.thing(name)
