"""The workers: threads that take jobs from the store and put results there, one for each job."""

import json
import logging
import threading
import time
from collections.abc import Callable, Mapping

from pydantic import TypeAdapter
from sqlalchemy import select
from sqlalchemy.orm import Session

from api.analysis import (
    PhotoToRead,
    ToldStopwatch,
    learn_stored_deck,
    look_alikes,
    read_stored_photo,
    seen_back,
)
from api.pictures import keep_back
from api.service import queue
from api.service.context import Asked, Context, note, now
from api.service.counting import deal_of
from api.service.decks import set_alike
from api.service.erase import erase_files
from api.service.queue import Claim
from api.service.rows import photo_name, photos_of
from api.service.values import JobState
from api.store.tables import DealRow, DeckFileRow, DeckRow, JobRow, PhotoRow, ReadingRow
from scoring.errors import DataError, ModelError, NertzError
from scoring.flags import Zone
from scoring.reading import PhotoReading
from vision.networks import Networks
from vision.reread import with_kept_ids

LOG = logging.getLogger("nertz.photos")
LOOK_S = 2.0
"""How often a worker that nobody woke looks for jobs, such as those whose lease ran out."""

_PHOTO_READING = TypeAdapter(PhotoReading)

MACHINE = Asked("the program")
"""Who did what nobody asked for."""


class Workers:
    """A bounded pool of threads beside the event loop."""

    def __init__(self, context: Context, networks: Callable[[], Networks]) -> None:
        self._context = context
        self._networks = networks
        self._stopping = False
        self._wake = threading.Condition()
        self._threads = [
            threading.Thread(target=self._run, name=f"worker {number}", daemon=True)
            for number in range(1, context.settings.workers + 1)
        ]
        context.wake = self.wake

    def start(self) -> None:
        """Gives back what a former run left unfinished, and begins."""
        queue.release_interrupted(self._context)
        for thread in self._threads:
            thread.start()

    def wake(self) -> None:
        """Says that there may be a new job."""
        with self._wake:
            self._wake.notify_all()

    def stop(self, within_s: float) -> None:
        """Takes no more jobs and waits so long for those in hand.

        What is not finished by then goes on at the next start.
        """
        self._stopping = True
        self.wake()
        until = time.monotonic() + within_s
        for thread in self._threads:
            if thread.is_alive():
                thread.join(max(0.0, until - time.monotonic()))

    def _run(self) -> None:
        while not self._stopping:
            try:
                held = queue.claim(self._context)
            except Exception:
                LOG.exception("the store cannot be asked for jobs")
                held = None
            if held is not None:
                self._do(held)
                continue
            with self._wake:
                if not self._stopping:
                    self._wake.wait(LOOK_S)

    def _do(self, held: Claim) -> None:
        try:
            work_on(self._context, held, self._networks)
        except (ModelError, DataError) as error:  # ours, and perhaps mended by the next try
            self._give_up(held, error, retry=True)
        except NertzError as error:
            self._give_up(held, error, retry=False)
        except Exception as error:
            LOG.exception("job %d failed", held.job)
            fault = NertzError(
                f"a fault of this program ({type(error).__name__})",
                "a photo that is read",
                "try again later; if that does not help, count it by hand and report it",
            )
            self._give_up(held, fault, retry=True)

    def _give_up(self, held: Claim, error: NertzError, *, retry: bool) -> None:
        try:
            state = queue.fail(self._context, held, error, retry=retry)
        except Exception:  # the lease will run out
            LOG.exception("job %d cannot be given back", held.job)
            return
        log_line("job_failed", held, again=state is JobState.WAITING, reason=error.found)


def work_on(context: Context, held: Claim, networks: Callable[[], Networks]) -> None:
    """Does one job and stores its result, unless the result is no longer wanted.

    Raises:
        NertzError: it cannot be done.
    """
    if held.photo is not None:
        _read(context, held, networks())
    else:
        _learn(context, held, networks())


