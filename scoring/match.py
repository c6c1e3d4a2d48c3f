"""A match: deals up to the target, its standings and its winners."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.deal import NOTHING, Counts, Deal, DealScore, score_deal
from scoring.errors import RuleError
from scoring.owners import Owner, check_owners
from scoring.rules import RuleSet, check_handicaps


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal with its counts after corrections; `unknown` cards score for nobody."""

    deal: Deal
    counts: Mapping[str, Counts]
    unknown: Counts = NOTHING


@dataclass(frozen=True, slots=True)
class Match:
    """Owners who play deals under one rule set; an owner may sit a deal out."""

    owners: tuple[Owner, ...]
    rules: RuleSet
    deals: tuple[PlayedDeal, ...] = ()

    def __post_init__(self) -> None:
        check_owners(self.owners)
        check_handicaps(self.rules, self.names)
        for played in self.deals:
            for name in played.deal.owners:
                if name not in self.names:
                    raise RuleError(
                        f"{name!r} in a deal", "one of " + ", ".join(self.names), "correct the name"
                    )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the owners, in the order of the match."""
        return tuple(owner.name for owner in self.owners)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where one owner stands.

    `points` has one entry for each deal of the match, None where the owner sat out, the deal is
    void or the match was over. `place` is 1 for the highest total and shared by equal ones.
    `margins` are the total less every other owner's, empty where the rule set does not show them.
    """

    name: str
    players: tuple[str, ...]
    total: int
    points: tuple[int | None, ...]
    place: int
    margins: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Standings:
    """The rows, highest total first, and how the match stands.

    `winners` is empty until the match is over; equal highest totals share the win. `ended_after`
    is the number of the deal, from 1, that ended it. `surplus` are the numbers of deals after it,
    which count nothing: they appear when an earlier deal is corrected and already reached the
    target. `leaders` have the highest total now.
    """

    rows: tuple[Standing, ...]
    deals: tuple[DealScore, ...]
    winners: tuple[str, ...] = ()
    leaders: tuple[str, ...] = ()
    ended_after: int | None = None
    surplus: tuple[int, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether a whole deal brought somebody to the target."""
        return self.ended_after is not None


def add_deal(match: Match, played: PlayedDeal) -> Match:
    """The match with one more deal.

    Raises:
        RuleError: The match is over, or somebody in the deal does not play in the match.
    """
    ended_after = standings(match).ended_after
    if ended_after is not None:
        raise RuleError(
            f"a deal after the match ended with deal {ended_after}",
            "no more deals",
            "start a new match, or correct the deals before",
        )
    return replace(match, deals=(*match.deals, played))


def correct_deal(match: Match, number: int, played: PlayedDeal) -> Match:
    """The match with deal `number`, counted from 1, replaced; the standings follow.

    Raises:
        RuleError: There is no such deal.
    """
    if not 1 <= number <= len(match.deals):
        raise RuleError(f"deal {number}", f"1 to {len(match.deals)}", "choose one of the deals")
    deals = list(match.deals)
    deals[number - 1] = played
    return replace(match, deals=tuple(deals))


def standings(match: Match) -> Standings:
    """The standings, always computed from all deals.

    The target is looked at after a whole deal only, and the highest total wins (all rule sets);
    equal highest totals share the win (house guide after Bicycle; the others are silent).

    >>> from scoring.rules import rule_set
    >>> def played(anna, ben, **options):
    ...     deal = Deal(owners=("Anna", "Ben"), **options)
    ...     return PlayedDeal(deal, {"Anna": Counts(*anna), "Ben": Counts(*ben)})
    >>> owners = (Owner("Anna"), Owner("Ben"))
    >>> first = played((30, 0), (20, 3), caller="Anna")
    >>> second = played((24, 2), (40, 0), caller="Ben")
    >>> now = standings(Match(owners, rule_set(target=50), (first, second)))
    >>> [(row.name, row.total, row.points) for row in now.rows]
    [('Ben', 54, (14, 40)), ('Anna', 50, (30, 20))]
    >>> now.winners, now.ended_after
    (('Ben',), 2)

    A one-deal match is won by the highest deal score, and ties share:

    >>> tied = played((20, 1), (18, 0), caller="Ben")
    >>> standings(Match(owners, rule_set(single_deal=True), (tied,))).winners
    ('Anna', 'Ben')

    Pagat shows the margins over every other player:

    >>> standings(Match(owners, rule_set("pagat"), (first,))).rows[0].margins
    (('Ben', 16),)

    A void deal scores nothing and stays in the log:

    >>> standings(Match(owners, rule_set(), (played((9, 0), (9, 0), void=True),))).rows[0].points
    (None,)
    """
    scores = tuple(
        score_deal(played.deal, played.counts, match.rules, unknown=played.unknown)
        for played in match.deals
    )
    ended_after = _end(match, scores)
    counting = scores[:ended_after]
    totals = totals_of(match.names, counting)
    highest = max(totals.values())
    leaders = tuple(name for name in match.names if totals[name] == highest)
    rows = [_row(owner, match.rules, totals, counting, len(scores)) for owner in match.owners]
    return Standings(
        rows=tuple(sorted(rows, key=lambda row: -row.total)),
        deals=scores,
        winners=() if ended_after is None else leaders,
        leaders=leaders,
        ended_after=ended_after,
        surplus=tuple(range(len(counting) + 1, len(scores) + 1)),
    )


def totals_of(names: Sequence[str], scores: Sequence[DealScore]) -> dict[str, int]:
    """The total of every owner over those deals; it may be negative."""
    totals = dict.fromkeys(names, 0)
    for score in scores:
        for owner in score.owners:
            totals[owner.name] += owner.points
    return totals


def _end(match: Match, scores: Sequence[DealScore]) -> int | None:
    """The number of the deal that ended the match; a void deal ends nothing."""
    for number, score in enumerate(scores, 1):
        if score.void:
            continue
        if match.rules.single_deal:
            return number
        highest = max(totals_of(match.names, scores[:number]).values())
        if match.rules.target is not None and highest >= match.rules.target:
            return number
    return None


def _row(
    owner: Owner,
    rules: RuleSet,
    totals: Mapping[str, int],
    counting: Sequence[DealScore],
    deals: int,
) -> Standing:
    name, total = owner.name, totals[owner.name]
    points: list[int | None] = [_points(score, name) for score in counting]
    points += [None] * (deals - len(counting))
    margins = tuple((other, total - theirs) for other, theirs in totals.items() if other != name)
    return Standing(
        name=name,
        players=owner.players,
        total=total,
        points=tuple(points),
        place=1 + sum(theirs > total for theirs in totals.values()),
        margins=margins if rules.margins else (),
    )


def _points(score: DealScore, name: str) -> int | None:
    if score.void:
        return None
    return next((owner.points for owner in score.owners if owner.name == name), None)
