"""What is known to lie on one photo, as plain values; None is what the truth file does not say."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from scoring.cards import Rank
from scoring.flags import Zone
from scoring.reading import Side

Outline = tuple[tuple[float, float], ...]
"""Four corners in px of the upright photo, in turning order."""

Rectangle = tuple[float, float, float, float]
"""Left, top, right, bottom."""


@dataclass(frozen=True, slots=True)
class SideCounts:
    """How many cards lie face down and how many face up."""

    down: int
    up: int

    @property
    def total(self) -> int:
        """All of them."""
        return self.down + self.up


@dataclass(frozen=True, slots=True)
class CardTruth:
    """One card.

    `quad_px` is the outline of the whole card, parts of which later cards hide; `box_px` the
    upright rectangle around its visible part. A file has one of them for all cards or neither.
    `card` is a code such as `10S`; `rank` is known alone in some files.
    """

    side: Side | None = None
    owner: str | None = None
    card: str | None = None
    rank: Rank | None = None
    quad_px: Outline | None = None
    box_px: Rectangle | None = None


@dataclass(frozen=True, slots=True)
class PileTruth:
    """The cards of one owner on the photo, or those in a box; `enrol` is a photo of the back."""

    owner: str | None = None
    count: int | None = None
    sides: SideCounts | None = None
    box_px: Rectangle | None = None
    kind: str | None = None
    enrol: Path | None = None


@dataclass(frozen=True, slots=True)
class FoundationTruth:
    """A squared foundation: its height, and the numbers of its cards in the photo's `cards`.

    `top` is the code of its top card; a completed one lies face down.
    """

    count: int
    complete: bool
    top: str | None = None
    cards: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class IndexTruth:
    """One corner sign: its card's code and its rectangle in fractions of the photo."""

    card: str
    box_fraction: Rectangle


@dataclass(frozen=True, slots=True)
class PhotoTruth:
    """Everything that one truth file says of a photo; `source` is that file.

    `cards` are lowest first. `counts` are of the whole photo. `size_px` is width and height.
    """

    photo: Path
    source: Path
    zone: Zone | None = None
    caller: str | None = None
    size_px: tuple[int, int] | None = None
    piles: tuple[PileTruth, ...] | None = None
    cards: tuple[CardTruth, ...] | None = None
    counts: SideCounts | None = None
    indices: tuple[IndexTruth, ...] | None = None
    foundations: tuple[FoundationTruth, ...] | None = None
    foundations_total: int | None = None

    @property
    def sides(self) -> SideCounts | None:
        """Cards face down and face up on the whole photo."""
        if self.counts is not None:
            return self.counts
        if self.cards is not None and all(card.side is not None for card in self.cards):
            up = sum(card.side is Side.FACE for card in self.cards)
            return SideCounts(len(self.cards) - up, up)
        piles = self.piles or ()
        sides = [pile.sides for pile in piles if pile.sides is not None]
        if piles and len(sides) == len(piles):
            return SideCounts(sum(side.down for side in sides), sum(side.up for side in sides))
        return None

    @property
    def total(self) -> int | None:
        """Cards on the whole photo."""
        sides = self.sides
        if sides is not None:
            return sides.total
        if self.cards is not None:
            return len(self.cards)
        counts = [pile.count for pile in self.piles or () if pile.count is not None]
        return sum(counts) if self.piles and len(counts) == len(self.piles) else None

    @property
    def by_owner(self) -> dict[str, int] | None:
        """Cards of every owner, those with none included."""
        piles = self.piles or ()
        known = [(p.owner, p.count) for p in piles if p.owner is not None and p.count is not None]
        if piles and len(known) == len(piles):
            return {str(owner): int(count) for owner, count in known}
        owners = [card.owner for card in self.cards or () if card.owner is not None]
        if owners and len(owners) == len(self.cards or ()):
            return dict(Counter(owners))
        return None

    @property
    def decks(self) -> dict[str, Path]:
        """Every owner with the photo to enrol the deck from."""
        return {
            pile.owner: pile.enrol
            for pile in self.piles or ()
            if pile.owner is not None and pile.enrol is not None
        }
