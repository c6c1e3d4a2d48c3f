"""Small truths and readings with numbers that can be checked by hand."""

from collections.abc import Sequence
from pathlib import Path

from datasets.truth import CardTruth, PhotoTruth, PileTruth
from models.evaluate.overlap import quads_of
from models.evaluate.photo_result import PhotoResult, measure_photo
from scoring.flags import Flag, FlagKind, Zone
from scoring.reading import Mark, PhotoReading, Pile, Reading, Side
from scoring.rules import rule_set

CARD_PX = (64.0, 90.0)
STEP_PX = 30.0
SIZE_PX = (640, 480)

Outline = tuple[tuple[float, float], ...]


def outline(x: float, y: float, width: float = CARD_PX[0], height: float = CARD_PX[1]) -> Outline:
    """A rectangle from its top left corner."""
    return ((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def ribbon(owner: str, count: int, y: float, x: float = 20.0) -> list[CardTruth]:
    """Cards face down, each covering the one before but for a strip of STEP_PX."""
    return [
        CardTruth(side=Side.BACK, owner=owner, quad_px=outline(x + STEP_PX * n, y))
        for n in range(count)
    ]


def strips(count: int, y: float, x: float = 20.0) -> list[Outline]:
    """The visible parts of such a ribbon."""
    covered = [outline(x + STEP_PX * n, y, STEP_PX) for n in range(count - 1)]
    return [*covered, outline(x + STEP_PX * (count - 1), y)]


def marks(outlines: Sequence[Outline], owner: str | None, first: int = 1) -> list[Mark]:
    """A back mark on each outline."""
    return [
        Mark(f"m{first + n}", n + 1, quad, Side.BACK, 0.9, owner) for n, quad in enumerate(outlines)
    ]


def truth_of(*piles: tuple[str, Sequence[CardTruth]], **changes: object) -> PhotoTruth:
    """The truth of a photo with these piles, lowest first, each with a deck to enrol."""
    fields: dict[str, object] = {
        "photo": Path("a.png"),
        "source": Path("a.json"),
        "zone": Zone.CENTER,
        "piles": tuple(
            PileTruth(owner=owner, count=len(cards), kind="ribbon", enrol=Path(f"{owner}.png"))
            for owner, cards in piles
        ),
        "cards": tuple(card for _, cards in piles for card in cards),
    }
    return PhotoTruth(**{**fields, **changes})  # type: ignore[arg-type]


def reading_of(*piles: Sequence[Mark], flags: Sequence[FlagKind] = ()) -> Reading:
    """A reading of one photo; a pile is its first mark's owner's."""
    photo = PhotoReading(
        photo="a.png",
        zone=Zone.CENTER,
        width_px=SIZE_PX[0],
        height_px=SIZE_PX[1],
        piles=tuple(
            Pile(f"p{n}", Zone.CENTER, tuple(row), row[0].owner if row else None)
            for n, row in enumerate(piles, start=1)
        ),
        flags=tuple(Flag(kind, "Look.", "a.png") for kind in flags),
    )
    return Reading(("red", "blue"), (photo,))


def measured(truth: PhotoTruth, reading: Reading) -> PhotoResult:
    """The measures of that photo."""
    return measure_photo("a.png", truth, reading, quads_of([]), rule_set())
