"""How much the verifier's opinion weighs beside the detector's: fitted on made tables with truth.

The tables are of decks that no network was trained on, and are looked at as a photo is.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.labels import Box, Label
from datasets.truth import PhotoTruth
from models.evaluate.overlap import ious
from models.evaluate.visible import visible_cards
from models.logistic import Row, fit_on_tables
from models.verifier.regions import RIGHT, UNCLEAR, judge
from vision.decode import decode_file
from vision.detector import Detector
from vision.looks import CANDIDATE, CARD_LENGTH_PX, approach, closer_looks, first_look, votes_on
from vision.odds import log_odds_of
from vision.pairing import pair
from vision.photo import Photo
from vision.regions import Regions
from vision.verifier import Blend, OnnxVerifier, crop

NEUTRAL = Blend(0.0, 1.0, 0.0, 0.0, 0.0)
"""Of a verifier that nobody has set beside a detector."""


def fit_blend(
    verifier: OnnxVerifier,
    detectors: tuple[Detector, Detector],
    folders: Sequence[Path],
    told: Callable[[str], None] = lambda _: None,
) -> Blend:
    """The blend that tells regions of the tables in some folders best.

    `detectors` find them: that of the first look and the approach, and that of the closer look.
    """
    fitted = fit_on_tables(folders, lambda truth: _rows(truth, verifier, *detectors), told)
    return Blend(fitted.bias, **fitted.weights)


def _rows(
    truth: PhotoTruth, verifier: OnnxVerifier, detector: Detector, closer: Detector
) -> Iterator[Row]:
    """What is known of each region of a photo that is clearly a card or none."""
    photo = decode_file(truth.photo)
    first, _ = first_look(photo, detector)
    near, likewise = approach(photo, first, detector, CANDIDATE)
    for seen in closer_looks(photo, near, closer, CANDIDATE):
        cards, votes = votes_on(seen, likewise)
        right = judged_as_counted(seen.frame.to_photo(cards), truth, photo)
        if right is None:
            return
        said = verifier.log_odds(crop(seen.view, cards, CARD_LENGTH_PX))
        before, own = log_odds_of(votes.approach), log_odds_of(votes.closer)
        for place in np.flatnonzero(right != UNCLEAR):
            yield {
                "exact": bool(right[place] == RIGHT),
                "features": {
                    "verifier": float(said[place]),
                    "closer": float(own[place]),
                    "approach": float(before[place]),
                    "agreed": float(votes.agreed[place]),
                },
            }


def judged_as_counted(cards: Regions, truth: PhotoTruth, photo: Photo) -> NDArray[np.int8] | None:
    """What each region (n,) is worth: the best one on a card counts it, even if it is a bit off.

    None where it is not known which cards are seen.
    """
    visible = visible_cards(truth, photo.width_px, photo.height_px)
    if visible is None:
        return None
    boxes = [
        Box(Label.BACK, card.quad_px, card.number, card.strip_px or 0.0) for card in visible.cards
    ]
    boxes += [Box(Label.IGNORE, quad, -1, 0.0) for quad in visible.ignored]
    right = judge(cards, boxes)
    right[right == RIGHT] = UNCLEAR  # doubles of a card are left to suppression
    shown = [card.quad_px for card in visible.cards]
    if len(cards) and shown:
        best = pair(ious(np.array(shown), cards.quads_px.astype(np.float64)))
        right[[region for _, region in best]] = RIGHT
    return right
