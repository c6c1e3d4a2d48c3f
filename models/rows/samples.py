"""Rows to learn from: pictures of the rows on made closer looks, and where their cards lie."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.labels import Box, Label
from vision.geometry import quads_from_boxes
from vision.piles import card_length_px, group, rows
from vision.regions import BACK, FACE, Regions
from vision.rows.picture import RowPicture, row_picture
from vision.rows.reader import STRIDE_PX

STRIP_FRACTION = 0.45
"""Of a card's length: a place to ignore that is longer is a strip, a shorter one half an index."""

ASTRAY_SHARE = 0.15
"""Of the pictures with cards so many teach a row that is laid anywhere besides, all others do."""

USUAL_PX = 400.0
"""Length of a card where none is seen."""

EDGE_PX = 2.0
"""A label that reaches the picture's edge is cut off there."""

SPREAD_BINS = 1.2
"""How wide a target is (standard deviation)."""

MASKED_BINS = 3
"""Around what is not known, nothing is learnt for so many places more."""


@dataclass(frozen=True, slots=True)
class RowSample:
    """A row to learn from.

    `pixels` (64, length, 3) uint8; per STRIDE_PX columns `begins` and `ends` (places,) float32 are
    1 where a card does and fall off beside, `known` says where that is known.
    """

    pixels: NDArray[np.uint8]
    begins: NDArray[np.float32]
    ends: NDArray[np.float32]
    known: NDArray[np.bool_]


def row_samples(
    rgb: NDArray[np.uint8], boxes: Sequence[Box], rng: np.random.Generator
) -> Iterator[RowSample]:
    """The rows of a picture (H, W, 3), seen as they are seen when some marks are wrong."""
    cards = _regions([box for box in boxes if box.label in (Label.BACK, Label.FACE)])
    length = card_length_px(cards) or USUAL_PX
    thin = _regions([box for box in boxes if box.label is Label.IGNORE])
    thin = thin.take(thin.sides_px.max(axis=1, initial=0) > STRIP_FRACTION * length)
    for pile in group(cards):
        own = cards.take(pile)
        usual = card_length_px(own)
        for row in rows(own):
            marks = _as_found(own.take(row), usual, rng)
            picture = row_picture(rgb, marks, usual * float(np.exp(rng.normal(0, 0.05))))
            if picture is not None:
                yield _sample(picture, cards, thin, rgb.shape[1], rgb.shape[0])
    if rng.random() < (ASTRAY_SHARE if len(cards) else 1.0):
        picture = row_picture(rgb, _astray(rgb.shape[1], rgb.shape[0], length, rng), length)
        if picture is not None:
            yield _sample(picture, cards, thin, rgb.shape[1], rgb.shape[0])


def _regions(boxes: Sequence[Box]) -> Regions:
    quads = np.array([box.quad_px for box in boxes], np.float32).reshape(-1, 4, 2)
    kinds = [FACE if box.label is Label.FACE else BACK for box in boxes]
    return Regions(quads, np.array(kinds, np.int8), np.ones(len(boxes), np.float32))


def _as_found(cards: Regions, length: float, rng: np.random.Generator) -> Regions:
    """Marks in order along a row as a detector finds them: some missed, all a little off."""
    kept = np.ones(len(cards), np.bool_)
    if len(cards) > 2 and rng.random() < 0.35:
        kept = rng.random(len(cards)) > rng.uniform(0, 0.4)
        if kept.sum() < 2:
            kept[[0, -1]] = True
    found = cards.take(kept)
    quads = found.quads_px.astype(np.float64)
    middle = quads.mean(axis=1, keepdims=True)
    turn = np.deg2rad(rng.normal(0, 1.5, len(quads)))
    cos, sin = np.cos(turn), np.sin(turn)
    rotation = np.stack([np.stack([cos, -sin], axis=1), np.stack([sin, cos], axis=1)], axis=1)
    turned = (quads - middle) @ rotation.transpose(0, 2, 1) + middle
    shift = rng.normal(0, 0.012 * length, (len(quads), 1, 2))
    return Regions((turned + shift).astype(np.float32), found.kinds, found.confidences)


def _astray(width_px: int, height_px: int, length: float, rng: np.random.Generator) -> Regions:
    """Marks in a row anywhere, as a detector sets them on tiles or books."""
    count = int(rng.integers(2, 8))
    depth, side = length * rng.uniform(0.1, 0.75), length * rng.choice([0.714, 1.0])
    at = (np.arange(count) - (count - 1) / 2) * depth * rng.uniform(0.9, 1.3)
    turn = rng.integers(4) * np.pi / 2 + rng.normal(0, 0.15)
    ahead = np.array([np.cos(turn), np.sin(turn)])
    middle = rng.uniform(0.2, 0.8, 2) * (width_px, height_px)
    centres = (middle + at[:, None] * ahead).astype(np.float32)
    sizes = np.tile(np.array([[depth, side]], np.float32), (count, 1))
    quads = quads_from_boxes(centres, sizes, np.full(count, turn, np.float32))
    return Regions(quads, np.full(count, BACK, np.int8), np.ones(count, np.float32))


def _sample(
    row: RowPicture, cards: Regions, thin: Regions, width_px: int, height_px: int
) -> RowSample:
    """The targets of a row's picture."""
    places = -(-len(row) // STRIDE_PX)
    begins, ends = np.zeros(places, np.float32), np.zeros(places, np.float32)
    known = np.ones(places, np.bool_)
    size = np.array([width_px, height_px])
    outside = ((row.path_px < 0) | (row.path_px > size)).any(axis=1)
    known[np.flatnonzero(outside) // STRIDE_PX] = False
    belongs, meets = row.holds(cards), row.meets(cards)
    reaches = (cards.quads_px < EDGE_PX) | (cards.quads_px > size - EDGE_PX)
    cut = np.asarray(reaches.any(axis=(1, 2)), np.bool_)
    spans = row.spans(cards) / STRIDE_PX
    for place in np.flatnonzero(meets):
        begin, end = spans[place]
        if belongs[place] and not cut[place]:
            _raise(begins, begin)
            _raise(ends, end)
        elif end - begin > 0:
            _forget(known, begin, end)
    for begin, end in row.spans(thin.take(row.meets(thin))) / STRIDE_PX:
        _forget(known, begin, end)
    return RowSample(row.pixels, begins, ends, known)


def _raise(target: NDArray[np.float32], at: float) -> None:
    """A bell around a place, 1 at the nearest."""
    middle = round(at - 0.5)
    for place in range(middle - 4, middle + 5):
        if 0 <= place < len(target):
            bell = np.exp(-((place - middle) ** 2) / (2 * SPREAD_BINS**2))
            target[place] = max(target[place], bell)


def _forget(known: NDArray[np.bool_], begin: float, end: float) -> None:
    first = max(0, int(begin) - MASKED_BINS)
    known[first : int(end) + MASKED_BINS + 1] = False
