"""The picture of a row: the photo sampled along a spread, its cards' sides upright."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import PAD_TONE
from vision.regions import Regions

CARD_LENGTH_PX = 320.0
"""Length of a card along a row's picture: 3.6 px per mm of a poker card."""

ACROSS_PX = 64
"""Height of a row's picture."""

ACROSS_REACH = 1.2
"""How far a row's picture reaches across, in sides of its cards."""

ENDS_FRACTION = 0.3
"""Of a card's length, shown beyond both ends of a row."""

MAX_ROW_PX = 4096
"""A longer row is no row of cards."""

SLANTED = 0.6
"""Cosine between the cards' sides and the row's way from which on it is not read: a card laid on
another corner to corner shows an L, which has no beginning along a line."""

_FINE_ACROSS, _FINE_ALONG = 3, 2
"""The picture is sampled so many times finer and averaged, or prints would alias."""


LEVEL_FRACTION, ALIKE_FRACTION, PARALLEL = 0.25, 0.3, 0.9
"""A card belongs to a row that lies level with it (within this share of its side), whose side is as
long (within this share) and whose sides are parallel (cosine)."""


@dataclass(frozen=True, slots=True)
class _Laid:
    """How cards (n) lie to a row, in photo pixels.

    `half` (n, 2) leads from the centre to the side that ends the card along the row, `side` and
    `depth` are its sides across and along, `parallel` the cosine between it and the row, `off` how
    far it lies beside the path, `beyond` how far past its ends.
    """

    centres: NDArray[np.float64]
    half: NDArray[np.float64]
    side: NDArray[np.float64]
    depth: NDArray[np.float64]
    parallel: NDArray[np.float64]
    off: NDArray[np.float64]
    beyond: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RowPicture:
    """What lies along a row.

    `pixels` is (64, length, 3) uint8 RGB. `path_px` (length, 2) are the middles of its columns in
    pixels of the photo, `across` (length, 2) the unit vectors across the row there, from the top of
    the picture down. `side_px` is how long a card is across, in photo pixels, `step_px` how far
    apart two columns are.
    """

    pixels: NDArray[np.uint8]
    path_px: NDArray[np.float64]
    across: NDArray[np.float64]
    side_px: float
    step_px: float

    def __len__(self) -> int:
        return len(self.path_px)

    @property
    def bend_rad(self) -> float:
        """How far the cards turn from one end of the row to the other."""
        turns = np.unwrap(np.arctan2(self.across[:, 1], self.across[:, 0]))
        return float(np.ptp(turns))

    def spans(self, cards: Regions) -> NDArray[np.float64]:
        """Where each card (n) begins and ends along the row, in columns: (n, 2)."""
        laid = self._laid(cards)
        ends = [self.columns(laid.centres + laid.half * sign) for sign in (-1, 1)]
        return np.sort(np.column_stack(ends), axis=1)

    def holds(self, cards: Regions) -> NDArray[np.bool_]:
        """Which cards (n,) lie in this row as its own do: level, parallel and as long across."""
        laid = self._laid(cards)
        return np.asarray(
            self._within(laid)
            & (laid.off < LEVEL_FRACTION * self.side_px)
            & (np.abs(laid.side - self.side_px) < ALIKE_FRACTION * self.side_px)
            & (laid.parallel > PARALLEL),
            np.bool_,
        )

    def meets(self, cards: Regions) -> NDArray[np.bool_]:
        """Which cards (n,) reach into the picture of this row."""
        laid = self._laid(cards)
        return self._within(laid) & (laid.off < 0.45 * (laid.side + self.side_px))

    def quad(self, begin: float, end: float) -> NDArray[np.float32]:
        """The rectangle (4, 2) of a card between two columns, in photo pixels."""
        every = np.arange(len(self))
        path, across = (
            np.stack([np.interp((begin, end), every, part[:, axis]) for axis in (0, 1)], axis=1)
            for part in (self.path_px, self.across)
        )
        down = across.mean(axis=0) / max(float(np.linalg.norm(across.mean(axis=0))), 1e-9)
        right = np.array([down[1], -down[0]])
        depth = float((path[1] - path[0]) @ right)
        x, y = right * abs(depth) / 2, down * self.side_px / 2
        middle = path.mean(axis=0)
        corners = [middle - x - y, middle + x - y, middle + x + y, middle - x + y]
        return np.array(corners, np.float32)

    def _within(self, laid: "_Laid") -> NDArray[np.bool_]:
        return np.asarray(laid.beyond < laid.depth / 2 + 2 * self.step_px, np.bool_)

    def _laid(self, cards: Regions) -> "_Laid":
        """How cards lie to the nearest place of the path."""
        quads, centres = cards.quads_px.astype(np.float64), cards.centres_px.astype(np.float64)
        away = centres[:, None] - self.path_px[None]
        nearest = (away**2).sum(axis=2).argmin(axis=1)
        every = np.arange(len(cards))
        rest, across = away[every, nearest], self.across[nearest]
        sides = np.stack([quads[:, 1] - quads[:, 0], quads[:, 3] - quads[:, 0]], axis=1)
        lengths = np.maximum(np.linalg.norm(sides, axis=2), 1e-9)
        aligned = np.abs((sides / lengths[..., None] * across[:, None]).sum(axis=2))
        chosen = aligned.argmax(axis=1)
        level = (rest * across).sum(axis=1)
        return _Laid(
            centres,
            sides[every, 1 - chosen] / 2,
            lengths[every, chosen],
            lengths[every, 1 - chosen],
            aligned[every, chosen],
            np.abs(level),
            np.linalg.norm(rest - level[:, None] * across, axis=1),
        )

    def columns(self, points_px: NDArray[np.float64]) -> NDArray[np.float64]:
        """The columns (n,) on which photo points (n, 2) lie, nearly."""
        away = points_px[:, None] - self.path_px[None]
        nearest = (away**2).sum(axis=2).argmin(axis=1)
        ahead = np.gradient(self.path_px, axis=0)[nearest] / self.step_px
        rest = away[np.arange(len(points_px)), nearest]
        normal = np.stack([self.across[nearest, 1], -self.across[nearest, 0]], axis=1)
        slope = (ahead * normal).sum(axis=1)  # along the sides of the cards, not square to the path
        slope = np.where(np.abs(slope) < 0.2, 0.2, slope)
        off = (rest * normal).sum(axis=1) / slope / self.step_px
        return np.asarray(nearest + np.clip(off, -40, 40), np.float64)


