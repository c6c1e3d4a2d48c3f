"""What a deal is worth: the readings of its photos, its corrections, its tally and its flags."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pydantic import TypeAdapter
from sqlalchemy import select
from sqlalchemy.orm import Session

from api.service.rows import job_of_photo, photo_name, photos_of, rules_of
from api.service.values import FlagView, JobState, ResultView
from api.store.tables import CorrectionRow, DealRow, MatchRow, PhotoRow, ReadingRow
from scoring.checks import check_deal, deal_flags, photo_flags
from scoring.corrections import Correction, correction_from_dict
from scoring.deal import Deal, DealScore
from scoring.document import OwnerLine
from scoring.flags import Flag, FlagKind, Zone, flag_key, worst_first
from scoring.reading import PhotoReading, Reading
from scoring.rules import RuleSet
from scoring.tally import Tally, apply, score_tally
from vision.read import join_photos

_PHOTO_READING = TypeAdapter(PhotoReading)


@dataclass(frozen=True, slots=True)
class Counted:
    """A deal with all that is counted in it; `unread` are flags of photos without a reading."""

    deal: Deal
    rules: RuleSet
    reading: Reading
    log: tuple[Correction, ...]
    tally: Tally
    score: DealScore
    flags: tuple[Flag, ...]
    unread: tuple[Flag, ...]


def count(session: Session, match: MatchRow, row: DealRow) -> Counted:
    """Counts the deal from what is stored; nothing is looked at again."""
    deal, rules = deal_of(row), rules_of(match)
    photos = photos_of(session, row)
    readings = readings_of(session, photos)
    names = {photo.id: _name(photos, photo.same_as) for photo in photos}
    joined = join_photos(
        [
            replace(readings[photo.id], same_as=names[photo.id])
            for photo in photos
            if photo.id in readings
        ],
        deal.owners,
        deal.caller,
    )
    log = log_of(session, row)
    tally = apply(joined, log)
    unread = tuple(_unread(session, photo) for photo in photos if photo.id not in readings)
    flags = worst_first([*unread, *deal_flags(joined, tally, rules, deal)])
    return Counted(
        deal, rules, joined, log, tally, score_tally(deal, tally, rules), tuple(flags), unread
    )


def result_view(counted: Counted) -> ResultView:
    """The deal's result for people and programs."""
    every = photo_flags(counted.reading, counted.tally) + check_deal(
        counted.reading, counted.tally, counted.rules, counted.deal
    )
    return ResultView(
        complete=not counted.unread,
        owners=tuple(
            OwnerLine(owner.name, owner.center, owner.nertz, owner.points)
            for owner in counted.score.owners
        ),
        unknown=counted.score.unknown,
        flags=tuple(flag_view(flag) for flag in counted.flags),
        settled=len(every) + len(counted.unread) - len(counted.flags),
    )


def flag_view(flag: Flag) -> FlagView:
    """The flag with the key that accepts it."""
    return FlagView(
        key=flag_key(flag),
        kind=flag.kind,
        message=flag.message,
        photo=flag.photo,
        zone=flag.zone,
        pile=flag.pile,
        owner=flag.owner,
        marks=flag.marks,
    )


def deal_of(row: DealRow) -> Deal:
    """The deal's end and owners as the rules see them."""
    return Deal(
        owners=tuple(row.owners),
        caller=row.caller,
        blocked=row.blocked,
        void=row.void,
        wrong_calls=tuple(row.wrong_calls),
        decks=tuple((owner, deck) for owner, deck in row.decks),
    )


def readings_of(session: Session, photos: Sequence[PhotoRow]) -> dict[int, PhotoReading]:
    """What the machine saw on each photo's present revision, by the photo's id in the store."""
    revisions = {photo.id: photo.revision for photo in photos}
    query = select(ReadingRow).where(ReadingRow.photo_id.in_(revisions))
    return {
        row.photo_id: _PHOTO_READING.validate_python(row.document)
        for row in session.scalars(query)
        if row.revision == revisions[row.photo_id]
    }


def log_of(session: Session, row: DealRow) -> tuple[Correction, ...]:
    """The deal's corrections in order."""
    query = select(CorrectionRow).where(CorrectionRow.deal_id == row.id)
    entries = session.scalars(query.order_by(CorrectionRow.place))
    return tuple(correction_from_dict(entry.document) for entry in entries)


def _unread(session: Session, photo: PhotoRow) -> Flag:
    """The flag of a photo without a reading: nothing on it counts."""
    name, job = photo_name(photo.number), job_of_photo(session, photo)
    if job is not None and job.state == JobState.FAILED:
        reason = (job.problem or {}).get("found", "something went wrong")
        text = f"{name} could not be read, so nothing on it counts ({reason}). Take it again."
    else:
        text = f"{name} is not read yet, so nothing on it counts. Wait for it."
    return Flag(FlagKind.PHOTO_NOT_READ, text, name, Zone(photo.zone))


def _name(photos: Sequence[PhotoRow], number: int | None) -> str | None:
    """The name of the photo of that number, if it is still there."""
    there = any(photo.number == number for photo in photos)
    return photo_name(number) if number is not None and there else None
