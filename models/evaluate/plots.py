"""Plots: whether probabilities come true, and how many piles could pass without a look."""

from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from models.evaluate.certainty import Certainty

Picture = NDArray[np.uint8]

SIDE_PX = 520
EDGE_PX = 64
"""Size of one plot and of the room around it for its words."""

INK, PALE, LINE, DOT = (40, 40, 40), (215, 215, 215), (0, 114, 178), (213, 94, 0)
"""RGB."""


def draw_certainty(certainty: Certainty, file: Path) -> Path:
    """Writes the reliability diagram and the risk-coverage curve beside each other."""
    both = np.hstack([_reliability(certainty), _risk(certainty)])
    cv2.imwrite(str(file), both[..., ::-1])
    return file


def _reliability(certainty: Certainty) -> Picture:
    plot = _axes("said: probability of an exact count", "came true")
    _line(plot, [(0.0, 0.0), (1.0, 1.0)], PALE)
    for said, share in certainty.bins:
        low, high = share.interval or (0.0, 1.0)
        _line(plot, [(said, low), (said, high)], DOT)
        cv2.circle(plot, _at(said, share.value or 0.0), 5, DOT, -1, cv2.LINE_AA)
        x, y = _at(said, low)
        _write(plot, str(share.n), (x - 8, min(y + 18, SIDE_PX - EDGE_PX - 4)))
    return plot


def _risk(certainty: Certainty) -> Picture:
    plot = _axes("share of piles, surest first", "wrong among them")
    _line(plot, list(zip(certainty.coverage, certainty.risk, strict=True)), LINE)
    return plot


def _axes(across: str, up: str) -> Picture:
    plot = np.full((SIDE_PX, SIDE_PX, 3), 255, np.uint8)
    for tick in np.linspace(0, 1, 6):
        _line(plot, [(tick, 0.0), (tick, 1.0)], PALE)
        _line(plot, [(0.0, tick), (1.0, tick)], PALE)
        x, y = _at(tick, 0.0)
        _write(plot, f"{tick:.1f}", (x - 10, y + 20))
        x, y = _at(0.0, tick)
        _write(plot, f"{tick:.1f}", (x - 34, y + 5))
    _write(plot, across, (EDGE_PX, SIDE_PX - 14))
    _write(plot, up, (EDGE_PX, EDGE_PX - 20))
    return plot


def _at(across: float, up: float) -> tuple[int, int]:
    room = SIDE_PX - 2 * EDGE_PX
    return EDGE_PX + round(across * room), SIDE_PX - EDGE_PX - round(up * room)


def _line(plot: Picture, points: list[tuple[float, float]], rgb: tuple[int, int, int]) -> None:
    path = np.array([_at(*point) for point in points], np.int32).reshape(-1, 1, 2)
    cv2.polylines(plot, [path], False, rgb, 2, cv2.LINE_AA)


def _write(plot: Picture, text: str, at: tuple[int, int]) -> None:
    cv2.putText(plot, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.45, INK, 1, cv2.LINE_AA)
