"""The verifier: looks at each region that the closer look found, and says whether it is one card.

The detector looks at a whole view at once and sometimes takes half a print, a frame within a print,
two cards, a tile or a book for a card. The verifier sees one region at a time, stretched to one
size, so that its four edges lie where edges must be, and what lies around it.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import PAD_TONE
from vision.geometry import Quads
from vision.odds import log_odds_of, probabilities_of
from vision.onnx_session import check_inputs, open_session, read_blend
from vision.regions import Regions

CROP_PX = 80
"""Side of the three pictures of a region."""

REGION_FRACTION = 0.6
"""Of the side of the near picture that the region fills, across and along."""

MIDDLE_LENGTHS, AROUND_LENGTHS = 0.45, 1.4
"""Sides of the middle and the far picture, in lengths of a card."""

_FINE = 4
"""The near picture is sampled so many times finer and averaged, or prints would alias."""

CROPS_AT_ONCE = 128

INPUTS = ("near", "middle", "around", "sizes")
"""Of the network, by the names of what is in `Crops`."""


@dataclass(frozen=True, slots=True)
class Crops:
    """Pictures of regions, all (n, 80, 80, 3) uint8 RGB and upright as the region is.

    `near` is the region stretched to one size, `middle` its middle and what adjoins it, `around`
    the region among its neighbours. `sizes` (n, 2) float32 are the regions' sides across and along,
    in lengths of a card.
    """

    near: NDArray[np.uint8]
    middle: NDArray[np.uint8]
    around: NDArray[np.uint8]
    sizes: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.sizes)


@dataclass(frozen=True, slots=True)
class Votes:
    """What the looks say of regions, all (n,).

    `closer` is the confidence of the closer look, `agreed` whether most of its passes saw the
    region, `approach` the confidence of the look before, 0 where it saw no card there.
    """

    closer: NDArray[np.float32]
    agreed: NDArray[np.bool_]
    approach: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Blend:
    """How much the log odds of the verifier and of both detectors weigh: a logistic model.

    `agreed` is added for regions that most passes of the closer look saw.
    """

    bias: float
    verifier: float
    closer: float
    agreed: float
    approach: float

    def probabilities(self, log_odds: NDArray[np.float32], votes: Votes) -> NDArray[np.float32]:
        """Of one card each, (n,)."""
        total = self.bias + self.verifier * log_odds + self.closer * log_odds_of(votes.closer)
        total = total + self.agreed * votes.agreed + self.approach * log_odds_of(votes.approach)
        return probabilities_of(total)


PICTURES = 4
"""Axes of the inputs that are pictures: (n, h, w, 3)."""


class Verifier(Protocol):
    """Says how likely regions are one card each."""

    def verify(self, crops: Crops, votes: Votes) -> NDArray[np.float32]:
        """Probabilities (n,), given what the looks say."""


class OnnxVerifier:
    """A verifier from a weights file that `nertz train verifier` wrote. Sessions are thread safe.

    Raises:
        ModelError: the file is missing, is no ONNX file or was not made for this program.
    """

    def __init__(self, weights: Path, threads: int = 2) -> None:
        self._session, self.metadata = open_session(
            weights,
            threads,
            made="a verifier",
            by="nertz train verifier",
            find="give the right path, or check the project out whole",
            again="train it again",
        )
        again = "train the verifier with `nertz train verifier`"
        self.blend = read_blend(Blend, self.metadata, weights, "a blend of both opinions", again)
        check_inputs(self._session, INPUTS, weights, again)

    def log_odds(self, crops: Crops) -> NDArray[np.float32]:
        """The network's own opinion: log odds (n,) that each region is one card.

        The mean of what it says of the pictures as they are and upside down.
        """
        parts = [np.zeros(0, np.float32)]
        for start in range(0, len(crops), CROPS_AT_ONCE):
            chosen = slice(start, start + CROPS_AT_ONCE)
            given = {name: getattr(crops, name)[chosen] for name in INPUTS}
            turned = {
                name: value[:, ::-1, ::-1] if value.ndim == PICTURES else value
                for name, value in given.items()
            }
            said = [self._session.run(None, way)[0] for way in (given, turned)]
            parts.append(np.asarray(np.mean(said, axis=0), np.float32))
        return np.concatenate(parts)

    def verify(self, crops: Crops, votes: Votes) -> NDArray[np.float32]:
        """Probabilities (n,), given what the looks say."""
        return self.blend.probabilities(self.log_odds(crops), votes)


def crop(view: NDArray[np.uint8], regions: Regions, card_px: float) -> Crops:
    """Pictures of the regions of a view (H, W, 3) in which a card is about `card_px` long."""
    quads = upright(regions.quads_px)
    near, middle, around = np.zeros((3, len(quads), CROP_PX, CROP_PX, 3), np.uint8)
    shrink = AROUND_LENGTHS * card_px / (2 * CROP_PX)  # halfway by area, the rest by the warp
    size = (max(1, round(view.shape[1] / shrink)), max(1, round(view.shape[0] / shrink)))
    small = np.asarray(cv2.resize(view, size, interpolation=cv2.INTER_AREA), np.uint8)
    ratio = np.array([size[0] / view.shape[1], size[1] / view.shape[0]])
    sides = np.linalg.norm(quads[:, [1, 3]] - quads[:, :1], axis=2)
    for place, (quad, side) in enumerate(zip(quads, sides, strict=True)):
        centre, axes = quad.mean(axis=0), (quad[[1, 3]] - quad[0]) / side[:, None]
        fine = _cut(view, centre, axes, side / REGION_FRACTION, CROP_PX * _FINE)
        near[place] = cv2.resize(fine, (CROP_PX, CROP_PX), interpolation=cv2.INTER_AREA)
        fine = _cut(view, centre, axes, np.full(2, MIDDLE_LENGTHS * card_px), CROP_PX * 2)
        middle[place] = cv2.resize(fine, (CROP_PX, CROP_PX), interpolation=cv2.INTER_AREA)
        reach = AROUND_LENGTHS * card_px * ratio
        around[place] = _cut(small, centre * ratio, axes, reach, CROP_PX)
    return Crops(near, middle, around, (sides / card_px).astype(np.float32))


def upright(quads: Quads) -> Quads:
    """The same rectangles with their upper left corner first, clockwise, as they stand."""
    first = quads[:, 1] - quads[:, 0]
    turns = np.round(np.arctan2(first[:, 1], first[:, 0]) / (np.pi / 2)).astype(int)
    places = (np.arange(4)[None] - turns[:, None]) % 4
    return np.asarray(np.take_along_axis(quads, places[..., None], axis=1), np.float32)


def _cut(
    picture: NDArray[np.uint8],
    centre: NDArray[np.float64],
    axes: NDArray[np.float64],
    reach: NDArray[np.float64],
    side_px: int,
) -> NDArray[np.uint8]:
    """A square picture of the rectangle of sides `reach` around a place, turned along `axes`."""
    across, down = axes[0] * reach[0] / side_px, axes[1] * reach[1] / side_px
    corner = centre - (across + down) * (side_px - 1) / 2 - 0.5
    matrix = np.column_stack([across, down, corner])
    return np.asarray(
        cv2.warpAffine(
            picture,
            matrix,
            (side_px, side_px),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=(PAD_TONE,) * 3,
        ),
        np.uint8,
    )
