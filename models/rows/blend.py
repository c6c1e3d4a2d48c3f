"""How much the reader of rows weighs beside the looks: fitted on made tables with truth.

The tables are of decks that no network was trained on, and are looked at as a photo is.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np

from datasets.truth import PhotoTruth
from models.logistic import Row, fit_on_tables
from models.verifier.blend import judged_as_counted
from models.verifier.regions import RIGHT, UNCLEAR
from vision.decode import decode_file
from vision.networks import Networks
from vision.odds import log_odds_of
from vision.photo import Photo
from vision.regions import Regions
from vision.rows.evidence import candidate_rows
from vision.rows.reader import RowBlend, RowReader


def fit_row_blend(
    reader: RowReader,
    networks: Networks,
    folders: Sequence[Path],
    told: Callable[[str], None] = lambda _: None,
) -> RowBlend:
    """The blend that tells cards of the rows of some folders' tables best."""

    def rows_of(truth: PhotoTruth) -> Iterator[Row]:
        photo = decode_file(truth.photo)
        return blend_rows(truth, photo, networks.find(photo).regions, reader)

    fitted = fit_on_tables(folders, rows_of, told)
    return RowBlend(fitted.bias, **fitted.weights)


def blend_rows(
    truth: PhotoTruth, photo: Photo, regions: Regions, reader: RowReader
) -> Iterator[Row]:
    """What is known of each candidate of a photo's rows that is clearly a card or none."""
    lines = list(candidate_rows(photo.rgb, regions, reader))
    every = Regions.concatenate([line.regions for line in lines])
    right = judged_as_counted(every, truth, photo)
    if right is None:
        return
    unseen = np.concatenate([line.places < 0 for line in lines] or [np.zeros(0, np.bool_)])
    side = np.concatenate([line.side for line in lines] or [np.zeros(0, np.float32)])
    seen = log_odds_of(every.confidences)
    for place in np.flatnonzero(right != UNCLEAR):
        yield {
            "exact": bool(right[place] == RIGHT),
            "features": {
                "seen": float(seen[place]),
                "unseen": float(unseen[place]),
                "side": float(side[place]),
            },
        }
