"""Readings and corrections from plain lists, for the tests of `scoring`."""

from dataclasses import replace
from typing import Any

from scoring.corrections import Correction, CorrectionKind, Values
from scoring.flags import Flag, FlagKind, Zone
from scoring.reading import Mark, PhotoReading, Pile, Reading, Side

WIDTH_PX, HEIGHT_PX = 4000, 3000


def mark(name: str, owner: str | None, card: str | None = None, x: float = 0.0) -> Mark:
    quad = ((x, 0.0), (x + 10, 0.0), (x + 10, 40.0), (x, 40.0))
    side = Side.BACK if card is None else Side.FACE
    return Mark(name, 0, quad, side, 0.9, owner, card)


def pile(
    name: str,
    owner: str | None,
    cards: int | list[str],
    zone: Zone = Zone.CENTER,
    *,
    squared: bool = False,
) -> Pile:
    """A pile of so many backs, or of these faces, 20 px apart; marks are named NAME1, NAME2, ..."""
    faces: list[str | None] = [None] * cards if isinstance(cards, int) else list(cards)
    marks = tuple(
        mark(f"{name}{number}", owner, face, 20.0 * number) for number, face in enumerate(faces, 1)
    )
    return Pile(name, zone, marks, owner, squared)


def sure(one: Pile, probability: float | None) -> Pile:
    """The pile with that probability of having been counted exactly."""
    return replace(one, exact_probability=probability)


def photo(
    name: str, *piles: Pile, flags: tuple[Flag, ...] = (), same_as: str | None = None
) -> PhotoReading:
    zone = piles[0].zone if piles else Zone.CENTER
    return PhotoReading(name, zone, WIDTH_PX, HEIGHT_PX, piles, flags, same_as)


def reading(*photos: PhotoReading, owners: tuple[str, ...] = ("Anna", "Ben")) -> Reading:
    return Reading(owners, photos)


def table(anna: int = 14, ben: int = 10, *, anna_left: int = 0, ben_left: int = 3) -> Reading:
    """Anna and Ben with sorted piles a and b in the centre and c and d left over."""
    return reading(
        photo("center.jpg", pile("a", "Anna", anna), pile("b", "Ben", ben)),
        photo(
            "nertz.jpg",
            pile("c", "Anna", anna_left, Zone.NERTZ),
            pile("d", "Ben", ben_left, Zone.NERTZ),
        ),
    )


def correct(name: str, kind: CorrectionKind, **fields: Any) -> Correction:  # noqa: ANN401 - any field of two classes
    """A correction on center.jpg unless told; fields of `Values` go into `after`."""
    values = {key: fields.pop(key) for key in list(fields) if key in Values.__slots__}
    whole_deal = {CorrectionKind.UNDO, CorrectionKind.ACCEPT}
    fields.setdefault("photo", None if kind in whole_deal else "center.jpg")
    return Correction(
        id=name,
        kind=kind,
        who="Cleo",
        when="2026-01-31T20:15:00Z",
        after=Values(**values),
        **fields,
    )


def undo(name: str, undone: str) -> Correction:
    return correct(name, CorrectionKind.UNDO, undoes=undone)


def kinds(flags: list[Flag]) -> list[FlagKind]:
    return [flag.kind for flag in flags]
