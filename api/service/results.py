"""Standings of a match, and its results as a table."""

import csv
import io
import math
from dataclasses import dataclass

from sqlalchemy import select

from api.service.context import Context
from api.service.counting import Counted, count
from api.service.rows import match_row, owners_of, rules_of
from api.service.values import StandingsView, StandingView
from api.store.tables import DealRow
from scoring.deal import Counts
from scoring.match import Match, PlayedDeal, standings
from scoring.owners import Owner


@dataclass(frozen=True, slots=True)
class Results:
    """How a match stands."""

    context: Context

    def standings(self, match: str, *, provisional: bool = False) -> StandingsView:
        """Standings over the confirmed deals, or over all of them as they are counted now.

        A match is over only by confirmed deals, with none before them still open.

        Raises:
            RefusedError: there is no such match (404).
        """
        with self.context.store.reading() as session:
            row = match_row(session, match)
            query = select(DealRow).where(DealRow.match_id == match).order_by(DealRow.number)
            every = list(session.scalars(query))
            first_open = min(
                (deal.number for deal in every if deal.confirmed is None), default=math.inf
            )
            deals = [deal for deal in every if provisional or deal.confirmed is not None]
            played = [_played(count(session, row, deal)) for deal in deals]
            owners = tuple(
                Owner(owner.name, tuple(owner.players)) for owner in owners_of(session, match)
            )
            rules = rules_of(row)
        table = standings(Match(owners, rules, tuple(played)))
        settled = [
            (one, deal.number)
            for one, deal in zip(played, deals, strict=True)
            if deal.confirmed is not None and deal.number < first_open
        ]
        sure = standings(Match(owners, rules, tuple(one for one, _ in settled)))
        numbers = [deal.number for deal in deals]
        confirmed = [number for _, number in settled]
        return StandingsView(
            deals=tuple(numbers),
            provisional=tuple(deal.number for deal in deals if deal.confirmed is None),
            rows=tuple(
                StandingView(
                    name=line.name,
                    players=line.players,
                    place=line.place,
                    total=line.total,
                    points=line.points,
                    margins=dict(line.margins),
                )
                for line in table.rows
            ),
            leaders=table.leaders,
            winners=sure.winners,
            winning_total=max((line.total for line in sure.rows), default=0)
            if sure.is_over
            else None,
            over=sure.is_over,
            ended_after=None if sure.ended_after is None else confirmed[sure.ended_after - 1],
            surplus=tuple(confirmed[number - 1] for number in sure.surplus),
            target=rules.target,
        )

    def table(self, match: str) -> str:
        """The standings as comma-separated values: a line an owner, a column a confirmed deal.

        Raises:
            RefusedError: there is no such match (404).
        """
        view = self.standings(match)
        text = io.StringIO()
        writer = csv.writer(text)
        writer.writerow(["place", "owner", *(f"deal {number}" for number in view.deals), "total"])
        for row in view.rows:
            points = ["" if one is None else one for one in row.points]
            writer.writerow([row.place, _harmless(row.name), *points, row.total])
        return text.getvalue()


def _played(counted: Counted) -> PlayedDeal:
    """The deal with its tally's counts of those who play in it."""
    counts = {owner.name: owner for owner in counted.score.owners}
    return PlayedDeal(
        counted.deal,
        {name: Counts(line.center, line.nertz) for name, line in counts.items()},
        counted.score.unknown,
    )


def _harmless(name: str) -> str:
    """The name so that no spreadsheet takes it for a formula."""
    return "'" + name if name[:1] in "=+-@\t" else name
