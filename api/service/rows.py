"""Finding what a request names, with locks for those who will change it."""

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from api.service.errors import check_version, conflict, not_found
from api.store.tables import DealRow, DeckRow, JobRow, MatchRow, OwnerRow, PhotoRow
from scoring.rules import RuleSet, rule_set


def match_row(session: Session, match: str, *, lock: bool = False) -> MatchRow:
    """The match of that id.

    Raises:
        RefusedError: there is none (404).
    """
    row = session.get(MatchRow, match, with_for_update=lock or None)
    if row is None:
        raise not_found("no match of this id")
    return row


def deal_row(session: Session, match: str, number: int, *, lock: bool = False) -> DealRow:
    """The deal of that number.

    Raises:
        RefusedError: there is none (404).
    """
    match_row(session, match)
    query = select(DealRow).where(DealRow.match_id == match, DealRow.number == number)
    row = session.scalar(query.with_for_update() if lock else query)
    if row is None:
        raise not_found(f"no deal {number} in this match")
    return row


def open_deal(session: Session, match: str, number: int, expected: str | None) -> DealRow:
    """The deal, locked, to be changed; `expected` is the version that the caller looked at.

    Raises:
        RefusedError: there is none (404), it is confirmed (409), or was changed (412).
    """
    row = deal_row(session, match, number, lock=True)
    if expected is not None:
        check_version(f"deal {number}", deal_version(row), expected)
    if row.confirmed is not None:
        raise conflict(
            f"deal {number}, which {row.confirmed_by} confirmed",
            "an open deal",
            "reopen it first",
        )
    return row


def photo_row(session: Session, deal: DealRow, number: int) -> PhotoRow:
    """The photo of that number.

    Raises:
        RefusedError: there is none, or no longer (404).
    """
    query = select(PhotoRow).where(PhotoRow.deal_id == deal.id, PhotoRow.number == number)
    row = session.scalar(query)
    if row is None or row.removed:
        raise not_found(f"no photo {number} in deal {deal.number}")
    return row


def deck_row(session: Session, match: str, number: int, *, lock: bool = False) -> DeckRow:
    """The deck of that number.

    Raises:
        RefusedError: there is none (404).
    """
    match_row(session, match)
    query = select(DeckRow).where(DeckRow.match_id == match, DeckRow.number == number)
    row = session.scalar(query.with_for_update() if lock else query)
    if row is None:
        raise not_found(f"no deck {number} in this match")
    return row


def owners_of(session: Session, match: str) -> list[OwnerRow]:
    """The match's owners in the order of their seats."""
    query = select(OwnerRow).where(OwnerRow.match_id == match).order_by(OwnerRow.seat)
    return list(session.scalars(query))


def photos_of(session: Session, deal: DealRow) -> list[PhotoRow]:
    """The deal's photos, without those that were removed."""
    query = select(PhotoRow).where(PhotoRow.deal_id == deal.id, PhotoRow.removed.is_(False))
    return list(session.scalars(query.order_by(PhotoRow.number)))


def job_of_photo(session: Session, photo: PhotoRow) -> JobRow | None:
    """The job of the photo's present revision."""
    return session.scalar(
        select(JobRow).where(JobRow.photo_id == photo.id, JobRow.revision == photo.revision)
    )


def job_of_deck(session: Session, deck: DeckRow) -> JobRow | None:
    """The job of the deck's present revision."""
    return session.scalar(
        select(JobRow).where(JobRow.deck_id == deck.id, JobRow.revision == deck.revision)
    )


def next_number(session: Session, column: object, condition: object) -> int:
    """One more than the highest number there."""
    return 1 + (session.scalar(select(func.max(column)).where(condition)) or 0)  # type: ignore[arg-type]


def deal_version(row: DealRow) -> str:
    """What stands for everything that is known about the deal now."""
    return f"{row.version}.{row.log_version}"


def photo_name(number: int) -> str:
    """What people call the photo; the client's name for it is not kept."""
    return f"photo {number}"


def rules_of(row: MatchRow) -> RuleSet:
    """The match's rules."""
    return rule_set(row.rules_name, **row.rules_options)
