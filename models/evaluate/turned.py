"""The same photo, turned by quarters or saved again as a small JPEG, must give the same counts."""

from collections import Counter
from collections.abc import Iterable, Sequence

import cv2
import numpy as np

from models.evaluate.jobs import Job
from scoring.flags import Zone
from scoring.tally import apply
from vision.backs import Deck
from vision.networks import Networks
from vision.photo import Photo
from vision.read import ZonePhoto, read_deal

SAVED_QUALITY = 60


def turns(photo: Photo) -> list[Photo]:
    """The photo turned by 0, 90, 180 and 270 degrees."""
    return [Photo(photo.name, np.rot90(photo.rgb, quarters), photo.digest) for quarters in range(4)]


def saved_again(photo: Photo) -> list[Photo]:
    """The photo, and what is left of it as a JPEG of quality 60, as messengers send it."""
    quality = [cv2.IMWRITE_JPEG_QUALITY, SAVED_QUALITY]
    _, coded = cv2.imencode(".jpg", np.ascontiguousarray(photo.rgb[..., ::-1]), quality)
    decoded = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    assert decoded is not None  # noqa: S101 - it was encoded just now
    rgb = np.asarray(np.ascontiguousarray(decoded[..., ::-1]), np.uint8)
    return [photo, Photo(photo.name, rgb, photo.digest)]


def is_same(
    versions: Iterable[Photo], zone: Zone, job: Job, decks: Sequence[Deck], networks: Networks
) -> bool:
    """Whether all versions of a photo, each read alone, give every owner the same count.

    Without decks, owners are letters in the order in which they are met, so only the counts are
    compared.
    """
    first = None
    for version in versions:
        reading = read_deal([ZonePhoto(version, zone)], decks, networks, caller=job.caller)
        counts: Counter[str | None] = Counter()
        for (_, owner), count in apply(reading).seen_on(reading.photos[0]).items():
            counts[owner] += count
        outcome = counts if decks else Counter(counts.values())
        if first is not None and outcome != first:
            return False
        first = outcome
    return True
