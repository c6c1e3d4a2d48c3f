"""The seats of a new match: names in a form, and the owners that they make."""

from collections.abc import Sequence

from scoring.errors import RuleError
from scoring.owners import MOST_OWNERS, Owner

Seat = tuple[str, str]
"""A player's name, and the partner's where two share a deck."""

SEATS: tuple[Seat, ...] = (("", ""),) * MOST_OWNERS


def seats_of_form(names: Sequence[str], partners: Sequence[str]) -> tuple[Seat, ...]:
    """The names as they were typed, with empty seats up to the most there can be."""
    rows = [
        (name[:60], partners[place][:60] if place < len(partners) else "")
        for place, name in enumerate(names[:MOST_OWNERS])
    ]
    return (*rows, *SEATS[len(rows) :])


def owners_of_form(kind: str, names: Sequence[str], partners: Sequence[str]) -> list[Owner]:
    """The owners; in pairs the two names are one owner. Empty seats are left out.

    >>> owners_of_form("pairs", ["Anna", "Cleo", ""], ["Ben", "Dan", ""])[0].name
    'Anna & Ben'

    Raises:
        RuleError: a pair has one name only.
    """
    owners = []
    for name, partner in seats_of_form(names, partners):
        if kind != "pairs":
            owners += [Owner(name)] if name else []
        elif name and partner:
            owners.append(Owner(f"{name} & {partner}", (name, partner)))
        elif name or partner:
            raise RuleError(
                f"{name or partner} without a partner",
                "two names in each pair",
                "write the second name, or let everybody play alone",
            )
    return owners
