"""Scrollwork: a quarter of the card grown full of curls and leaves, mirrored to four."""

import cv2
import numpy as np
from numpy.random import Generator, default_rng
from numpy.typing import NDArray

from datasets.backs.design import HEIGHT_PX, WIDTH_PX, Motif
from datasets.backs.grid import Coverage
from datasets.backs.stamped import fill_ornament
from datasets.backs.stencils import Stencils

_QUARTER = (HEIGHT_PX // 2, WIDTH_PX // 2)


def scrolls(motif: Motif, stencils: Stencils) -> Coverage:
    """Curls, leaves and beads, alike in all four quarters, as on classic decks."""
    rng = default_rng(motif.seed)
    quarter = np.zeros(_QUARTER, np.uint8)
    spacing = max(18.0, motif.cell_px)
    for x, y in _scattered(rng, spacing):
        _curl(quarter, rng, (x, y), spacing, motif.weight)
    leaf = stencils.ornament(motif.stencil)
    for x, y in _scattered(rng, spacing * 1.6):
        size = spacing * rng.uniform(0.25, 0.5)
        fill_ornament(quarter, leaf, (x, y), (size, size), float(rng.uniform(0, 360)))
    top = np.hstack([quarter, quarter[:, ::-1]])
    ink = np.vstack([top, top[::-1]]).astype(np.float32) / 255
    return ink, None


def _scattered(rng: Generator, spacing: float) -> NDArray[np.float64]:
    """Points on a shaken grid over the quarter."""
    rows, columns = (int(np.ceil(side / spacing)) for side in _QUARTER)
    y, x = np.mgrid[0:rows, 0:columns].astype(float)
    points = np.stack([x.ravel() + 0.5, y.ravel() + 0.5], axis=1)
    return np.asarray((points + rng.uniform(-0.35, 0.35, points.shape)) * spacing)


def _curl(
    quarter: NDArray[np.uint8],
    rng: Generator,
    centre: tuple[float, float],
    spacing: float,
    weight: float,
) -> None:
    """A spiral that runs out into a stem."""
    turns = rng.uniform(1.0, 2.2) * rng.choice([-1, 1])
    t = np.linspace(0.1, 1.25, 44)
    angle = 2 * np.pi * turns * t + rng.uniform(0, 2 * np.pi)
    radius = spacing * rng.uniform(0.4, 0.65) * np.where(t > 1, t**3, t)
    points = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1) + centre
    fixed = np.rint(points * 16).astype(np.int32)
    thick = max(1, round(spacing * (0.03 + 0.1 * weight)))
    cv2.polylines(quarter, [fixed], False, 255, thick, cv2.LINE_AA, shift=4)
    bead = tuple(int(part) for part in fixed[0])
    cv2.circle(quarter, bead, round(thick * 16 * 1.3), 255, -1, cv2.LINE_AA, shift=4)
