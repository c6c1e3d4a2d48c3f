"""The reading: what the machine saw on the photos of a deal, as plain values.

`vision` makes readings, corrections change what is counted from them; nothing here needs a picture.
"""

from dataclasses import dataclass
from enum import StrEnum

from scoring.flags import Flag, Zone


class Side(StrEnum):
    """Which side of a card is seen."""

    BACK = "back"
    FACE = "face"


@dataclass(frozen=True, slots=True)
class Mark:
    """One counted card.

    `id` is stable within its photo; `number` counts 1..n along the pile and is display only.
    `quad_px` is the outline of the visible part in pixels of the upright photo, clockwise from
    the corner at the visible part's own top left. `owner` is None while unknown; `card` is a
    code such as `10S` or `JK`, or None where no face was read. `confidence` says how sure
    it is that this is one card.
    """

    id: str
    number: int
    quad_px: tuple[tuple[float, float], ...]
    side: Side
    confidence: float
    owner: str | None = None
    card: str | None = None


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards that lie together, in order along the spread.

    `owner` is the deck that the pile was sorted to, None while unknown; a single mark may belong
    to another owner. `squared` says that the cards lie squared, so they cannot be counted.
    `exact_probability` is how likely the number of its marks is right, None where nothing has been
    learnt about that; 1 once a person has added or taken away a mark. `missed` is how many cards
    more there may be: the sum of the confidences of what was seen here and not counted.
    """

    id: str
    zone: Zone
    marks: tuple[Mark, ...]
    owner: str | None = None
    squared: bool = False
    exact_probability: float | None = None
    missed: float = 0.0


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """What was seen on one photo; `same_as` names an earlier photo that shows the same piles."""

    photo: str
    zone: Zone
    width_px: int
    height_px: int
    piles: tuple[Pile, ...]
    flags: tuple[Flag, ...] = ()
    same_as: str | None = None

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Every counted card of the photo, pile by pile."""
        return tuple(mark for pile in self.piles for mark in pile.marks)


@dataclass(frozen=True, slots=True)
class Reading:
    """What was seen on all photos of one deal.

    `owners` are the enrolled owners in the order given; without enrolled decks they are the groups
    A, B, C and so on, one for each design of back that was seen.
    """

    owners: tuple[str, ...]
    photos: tuple[PhotoReading, ...]
    enrolled: bool = True
