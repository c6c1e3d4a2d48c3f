"""Rule sets: how a deal scores and how a match ends, by name and with options."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from scoring.errors import RuleError
from scoring.options import OPTIONS, PILE_SIZE_OF, option_named
from scoring.options import parse_options as parse_options

SUITS = 4
DEFAULT_RULES = "bicycle"


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """A named rule set with every option; `OPTIONS` explains each one.

    `pile_sizes` are handicaps: the owners whose Nertz pile starts with another size, sorted by
    name. `deck_size` includes the jokers.
    """

    name: str
    explanation: str
    source: str
    center_points: int = 1
    leftover_points: int = -2
    caller_bonus: int = 0
    caller_pays: bool = True
    blocked_pays: bool = True
    pile_size: int = 13
    pile_sizes: tuple[tuple[str, int], ...] = ()
    deck_size: int = 52
    jokers: int = 0
    target: int | None = 100
    single_deal: bool = False
    draw_one: bool = False
    margins: bool = False
    faces_read: bool = True
    top_rank: int = 13

    def __post_init__(self) -> None:
        for option in OPTIONS.values():
            option.check(getattr(self, option.name))
        for _, size in self.pile_sizes:
            PILE_SIZE_OF.check(size)
        self._check_sizes()

    def pile_size_of(self, owner: str) -> int:
        """The size of that owner's Nertz pile at the start of a deal.

        >>> rule_set("bicycle", pile_sizes={"Anna": 11}).pile_size_of("Anna")
        11
        """
        return dict(self.pile_sizes).get(owner, self.pile_size)

    @property
    def is_whole_pack(self) -> bool:
        """Whether a deck holds every card by name, so that a missing one can be named."""
        return self.faces_read and self.deck_size == SUITS * self.top_rank + self.jokers

    def _check_sizes(self) -> None:
        if self.top_rank not in (10, 13):
            raise RuleError(f"top_rank = {self.top_rank}", "10 or 13", "choose one of them")
        most = SUITS * self.top_rank + self.jokers
        if not self.jokers < self.deck_size <= most:
            raise RuleError(
                f"decks of {self.deck_size} cards with {self.jokers} jokers",
                f"{self.jokers + 1} to {most} cards",
                "change deck_size or jokers",
            )
        largest = max([self.pile_size, *(size for _, size in self.pile_sizes)])
        if largest > self.deck_size:
            raise RuleError(
                f"a Nertz pile of {largest} cards from a deck of {self.deck_size}",
                "a pile smaller than the deck",
                "change pile_size or deck_size",
            )


_NAMED = (
    RuleSet(
        name="bicycle",
        explanation="1 point for every centre card, 2 off for every card left in the Nertz pile; "
        "the highest total once somebody has 100 wins.",
        source="house guide after Bicycle",
    ),
    RuleSet(
        name="pagat",
        explanation="As Bicycle, but the caller pays nothing for leftover cards, in a blocked deal "
        "everybody pays, and the margins over every other player are shown.",
        source="Pagat",
        caller_pays=False,
        margins=True,
    ),
    RuleSet(
        name="playmore",
        explanation="As Bicycle, but the caller pays nothing for leftover cards; in a blocked deal "
        "everybody pays.",
        source="Playmore guide",
        caller_pays=False,
    ),
    RuleSet(
        name="classic",
        explanation="As Bicycle, with a bonus for the caller if agreed (often 25) and Nertz piles "
        "of 13, 12 or 11 cards.",
        source="full rules page",
    ),
    RuleSet(
        name="racing-demon",
        explanation="The British game: 1 point for every centre card, 1 off for every leftover "
        "card, 10 for the caller, no target.",
        source="The Guardian, 22 November 2008",
        leftover_points=-1,
        caller_bonus=10,
        target=None,
    ),
    RuleSet(
        name="dutch-blitz",
        explanation="The same race with cards 1 to 10 in decks of 40 and piles of 10, played to "
        "75; counted by the backs only.",
        source="relative named by Pagat",
        pile_size=10,
        deck_size=40,
        target=75,
        faces_read=False,
        top_rank=10,
    ),
    RuleSet(
        name="ligretto",
        explanation="The same race with cards 1 to 10 in decks of 40 and piles of 10, played to "
        "99; counted by the backs only.",
        source="relative named by Pagat",
        pile_size=10,
        deck_size=40,
        target=99,
        faces_read=False,
        top_rank=10,
    ),
)
RULE_SETS: dict[str, RuleSet] = {rules.name: rules for rules in _NAMED}


def rule_set(name: str = DEFAULT_RULES, **options: Any) -> RuleSet:  # noqa: ANN401 - checked below
    """The rule set of that name with the options changed.

    `pile_sizes` may be a mapping from owner to size. Jokers and the deck size follow each other
    where only one of them is given.

    >>> rule_set("pagat", jokers=2).deck_size
    54
    >>> rule_set("pagat", deck_size=54).jokers
    2
    >>> rule_set("classic", caller_bonus=25, pile_size=12).caller_bonus
    25
    >>> rule_set("whist")
    Traceback (most recent call last):
    ...
    scoring.errors.RuleError: Found: rule set 'whist'. Expected: one of bicycle, pagat, playmore, \
