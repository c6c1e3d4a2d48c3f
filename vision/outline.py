"""The outline of a whole card that lies by itself, as on a photo to enrol a deck with."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.errors import ModelError
from vision.onnx_session import check_inputs, open_session
from vision.regions import BACK, FACE

SIDE_PX = 256
"""Of the square picture that the network is shown."""

INPUT, KIND = "pictures", "outline"
"""Of the network: its input's name, and what its metadata call it."""

LEAST = 0.5
"""From which probability on a place is inside a card."""

LEAST_SHARE = 0.004
"""Of the picture; less is no card."""

CARD_LIKE, LIKELY = 0.88, 0.7
"""A whole card shares so much with the quadrilateral around it, and is so likely on average."""

BLOB = np.ones((9, 9), np.uint8)
"""What is narrower in the picture is no part of a card."""

CARD_ASPECT = (0.58, 0.82)
"""Short over long side: 0.64 to 0.73 in shops, and some tilt."""

CORNER, EDGE_DEPTH, LEAST_POINTS = 0.12, 0.25, 8
"""Of a side, left out at either end for round corners; of half a card, how far inside an edge may
run; points that a line is laid through."""

BEYOND = 0.05
"""Of a card's length, that its outline may reach beyond the photo."""

KEPT_AROUND = 0.1
"""Of a card's length, around one that is shown from straight above."""

AROUND = 1.5
"""The second look sees so many lengths of the card."""

Masks = NDArray[np.float32]
"""Probabilities (2, h, w) that a place is inside a whole back, inside a whole face."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A whole card: its corners (4, 2) in px, BACK or FACE, and how sure that is, 0 to 1."""

    quad_px: NDArray[np.float32]
    kind: int
    confidence: float


class Outliner(Protocol):
    """Says where on a picture whole cards are."""

    def masks(self, picture: NDArray[np.uint8]) -> Masks:
        """Of a picture (SIDE_PX, SIDE_PX, 3)."""


class OnnxOutliner:
    """An outliner from a weights file that `nertz train outline` wrote. Sessions are thread safe.

    Raises:
        ModelError: the file is missing, is no ONNX file or was not made for this program.
    """

    def __init__(self, weights: Path, threads: int = 2) -> None:
        self._session, self.metadata = open_session(
            weights,
            threads,
            made="a network that outlines cards",
            by="nertz train outline",
            find="give the right path, or check the project out whole",
            again="train it again",
        )
        again = "train it with `nertz train outline`"
        check_inputs(self._session, [INPUT], weights, again)
        if self.metadata.get("kind") != KIND:
            expected = "a network that outlines cards"
            raise ModelError(f"metadata {self.metadata} in {weights}", expected, again)

    def masks(self, picture: NDArray[np.uint8]) -> Masks:
        """Of a picture (SIDE_PX, SIDE_PX, 3)."""
        return np.asarray(self._session.run(None, {INPUT: picture[None]})[0][0], np.float32)


def outline_card(rgb: NDArray[np.uint8], outliner: Outliner) -> Outline | None:
    """The largest whole card on a photo (h, w, 3), or none.

    The whole photo is looked at, then the card and what lies around it once more, larger.
    """
    height, width = rgb.shape[:2]
    side = float(max(height, width))
    first = _look(rgb, outliner, np.array([width / 2, height / 2]), side)
    if first is None:
        return None
    quad = first.quad_px
    length = float(np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1).max())
    beyond = np.maximum(-quad, quad - np.array([width, height], np.float32)).max()
    if beyond > BEYOND * length:  # cut by the edge: beyond it the edge itself is shown
        return None
    nearer = _look(rgb, outliner, quad.mean(axis=0).astype(np.float64), AROUND * length)
    return first if nearer is None or nearer.kind != first.kind else nearer


