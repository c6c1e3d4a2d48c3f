"""How people lay a pile down: one function per kind of spread.

Each takes a required generator and the number of cards and returns poses `(n, 3)`: x and y of the
card's centre in mm relative to the pile's first card, and the card's own turn in degrees; lowest
card first. Where the whole pile lies and how it is turned is decided elsewhere.
"""

import numpy as np
from numpy.typing import NDArray

Poses = NDArray[np.float64]

CARD_W_MM = 63.5
CARD_H_MM = 88.9


def _spacing_mm(rng: np.random.Generator, count: int) -> NDArray[np.float64]:
    """Steps between neighbours: one hand's habit with its own unevenness, never below 1 mm."""
    mean = float(np.exp(rng.uniform(np.log(5.0), np.log(26.0))))
    uneven = rng.uniform(0.05, 0.45)
    steps = mean * (1 + uneven * rng.standard_normal(count))
    return np.asarray(np.maximum(steps, min(mean, 1.0 + 0.35 * mean)), np.float64)


def _jitter(rng: np.random.Generator, poses: Poses) -> Poses:
    """Cards lie a little askew, some piles tidier than others."""
    tidy = rng.choice([0.3, 1.0, 2.0], p=[0.35, 0.45, 0.2])
    noise = rng.standard_normal(poses.shape) * (0.6 * tidy, 1.2 * tidy, 1.3 * tidy)
    return np.asarray(poses + noise, np.float64)


def ribbon(rng: np.random.Generator, count: int) -> Poses:
    """Cards side by side along their short side, as a dealer spreads a deck."""
    along = np.concatenate([[0.0], np.cumsum(_spacing_mm(rng, count - 1))])
    lean = rng.uniform(-12, 12) if rng.random() < 0.3 else 0.0
    drift = np.tan(np.deg2rad(rng.normal(0, 2.5)))
    return _jitter(rng, np.column_stack([along, along * drift, np.full(count, lean)]))


def column(rng: np.random.Generator, count: int) -> Poses:
    """Cards along their long side, as in a solitaire column."""
    along = np.concatenate([[0.0], np.cumsum(_spacing_mm(rng, count - 1) * 1.15)])
    drift = np.tan(np.deg2rad(rng.normal(0, 2.0)))
    return _jitter(rng, np.column_stack([along * drift, along, np.zeros(count)]))


def arc(rng: np.random.Generator, count: int) -> Poses:
    """A ribbon that bends: the cards turn slowly along a wide circle."""
    along = np.concatenate([[0.0], np.cumsum(_spacing_mm(rng, count - 1))])
    radius = rng.uniform(150, 500) * rng.choice([-1, 1])
    turn = along / radius
    turn -= turn.mean()
    x, y = radius * np.sin(turn), -radius * np.cos(turn)
    return _jitter(rng, np.column_stack([x, y, np.rad2deg(turn)]))


def fan(rng: np.random.Generator, count: int) -> Poses:
    """Cards around a pivot near their lower ends, as held in a hand."""
    total = rng.uniform(4.5, 13.0) * (count - 1)
    total = min(total, rng.uniform(60, 160))
    steps = 1 + rng.uniform(0.05, 0.35) * rng.standard_normal(max(count - 1, 0))
    turn = np.concatenate([[0.0], np.cumsum(np.maximum(steps, 0.35))])
    turn = turn / max(turn[-1], 1e-6) * total - total / 2
    pivot = rng.uniform(20, 110)
    rad = np.deg2rad(turn)
    poses = np.column_stack([pivot * np.sin(rad), -pivot * np.cos(rad), turn])
    noise = rng.standard_normal(poses.shape) * (0.8, 0.8, 0.6)
    return np.asarray(poses + noise, dtype=np.float64)


def rows(rng: np.random.Generator, count: int) -> Poses:
    """Several short ribbons, each covering the lower part of the one before."""
    per_row = int(rng.integers(3, 9))
    step_x = rng.uniform(8, 30)
    step_y = rng.uniform(16, 95)
    number = np.arange(count)
    poses = np.column_stack(
        [(number % per_row) * step_x, (number // per_row) * step_y, np.zeros(count)]
    )
    return _jitter(rng, poses)


def stack(rng: np.random.Generator, count: int) -> Poses:
    """A squared stack: it can be seen but not counted."""
    spread = rng.choice([0.3, 0.8, 2.0])
    return np.asarray(
        rng.standard_normal((count, 3)) * (spread, spread, 2.5 * spread), dtype=np.float64
    )


def loose(rng: np.random.Generator, count: int) -> Poses:
    """Cards thrown apart, any turn, some on top of others."""
    side = 62.0 * np.sqrt(count) * rng.uniform(0.8, 1.5)
    places = rng.uniform(0, side, (count, 2))
    return np.column_stack([places, rng.uniform(0, 360, count)])


def heap(rng: np.random.Generator, count: int) -> Poses:
    """Cards laid one on another by hand, each some way off and a little turned."""
    step = rng.uniform(14, 45)
    heading = rng.uniform(0, 2 * np.pi) + np.cumsum(rng.normal(0, 0.25, count))
    x, y = np.cumsum(step * np.cos(heading)), np.cumsum(step * np.sin(heading))
    return np.column_stack([x, y, np.cumsum(rng.normal(0, 4.0, count))])


LAYOUTS = {
    "ribbon": (ribbon, 0.40),
    "arc": (arc, 0.13),
    "fan": (fan, 0.15),
    "column": (column, 0.08),
    "rows": (rows, 0.07),
    "stack": (stack, 0.05),
    "loose": (loose, 0.05),
    "heap": (heap, 0.07),
}
"""Name of a spread to its function and its share among sampled piles."""
