"""Matches: new ones, their rules, the list, the audit log, and forgetting them."""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from api.service.context import SOMEBODY, Asked, Context, done_before, note, now, remember
from api.service.decks import deck_view, decks_of
from api.service.errors import check_version, conflict
from api.service.rows import match_row, owners_of, rules_of
from api.service.values import (
    DealLine,
    DealState,
    EventView,
    MatchLine,
    MatchView,
    OwnerView,
    Page,
)
from api.store.tables import DealRow, DeckRow, EventRow, MatchRow, OwnerRow, PhotoRow
from scoring.document import RulesUsed
from scoring.errors import RuleError
from scoring.match import Match
from scoring.options import option_named
from scoring.owners import Owner
from scoring.rules import DEFAULT_RULES, RuleSet, changed_options, rule_set
from vision.score_request import check_name

ID_BYTES = 12


@dataclass(frozen=True, slots=True)
class Matches:
    """What can be done with matches."""

    context: Context

    def create(
        self,
        owners: Sequence[Owner],
        *,
        name: str = "",
        rules: str = DEFAULT_RULES,
        options: Mapping[str, Any] | None = None,
        asked: Asked = SOMEBODY,
    ) -> MatchView:
        """A new match; every owner brings one deck.

        Raises:
            RuleError: the owners or the rules are not allowed.
            RefusedError: there are too many matches (409).
        """
        chosen = chosen_rules(rules, options or {})
        Match(tuple(owners), chosen)
        for text in {name or "a match", *(o.name for o in owners), *_players(owners)}:
            check_name(text)
        content = {
            "owners": [[owner.name, *owner.players] for owner in owners],
            "name": name,
            "rules": chosen.name,
            "options": changed_options(chosen),
        }
        with self.context.store.writing() as session:
            before = done_before(session, "matches", asked, content)
            if before is not None:
                return self._view(session, match_row(session, before["match"]))
            self._check_room(session)
            row = MatchRow(
                id=secrets.token_hex(ID_BYTES),
                name=name or " and ".join(owner.name for owner in owners)[:60],
                rules_name=chosen.name,
                rules_options=changed_options(chosen),
                created=now(),
            )
            session.add(row)
            session.flush()
            for seat, owner in enumerate(owners, 1):
                players = list(owner.players)
                session.add(OwnerRow(match_id=row.id, seat=seat, name=owner.name, players=players))
                session.add(DeckRow(match_id=row.id, number=seat, name=owner.name))
            note(session, row.id, asked, "match created", rules=chosen.name)
            remember(session, "matches", asked, content, {"match": row.id})
            session.flush()
            return self._view(session, row)

    def get(self, match: str) -> MatchView:
        """The match of that id.

        Raises:
            RefusedError: there is none (404).
        """
        with self.context.store.reading() as session:
            return self._view(session, match_row(session, match))

    def list(self, *, start: int = 0, limit: int = 50) -> Page[MatchLine]:
        """The matches, newest first."""
        with self.context.store.reading() as session:
            query = select(MatchRow).order_by(MatchRow.created.desc(), MatchRow.id)
            rows = list(session.scalars(query.offset(start).limit(limit + 1)))
            lines = tuple(self._line(session, row) for row in rows[:limit])
            return Page(lines, start + limit if len(rows) > limit else None)

    def change(
        self,
        match: str,
        expected: str,
        *,
        name: str | None = None,
        rules: str | None = None,
        options: Mapping[str, Any] | None = None,
        asked: Asked = SOMEBODY,
    ) -> MatchView:
        """Another name or other rules; all deals are scored by the rules that hold now.

        Options stay unless given; another rule set begins without options.

        Raises:
            RuleError: the rules are not allowed.
            RefusedError: there is none (404), or it was changed (412).
        """
        with self.context.store.writing() as session:
            row = match_row(session, match, lock=True)
            check_version("the match", str(row.version), expected)
            if name is not None:
                check_name(name)
                row.name = name
            if rules is not None or options is not None:
                self._change_rules(session, row, rules, options)
            row.version += 1
            note(session, match, asked, "match changed", rules=row.rules_name, **row.rules_options)
            return self._view(session, row)

    def log(self, match: str, *, start: int = 0, limit: int = 100) -> Page[EventView]:
        """The match's audit log, oldest first.

        Raises:
            RefusedError: there is no such match (404).
        """
        with self.context.store.reading() as session:
            match_row(session, match)
            query = select(EventRow).where(EventRow.match_id == match).order_by(EventRow.id)
            rows = list(session.scalars(query.offset(start).limit(limit + 1)))
            return Page(
                tuple(
                    EventView(
                        id=row.id,
                        when=row.created,
                        who=row.who,
                        action=row.action,
                        deal=row.deal,
                        detail=row.detail,
                    )
                    for row in rows[:limit]
                ),
                start + limit if len(rows) > limit else None,
            )

    def _check_room(self, session: Session) -> None:
        most = self.context.settings.max_matches
        if (session.scalar(select(func.count()).select_from(MatchRow)) or 0) >= most:
            raise conflict(
                f"{most} matches", f"at most {most}", "delete matches that nobody needs any more"
            )

    def _change_rules(
        self,
        session: Session,
        row: MatchRow,
        rules: str | None,
        options: Mapping[str, Any] | None,
    ) -> None:
        kept = row.rules_options if rules is None else {}
        chosen = chosen_rules(rules or row.rules_name, {**kept, **(options or {})})
        Match(tuple(Owner(o.name, tuple(o.players)) for o in owners_of(session, row.id)), chosen)
        row.rules_name, row.rules_options = chosen.name, changed_options(chosen)

    def _view(self, session: Session, row: MatchRow) -> MatchView:
        deals = session.scalars(
            select(DealRow).where(DealRow.match_id == row.id).order_by(DealRow.number)
        )
        return MatchView(
            id=row.id,
            name=row.name,
            version=str(row.version),
            created=row.created,
            owners=tuple(
                OwnerView(owner.name, tuple(owner.players)) for owner in owners_of(session, row.id)
            ),
            rules=rules_used(rules_of(row)),
            decks=tuple(deck_view(session, deck) for deck in decks_of(session, row.id)),
            deals=tuple(_deal_line(session, deal) for deal in deals),
        )

    def _line(self, session: Session, row: MatchRow) -> MatchLine:
        deals = select(func.count()).where(DealRow.match_id == row.id)
        return MatchLine(
            id=row.id,
            name=row.name,
            created=row.created,
            owners=tuple(owner.name for owner in owners_of(session, row.id)),
            deals=session.scalar(deals) or 0,
        )


def chosen_rules(name: str, options: Mapping[str, Any]) -> RuleSet:
    """The rule set of that name with options that came from outside.

    Raises:
        RuleError: the rule set or an option is unknown, or a value is not allowed.
    """
    for option, value in options.items():
        if option != "pile_sizes":
            option_named(option)
        elif not isinstance(value, Mapping):
            raise RuleError(
                f"pile_sizes = {value!r}", "a size for each name", "write it like {'Anna': 11}"
            )
    return rule_set(name, **options)


def rules_used(rules: RuleSet) -> RulesUsed:
    """The rule set's name and what differs from it."""
    return RulesUsed(rules.name, changed_options(rules))


def _players(owners: Sequence[Owner]) -> list[str]:
    return [player for owner in owners for player in owner.players]


def _deal_line(session: Session, row: DealRow) -> DealLine:
    photos = select(func.count()).where(PhotoRow.deal_id == row.id, PhotoRow.removed.is_(False))
    return DealLine(
        number=row.number,
        state=DealState.OPEN if row.confirmed is None else DealState.CONFIRMED,
        caller=row.caller,
        blocked=row.blocked,
        void=row.void,
        photos=session.scalar(photos) or 0,
    )
