"""Owners: whose decks are on the table. An owner is one player or a partnership."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.errors import RuleError

FEWEST_OWNERS = 2
MOST_OWNERS = 12


@dataclass(frozen=True, slots=True)
class Owner:
    """One player, or a partnership whose players share a deck.

    >>> Owner("The Foxes", ("Anna", "Ben")).is_partnership
    True
    >>> Owner("Cleo").players
    ('Cleo',)
    """

    name: str
    players: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.players:
            object.__setattr__(self, "players", (self.name,))

    @property
    def is_partnership(self) -> bool:
        """Whether more than one player shares the deck."""
        return len(self.players) > 1


def check_owner_names(names: Iterable[str]) -> None:
    """Accept the names of a deal's owners silently.

    Raises:
        RuleError: There are too few or too many, or a name is empty or taken.
    """
    every = list(names)
    if not FEWEST_OWNERS <= len(every) <= MOST_OWNERS:
        raise RuleError(
            f"{len(every)} owners",
            f"{FEWEST_OWNERS} to {MOST_OWNERS}, one deck each",
            "add or remove owners",
        )
    check_distinct(every, "owners")


def check_owners(owners: Iterable[Owner]) -> None:
    """Accept the owners of a match silently: names as in a deal, and nobody plays twice.

    Raises:
        RuleError: The names do not fit, or one player is in two partnerships.
    """
    every = list(owners)
    check_owner_names(owner.name for owner in every)
    check_distinct([player for owner in every for player in owner.players], "players")


def check_distinct(names: list[str], what: str) -> None:
    """Accept names silently if none is empty and none occurs twice.

    Raises:
        RuleError: A name is empty or occurs twice.
    """
    for name in names:
        if not name.strip():
            raise RuleError("an empty name", f"a name for each of the {what}", "write a name")
        if names.count(name) > 1:
            raise RuleError(
                f"two {what} called {name!r}", "names that differ", "rename one of them"
            )
