"""What a photo of a deal must be before it is kept or changed."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from api.service.errors import conflict
from api.service.rows import photos_of
from api.store.tables import DealRow, PhotoRow
from scoring.errors import RuleError
from scoring.flags import Zone


def check_new_photos(session: Session, deal: DealRow, digests: Sequence[str], most: int) -> None:
    """Accept silently that these photos are new to the deal and not too many.

    Raises:
        RefusedError: they are (409).
    """
    there = photos_of(session, deal)
    if not digests or len(there) + len(digests) > most:
        raise conflict(
            f"{len(there)} photos and {len(digests)} more in deal {deal.number}",
            f"1 to {most} in all",
            "remove photos that are not needed, or send fewer",
        )
    for place, digest in enumerate(digests):
        same = next((photo.number for photo in there if photo.digest == digest), None)
        if same is not None or digest in digests[:place]:
            raise conflict(
                "one and the same photo twice"
                if same is None
                else f"a photo that is here already as photo {same}",
                "a photo of other piles each, so that nothing is counted twice",
                "leave it out",
            )


def check_same(
    session: Session, deal: DealRow, photo: PhotoRow | None, same_as: int, zone: Zone
) -> None:
    """Accept silently that a photo shows the same piles as another one of its zone.

    Raises:
        RuleError: that one is not there, of another zone, or the photo itself.
    """
    other = next((one for one in photos_of(session, deal) if one.number == same_as), None)
    if other is None or other.zone != zone or (photo is not None and photo.number == same_as):
        raise RuleError(
            f"a repeat of photo {same_as}",
            f"another photo of zone {zone.value} in this deal",
            "correct the number or the zone",
        )


def check_kept(photo: PhotoRow) -> None:
    """Accept silently that the photo's picture is still there.

    Raises:
        RefusedError: it was erased (409).
    """
    if photo.digest is None:
        raise conflict(
            f"photo {photo.number}, whose picture was erased",
            "a picture that is kept",
            "correct its counts by hand, or take a new photo",
        )
