"""Piles: which regions lie together, and in which order along the spread."""

import numpy as np
from numpy.typing import NDArray

from vision.geometry import overlaps
from vision.regions import Regions

REACH_FRACTION = 0.10
"""Regions nearer to each other than this fraction of a card's length lie in one pile."""

WHOLE_ASPECT = (0.6, 0.8)
"""Short over long side of a card that is seen whole, 0.71 as a rule."""

ROW_GAP_FRACTION = 0.16
LEVEL_FRACTION = 0.2
"""Of a card's length: rows are at least so far from each other, and so level."""

STRAIGHT = 0.8
"""How well the sides of a pile's cards agree, 1 for all parallel, for it to have rows."""

AGREE_FRACTION = 0.1
"""Two lengths that differ by less are the same side of a card."""


def is_whole(cards: Regions) -> NDArray[np.bool_]:
    """Which regions (n,) have the shape of a card that is seen whole."""
    short, long = np.sort(cards.sides_px, axis=1).T
    return np.asarray((short > WHOLE_ASPECT[0] * long) & (short < WHOLE_ASPECT[1] * long), np.bool_)


def card_length_px(cards: Regions) -> float:
    """How long a card is on this picture, by the longest regions that agree with each other.

    Strips of a ribbon are as long as a card, strips of a column as long as it is wide: that it is a
    column tells the one card that lies whole at its end. Returns 0.0 where there are no cards.
    """
    if not len(cards):
        return 0.0
    short, long = np.sort(cards.sides_px, axis=1).T
    common = float(np.quantile(long, 0.85, method="lower"))
    whole = is_whole(cards)
    lengthwise = whole & (np.abs(long - common) < AGREE_FRACTION * common)
    across = whole & (np.abs(short - common) < AGREE_FRACTION * common)
    if across.any() and not lengthwise.any():
        return float(np.median(long[across]))
    return float(np.quantile(long, 0.85))


def group(cards: Regions) -> list[NDArray[np.intp]]:
    """Piles as places in `cards`, largest first."""
    if not len(cards):
        return []
    reach = REACH_FRACTION * card_length_px(cards)
    grown = _grown(cards.quads_px, reach / 2)
    touch = overlaps(grown, grown) > 0
    label = np.arange(len(cards))
    for _ in range(len(cards)):  # the smallest number spreads through everything that touches
        spread = np.where(touch, label[None], len(cards)).min(axis=1)
        if np.array_equal(spread, label):
            break
        label = spread
    piles = [np.flatnonzero(label == value) for value in np.unique(label)]
    return sorted(piles, key=lambda pile: -len(pile))


def _grown(quads: NDArray[np.float32], by_px: float) -> NDArray[np.float32]:
    """Rectangles grown outwards on all sides."""
    across = quads[:, 1] - quads[:, 0]
    down = quads[:, 3] - quads[:, 0]
    unit_x = across / np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-6)
    unit_y = down / np.maximum(np.linalg.norm(down, axis=1, keepdims=True), 1e-6)
    signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    push = signs[None, :, :1] * unit_x[:, None] + signs[None, :, 1:] * unit_y[:, None]
    return np.asarray(quads + push * by_px, np.float32)


def order(cards: Regions) -> NDArray[np.intp]:
    """The places of one pile's regions in order along its spread, row by row if it has rows."""
    found = rows(cards)
    return np.concatenate(found) if found else np.zeros(0, np.intp)


def rows(cards: Regions) -> list[NDArray[np.intp]]:
    """The places of one pile's regions in order, in the rows in which they lie: mostly one.

    A straight spread is ordered along its main direction. A bent one (arc, fan) is ordered by the
    angle around the circle through its centres, beginning after the widest opening. Several
    straight spreads that lie beside each other are told apart where they are level and far enough
    from each other.
    """
    levels = _levels(cards)
    if len(levels) < 2:
        return [_along(cards)] if len(cards) else []
    return [level[_along(cards.take(level))] for level in levels]


def _levels(cards: Regions) -> list[NDArray[np.intp]]:
    """The regions on each level across the rows, none or one where there are no rows.

    The cards' own sides say which ways rows may run; of two ways that both fit, the one with fewer
    rows is right: a single ribbon is one row, and many of one card each the other way.
    """
    if len(cards) < 4:
        return []
    length = card_length_px(cards)
    sides = cards.quads_px[:, 1] - cards.quads_px[:, 0]
    quarter = np.exp(4j * np.arctan2(sides[:, 1], sides[:, 0]))  # a side's turn modulo 90 degrees
    if np.abs(quarter.mean()) < STRAIGHT:
        return []
    turn = float(np.angle(quarter.mean())) / 4
    best: list[NDArray[np.intp]] = []
    for way in (turn, turn + np.pi / 2):
        height = cards.centres_px @ np.array([-np.sin(way), np.cos(way)])
        places = np.argsort(height, kind="stable")
        breaks = np.flatnonzero(np.diff(height[places]) > ROW_GAP_FRACTION * length) + 1
        levels = np.split(places, breaks)
        level = all(np.ptp(height[own]) < LEVEL_FRACTION * length for own in levels)
        if level and (not best or len(levels) < len(best)):
            best = levels
    if best and np.diff([cards.centres_px[own].mean(axis=0) for own in best], axis=0).sum() < 0:
        best = best[::-1]  # from the top, or from the left
    return best


def _along(cards: Regions) -> NDArray[np.intp]:
    """The places of the regions of one spread in order."""
    centres = cards.centres_px.astype(np.float64)
    if len(cards) < 3:
        return np.argsort(centres @ _main_direction(centres), kind="stable")
    circle = _circle(centres)
    if circle is None:
        return np.argsort(centres @ _main_direction(centres), kind="stable")
    away = centres - circle
    angle = np.arctan2(away[:, 1], away[:, 0])
    turning = np.argsort(angle, kind="stable")
    gaps = np.diff(np.concatenate([angle[turning], [angle[turning[0]] + 2 * np.pi]]))
    return np.roll(turning, -int(np.argmax(gaps)) - 1)


def _main_direction(centres: NDArray[np.float64]) -> NDArray[np.float64]:
    """Unit vector of the largest spread, pointing right (or down)."""
    if len(centres) < 2:
        return np.array([1.0, 0.0])
    direction = np.linalg.svd(centres - centres.mean(axis=0))[2][0]
    return np.asarray(direction if direction.sum() >= 0 else -direction, np.float64)


def _circle(centres: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """Centre of the circle through some points (Kasa's least squares), None if they lie straight.

    Source: I. Kasa, "A circle fitting procedure and its error analysis", 1976.
    """
    middle = centres.mean(axis=0)
    local = centres - middle
    system = np.column_stack([2 * local, np.ones(len(local))])
    solution = np.linalg.lstsq(system, (local**2).sum(axis=1), rcond=None)[0]
    radius = float(np.sqrt(max(solution[2] + (solution[:2] ** 2).sum(), 0.0)))
    length = float(np.linalg.norm(local.max(axis=0) - local.min(axis=0)))
    misfit = np.abs(np.linalg.norm(local - solution[:2], axis=1) - radius).max()
    if radius > 3 * length or misfit > 0.25 * radius:
        return None
    return np.asarray(middle + solution[:2], np.float64)
