"""Decks that would be confused: compared with each other before play."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from vision.backs.embedder import BackEmbedder
from vision.backs.gallery import Deck
from vision.backs.patch import PX_PER_MM, BackSample, Patch, trim_mm
from vision.backs.similarity import similarities

TOO_ALIKE = 0.75
"""Decks whose enrolled strips are more alike than this may be taken for each other: of 17 such
pairs on made tables of held-out decks 14 have a pile to which the other deck is too near, of 226
others one in twenty-five."""

STRIP_MM = 12.0
"""Width of the strips of one deck that are compared with the other, as in a spread."""


@dataclass(frozen=True, slots=True)
class AlikeDecks:
    """Two decks that cannot be told apart for sure."""

    first: str
    second: str

    @property
    def message(self) -> str:
        """What a player should know and can do."""
        return (
            f"The backs of {self.first}'s and {self.second}'s decks look alike and may be mistaken "
            "for each other. Play with another deck for one of them, or mark one deck's backs at "
            "two opposite corners and enrol it again."
        )


def alike_decks(decks: Sequence[Deck], embedder: BackEmbedder) -> list[AlikeDecks]:
    """The pairs of decks that would be confused, in the order of the decks."""
    found = []
    strips = [[strip for card in deck.cards for strip in strips_of(card)] for deck in decks]
    for i, j in combinations(range(len(decks)), 2):
        there = similarities(strips[i], [decks[j]], embedder)
        back = similarities(strips[j], [decks[i]], embedder)
        if max(float(np.median(there)), float(np.median(back))) >= TOO_ALIKE:
            found.append(AlikeDecks(decks[i].name, decks[j].name))
    return found


def strips_of(card: Patch) -> list[BackSample]:
    """What a spread would show of an enrolled back: a strip along each long side."""
    height, width = card.shape[:2]
    edge = round(trim_mm(STRIP_MM) * PX_PER_MM)
    across = min(round(STRIP_MM * PX_PER_MM), width)
    size_mm = across / PX_PER_MM, height / PX_PER_MM
    rows = slice(edge, height - edge)
    return [
        BackSample(np.ascontiguousarray(card[rows, columns]), *size_mm)
        for columns in (slice(edge, across - edge), slice(width - across + edge, width - edge))
    ]
