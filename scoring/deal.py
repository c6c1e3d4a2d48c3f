"""A deal and its score: points for centre cards, points off for leftover cards."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.errors import RuleError
from scoring.owners import check_distinct, check_owner_names
from scoring.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Counts:
    """How many cards lie in the centre and how many were left in the Nertz pile."""

    center: int = 0
    nertz: int = 0

    def __post_init__(self) -> None:
        if self.center < 0 or self.nertz < 0:
            raise RuleError(
                f"{self.center} centre and {self.nertz} leftover cards",
                "counts of 0 or more",
                "count again",
            )

    def __add__(self, other: "Counts") -> "Counts":
        return Counts(self.center + other.center, self.nertz + other.nertz)

    @property
    def total(self) -> int:
        """Centre and leftover cards together."""
        return self.center + self.nertz


NOTHING = Counts()


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """One deal: who played, how it ended and whose deck was whose.

    Exactly one owner called, or the deal was blocked; a void deal may have ended in any way. It
    scores nothing and stays in the log. `wrong_calls` are owners who called by mistake: that ends
    nothing and earns nothing. `decks` pairs owners with the deck each played in this deal, for
    tables that pass their decks on; empty where everybody keeps the own deck.
    """

    owners: tuple[str, ...]
    caller: str | None = None
    blocked: bool = False
    void: bool = False
    wrong_calls: tuple[str, ...] = ()
    decks: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        check_owner_names(self.owners)
        named = [self.caller] if self.caller is not None else []
        for name in (*named, *self.wrong_calls, *(owner for owner, _ in self.decks)):
            if name not in self.owners:
                raise RuleError(
                    f"{name!r} as caller or owner of a deck",
                    "one of " + ", ".join(self.owners),
                    "correct the name",
                )
        check_distinct([owner for owner, _ in self.decks], "owners with a deck")
        check_distinct([deck for _, deck in self.decks], "decks")
        self._check_end()

    def deck_of(self, owner: str) -> str:
        """The deck that the owner played, by name; the own one unless decks were passed on."""
        return dict(self.decks).get(owner, owner)

    def _check_end(self) -> None:
        if self.caller is not None and self.blocked:
            raise RuleError(
                f"a blocked deal that {self.caller} called",
                "a caller or a blocked deal",
                "choose one of them",
            )
        if self.caller is None and not self.blocked and not self.void:
            raise RuleError(
                "a deal that nobody called and that was not blocked",
                "exactly one caller, or a blocked deal",
                "say who called, or that the deal was blocked",
            )


@dataclass(frozen=True, slots=True)
class OwnerScore:
    """What one owner's known cards earned in a deal."""

    name: str
    center: int
    nertz: int
    points: int


@dataclass(frozen=True, slots=True)
class DealScore:
    """The score of a deal, owner by owner in the order of the deal.

    `unknown` are the cards that belong to no known owner; they score for nobody.
    """

    owners: tuple[OwnerScore, ...]
    caller: str | None
    void: bool = False
    unknown: Counts = NOTHING

    def points_of(self, owner: str) -> int:
        """The points of that owner, who played in the deal."""
        return {score.name: score.points for score in self.owners}[owner]

    @property
    def best(self) -> tuple[str, ...]:
        """The owners with the highest deal score; equal scores share."""
        highest = max(score.points for score in self.owners)
        return tuple(score.name for score in self.owners if score.points == highest)


def score_deal(
    deal: Deal, counts: Mapping[str, Counts], rules: RuleSet, *, unknown: Counts = NOTHING
) -> DealScore:
    """The points of every owner, from the cards known to be theirs.

    The examples of the printed rules (house guide after Bicycle, and Pagat):

    >>> from scoring.rules import rule_set
    >>> deal = Deal(owners=("Anna", "Ben", "Cleo", "Dan"), caller="Cleo")
    >>> counts = {"Anna": Counts(14, 0), "Ben": Counts(22, 3), "Cleo": Counts(20, 0),
    ...           "Dan": Counts(15, 4)}
    >>> [score.points for score in score_deal(deal, counts, rule_set("bicycle")).owners]
    [14, 16, 20, 7]

    A void deal scores nothing (house guide: an illegal card that could not be undone):

    >>> void = Deal(owners=("Anna", "Ben"), void=True)
    >>> score_deal(void, {"Anna": Counts(9), "Ben": Counts(5, 2)}, rule_set()).points_of("Anna")
    0

    Raises:
        RuleError: Somebody's counts are missing, or belong to nobody in the deal.
    """
    _check_names(deal.owners, counts)
    scores = tuple(
        OwnerScore(
            owner,
            counts[owner].center,
            counts[owner].nertz,
            0
            if deal.void
            else owner_points(
                counts[owner], rules, called=owner == deal.caller, blocked=deal.blocked
            ),
        )
        for owner in deal.owners
    )
    return DealScore(scores, deal.caller, deal.void, unknown)


def owner_points(
    counts: Counts, rules: RuleSet, *, called: bool = False, blocked: bool = False
) -> int:
    """The points of one owner. Work piles, stock and waste count nothing in any rule set.

    Racing Demon gives the caller 10 (The Guardian, 22 November 2008), for an empty pile only: a
    wrong call earns nothing.

    >>> from scoring.rules import rule_set
    >>> owner_points(Counts(20, 0), rule_set("racing-demon"), called=True)
    30
    >>> owner_points(Counts(20, 2), rule_set("racing-demon"), called=True)
    18

    Pagat lets the caller off, while in a blocked deal everybody pays:

    >>> owner_points(Counts(20, 2), rule_set("pagat"), called=True)
    20
    >>> owner_points(Counts(20, 2), rule_set("pagat"), blocked=True)
    16
    """
    pays = rules.blocked_pays if blocked else rules.caller_pays or not called
    bonus = rules.caller_bonus if called and counts.nertz == 0 else 0
    leftover = rules.leftover_points * counts.nertz if pays else 0
    return rules.center_points * counts.center + leftover + bonus


def pass_decks(deal: Deal, *, by: int = 1) -> tuple[tuple[str, str], ...]:
    """Who plays which deck in the next deal when everybody passes the deck `by` seats on.

    Some British tables pass the decks clockwise after every deal.

    >>> pass_decks(Deal(owners=("Anna", "Ben", "Cleo"), blocked=True))
    (('Anna', 'Cleo'), ('Ben', 'Anna'), ('Cleo', 'Ben'))
    """
    owners = deal.owners
    return tuple(
        (owner, deal.deck_of(owners[(seat - by) % len(owners)]))
        for seat, owner in enumerate(owners)
    )


def _check_names(owners: Iterable[str], counts: Mapping[str, Counts]) -> None:
    expected = list(owners)
    for name in counts:
        if name not in expected:
            raise RuleError(
                f"cards of {name!r}", "only cards of " + ", ".join(expected), "correct the owner"
            )
    for name in expected:
        if name not in counts:
            raise RuleError(
                f"no counts for {name!r}", "counts for every owner", "count, or write 0 and 0"
            )
