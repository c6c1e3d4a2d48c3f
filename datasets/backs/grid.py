"""Coordinates on the canvas, and how distances become smooth masks."""

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets.backs.design import HEIGHT_PX, WIDTH_PX, Motif

Field = NDArray[np.floating[Any]]  # (700, 500), any unit
Mask = NDArray[np.floating[Any]]  # (700, 500), ink coverage in 0..1
Coverage = tuple[Mask, Mask | None]
"""Coverage of the ink, and of the accent over it."""


@lru_cache(maxsize=1)
def centred() -> tuple[Field, Field]:
    """Horizontal and vertical position in pixels from the card's centre."""
    y, x = np.mgrid[0:HEIGHT_PX, 0:WIDTH_PX].astype(np.float32)
    return x - (WIDTH_PX - 1) / 2, y - (HEIGHT_PX - 1) / 2


def cells(motif: Motif) -> tuple[Field, Field]:
    """Coordinates in cells of the motif, turned, from the card's centre."""
    x, y = centred()
    turn = np.deg2rad(motif.turn_deg)
    cos, sin = np.float32(np.cos(turn) / motif.cell_px), np.float32(np.sin(turn) / motif.cell_px)
    return x * cos + y * sin, y * cos - x * sin


@lru_cache(maxsize=1)
def polar() -> tuple[Field, Field]:
    """Radius in pixels and angle in radians about the card's centre."""
    x, y = centred()
    return np.hypot(x, y), np.arctan2(y, x)


def wrap(field: Field) -> Field:
    """Signed distance to the nearest whole number, in -0.5..0.5."""
    return np.asarray(field - np.rint(field))


def below(field: Field, limit: float, px_per_unit: float) -> Mask:
    """1 where `field < limit`, smooth over one pixel."""
    edge = (np.float32(limit) - field) * np.float32(px_per_unit) + np.float32(0.5)
    return np.asarray(np.clip(edge, 0, 1))


def line(field: Field, half_width: float, px_per_unit: float) -> Mask:
    """1 near the zeros of `field`."""
    return below(np.abs(field), half_width, px_per_unit)
