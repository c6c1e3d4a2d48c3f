"""Photos of a deal: added, moved to another zone, read again, removed, shown."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy.orm import Session

from api.service.context import SOMEBODY, Asked, Context, done_before, note, now, remember
from api.service.counting import count
from api.service.erase import erase_files, storing
from api.service.incoming import Incoming, photo_size_px
from api.service.photo_checks import check_kept, check_new_photos, check_same
from api.service.queue import check_room, enqueue_photo, forget_jobs, job_view, read_again
from api.service.rows import (
    deal_row,
    job_of_photo,
    match_row,
    next_number,
    open_deal,
    photo_name,
    photo_row,
    photos_of,
)
from api.service.values import PhotoReadingView, PhotoView
from api.store.tables import PhotoRow
from scoring.flags import Zone
from scoring.tally import Tally


@dataclass(frozen=True, slots=True)
class Photos:
    """What can be done with the photos of a deal."""

    context: Context

    def check_room(self, match: str, deal: int) -> None:
        """Accept silently that a photo may be sent, before it is.

        Raises:
            RefusedError: there is no such deal (404), it is confirmed (409), or the queue is full
                (503).
        """
        with self.context.store.reading() as session:
            open_deal(session, match, deal, None)
            check_room(session, self.context)

    def add(
        self,
        match: str,
        deal: int,
        files: Sequence[Incoming],
        zone: Zone,
        *,
        same_as: int | None = None,
        asked: Asked = SOMEBODY,
    ) -> tuple[PhotoView, ...]:
        """Photos of one zone, all of them or none; they are on disk when it returns.

        Each gets the deal's next number and a job that reads it. `same_as` is the number of a
        photo that shows the same piles.

        Raises:
            PhotoError: a file is no photo.
            RefusedError: there is no such deal (404), it is confirmed, has too many photos or
                this photo already (409), or the queue is full (503).
        """
        limits = self.context.settings.limits
        sizes = [photo_size_px(file, limits) for file in files]
        digests = [file.digest for file in files]
        content = {"zone": zone, "same_as": same_as, "photos": digests}
        scope = f"photos of {match} {deal}"
        with storing(self.context, files), self.context.store.writing() as session:
            row = open_deal(session, match, deal, None)
            before = done_before(session, scope, asked, content)
            if before is not None:
                rows = [photo_row(session, row, number) for number in before["photos"]]
                return tuple(photo_view(session, photo) for photo in rows)
            check_new_photos(session, row, digests, self.context.settings.max_photos)
            check_room(session, self.context, len(files))
            if same_as is not None:
                check_same(session, row, None, same_as, zone)
            first = next_number(session, PhotoRow.number, PhotoRow.deal_id == row.id)
            rows = []
            for file, size_px in zip(files, sizes, strict=True):
                rows.append(
                    PhotoRow(
                        deal_id=row.id,
                        number=first + len(rows),
                        zone=zone,
                        same_as=same_as,
                        digest=file.digest,
                        size_bytes=len(file.data),
                        width_px=size_px[0],
                        height_px=size_px[1],
                        created=now(),
                    )
                )
            session.add_all(rows)
            session.flush()
            for photo in rows:
                enqueue_photo(session, photo)
                note(session, match, asked, "photo added", deal, photo=photo.number, zone=zone)
            row.version += 1
            numbers = [photo.number for photo in rows]
            remember(session, scope, asked, content, {"photos": numbers})
            session.flush()
            views = tuple(photo_view(session, photo) for photo in rows)
        self.context.wake()
        return views

    def list(self, match: str, deal: int) -> tuple[PhotoView, ...]:
        """The deal's photos in the order of their numbers.

        Raises:
            RefusedError: there is no such deal (404).
        """
        with self.context.store.reading() as session:
            row = deal_row(session, match, deal)
            tally = count(session, match_row(session, match), row).tally
            return tuple(photo_view(session, photo, tally) for photo in photos_of(session, row))

    def get(self, match: str, deal: int, photo: int) -> PhotoReadingView:
        """The photo with its piles and marks after the corrections.

        Raises:
            RefusedError: there is no such photo (404).
        """
        with self.context.store.reading() as session:
            row = deal_row(session, match, deal)
            found = photo_row(session, row, photo)
            tally = count(session, match_row(session, match), row).tally
            name = photo_name(photo)
            piles = next((one.piles for one in tally.photos if one.photo == name), ())
            return PhotoReadingView(
                photo=photo_view(session, found, tally),
                counted=name in tally.counted,
                piles=piles,
                counts={
                    pile: number for (of, pile), number in tally.pile_counts.items() if of == name
                },
            )

    def change(  # noqa: PLR0913 - what can be changed
        self,
        match: str,
        deal: int,
        photo: int,
        expected: str,
        *,
        zone: Zone | None = None,
        same_as: int | None = None,
        asked: Asked = SOMEBODY,
    ) -> PhotoView:
        """Another zone, which makes it be read again, or another photo of the same piles.

        `same_as` 0 says that it shows piles of its own.

        Raises:
            RefusedError: there is no such photo (404), the deal is confirmed (409), or was changed
                (412).
        """
        with self.context.store.writing() as session:
            row = open_deal(session, match, deal, expected)
            found = photo_row(session, row, photo)
            moved = zone is not None and zone != found.zone
            if zone is not None:
                found.zone = zone
            if same_as is not None:
                found.same_as = same_as or None
            if found.same_as is not None:
                check_same(session, row, found, found.same_as, Zone(found.zone))
            row.version += 1
            if moved:
                check_kept(found)
                read_again(session, found, row)
            note(
                session,
                match,
                asked,
                "photo changed",
                deal,
                photo=photo,
                zone=found.zone,
                same_as=found.same_as,
            )
            session.flush()
            view = photo_view(session, found)
        self.context.wake()
        return view

    def read_again(
        self, match: str, deal: int, photo: int, expected: str, *, asked: Asked = SOMEBODY
    ) -> PhotoView:
        """Lets the machine look at the photo once more.

        Raises:
            RefusedError: there is no such photo (404), the deal is confirmed or the picture erased
                (409), the deal was changed (412), or the queue is full (503).
        """
        with self.context.store.writing() as session:
            row = open_deal(session, match, deal, expected)
            found = photo_row(session, row, photo)
            check_kept(found)
            check_room(session, self.context)
            read_again(session, found, row)
            note(session, match, asked, "photo read again", deal, photo=photo)
            session.flush()
            view = photo_view(session, found)
        self.context.wake()
        return view

    def remove(
        self, match: str, deal: int, photo: int, expected: str, *, asked: Asked = SOMEBODY
    ) -> None:
        """Takes the photo out of the deal and erases it; its number is not used again.

        Raises:
            RefusedError: there is no such photo (404), the deal is confirmed (409), or was changed
                (412).
        """
        with self.context.store.writing() as session:
            row = open_deal(session, match, deal, expected)
            found = photo_row(session, row, photo)
            digest = found.digest
            found.removed, found.digest = True, None
            found.revision += 1
            forget_jobs(session, found)
            _pass_on(found, [other for other in photos_of(session, row) if other.same_as == photo])
            row.version += 1
            row.log_version += 1
            note(session, match, asked, "photo removed", deal, photo=photo, zone=found.zone)
        if digest is not None:
            erase_files(self.context, [digest])


def photo_view(session: Session, row: PhotoRow, tally: Tally | None = None) -> PhotoView:
    """What is known about the photo; `cards` counts its marks after the corrections."""
    name = photo_name(row.number)
    read = next((one for one in tally.photos if one.photo == name), None) if tally else None
    return PhotoView(
        number=row.number,
        name=name,
        zone=Zone(row.zone),
        same_as=row.same_as,
        width_px=row.width_px,
        height_px=row.height_px,
        size_bytes=row.size_bytes,
        created=row.created,
        cards=None if read is None else len(read.marks),
        kept=row.digest is not None,
        analysis=job_view(session, job_of_photo(session, row)),
    )


def _pass_on(removed: PhotoRow, repeats: Sequence[PhotoRow]) -> None:
    """Photos of the same piles still count once: the first of them stands for the removed one."""
    heir = removed.same_as
    for repeat in repeats:
        repeat.same_as = heir
        heir = heir if heir is not None else repeat.number
