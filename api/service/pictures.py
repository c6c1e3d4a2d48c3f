"""Pictures of the photos, for people to look at: upright, without any metadata."""

from dataclasses import dataclass

from sqlalchemy import select

from api.pictures import draw_marks, kept_back, make_picture
from api.service.context import Context
from api.service.counting import count
from api.service.errors import not_found
from api.service.rows import deal_row, deck_row, match_row, photo_name, photo_row
from api.store.tables import DeckFileRow, PhotoRow


@dataclass(frozen=True, slots=True)
class Pictures:
    """What can be seen of a photo."""

    context: Context

    def picture(self, match: str, deal: int, photo: int, long_side_px: int | None) -> bytes:
        """The upright photo as a JPEG without any metadata, at most so large.

        Raises:
            RefusedError: there is no such photo, or its picture was erased (404).
        """
        with self.context.store.reading() as session:
            digest = _digest(photo_row(session, deal_row(session, match, deal), photo))
        return make_picture(self.context, digest, long_side_px)

    def overlay(self, match: str, deal: int, photo: int) -> bytes:
        """The photo with a numbered mark on every counted card, as a JPEG.

        Raises:
            RefusedError: there is no such photo, it is not read, or its picture was erased (404).
        """
        with self.context.store.reading() as session:
            row = deal_row(session, match, deal)
            found = photo_row(session, row, photo)
            digest = _digest(found)
            counted = count(session, match_row(session, match), row)
        name = photo_name(photo)
        reading = next((one for one in counted.tally.photos if one.photo == name), None)
        if reading is None:
            raise not_found(f"no reading of photo {photo}", "a photo that was read")
        return draw_marks(self.context, digest, reading, counted.deal.owners)

    def deck(self, match: str, deck: int, long_side_px: int) -> bytes:
        """What the program sees of a deck's back as a JPEG: cut out, or else its first photo.

        Raises:
            RefusedError: there is no such deck, or no photo of it is kept (404).
        """
        with self.context.store.reading() as session:
            row = deck_row(session, match, deck)
            query = select(DeckFileRow.digest).where(
                DeckFileRow.deck_id == row.id,
                DeckFileRow.is_photo.is_(True),
                DeckFileRow.digest.is_not(None),
            )
            digest = session.scalar(query.order_by(DeckFileRow.id).limit(1))
        if digest is None:
            raise not_found(f"no photo of the back of deck {deck}", "a photo that is kept")
        return kept_back(self.context, digest) or make_picture(self.context, digest, long_side_px)


def _digest(row: PhotoRow) -> str:
    if row.digest is None:
        raise not_found(f"photo {row.number}, whose picture was erased", "a picture that is kept")
    return row.digest
