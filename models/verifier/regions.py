"""Regions to learn from: what a detector finds on made pictures, judged by their labels."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.labels import Box, Label
from datasets.yolo_obb import read_sample
from vision.detector import Detector
from vision.geometry import ious, overlaps
from vision.looks import CARD_LENGTH_PX, LEAN_RAD
from vision.regions import Regions
from vision.verifier import Crops, crop, upright

CANDIDATE_CONFIDENCE = 0.05
"""The detector's own doubt is kept low: it is the doubtful regions that teach."""

ALONG, ALONG_WRONG = 0.75, 0.6
"""A region that shares this much of a card's visible length with it may be right; less is wrong."""

ACROSS, ACROSS_WRONG = 0.6, 0.5
THIN_PX, THIN_ACROSS, THIN_ACROSS_WRONG = 22.0, 0.5, 0.38
"""The same across; thin strips are allowed to be a little off."""

RIGHT, WRONG, UNCLEAR = 1, 0, -1


@dataclass(frozen=True, slots=True)
class Judged:
    """Crops (n) with what they are (n,): RIGHT or WRONG, and the picture (n,) each is from."""

    crops: Crops
    right: NDArray[np.int8]
    confidences: NDArray[np.float32]
    pictures: NDArray[np.int32]


def judged_regions(
    pictures: Sequence[Path], detector: Detector, seed: int = 0, first: int = 0
) -> Iterator[Judged]:
    """The clear regions of each picture of a closer look, every other picture turned by half.

    Args:
        pictures: of a folder that `nertz data build` made; labels lie beside them.
        detector: what is to be verified later.
        seed: of the half turns.
        first: the number of the first picture; the others follow it.
    """
    rng = np.random.default_rng(seed)
    for number, file in enumerate(pictures, start=first):
        rgb, boxes = read_sample(file)
        given = detector.detect(rgb, CANDIDATE_CONFIDENCE).regions.cards
        found = _usable(Regions.concatenate([given, made_regions(boxes, rng)]), rgb)
        right = judge(found, boxes)
        if rng.random() < 0.5:
            rgb = np.ascontiguousarray(rgb[::-1, ::-1])
            size = np.array([rgb.shape[1], rgb.shape[0]], np.float32)
            found = Regions(size - found.quads_px, found.kinds, found.confidences)
        clear = right != UNCLEAR
        crops = crop(rgb, found.take(clear), CARD_LENGTH_PX)
        yield Judged(
            crops,
            right[clear],
            found.confidences[clear],
            np.full(len(crops), number, np.int32),
        )


def made_regions(boxes: Sequence[Box], rng: np.random.Generator) -> Regions:
    """Two regions for each card: one where it lies, nearly, and one as a detector might err.

    Their confidence is 0, since no detector found them.
    """
    quads = []
    for box in boxes:
        if box.label in (Label.BACK, Label.FACE):
            quads.append(_changed(box.quad_px, rng.normal(0, 0.05, 4)))
            quads.append(_changed(box.quad_px, _ERRORS[int(rng.integers(len(_ERRORS)))](rng)))
    count = len(quads)
    places = np.array(quads, np.float32).reshape(count, 4, 2)
    return Regions(places, np.zeros(count, np.int8), np.zeros(count, np.float32))


Change = NDArray[np.float64]
"""How far the four sides move outwards, in shares of the region: left, top, right, bottom."""


def _half(rng: np.random.Generator) -> Change:
    """A part that ends somewhere within the card."""
    change = rng.normal(0, 0.04, 4)
    change[int(rng.integers(4))] -= rng.uniform(0.3, 0.7)
    return np.asarray(change)


def _inner(rng: np.random.Generator) -> Change:
    """A frame within the print."""
    return np.asarray(-rng.uniform(0.06, 0.25) * np.ones(4) + rng.normal(0, 0.03, 4))


