"""Corrections of a deal: a log that only grows, undo and redo as new entries, no lost updates."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy.orm import Session

from api.service.context import SOMEBODY, Asked, Context, done_before, now, remember
from api.service.counting import Counted, count
from api.service.errors import check_version, conflict
from api.service.rows import deal_row, match_row, open_deal
from api.service.values import LogView
from api.store.tables import CorrectionRow, DealRow
from scoring.corrections import (
    NO_VALUES,
    Correction,
    CorrectionKind,
    Values,
    correction_as_dict,
    ids_added,
    in_force,
)
from scoring.edits import find_mark
from scoring.errors import RuleError
from scoring.flags import FlagKind, flag_key
from scoring.record import record
from scoring.undo import redo_target, undo_target

MAX_ENTRIES = 5000
"""Corrections of one deal; a deal of twelve decks has 624 cards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What a person wants to change, as in `scoring.corrections`; a new mark needs no id."""

    kind: CorrectionKind
    photo: str | None = None
    pile: str | None = None
    mark: str | None = None
    point_px: tuple[float, float] | None = None
    flag: str | None = None
    undoes: str | None = None
    to: Values = NO_VALUES


@dataclass(frozen=True, slots=True)
class Corrections:
    """What can be done with the corrections of a deal."""

    context: Context

    def log(self, match: str, deal: int, *, start: int = 0, limit: int | None = None) -> LogView:
        """The corrections from the one after `start` on, all of them without a limit.

        Raises:
            RefusedError: there is no such deal (404).
        """
        with self.context.store.reading() as session:
            row = deal_row(session, match, deal)
            counted = count(session, match_row(session, match), row)
            return _view(row, counted.log, start, limit)

    def correct(
        self, match: str, deal: int, expected: str, change: Change, *, asked: Asked = SOMEBODY
    ) -> LogView:
        """Adds a correction; `expected` is the version of the log that the person looked at.

        Raises:
            RefusedError: there is no such deal (404), it is confirmed (409), or somebody corrected
                it meanwhile (412).
            RuleError: what it changes is not there, or it makes no sense.
        """

        def made(counted: Counted) -> Correction:
            return _correction(counted, change, asked)

        return self._add(match, deal, expected, made, asked, _content(change))

    def undo(self, match: str, deal: int, expected: str, *, asked: Asked = SOMEBODY) -> LogView:
        """Takes back the latest correction in force, by a new entry.

        Raises:
            RefusedError: as for `correct`, or there is nothing to undo (409).
        """
        return self._take_back(match, deal, expected, asked, "undo")

    def redo(self, match: str, deal: int, expected: str, *, asked: Asked = SOMEBODY) -> LogView:
        """Brings back what was undone last, by a new entry.

        Raises:
            RefusedError: as for `correct`, or there is nothing to bring back (409).
        """
        return self._take_back(match, deal, expected, asked, "redo")

    def _take_back(self, match: str, deal: int, expected: str, asked: Asked, what: str) -> LogView:
        find = undo_target if what == "undo" else redo_target

        def made(counted: Counted) -> Correction:
            target = find(counted.log)
            if target is None:
                raise conflict(f"nothing to {what}", "an earlier change", f"there is no {what}")
            return _correction(counted, Change(kind=CorrectionKind.UNDO, undoes=target), asked)

        return self._add(match, deal, expected, made, asked, {"take back": what})

    def _add(
        self,
        match: str,
        deal: int,
        expected: str,
        made: Callable[[Counted], Correction],
        asked: Asked,
        content: dict[str, Any],
    ) -> LogView:
        with self.context.store.writing() as session:
            row = open_deal(session, match, deal, None)
            scope = f"corrections of {match} {deal}"
            counted = count(session, match_row(session, match), row)
            if done_before(session, scope, asked, content) is not None:
                return _view(row, counted.log)
            check_version("the log of corrections", str(row.log_version), expected)
            if len(counted.log) >= MAX_ENTRIES:
                raise conflict(
                    f"{MAX_ENTRIES} corrections", f"at most {MAX_ENTRIES}", "count by hand"
                )
            log = record(counted.reading, counted.log, made(counted), owners=counted.deal.owners)
            _write(session, row, log)
            remember(session, scope, asked, content, {"entry": log[-1].id})
            return _view(row, log)


def _correction(counted: Counted, change: Change, asked: Asked) -> Correction:
    """The entry for the log, with its id and time."""
    entry = Correction(
        id=secrets.token_hex(6),
        kind=change.kind,
        who=asked.who,
        when=now(),
        photo=change.photo,
        pile=change.pile,
        mark=_new_mark(counted, change) if change.kind is CorrectionKind.ADD else change.mark,
        point_px=change.point_px,
        flag=change.flag,
        undoes=change.undoes,
        after=change.to,
    )
    if entry.kind is CorrectionKind.ACCEPT:
        _check_flag(counted, entry)
    return entry


def _new_mark(counted: Counted, change: Change) -> str:
    """The id of a new mark: the one that was given, or the next free one."""
    if change.mark is not None:
        return change.mark
    photo = next((one for one in counted.reading.photos if one.photo == change.photo), None)
    taken, number = ids_added(counted.log), 1
    while (change.photo, f"a{number}") in taken or (
        photo is not None and find_mark(photo, f"a{number}") is not None
    ):
        number += 1
    return f"a{number}"


def _check_flag(counted: Counted, entry: Correction) -> None:
    """Accept silently that the flag is open and can be accepted."""
    flag = next((flag for flag in counted.flags if flag_key(flag) == entry.flag), None)
    if flag is None:
        raise RuleError(
            f"no open flag {entry.flag!r}", "the key of an open flag", "load the deal again"
        )
    if flag.kind is FlagKind.PHOTO_NOT_READ:
        raise RuleError(
            f"a photo that is not read, accepted as it is ({flag.message})",
            "a reading of every photo",
            "wait, take the photo again, or remove it from the deal",
        )


def _write(session: Session, row: DealRow, log: Sequence[Correction]) -> None:
    """Adds the log's last entry to the store."""
    entry = log[-1]
    session.add(
        CorrectionRow(
            deal_id=row.id, place=len(log), entry=entry.id, document=correction_as_dict(entry)
        )
    )
    row.log_version += 1
    session.flush()


def _view(
    row: DealRow, log: Sequence[Correction], start: int = 0, limit: int | None = None
) -> LogView:
    end = len(log) if limit is None else start + limit
    return LogView(
        version=str(row.log_version),
        entries=tuple(log[start:end]),
        in_force=tuple(entry.id for entry in in_force(log)),
        undo=undo_target(log),
        redo=redo_target(log),
        next=end if end < len(log) else None,
    )


def _content(change: Change) -> dict[str, Any]:
    return asdict(change)
