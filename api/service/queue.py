"""The queue of analyses, in the store: jobs are claimed atomically and have one result each."""

import secrets
import time
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from sqlalchemy import CursorResult, Result, delete, func, or_, select, update
from sqlalchemy.orm import Session

from api.problems import RefusedError
from api.service.context import Context, now
from api.service.values import JobState, JobView, Reason
from api.store.tables import DealRow, DeckRow, JobRow, PhotoRow, ReadingRow
from scoring.errors import NertzError

LEASE_S = 300.0
"""A job whose worker has said nothing for so long is given to another one."""

HELD = (JobState.WAITING, JobState.RUNNING)
CRASHED = NertzError(
    "a program that stopped each time it came to this",
    "a photo or deck that can be read",
    "take the photo again; if that does not help, report it",
)


@dataclass(frozen=True, slots=True)
class Claim:
    """A job that one worker has now."""

    job: int
    token: str
    attempt: int
    photo: int | None
    deck: int | None
    revision: int


def check_room(session: Session, context: Context, more: int = 1) -> None:
    """Accept silently that so many more jobs find a place.

    Raises:
        RefusedError: the queue is full (503).
    """
    most = context.settings.max_jobs
    held = count_held(session)
    if held + more > most:
        raise RefusedError(
            f"{held} photos that wait to be read",
            f"at most {most}",
            f"try again in {context.settings.retry_after_s} seconds",
            HTTPStatus.SERVICE_UNAVAILABLE,
            context.settings.retry_after_s,
        )


def count_held(session: Session) -> int:
    """How many jobs wait or are in hand."""
    return session.scalar(select(func.count()).where(JobRow.state.in_(HELD))) or 0


def enqueue_photo(session: Session, photo: PhotoRow) -> None:
    """A job for the photo's present revision; what waited for an earlier one is dropped."""
    session.flush()
    _drop(session, JobRow.photo_id == photo.id)
    _add(session, photo_id=photo.id, revision=photo.revision)


def enqueue_deck(session: Session, deck: DeckRow) -> None:
    """A job for the deck's present revision; what waited for an earlier one is dropped."""
    session.flush()
    _drop(session, JobRow.deck_id == deck.id)
    _add(session, deck_id=deck.id, revision=deck.revision)


def read_again(session: Session, photo: PhotoRow, deal: DealRow) -> None:
    """A new revision of the photo; who corrects the old one at this moment is told."""
    photo.revision += 1
    deal.version += 1
    deal.log_version += 1
    enqueue_photo(session, photo)


def claim(context: Context) -> Claim | None:
    """The next job, now this worker's; None if nothing waits.

    A job that was tried too often is marked as failed instead.
    """
    token, moment = secrets.token_hex(8), time.time()
    free = or_(
        JobRow.state == JobState.WAITING,
        (JobRow.state == JobState.RUNNING) & (JobRow.lease_until < moment),
    )
    while True:
        with context.store.writing() as session:
            job = session.scalar(select(JobRow).where(free).order_by(JobRow.id).limit(1))
            if job is None:
                return None
            if job.attempts >= context.settings.max_attempts:
                _close(job, JobState.FAILED, CRASHED)
                continue
            taken = session.execute(
                update(JobRow)
                .where(JobRow.id == job.id, free)
                .values(
                    state=JobState.RUNNING,
                    claim=token,
                    attempts=JobRow.attempts + 1,
                    lease_until=moment + LEASE_S,
                    started=now(),
                    stage=None,
                )
                .execution_options(synchronize_session=False)
            )
            if _changed(taken) == 1:
                return Claim(
                    job.id, token, job.attempts + 1, job.photo_id, job.deck_id, job.revision
                )


def tell_stage(context: Context, held: Claim, stage: str) -> None:
    """Says what is being done, which also renews the lease."""
    with context.store.writing() as session:
        session.execute(
            update(JobRow)
            .where(JobRow.id == held.job, JobRow.claim == held.token)
            .values(stage=stage, lease_until=time.time() + LEASE_S)
        )


def finish(session: Session, held: Claim, revision: int) -> bool:
    """Ends the job in this transaction; False if its result must not be kept.

    That is so if another worker has the job by now, or if it was about an older revision.
    """
    job = session.get(JobRow, held.job, with_for_update=True)
    if job is None or job.claim != held.token or job.state != JobState.RUNNING:
        return False
    current = revision == held.revision
    _close(job, JobState.DONE if current else JobState.DROPPED, None)
    return current


def fail(context: Context, held: Claim, error: NertzError, *, retry: bool) -> JobState:
    """Gives the job back to be tried again, or ends it with the reason."""
    with context.store.writing() as session:
        job = session.get(JobRow, held.job, with_for_update=True)
        if job is None or job.claim != held.token or job.state != JobState.RUNNING:
            return JobState.DROPPED
        if retry and job.attempts < context.settings.max_attempts:
            job.state, job.claim, job.lease_until = JobState.WAITING, None, None
        else:
            _close(job, JobState.FAILED, error)
            if job.photo_id is not None:
                session.execute(
                    update(DealRow)
                    .where(
                        DealRow.id
                        == select(PhotoRow.deal_id)
                        .where(PhotoRow.id == job.photo_id)
                        .scalar_subquery()
                    )
                    .values(version=DealRow.version + 1)
                )
        return JobState(job.state)


def release_interrupted(context: Context) -> int:
    """Gives back what was running when the program was stopped; how many jobs that were.

    Only for the one process that has the data folder.
    """
    with context.store.writing() as session:
        result = session.execute(
            update(JobRow)
            .where(JobRow.state == JobState.RUNNING)
            .values(state=JobState.WAITING, claim=None, lease_until=None)
        )
        return _changed(result)


def job_view(session: Session, job: JobRow | None) -> JobView:
    """How far a job is."""
    if job is None:  # nothing was ever asked
        return JobView(state=JobState.DROPPED, stage=None, attempts=0, ahead=0, problem=None)
    ahead = 0
    if job.state == JobState.WAITING:
        before = select(func.count()).where(JobRow.state.in_(HELD), JobRow.id < job.id)
        ahead = session.scalar(before) or 0
    return JobView(
        state=JobState(job.state),
        stage=job.stage if job.state == JobState.RUNNING else None,
        attempts=job.attempts,
        ahead=ahead,
        problem=Reason(**job.problem) if job.problem is not None else None,
    )


def forget_jobs(session: Session, photo: PhotoRow) -> None:
    """Removes the photo's jobs and readings, so that nothing of it is worked on or counted."""
    session.execute(delete(JobRow).where(JobRow.photo_id == photo.id))
    session.execute(delete(ReadingRow).where(ReadingRow.photo_id == photo.id))


def _changed(result: Result[Any]) -> int:
    """How many rows an UPDATE changed."""
    return result.rowcount if isinstance(result, CursorResult) else 0


def _add(session: Session, **target: int) -> None:
    session.add(JobRow(state=JobState.WAITING, created=now(), **target))


def _drop(session: Session, about: Any) -> None:  # noqa: ANN401 - an SQL expression
    session.execute(
        update(JobRow)
        .where(about, JobRow.state == JobState.WAITING)
        .values(state=JobState.DROPPED, finished=now())
        .execution_options(synchronize_session=False)
    )


def _close(job: JobRow, state: JobState, error: NertzError | None) -> None:
    job.state, job.finished = state, now()
    job.claim, job.lease_until, job.stage = None, None, None
    if error is not None:
        job.problem = {"found": error.found, "expected": error.expected, "action": error.action}