def _wider(rng: np.random.Generator) -> Change:
    """Two cards, or one and some table."""
    change = rng.normal(0, 0.04, 4)
    change[int(rng.integers(4))] += rng.uniform(0.4, 1.1)
    return np.asarray(change)


def _shifted(rng: np.random.Generator) -> Change:
    """From the middle of one card to the middle of what lies beside it."""
    way, shift = int(rng.integers(2)), rng.uniform(0.35, 0.65) * rng.choice([-1, 1])
    change = rng.normal(0, 0.04, 4)
    change[way] -= shift
    change[way + 2] += shift
    return np.asarray(change)


_ERRORS = (_half, _half, _inner, _wider, _shifted)


def _changed(quad: NDArray[np.float64], change: Change) -> NDArray[np.float64]:
    """A rectangle with its sides moved."""
    right, down = quad[1] - quad[0], quad[3] - quad[0]
    left, top, east, south = change
    corner = quad[0] - left * right - top * down
    across, along = (1 + left + east) * right, (1 + top + south) * down
    return np.array([corner, corner + across, corner + across + along, corner + along])


def _usable(regions: Regions, rgb: NDArray[np.uint8]) -> Regions:
    """As the closer look: upright, and not cut off by the view."""
    quads = upright(regions.quads_px)
    first = quads[:, 1] - quads[:, 0]
    lean = np.abs(np.arctan2(first[:, 1], first[:, 0]))
    size = np.array([rgb.shape[1], rgb.shape[0]], np.float32)
    cut = (quads.min(axis=1) < 3).any(axis=1) | (quads.max(axis=1) > size - 3).any(axis=1)
    return regions.take((lean <= LEAN_RAD) & ~cut)


def judge(regions: Regions, boxes: Sequence[Box]) -> NDArray[np.int8]:
    """What each region (n,) is, against the labels of its picture."""
    cards = [box for box in boxes if box.label in (Label.BACK, Label.FACE)]
    ignored = [box for box in boxes if box.label is Label.IGNORE]
    right = np.full(len(regions), WRONG, np.int8)
    if len(regions) and ignored:
        places = np.array([box.quad_px for box in ignored], np.float32)
        alike = ious(regions.quads_px, places)
        inside = overlaps(regions.quads_px, places) / np.maximum(_areas(regions), 1e-6)[:, None]
        right[(alike > 0.2).any(axis=1) | (inside > 0.5).any(axis=1)] = UNCLEAR
    if not len(regions) or not cards:
        return right
    truth = np.array([box.quad_px for box in cards], np.float32)
    alike = ious(regions.quads_px, truth)
    for place in range(len(regions)):
        best = int(alike[place].argmax())
        if alike[place, best] <= 0:
            continue
        along, across, thin_px = _shares(truth[best], regions.quads_px[place])
        wanted, least = (
            (THIN_ACROSS, THIN_ACROSS_WRONG) if thin_px < THIN_PX else (ACROSS, ACROSS_WRONG)
        )
        if along >= ALONG and across >= wanted:
            right[place] = RIGHT
        elif along > ALONG_WRONG and across > least:
            right[place] = UNCLEAR
    return right


def _areas(regions: Regions) -> NDArray[np.float32]:
    return np.asarray(regions.sides_px.prod(axis=1), np.float32)


def _shares(card: NDArray[np.float32], region: NDArray[np.float32]) -> tuple[float, float, float]:
    """Intersection over union along and across a card's visible part, and its short side in px."""
    sides = np.array([card[1] - card[0], card[3] - card[0]])
    lengths = np.maximum(np.linalg.norm(sides, axis=1), 1e-6)
    shares = []
    for side, length in zip(sides, lengths, strict=True):
        axis = side / length
        own, other = card @ axis, region @ axis
        shared = min(own.max(), other.max()) - max(own.min(), other.min())
        whole = max(own.max(), other.max()) - min(own.min(), other.min())
        shares.append(max(0.0, float(shared)) / max(float(whole), 1e-6))
    long = int(lengths.argmax())
    return shares[long], shares[1 - long], float(lengths.min())