def rectified(
    rgb: NDArray[np.uint8], quad_px: NDArray[np.float32]
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """A card (4, 2) of a photo (h, w, 3) as if seen from straight above, and its corners there.

    A little of what lies around it is kept.
    """
    sides = np.linalg.norm(quad_px - np.roll(quad_px, -1, axis=0), axis=1)
    width, height = (float(side) for side in sides.reshape(2, 2).mean(axis=0))
    edge = KEPT_AROUND * max(width, height)
    corners = [(0, 0), (width, 0), (width, height), (0, height)]
    there = np.array(corners, np.float32) + np.float32(edge)
    matrix = cv2.getPerspectiveTransform(quad_px.astype(np.float32), there)
    size = (round(width + 2 * edge), round(height + 2 * edge))
    picture = cv2.warpPerspective(rgb, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(picture, np.uint8), there


def _look(
    rgb: NDArray[np.uint8], outliner: Outliner, middle: NDArray[np.float64], side_px: float
) -> Outline | None:
    """The largest whole card in a square of the photo."""
    zoom = SIDE_PX / side_px
    left, top = middle - side_px / 2
    height, width = rgb.shape[:2]
    low = [max(int(np.floor(edge)), 0) for edge in (left, top)]
    high = [
        min(int(np.ceil(edge + side_px)), most)
        for edge, most in zip((left, top), (width, height), strict=True)
    ]
    seen = rgb[low[1] : high[1], low[0] : high[0]]
    # Shrunk first: a photo may be a hundred times as long as wide.
    size = [max(1, round((end - begin) * zoom)) for begin, end in zip(low, high, strict=True)]
    how = cv2.INTER_AREA if zoom < 1 else cv2.INTER_LINEAR
    small = cv2.resize(seen, size, interpolation=how)
    ratio = [part / (end - begin) for part, begin, end in zip(size, low, high, strict=True)]
    matrix = np.array(
        [
            [1, 0, (low[0] - left) * ratio[0]],
            [0, 1, (low[1] - top) * ratio[1]],
        ]
    )
    picture = cv2.warpAffine(small, matrix, (SIDE_PX, SIDE_PX), borderMode=cv2.BORDER_REPLICATE)
    best = _card(outliner.masks(np.asarray(picture, np.uint8)))
    if best is None:
        return None
    quad = best.quad_px / np.array(ratio, np.float32) + np.array([left, top], np.float32)
    return replace(best, quad_px=quad.astype(np.float32))


def _card(masks: Masks) -> Outline | None:
    """The largest card-shaped place of the masks (2, h, w), in px of the picture.

    Its shape is that of a card of either side; then the likelier side is told.
    """
    size = (SIDE_PX, SIDE_PX)
    back, face = (cv2.resize(mask, size, interpolation=cv2.INTER_LINEAR) for mask in masks)
    card = np.minimum(back + face, 1)
    inside = cv2.morphologyEx((card > LEAST).astype(np.uint8), cv2.MORPH_OPEN, BLOB)
    _, numbers, stats, _ = cv2.connectedComponentsWithStats(inside)
    if len(stats) < 2:  # the first is what lies outside
        return None
    own = (numbers == 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))).astype(np.uint8)
    quad = _corners(own)
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1).reshape(2, 2).mean(axis=0)
    aspect = float(sides.min() / sides.max())
    shape = np.zeros_like(own)
    cv2.fillConvexPoly(shape, np.round((quad - 0.5) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    like = float((shape & own).sum() / max(int((shape | own).sum()), 1))
    likely = float(card[own > 0].mean())
    shaped = CARD_ASPECT[0] <= aspect <= CARD_ASPECT[1] and like >= CARD_LIKE
    if own.sum() < LEAST_SHARE * SIDE_PX**2 or likely < LIKELY or not shaped:
        return None
    kind = BACK if back[own > 0].mean() >= face[own > 0].mean() else FACE
    return Outline(quad, kind, likely * like)


def _corners(own: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The four corners (4, 2) around a place.

    A line is laid along each side of the smallest rectangle around it, where the place's own edge
    runs: a card seen aslant is no rectangle.
    """
    (edge, *_), _ = cv2.findContours(own, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    rectangle = cv2.boxPoints(cv2.minAreaRect(edge)) + 0.5
    points = edge[:, 0].astype(np.float64) + 0.5
    middle, lines = rectangle.mean(axis=0), []
    for first, second in zip(rectangle, np.roll(rectangle, -1, axis=0), strict=True):
        long_px = float(np.linalg.norm(second - first))
        way = (second - first) / max(long_px, 1e-9)
        inward = np.array([-way[1], way[0]])
        inward *= np.sign((middle - first) @ inward)
        place, depth = (points - first) @ way / max(long_px, 1e-9), (points - first) @ inward
        near = (place > CORNER) & (place < 1 - CORNER)
        near &= depth < EDGE_DEPTH * float((middle - first) @ inward)
        if near.sum() < LEAST_POINTS:
            return rectangle.astype(np.float32)
        slope, offset = _line(place[near], depth[near] - 0.5)  # from a pixel's middle to its edge
        lines.append((first + inward * offset, second + inward * (offset + slope)))
    return np.array([_crossing(lines[side - 1], lines[side]) for side in range(4)], np.float32)


def _line(x: NDArray[np.float64], y: NDArray[np.float64]) -> tuple[float, float]:
    """Slope and offset of the line by most points: what lies far from a first one is left out."""
    slope, offset = np.polyfit(x, y, 1)
    off = np.abs(y - slope * x - offset)
    kept = off <= max(float(np.quantile(off, 0.7)), 0.5)
    slope, offset = np.polyfit(x[kept], y[kept], 1)
    return float(slope), float(offset)


def _crossing(
    one: tuple[NDArray[np.float64], NDArray[np.float64]],
    other: tuple[NDArray[np.float64], NDArray[np.float64]],
) -> NDArray[np.float64]:
    """Where two lines, each through two points, cross."""
    way, across = one[1] - one[0], other[1] - other[0]
    share, _ = np.linalg.solve(np.column_stack([way, -across]), other[0] - one[0])
    return np.asarray(one[0] + share * way, np.float64)
