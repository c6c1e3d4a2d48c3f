"""Painted tables, a colour for each card, and a detector that knows these colours."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.vision.builders import CARD_PX, BoxList, photo, regions
from vision.detector import Detector, Found
from vision.frame import PAD_TONE
from vision.looks import Seen, look
from vision.photo import Photo
from vision.regions import BACK, Regions
from vision.rows.picture import RowPicture
from vision.rows.reader import STRIDE_PX, RowBlend

TABLE_TONE = 65

COLOURS: tuple[tuple[int, int, int], ...] = tuple(
    (c[0], c[1], c[2]) for c in product((30, 100, 170, 240), repeat=3) if len(set(c)) > 1
)
"""Far enough from each other that no blend of two is mistaken for a third."""

TOLERANCE = 12
STEP = 3
"""Every third pixel says where a colour is to be looked for."""


def paint(cards: BoxList, size_px: tuple[int, int] = (800, 600), name: str = "photo.jpg") -> Photo:
    """A photo of whole cards, lowest first; card `n` has the colour `COLOURS[n]`."""
    rgb = np.full((size_px[1], size_px[0], 3), TABLE_TONE, np.uint8)
    for number, quad in enumerate(regions(cards).quads_px):
        fixed = np.round((quad - 0.5) * 16).astype(np.int32)
        cv2.fillConvexPoly(rgb, fixed, COLOURS[number], cv2.LINE_8, 4)
    return photo(rgb, name)


def spread(
    count: int, step_px: float, *, turn_deg: float = 0.0, at: tuple[float, float] = (400, 300)
) -> BoxList:
    """Whole cards of a straight ribbon along `turn_deg`, around a place."""
    turn = np.deg2rad(turn_deg)
    offsets = (np.arange(count) - (count - 1) / 2) * step_px
    return [
        (at[0] + o * float(np.cos(turn)), at[1] + o * float(np.sin(turn)), *CARD_PX, turn_deg)
        for o in offsets.tolist()
    ]


def fan(count: int, total_deg: float, pivot_px: float, at: tuple[float, float]) -> BoxList:
    """Whole cards around a pivot below them."""
    turns = np.linspace(-total_deg / 2, total_deg / 2, count)
    return [
        (
            at[0] + pivot_px * float(np.sin(np.deg2rad(turn))),
            at[1] - pivot_px * float(np.cos(np.deg2rad(turn))),
            *CARD_PX,
            turn,
        )
        for turn in turns.tolist()
    ]


@dataclass
class KnowsColours:
    """Finds the visible part of every painted card.

    `kinds` are by card number, BACK where not given. The numbers in `blind_first` are not found by
    the first look, those in `blind_closer` not by the closer one, those in `blind_upright` and
    `blind_turned` not by that pass of the closer look.
    """

    kinds: dict[int, int] = field(default_factory=dict)
    blind_first: Sequence[int] = ()
    blind_closer: Sequence[int] = ()
    blind_upright: Sequence[int] = ()
    blind_turned: Sequence[int] = ()
    capped: bool = False
    stride_px: int = 32
    confidence: float = 0.25
    passes: int = 0

    def detect(self, rgb: NDArray[np.uint8], confidence: float | None = None) -> Found:
        """Every colour of which enough is seen; a confidence is given by the first look only."""
        blind = set(self.blind_first)
        if confidence is None:
            self.passes += 1
            upright = self.passes % 2 == 1
            blind = {*self.blind_closer, *(self.blind_upright if upright else self.blind_turned)}
        numbers = [number for number in range(len(COLOURS)) if number not in blind]
        return Found(self._regions(rgb, numbers), self.capped)

    def _regions(self, rgb: NDArray[np.uint8], numbers: Iterable[int]) -> Regions:
        quads, kinds = [], []
        coarse = rgb[::STEP, ::STEP].astype(np.int32) @ (65536, 256, 1)
        for number in numbers:
            ys, xs = np.nonzero(coarse == np.array(COLOURS[number]) @ (65536, 256, 1))
            if len(xs) < 3:
                continue
            x, y = max(int(xs.min() - 2) * STEP, 0), max(int(ys.min() - 2) * STEP, 0)
            here = rgb[y : int(ys.max() + 3) * STEP, x : int(xs.max() + 3) * STEP]
            quad = _outline(here, COLOURS[number])
            if quad is not None:
                quads.append(quad + np.array([x, y]))
                kinds.append(self.kinds.get(number, BACK))
        if not quads:
            return Regions.empty()
        return Regions(
            np.array(quads, np.float32),
            np.array(kinds, np.int8),
            np.full(len(quads), 0.9, np.float32),
        )


def looking(detector: Detector) -> Callable[[Photo], Seen]:
    """All looks with this detector alone."""
    return partial(look, detector=detector)


def _outline(rgb: NDArray[np.uint8], colour: tuple[int, int, int]) -> NDArray[np.floating] | None:
    """The box (4, 2) around a colour, None where there is too little of it."""
    low, high = np.array(colour) - TOLERANCE, np.array(colour) + TOLERANCE
    mask = cv2.erode(cv2.inRange(rgb, low, high), np.ones((3, 3), np.uint8))
    points = cv2.findNonZero(mask)
    if points is None or len(points) < 30:
        return None
    centre, size, turn = cv2.minAreaRect(points)
    # From pixel centres to edges, and what was eroded.
    box = (centre[0] + 0.5, centre[1] + 0.5), (size[0] + 3, size[1] + 3), turn
    return np.asarray(cv2.boxPoints(box), np.float64)


class SeesPadding(KnowsColours):
    """Takes a piece of the grey outside the photo for a card, too."""

    def detect(self, rgb: NDArray[np.uint8], confidence: float | None = None) -> Found:
        """The painted cards and a square in the middle of the grey."""
        found = super().detect(rgb, confidence)
        away = cv2.distanceTransform((rgb == PAD_TONE).all(axis=2).astype(np.uint8), cv2.DIST_L2, 5)
        y, x = np.unravel_index(int(np.argmax(away)), away.shape)
        side = float(away[y, x])
        if side < 8:
            return found
        square = regions([(float(x), float(y), side, side, 0.0)])
        return Found(Regions.concatenate([found.regions, square]), found.capped)


@dataclass
class ReadsColours:
    """Knows where the colour changes in the middle of a row; `deaf` hears nothing at all.

    The cards in `without` are taken for parts of the one to their left.
    """

    deaf: bool = False
    without: Sequence[int] = ()
    blend: RowBlend = field(default=RowBlend(bias=0.5, seen=1.0, unseen=-1.0, side=1.0))

    def read(self, row: RowPicture) -> NDArray[np.float32]:
        """Log odds of 4 where a card begins or ends, of -6 elsewhere."""
        middle = row.pixels[row.pixels.shape[0] // 2, ::STRIDE_PX].astype(int)
        away = np.abs(middle[:, None] - np.array([(TABLE_TONE,) * 3, *COLOURS])).sum(axis=2)
        shown = away.argmin(axis=1)
        for place in np.flatnonzero(np.isin(shown, [number + 1 for number in self.without])):
            shown[place] = shown[place - 1]
        heat = np.full((2, len(shown)), -6.0, np.float32)
        if not self.deaf:
            for place in np.flatnonzero(np.diff(shown)):
                before, after = shown[place], shown[place + 1]
                if after and (np.diff(shown[place + 1 : place + 4]) == 0).all():
                    heat[0, place + 1] = 4
                if before:
                    heat[1, place] = 4
        return heat
