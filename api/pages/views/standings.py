"""The table of a match: who leads by how much."""

from dataclasses import dataclass

from api.service.values import StandingsView, StandingView


@dataclass(frozen=True, slots=True)
class Row:
    """One owner's line; `behind` is what the leader has more, `to_go` what is left to the target.

    `running` has the total after each deal, None where the deal does not count.
    """

    standing: StandingView
    behind: int
    to_go: int | None
    running: tuple[int | None, ...]


def rows_of(table: StandingsView) -> tuple[Row, ...]:
    """The table's rows, the best first."""
    best = max((row.total for row in table.rows), default=0)
    return tuple(
        Row(
            row,
            best - row.total,
            None if table.target is None else max(0, table.target - row.total),
            _running(row),
        )
        for row in table.rows
    )


def totals_before(table: StandingsView, deal: int) -> dict[str, int]:
    """Everybody's total over the deals before that one."""
    return {
        row.name: sum(
            points or 0
            for number, points in zip(table.deals, row.points, strict=True)
            if number < deal
        )
        for row in table.rows
    }


def _running(row: StandingView) -> tuple[int | None, ...]:
    total, running = 0, []
    for points in row.points:
        total += points or 0
        running.append(None if points is None else total)
    return tuple(running)
