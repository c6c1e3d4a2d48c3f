"""Export of reviewed photos: a data set to train on, in the YOLO format of oriented boxes."""

import json
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import select

from api.pictures import make_picture
from api.service.context import Context
from api.service.counting import Counted, count
from api.service.errors import conflict
from api.service.rows import match_row, photo_name, photos_of
from api.store.tables import DealRow
from scoring.corrections import correction_as_dict
from scoring.flags import Zone
from scoring.reading import Mark, PhotoReading, Side

CLASSES = {Side.BACK: 0, Side.FACE: 1}
"""As in `datasets.yolo_obb`; indices are not marked by people, so there are none."""

NAMES = ("back", "face", "index", "ignore")


@dataclass(frozen=True, slots=True)
class Exports:
    """What can be taken out of a match."""

    context: Context

    def corrections(self, match: str) -> Path:
        """A ZIP file with every photo of confirmed deals whose cards all have a mark of their own.

        `images/train` and `labels/train` are as trainers want them, `corrections.json` has who
        changed what, from what to what, and the photos that were left out. The caller removes the
        file.

        Raises:
            RefusedError: there is no such match (404), or no deal is confirmed (409).
        """
        with self.context.store.reading() as session:
            row = match_row(session, match)
            query = select(DealRow).where(DealRow.match_id == match, DealRow.confirmed.is_not(None))
            deals = list(session.scalars(query.order_by(DealRow.number)))
            if not deals:
                raise conflict(
                    "no confirmed deal", "deals that somebody looked at", "confirm a deal first"
                )
            reviewed = [
                (
                    deal.number,
                    count(session, row, deal),
                    {photo_name(p.number): p.digest for p in photos_of(session, deal)},
                )
                for deal in deals
            ]
        with tempfile.NamedTemporaryFile(suffix=".zip", delete=False) as file:
            path = Path(file.name)
            with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
                self._fill(archive, match, reviewed)
        return path

    def _fill(
        self,
        archive: zipfile.ZipFile,
        match: str,
        reviewed: list[tuple[int, Counted, dict[str, str | None]]],
    ) -> None:
        left_out = []
        for number, counted, digests in reviewed:
            for photo in counted.tally.photos:
                reason = _why_not(counted, photo, digests.get(photo.photo))
                if reason is not None:
                    left_out.append({"deal": number, "photo": photo.photo, "why": reason})
                    continue
                name = f"{match}-{number}-{photo.photo.removeprefix('photo ')}"
                picture = make_picture(self.context, digests[photo.photo] or "", None)
                archive.writestr(f"images/train/{name}.jpg", picture)
                archive.writestr(f"labels/train/{name}.txt", label_lines(photo))
        archive.writestr("data.yaml", _data_file())
        log = {
            "version": 1,
            "match": match,
            "left_out": left_out,
            "deals": [
                {
                    "deal": number,
                    "corrections": [correction_as_dict(entry) for entry in counted.log],
                }
                for number, counted, _ in reviewed
            ],
        }
        archive.writestr("corrections.json", json.dumps(log, indent=1) + "\n")


def label_lines(photo: PhotoReading) -> str:
    """The label file: class and four corners in fractions of the picture, one line a card."""
    return "".join(_line(mark, photo) + "\n" for mark in photo.marks)


def _line(mark: Mark, photo: PhotoReading) -> str:
    size = (photo.width_px, photo.height_px)
    corners = [
        f"{min(max(value / extent, 0.0), 1.0):.5f}"
        for corner in mark.quad_px
        for value, extent in zip(corner, size, strict=True)
    ]
    return " ".join([str(CLASSES[mark.side]), *corners])


def _why_not(counted: Counted, photo: PhotoReading, digest: str | None) -> str | None:
    """Why a photo teaches nothing true; None if it does."""
    if digest is None:
        return "its picture was erased"
    if photo.zone is Zone.FOUNDATIONS or any(pile.squared for pile in photo.piles):
        return "squared piles hide cards"
    for pile in photo.piles:
        stated = counted.tally.pile_counts.get((photo.photo, pile.id))
        if stated is not None and stated != len(pile.marks):
            return "a count was given by hand, without a mark for each card"
    return None


def _data_file() -> str:
    names = "\n".join(f"  {place}: {name}" for place, name in enumerate(NAMES))
    return f"path: .\ntrain: images/train\nval: images/train\nnames:\n{names}\n"
