"""Deals: every owner's counts and points from all photos of a deal together."""

from dataclasses import dataclass

from datasets.truth import DealTruth
from scoring.checks import deal_flags
from scoring.deal import Deal
from scoring.flags import FlagKind
from scoring.reading import Reading
from scoring.rules import RuleSet
from scoring.tally import apply, score_tally


@dataclass(frozen=True, slots=True)
class OwnerCount:
    """Centre, leftover and points of one owner; points None where the truth has none."""

    owner: str
    center: int
    nertz: int
    points: int | None


@dataclass(frozen=True, slots=True)
class DealResult:
    """One deal: what was true and found per owner, in one order, and every flag's kind."""

    name: str
    truth: tuple[OwnerCount, ...]
    found: tuple[OwnerCount, ...]
    flags: tuple[FlagKind, ...]

    @property
    def owners_exact(self) -> tuple[bool, ...]:
        """Which owners' counts and points are right."""
        return tuple(
            (true.center, true.nertz) == (found.center, found.nertz)
            and (true.points is None or true.points == found.points)
            for true, found in zip(self.truth, self.found, strict=True)
        )

    @property
    def exact(self) -> bool:
        """Whether all owners are right."""
        return all(self.owners_exact)

    @property
    def wrong_unflagged(self) -> bool:
        """The one thing that must never be: a wrong score without a flag."""
        return not self.exact and not self.flags


def measure_deal(truth: DealTruth, reading: Reading, rules: RuleSet) -> DealResult:
    """The score of a deal's reading against its truth, as `nertz score` would state it.

    Raises:
        RuleError: the truth's owners do not make a deal.
    """
    owners = tuple(player.owner for player in truth.players)
    deal = Deal(owners=owners, caller=truth.caller, blocked=truth.caller is None)
    tally = apply(reading)
    score = score_tally(deal, tally, rules)
    return DealResult(
        name=truth.source.name.removesuffix(".json").removesuffix(".deal"),
        truth=tuple(OwnerCount(p.owner, p.center, p.nertz, p.points) for p in truth.players),
        found=tuple(OwnerCount(s.name, s.center, s.nertz, s.points) for s in score.owners),
        flags=tuple(flag.kind for flag in deal_flags(reading, tally, rules, deal)),
    )