def _read(context: Context, held: Claim, networks: Networks) -> None:
    started = time.perf_counter()
    with context.store.reading() as session:
        photo = session.get(PhotoRow, held.photo)
        if photo is None or photo.digest is None or photo.revision != held.revision:
            digest = None
        else:
            digest, number, zone = photo.digest, photo.number, Zone(photo.zone)
            deal = session.get_one(DealRow, photo.deal_id)
            galleries = _galleries(session, deal)
            match, deal_number = deal.match_id, deal.number
    if digest is None:
        with context.store.writing() as session:
            queue.finish(session, held, -1)
        return
    watch = ToldStopwatch(tell=lambda stage: queue.tell_stage(context, held, stage))
    asked = PhotoToRead(photo_name(number), zone, context.files.read(digest), galleries)
    reading = read_stored_photo(asked, networks, context.settings.limits, watch)
    stages_ms = {name: round(sum(times), 1) for name, times in watch.stages_ms.items()}
    with context.store.writing() as session:
        photo = session.get(PhotoRow, held.photo, with_for_update=True)
        kept = queue.finish(session, held, -1 if photo is None else photo.revision)
        if kept and photo is not None:
            reading = with_kept_ids(reading, _earlier(session, photo))
            document = _PHOTO_READING.dump_python(reading, mode="json")
            session.add(
                ReadingRow(
                    photo_id=photo.id,
                    revision=held.revision,
                    document=document,
                    stages_ms=stages_ms,
                    created=now(),
                )
            )
            session.get_one(DealRow, photo.deal_id, with_for_update=True).version += 1
    log_line(
        "photo_read",
        held,
        match=match,
        deal=deal_number,
        photo=number,
        zone=zone,
        cards=len(reading.marks),
        flags=len(reading.flags),
        kept=kept,
        stages_ms=stages_ms,
        total_ms=round((time.perf_counter() - started) * 1000, 1),
    )


def _earlier(session: Session, photo: PhotoRow) -> list[PhotoReading]:
    """What the machine saw on earlier revisions of the photo, in order."""
    query = select(ReadingRow).where(ReadingRow.photo_id == photo.id).order_by(ReadingRow.revision)
    return [_PHOTO_READING.validate_python(row.document) for row in session.scalars(query)]


def _learn(context: Context, held: Claim, networks: Networks) -> None:
    with context.store.reading() as session:
        deck = session.get(DeckRow, held.deck)
        name = None if deck is None else deck.name
        query = select(DeckFileRow.digest).where(DeckFileRow.deck_id == held.deck)
        digests = [digest for digest in session.scalars(query.order_by(DeckFileRow.id)) if digest]
    if name is None or not digests:
        with context.store.writing() as session:
            queue.finish(session, held, -1)
        return
    watch = ToldStopwatch(tell=lambda stage: queue.tell_stage(context, held, stage))
    limits = context.settings.limits
    files = {digest: context.files.read(digest) for digest in digests}
    gallery, useless = learn_stored_deck(name, files, networks, limits, watch)
    for digest, data in files.items():
        back = None if digest in useless else seen_back(name, data, networks, limits)
        if back is not None:
            keep_back(context, digest, back)
    with context.store.writing() as session:
        deck = session.get(DeckRow, held.deck, with_for_update=True)
        kept = queue.finish(session, held, -1 if deck is None else deck.revision)
        if kept and deck is not None:
            deck.gallery = gallery
            _forget_useless(session, deck, useless)
            known = _known_decks(session, deck.match_id)  # in one transaction: none is missed
            set_alike(session, deck, look_alikes(deck.name, known, networks))
            _read_with_it(session, deck)
    if kept:
        erase_files(context, useless)
    log_line("deck_learnt", held, files=len(files), useless=len(useless), kept=kept)


def _forget_useless(session: Session, deck: DeckRow, useless: Mapping[str, str]) -> None:
    """Takes files away that taught nothing; the audit log says why."""
    rows = select(DeckFileRow).where(DeckFileRow.deck_id == deck.id)
    for row in session.scalars(rows.where(DeckFileRow.digest.in_(useless))):
        why = useless[row.digest or ""]
        note(session, deck.match_id, MACHINE, "deck photo not used", deck=deck.name, why=why)
        session.delete(row)


def _galleries(session: Session, deal: DealRow) -> dict[str, bytes]:
    """The deck files of the decks in play, by the owner who plays each in this deal."""
    known = _known_decks(session, deal.match_id)
    played = deal_of(deal)
    return {
        owner: known[deck] for owner in played.owners if (deck := played.deck_of(owner)) in known
    }


def _known_decks(session: Session, match: str) -> dict[str, bytes]:
    """The deck files of the match's decks that were learnt, by name."""
    query = select(DeckRow).where(DeckRow.match_id == match, DeckRow.gallery.is_not(None))
    return {deck.name: deck.gallery or b"" for deck in session.scalars(query)}


def _read_with_it(session: Session, deck: DeckRow) -> None:
    """Photos of open deals that were read without this deck are read again."""
    query = select(DealRow).where(DealRow.match_id == deck.match_id, DealRow.confirmed.is_(None))
    for deal in session.scalars(query):
        for photo in photos_of(session, deal):
            waits = select(JobRow.id).where(
                JobRow.photo_id == photo.id,
                JobRow.revision == photo.revision,
                JobRow.state == JobState.WAITING,
            )
            if photo.digest is not None and session.scalar(waits) is None:
                queue.read_again(session, photo, deal)


def log_line(event: str, held: Claim, **values: object) -> None:
    """One line of JSON: ids and times, nothing about people."""
    LOG.info(json.dumps({"event": event, "job": held.job, "attempt": held.attempt, **values}))
