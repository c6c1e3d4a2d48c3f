"""The same photo turned by 0, 90, 180 and 270 degrees must give the same counts."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from models.evaluate.jobs import Job
from scoring.flags import Zone
from scoring.tally import apply
from vision.backs import Deck
from vision.detector import Detector
from vision.photo import Photo
from vision.read import ZonePhoto, read_deal


def is_same_turned(
    photo: Photo, zone: Zone, job: Job, decks: Sequence[Deck], detector: Detector
) -> bool:
    """Whether all four turns of a photo, each read alone, give every owner the same count.

    Without decks, owners are letters in the order in which they are met, so only the counts are
    compared.
    """
    first = None
    for quarters in range(4):
        turned = Photo(photo.name, np.rot90(photo.rgb, quarters), photo.digest)
        reading = read_deal([ZonePhoto(turned, zone)], decks, detector, caller=job.caller)
        counts: Counter[str | None] = Counter()
        for (_, owner), count in apply(reading).seen_on(reading.photos[0]).items():
            counts[owner] += count
        outcome = counts if decks else Counter(counts.values())
        if first is not None and outcome != first:
            return False
        first = outcome
    return True