classic, racing-demon, dutch-blitz, ligretto. What to do: choose one of these.

    Raises:
        RuleError: The rule set or an option is unknown, or a value is not allowed.
    """
    base = RULE_SETS.get(name.strip().lower())
    if base is None:
        raise RuleError(
            f"rule set {name!r}", "one of " + ", ".join(RULE_SETS), "choose one of these"
        )
    changes: dict[str, Any] = {}
    for option_name, value in options.items():
        if option_name == "pile_sizes":
            changes[option_name] = tuple(sorted(dict(value).items()))
        else:
            option = option_named(option_name)
            option.check(value)
            changes[option.name] = value
    return replace(base, **_with_deck(base, changes))


def changed_options(rules: RuleSet) -> dict[str, Any]:
    """What differs from the named rule set, plain enough for JSON.

    A deck size that follows from the other options is left out, so that these can be changed again.

    >>> changed_options(rule_set("bicycle", target=150, pile_sizes={"Anna": 11}))
    {'pile_sizes': {'Anna': 11}, 'target': 150}
    >>> changed_options(rule_set("bicycle", jokers=2))
    {'jokers': 2}
    """
    base = RULE_SETS[rules.name]
    changes = {
        field.name: getattr(rules, field.name)
        for field in fields(rules)
        if getattr(rules, field.name) != getattr(base, field.name)
    }
    if "pile_sizes" in changes:
        changes["pile_sizes"] = dict(changes["pile_sizes"])
    without = {name: value for name, value in changes.items() if name != "deck_size"}
    derived = _with_deck(base, without).get("deck_size", base.deck_size)
    return without if derived == rules.deck_size else changes


def check_handicaps(rules: RuleSet, owners: tuple[str, ...]) -> None:
    """Accept silently that every pile size of one player names an owner.

    Raises:
        RuleError: A pile size is set for somebody who does not play.
    """
    for name, _ in rules.pile_sizes:
        if name not in owners:
            raise RuleError(
                f"a pile size for {name!r}", "one of " + ", ".join(owners), "correct the name"
            )


def _with_deck(base: RuleSet, changes: Mapping[str, Any]) -> dict[str, Any]:
    """The changes with deck size and jokers made to fit where only one was given."""
    filled = dict(changes)
    faces = SUITS * filled.get("top_rank", base.top_rank)
    if "deck_size" not in filled and ("jokers" in filled or "top_rank" in filled):
        filled["deck_size"] = faces + filled.get("jokers", base.jokers)
    elif "jokers" not in filled and filled.get("deck_size", 0) > faces:
        filled["jokers"] = filled["deck_size"] - faces
    return filled
