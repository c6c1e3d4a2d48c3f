"""Decks: photos of their backs, from which the program learns whose card it sees."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from api.service.context import SOMEBODY, Asked, Context, done_before, note, now, remember
from api.service.erase import erase_files, storing
from api.service.errors import conflict
from api.service.incoming import Incoming, check_deck_file
from api.service.queue import check_room, enqueue_deck
from api.service.rows import deck_row, job_of_deck, match_row
from api.service.values import DeckState, DeckView, JobState, Reason
from api.store.tables import DeckFileRow, DeckRow
from vision.score_request import MAX_DECK_FILES


@dataclass(frozen=True, slots=True)
class Decks:
    """What can be done with the decks of a match."""

    context: Context

    def list(self, match: str) -> tuple[DeckView, ...]:
        """The match's decks; each is named after the owner who brought it.

        Raises:
            RefusedError: there is no such match (404).
        """
        with self.context.store.reading() as session:
            match_row(session, match)
            return tuple(deck_view(session, deck) for deck in decks_of(session, match))

    def get(self, match: str, deck: int) -> DeckView:
        """The deck of that number.

        Raises:
            RefusedError: there is none (404).
        """
        with self.context.store.reading() as session:
            return deck_view(session, deck_row(session, match, deck))

    def check_room(self, match: str, deck: int) -> None:
        """Accept silently that files may be sent, before they are.

        Raises:
            RefusedError: there is no such deck (404), or the queue is full (503).
        """
        with self.context.store.reading() as session:
            deck_row(session, match, deck)
            check_room(session, self.context)

    def add_files(
        self, match: str, deck: int, files: Sequence[Incoming], *, asked: Asked = SOMEBODY
    ) -> DeckView:
        """Photos of the deck's back, or a deck file; they are on disk when it returns.

        The program learns the back from all files of the deck together, in a job.

        Raises:
            RefusedError: there is no such deck (404), it has too many files (409), or the queue
                is full (503).
            PhotoError: a file is neither a photo nor a deck file.
        """
        checked = [(file, check_deck_file(file, self.context.settings.limits)) for file in files]
        content = {"deck": deck, "files": [file.digest for file in files]}
        with storing(self.context, files), self.context.store.writing() as session:
            row = deck_row(session, match, deck, lock=True)
            if done_before(session, f"decks of {match}", asked, content) is not None:
                return deck_view(session, row)
            there = _count_files(session, row)
            if not files or there + len(files) > MAX_DECK_FILES:
                raise conflict(
                    f"{there} files and {len(files)} more for {row.name}'s deck",
                    f"1 to {MAX_DECK_FILES} in all",
                    "choose the best of them, or forget the old ones first",
                )
            check_room(session, self.context)
            for file, is_photo in checked:
                session.add(
                    DeckFileRow(
                        deck_id=row.id, digest=file.digest, is_photo=is_photo, created=now()
                    )
                )
            row.revision += 1
            enqueue_deck(session, row)
            note(session, match, asked, "deck photographed", deck=row.name, files=len(files))
            remember(session, f"decks of {match}", asked, content, {})
            session.flush()
            view = deck_view(session, row)
        self.context.wake()
        return view

    def forget(self, match: str, deck: int, *, asked: Asked = SOMEBODY) -> DeckView:
        """Forgets the deck's back and its photos; what was read with it stays.

        Raises:
            RefusedError: there is no such deck (404).
        """
        with self.context.store.writing() as session:
            row = deck_row(session, match, deck, lock=True)
            files = list(session.scalars(select(DeckFileRow).where(DeckFileRow.deck_id == row.id)))
            for file in files:
                session.delete(file)
            row.revision, row.gallery = row.revision + 1, None
            set_alike(session, row, {})
            note(session, match, asked, "deck forgotten", deck=row.name)
            session.flush()
            view = deck_view(session, row)
        erase_files(self.context, {file.digest for file in files if file.digest is not None})
        return view


def decks_of(session: Session, match: str) -> Sequence[DeckRow]:
    """The match's decks in order."""
    query = select(DeckRow).where(DeckRow.match_id == match).order_by(DeckRow.number)
    return list(session.scalars(query))


def set_alike(session: Session, row: DeckRow, alike: Mapping[str, str]) -> None:
    """Keeps what to say about the decks that this one could be taken for, with each of the two."""
    row.alike = dict(alike)
    for other in decks_of(session, row.match_id):
        if other.id != row.id:
            kept = {name: text for name, text in other.alike.items() if name != row.name}
            own = {row.name: alike[other.name]} if other.name in alike else {}
            other.alike = {**kept, **own}


def deck_view(session: Session, row: DeckRow) -> DeckView:
    """What is known about the deck."""
    job = job_of_deck(session, row)
    state = DeckState.MISSING if row.gallery is None else DeckState.READY
    problem = None
    if job is not None and job.state in (JobState.WAITING, JobState.RUNNING):
        state = DeckState.WAITING
    elif job is not None and job.state == JobState.FAILED:
        state, problem = DeckState.FAILED, Reason(**job.problem) if job.problem else None
    return DeckView(
        number=row.number,
        name=row.name,
        state=state,
        files=_count_files(session, row),
        problem=problem,
        alike=tuple(row.alike.values()),
    )


def _count_files(session: Session, row: DeckRow) -> int:
    query = select(func.count()).where(DeckFileRow.deck_id == row.id)
    return session.scalar(query) or 0
