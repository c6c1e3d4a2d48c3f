"""Deals: who played, how it ended, confirming and reopening, and whether the decks are whole."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy.orm import Session

from api.service.context import SOMEBODY, Asked, Context, done_before, note, now, remember
from api.service.counting import count, deal_of, result_view
from api.service.deck_check import check_whole_decks
from api.service.errors import check_version, conflict
from api.service.matches import rules_used
from api.service.photo_checks import check_kept
from api.service.photos import photo_view
from api.service.queue import read_again
from api.service.rows import (
    deal_row,
    deal_version,
    match_row,
    next_number,
    open_deal,
    owners_of,
    photos_of,
)
from api.service.values import DealState, DealView, DeckCheck
from api.store.tables import DealRow, MatchRow
from scoring.deal import Deal
from scoring.errors import RuleError
from scoring.owners import check_distinct


@dataclass(frozen=True, slots=True, kw_only=True)
class DealEnd:
    """How a deal ended and who played; None keeps what was, or takes the usual.

    `caller` may be "" for nobody. `decks` says who plays whose deck, where they were passed on.
    """

    owners: Sequence[str] | None = None
    caller: str | None = None
    blocked: bool | None = None
    void: bool | None = None
    wrong_calls: Sequence[str] | None = None
    decks: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Deals:
    """What can be done with the deals of a match."""

    context: Context

    def create(self, match: str, end: DealEnd, *, asked: Asked = SOMEBODY) -> DealView:
        """A new deal, which takes photos; everybody plays the own deck unless told otherwise.

        Raises:
            RefusedError: there is no such match (404), or it has too many deals (409).
            RuleError: the end of the deal is not allowed.
        """
        content = asdict(end)
        with self.context.store.writing() as session:
            row = match_row(session, match, lock=True)
            before = done_before(session, f"deals of {match}", asked, content)
            if before is not None:
                return deal_view(session, row, deal_row(session, match, before["deal"]))
            names = tuple(owner.name for owner in owners_of(session, match))
            deal = _deal(end, names)
            number = next_number(session, DealRow.number, DealRow.match_id == match)
            most = self.context.settings.max_deals
            if number > most:
                raise conflict(f"{most} deals", f"at most {most}", "begin a new match")
            new = DealRow(match_id=match, number=number, created=now())
            _write(new, deal)
            session.add(new)
            session.flush()
            note(session, match, asked, "deal begun", number, **_end_of(deal))
            remember(session, f"deals of {match}", asked, content, {"deal": number})
            return deal_view(session, row, new)

    def get(self, match: str, deal: int) -> DealView:
        """The deal with its photos and what it is worth now.

        Raises:
            RefusedError: there is none (404).
        """
        with self.context.store.reading() as session:
            return deal_view(session, match_row(session, match), deal_row(session, match, deal))

    def version(self, match: str, deal: int) -> str:
        """The deal's version alone, for those who only ask whether something changed.

        Raises:
            RefusedError: there is none (404).
        """
        with self.context.store.reading() as session:
            return deal_version(deal_row(session, match, deal))

    def change(
        self, match: str, deal: int, expected: str, end: DealEnd, *, asked: Asked = SOMEBODY
    ) -> DealView:
        """Another end or other players. Other decks make the photos be read again.

        Raises:
            RefusedError: there is none (404), it is confirmed or other decks would need a picture
                that was erased (409), or it was changed (412).
            RuleError: the end is not allowed.
        """
        with self.context.store.writing() as session:
            row, played = match_row(session, match), open_deal(session, match, deal, expected)
            names = tuple(owner.name for owner in owners_of(session, match))
            before = deal_of(played)
            after = _deal(end, names, before)
            _write(played, after)
            played.version += 1
            note(session, match, asked, "deal changed", deal, **_end_of(after))
            if _decks_played(before) != _decks_played(after):
                for photo in photos_of(session, played):
                    check_kept(photo)
                    read_again(session, photo, played)
            session.flush()
            view = deal_view(session, row, played)
        self.context.wake()
        return view

    def confirm(
        self,
        match: str,
        deal: int,
        expected: str,
        *,
        despite_flags: bool = False,
        asked: Asked = SOMEBODY,
    ) -> DealView:
        """Confirms the deal as it is counted now; then it takes part in the standings.

        Raises:
            RefusedError: there is none (404), it is confirmed, a photo is not read or a flag is
                open (409), or it was changed (412).
        """
        with self.context.store.writing() as session:
            row, played = match_row(session, match), open_deal(session, match, deal, expected)
            counted = count(session, row, played)
            if counted.unread:
                raise conflict(
                    counted.unread[0].message,
                    "photos that were all read",
                    "wait for them, take them again, or remove them from the deal",
                )
            if counted.flags and not despite_flags and not played.void:
                raise conflict(
                    f"{len(counted.flags)} open flags, the first: {counted.flags[0].message}",
                    "flags that somebody looked at",
                    "correct or accept each of them, or confirm with despite_flags",
                )
            played.confirmed, played.confirmed_by = now(), asked.who
            played.version += 1
            note(
                session,
                match,
                asked,
                "deal confirmed",
                deal,
                open_flags=len(counted.flags),
                points={owner.name: owner.points for owner in counted.score.owners},
            )
            return deal_view(session, row, played)

    def reopen(self, match: str, deal: int, expected: str, *, asked: Asked = SOMEBODY) -> DealView:
        """Opens a confirmed deal for changes again.

        Raises:
            RefusedError: there is none (404), it is open (409), or was changed (412).
        """
        with self.context.store.writing() as session:
            row, played = match_row(session, match), deal_row(session, match, deal, lock=True)
            check_version(f"deal {deal}", deal_version(played), expected)
            if played.confirmed is None:
                raise conflict(f"deal {deal}, which is open", "a confirmed deal", "just change it")
            played.confirmed = played.confirmed_by = None
            played.version += 1
            note(session, match, asked, "deal reopened", deal)
            return deal_view(session, row, played)

    def check_decks(self, match: str, deal: int) -> tuple[DeckCheck, ...]:
        """Whether every deck of the deal is whole, from the photos of whole decks.

        Raises:
            RefusedError: there is no such deal (404).
        """
        with self.context.store.reading() as session:
            row, played = match_row(session, match), deal_row(session, match, deal)
            return check_whole_decks(count(session, row, played))


def deal_view(session: Session, match: MatchRow, row: DealRow) -> DealView:
    """The deal with its photos and its result."""
    counted = count(session, match, row)
    return DealView(
        match=match.id,
        number=row.number,
        version=deal_version(row),
        log_version=str(row.log_version),
        state=DealState.OPEN if row.confirmed is None else DealState.CONFIRMED,
        created=row.created,
        confirmed=row.confirmed,
        confirmed_by=row.confirmed_by,
        owners=counted.deal.owners,
        caller=row.caller,
        blocked=row.blocked,
        void=row.void,
        wrong_calls=counted.deal.wrong_calls,
        decks={owner: counted.deal.deck_of(owner) for owner in counted.deal.owners},
        rules=rules_used(counted.rules),
        photos=tuple(
            photo_view(session, photo, counted.tally) for photo in photos_of(session, row)
        ),
        result=result_view(counted),
    )


def _deal(end: DealEnd, names: tuple[str, ...], before: Deal | None = None) -> Deal:
    """The deal with that end; what is not said stays as before, or is as usual.

    A caller named for a blocked deal unblocks it, and blocking takes the caller away.

    Raises:
        RuleError: a name is unknown, two play one deck, or the end is not allowed.
    """

    def kept(name: str, usual: Any) -> Any:  # noqa: ANN401 - a field of the end
        value = getattr(end, name)
        if value is None:
            value = usual if before is None else getattr(before, name)
        return value

    caller, blocked = kept("caller", None), kept("blocked", False)
    if before is not None and end.caller and end.blocked is None:
        blocked = False
    if before is not None and end.blocked and end.caller is None:
        caller = None
    deal = Deal(
        owners=tuple(kept("owners", names)),
        caller=caller or None,
        blocked=blocked,
        void=kept("void", False),
        wrong_calls=tuple(kept("wrong_calls", ())),
        decks=tuple(dict(kept("decks", ())).items()),
    )
    for name in (*deal.owners, *(deck for _, deck in deal.decks)):
        if name not in names:
            raise RuleError(f"owner {name!r}", "one of " + ", ".join(names), "correct the name")
    check_distinct([deal.deck_of(owner) for owner in deal.owners], "decks in play")
    return deal


def _write(row: DealRow, deal: Deal) -> None:
    row.owners, row.caller = list(deal.owners), deal.caller
    row.blocked, row.void = deal.blocked, deal.void
    row.wrong_calls = list(deal.wrong_calls)
    row.decks = [list(pair) for pair in deal.decks]


def _end_of(deal: Deal) -> dict[str, Any]:
    """How the deal ended, for the log."""
    return {"caller": deal.caller, "blocked": deal.blocked, "void": deal.void}


def _decks_played(deal: Deal) -> dict[str, str]:
    return {owner: deal.deck_of(owner) for owner in deal.owners}
