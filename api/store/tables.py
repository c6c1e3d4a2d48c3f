"""The tables. Times are ISO 8601 texts in UTC, so that every database keeps them alike.

A change here needs a migration in `migrations/versions`; a test compares the two.
"""

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, LargeBinary, MetaData, String, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

NAMES = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s_%(column_1_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
Json = dict[str, Any]


class Base(DeclarativeBase):
    """The root of all tables."""

    metadata = MetaData(naming_convention=NAMES)
    type_annotation_map = {Json: JSON, list[Any]: JSON, bytes: LargeBinary, str: String(200)}  # noqa: RUF012 - SQLAlchemy's way


class MatchRow(Base):
    """A match: its rule set with the options that differ from it."""

    __tablename__ = "matches"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    name: Mapped[str]
    rules_name: Mapped[str]
    rules_options: Mapped[Json]
    version: Mapped[int] = mapped_column(default=1)
    created: Mapped[str]


class OwnerRow(Base):
    """An owner of a match, in the order of the seats from 1."""

    __tablename__ = "owners"
    __table_args__ = (UniqueConstraint("match_id", "seat"), UniqueConstraint("match_id", "name"))

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"))
    seat: Mapped[int]
    name: Mapped[str]
    players: Mapped[list[Any]]


class DeckRow(Base):
    """A deck, named after the owner who brought it; `gallery` is its deck file once it is learnt.

    Every change of the photos is a new revision, which is learnt by a job of its own. `alike` has
    what to say about each deck of the match that this one could be taken for, by its name.
    """

    __tablename__ = "decks"
    __table_args__ = (UniqueConstraint("match_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"))
    number: Mapped[int]
    name: Mapped[str]
    revision: Mapped[int] = mapped_column(default=0)
    gallery: Mapped[bytes | None]
    alike: Mapped[Json] = mapped_column(default=dict)


class DeckFileRow(Base):
    """A photo of a deck's back, or a deck file; `digest` names its bytes, None once erased."""

    __tablename__ = "deck_files"

    id: Mapped[int] = mapped_column(primary_key=True)
    deck_id: Mapped[int] = mapped_column(ForeignKey("decks.id", ondelete="CASCADE"), index=True)
    digest: Mapped[str | None] = mapped_column(String(64), index=True)
    is_photo: Mapped[bool]
    created: Mapped[str]


class DealRow(Base):
    """A deal: who played, how it ended, and whether it is confirmed.

    `version` counts the changes of the deal and its photos, `log_version` those of what is counted
    on them: corrections and new readings of a photo.
    """

    __tablename__ = "deals"
    __table_args__ = (UniqueConstraint("match_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"))
    number: Mapped[int]
    owners: Mapped[list[Any]]
    caller: Mapped[str | None]
    blocked: Mapped[bool]
    void: Mapped[bool]
    wrong_calls: Mapped[list[Any]]
    decks: Mapped[list[Any]]
    version: Mapped[int] = mapped_column(default=1)
    log_version: Mapped[int] = mapped_column(default=0)
    confirmed: Mapped[str | None]
    confirmed_by: Mapped[str | None]
    created: Mapped[str]


class PhotoRow(Base):
    """A photo of a deal. Numbers are never used again; `digest` is None once its bytes are erased.

    A new zone, other decks or a person's wish make a new revision, which is read by a job of its
    own; `same_as` is the number of an earlier photo of the same piles.
    """

    __tablename__ = "photos"
    __table_args__ = (UniqueConstraint("deal_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    deal_id: Mapped[int] = mapped_column(ForeignKey("deals.id", ondelete="CASCADE"))
    number: Mapped[int]
    zone: Mapped[str]
    same_as: Mapped[int | None]
    digest: Mapped[str | None] = mapped_column(String(64), index=True)
    size_bytes: Mapped[int]
    width_px: Mapped[int]
    height_px: Mapped[int]
    revision: Mapped[int] = mapped_column(default=1)
    removed: Mapped[bool] = mapped_column(default=False)
    created: Mapped[str]


class ReadingRow(Base):
    """What the machine saw on one revision of a photo: one result, whoever comes second."""

    __tablename__ = "readings"
    __table_args__ = (UniqueConstraint("photo_id", "revision"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    photo_id: Mapped[int] = mapped_column(ForeignKey("photos.id", ondelete="CASCADE"))
    revision: Mapped[int]
    document: Mapped[Json]
    stages_ms: Mapped[Json]
    created: Mapped[str]


class CorrectionRow(Base):
    """One entry of a deal's log, which only grows; `place` counts from 1."""

    __tablename__ = "corrections"
    __table_args__ = (UniqueConstraint("deal_id", "place"), UniqueConstraint("deal_id", "entry"))

    id: Mapped[int] = mapped_column(primary_key=True)
    deal_id: Mapped[int] = mapped_column(ForeignKey("deals.id", ondelete="CASCADE"))
    place: Mapped[int]
    entry: Mapped[str]
    document: Mapped[Json]


class JobRow(Base):
    """The reading of one photo or the learning of one deck, of one revision.

    `claim` is the token of the worker that has it, until `lease_until` (seconds since 1970).
    """

    __tablename__ = "jobs"
    __table_args__ = (
        UniqueConstraint("photo_id", "revision"),
        UniqueConstraint("deck_id", "revision"),
        Index("ix_jobs_state_id", "state", "id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    photo_id: Mapped[int | None] = mapped_column(ForeignKey("photos.id", ondelete="CASCADE"))
    deck_id: Mapped[int | None] = mapped_column(ForeignKey("decks.id", ondelete="CASCADE"))
    revision: Mapped[int]
    state: Mapped[str] = mapped_column(String(16))
    stage: Mapped[str | None]
    attempts: Mapped[int] = mapped_column(default=0)
    claim: Mapped[str | None]
    lease_until: Mapped[float | None]
    problem: Mapped[Json | None]
    created: Mapped[str]
    started: Mapped[str | None]
    finished: Mapped[str | None]


class EventRow(Base):
    """One line of a match's audit log, which only grows: who did what when."""

    __tablename__ = "events"

    id: Mapped[int] = mapped_column(primary_key=True)
    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id", ondelete="CASCADE"), index=True)
    deal: Mapped[int | None]
    who: Mapped[str]
    action: Mapped[str]
    detail: Mapped[Json]
    created: Mapped[str]


class RequestRow(Base):
    """A request that was done under an idempotency key, and what it made."""

    __tablename__ = "requests"

    scope: Mapped[str] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    fingerprint: Mapped[str] = mapped_column(String(64))
    result: Mapped[Json]
    created: Mapped[str]