def row_picture(rgb: NDArray[np.uint8], cards: Regions, card_px: float) -> RowPicture | None:
    """The picture of some cards (n) in order along a row; None where they make no row.

    `card_px` is how long a card is on the photo (H, W, 3).
    """
    if len(cards) < 2 or card_px <= 0:
        return None
    centres = cards.centres_px.astype(np.float64)
    across, along, reach = _axes(cards, centres)
    ways = np.gradient(centres, axis=0)
    ways /= np.maximum(np.linalg.norm(ways, axis=1, keepdims=True), 1e-9)
    if np.abs((across * ways).sum(axis=1)).mean() > SLANTED:
        return None
    side = float(np.median(reach[:, 0]))
    step = card_px / CARD_LENGTH_PX
    knots, turns = _knots(centres, across, along, reach[:, 1], ENDS_FRACTION * card_px)
    path, turn = _path(knots, turns, step)
    if not 2 <= len(path) <= MAX_ROW_PX:
        return None
    units = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    return RowPicture(_sampled(rgb, path, units, side), path, units, side, step)


def _axes(
    cards: Regions, centres: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """Of each card: unit vectors across the row and along it, and its sides that way (n, 2)."""
    quads = cards.quads_px.astype(np.float64)
    sides = np.stack([quads[:, 1] - quads[:, 0], quads[:, 3] - quads[:, 0]], axis=1)
    lengths = np.maximum(np.linalg.norm(sides, axis=2), 1e-9)
    units = sides / lengths[..., None]
    ways = np.gradient(centres, axis=0)
    aligned = np.abs((units * ways[:, None]).sum(axis=2))
    main = centres[-1] - centres[0]  # what two doubled marks say of the way is not trusted
    aligned += np.abs((units * main).sum(axis=2)) / len(cards)
    chosen = aligned.argmin(axis=1)
    every = np.arange(len(cards))
    across, along = units[every, chosen], units[every, 1 - chosen]
    for place in range(1, len(cards)):
        if across[place] @ across[place - 1] < 0:
            across[place] *= -1
    along = np.where((along * ways).sum(axis=1, keepdims=True) < 0, -along, along)
    return across, along, np.stack([lengths[every, chosen], lengths[every, 1 - chosen]], axis=1)


def _knots(
    centres: NDArray[np.float64],
    across: NDArray[np.float64],
    along: NDArray[np.float64],
    depth: NDArray[np.float64],
    beyond: float,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Points that the path goes by, and the turn of the cards' sides there."""
    before = [centres[0] - along[0] * (depth[0] / 2 + extra) for extra in (beyond, 0.0)]
    after = [centres[-1] + along[-1] * (depth[-1] / 2 + extra) for extra in (0.0, beyond)]
    turns = np.unwrap(np.arctan2(across[:, 1], across[:, 0]))
    every = np.concatenate([[turns[0]] * 2, turns, [turns[-1]] * 2])
    return np.concatenate([before, centres, after]), every


def _path(
    knots: NDArray[np.float64], turns: NDArray[np.float64], step: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """A smooth line (length, 2) near the knots in equal steps, and the turns along it.

    Cubic least squares (lines and parabolas for few cards), so that cards laid askew do not make it
    waver.
    """
    way = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(knots, axis=0), axis=1))])
    total = max(float(way[-1]), 1e-6)
    degree = 1 if len(knots) < 8 else 2 if len(knots) < 11 else 3
    fine = np.linspace(0, 1, max(2, round(2 * total / step)))
    smooth = [
        np.polynomial.Polynomial.fit(way / total, values, degree)(fine)
        for values in (knots[:, 0], knots[:, 1], turns)
    ]
    line = np.stack(smooth[:2], axis=1)
    run = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(line, axis=0), axis=1))])
    even = np.arange(0, run[-1], step)
    path = np.stack([np.interp(even, run, line[:, axis]) for axis in (0, 1)], axis=1)
    return path, np.interp(even, run, smooth[2])


def _sampled(
    rgb: NDArray[np.uint8], path: NDArray[np.float64], units: NDArray[np.float64], side: float
) -> NDArray[np.uint8]:
    """The photo along a path: (64, length, 3)."""
    length = len(path)
    columns = (np.arange(length * _FINE_ALONG) + 0.5) / _FINE_ALONG - 0.5
    every = np.arange(length)
    middle = [np.interp(columns, every, path[:, axis]) for axis in (0, 1)]
    unit = [np.interp(columns, every, units[:, axis]) for axis in (0, 1)]
    rows = ACROSS_PX * _FINE_ACROSS
    away = ((np.arange(rows) + 0.5) / rows - 0.5) * ACROSS_REACH * side
    x, y = (m[None] + away[:, None] * u[None] - 0.5 for m, u in zip(middle, unit, strict=True))
    fine = cv2.remap(
        rgb,
        x.astype(np.float32),
        y.astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(PAD_TONE,) * 3,
    )
    return np.asarray(cv2.resize(fine, (length, ACROSS_PX), interpolation=cv2.INTER_AREA), np.uint8)
