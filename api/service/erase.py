"""Erasing: a match with all that belongs to it, or its pictures alone."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from sqlalchemy import Select, delete, select
from sqlalchemy.orm import Session

from api.pictures import forget_pictures
from api.service.context import SOMEBODY, Asked, Context, note
from api.service.errors import check_version, conflict
from api.service.incoming import Incoming
from api.service.queue import HELD
from api.service.rows import match_row
from api.store.tables import DealRow, DeckFileRow, DeckRow, JobRow, PhotoRow, RequestRow


@dataclass(frozen=True, slots=True)
class Erasing:
    """What can be erased for good."""

    context: Context

    def match(self, match: str, expected: str) -> None:
        """Forgets the match with all that belongs to it, photos included.

        Raises:
            RefusedError: there is none (404), or it was changed (412).
        """
        with self.context.store.writing() as session:
            row = match_row(session, match, lock=True)
            check_version("the match", str(row.version), expected)
            digests = _digests(session, match)
            session.delete(row)
            session.execute(delete(RequestRow).where(RequestRow.scope.contains(row.id)))
        erase_files(self.context, digests)

    def pictures(self, match: str, expected: str, *, asked: Asked = SOMEBODY) -> int:
        """Erases all pictures of the match; what was read on them and the scores stay.

        Returns how many files that were.

        Raises:
            RefusedError: there is none (404), a photo still waits to be read (409), or the match
                was changed (412).
        """
        with self.context.store.writing() as session:
            row = match_row(session, match, lock=True)
            check_version("the match", str(row.version), expected)
            photos = list(session.scalars(_photos(match)))
            files = list(session.scalars(_files(match)))
            waiting = select(JobRow.id).where(
                JobRow.state.in_(HELD),
                JobRow.photo_id.in_({photo.id for photo in photos})
                | JobRow.deck_id.in_({file.deck_id for file in files}),
            )
            if session.scalar(waiting.limit(1)) is not None:
                raise conflict(
                    "photos that are not read yet",
                    "photos that were read",
                    "wait until they are, or remove them from their deals",
                )
            digests = _digests(session, match)
            for photo in photos:
                photo.digest = None
            for file in files:
                file.digest = None
            row.version += 1
            note(session, match, asked, "pictures erased", files=len(digests))
        erase_files(self.context, digests)
        return len(digests)


@contextmanager
def storing(context: Context, files: Iterable[Incoming]) -> Iterator[None]:
    """Stores files before the block, which records them.

    What it does not record is erased again: it failed, or had done the same before.
    """
    sent = list(files)
    with context.files.lock:
        try:
            for file in sent:
                context.files.put(file.data)
            yield
        finally:
            erase_files(context, {file.digest for file in sent})


def erase_files(context: Context, digests: Iterable[str]) -> None:
    """Erases files that no record names any more. After the commit that removed the records."""
    for digest in digests:
        with context.files.lock, context.store.reading() as session:
            if not _is_named(session, digest):
                context.files.remove(digest)
                forget_pictures(context.settings.data, digest)


def named_files(session: Session) -> set[str]:
    """The digests of all files that records name."""
    columns = (PhotoRow.digest, DeckFileRow.digest)
    return {digest for column in columns for digest in session.scalars(select(column)) if digest}


def _is_named(session: Session, digest: str) -> bool:
    columns = (PhotoRow.digest, DeckFileRow.digest)
    return any(
        session.scalar(select(column).where(column == digest).limit(1)) is not None
        for column in columns
    )


def _digests(session: Session, match: str) -> set[str]:
    photos = {row.digest for row in session.scalars(_photos(match))}
    files = {row.digest for row in session.scalars(_files(match))}
    return {digest for digest in photos | files if digest is not None}


def _photos(match: str) -> Select[PhotoRow]:
    return select(PhotoRow).join(DealRow).where(DealRow.match_id == match)


def _files(match: str) -> Select[DeckFileRow]:
    return select(DeckFileRow).join(DeckRow).where(DeckRow.match_id == match)
