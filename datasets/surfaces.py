"""Drawn tables: wood, cloth, felt, stone, tiles, checks and plain ones, from a generator alone."""

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

SIZE_PX = 768
"""Drawn surfaces are square."""


def draw_surface(rng: np.random.Generator) -> Picture:
    """A piece of table, (SIZE_PX, SIZE_PX, 3) uint8 RGB."""
    kinds = [_wood, _cloth, _stone, _tiles, _checks, _stripes, _plain]
    kind = kinds[int(rng.choice(len(kinds), p=[0.30, 0.18, 0.12, 0.13, 0.08, 0.07, 0.12]))]
    return np.asarray(np.clip(kind(rng), 0, 255), np.uint8)


def draw_tiles(rng: np.random.Generator) -> Picture:
    """A floor of tiles or short boards, as `draw_surface` draws them now and then."""
    return np.asarray(np.clip(_tiles(rng), 0, 255), np.uint8)


def _colour(rng: np.random.Generator) -> NDArray[np.float32]:
    """A table's colour: browns most, then cloths of any hue, white and black."""
    draw = rng.random()
    if draw < 0.45:
        base = np.array([150, 105, 65]) * rng.uniform(0.3, 1.5) + rng.normal(0, 12, 3)
    elif draw < 0.6:
        base = np.full(3, rng.choice([25, 60, 190, 225, 240])) + rng.normal(0, 6, 3)
    else:
        hsv = np.array([[[rng.integers(180), rng.integers(40, 220), rng.integers(30, 220)]]])
        base = cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2RGB)[0, 0].astype(np.float64)
    return np.clip(base, 5, 250).astype(np.float32)


def _noise(rng: np.random.Generator, cell_x: float, cell_y: float) -> NDArray[np.float32]:
    """Smooth noise of unit spread with cells of the given size in px."""
    shape = (max(2, int(SIZE_PX / cell_y)), max(2, int(SIZE_PX / cell_x)))
    small = rng.standard_normal(shape).astype(np.float32)
    return np.asarray(
        cv2.resize(small, (SIZE_PX, SIZE_PX), interpolation=cv2.INTER_CUBIC), np.float32
    )


def _wood(rng: np.random.Generator) -> NDArray[np.float32]:
    base, contrast = _colour(rng), rng.uniform(0.03, 0.25)
    grain = _noise(rng, 400, rng.uniform(3, 14)) + 0.6 * _noise(rng, 120, rng.uniform(2, 5))
    rings = np.sin(_noise(rng, 500, 120) * rng.uniform(2, 12)) * rng.uniform(0, 1)
    tone = 1 + contrast * (0.5 * grain + rings * 0.5)
    if rng.random() < 0.4:
        boards = int(rng.integers(3, 9))
        edge = (np.arange(SIZE_PX) * boards // SIZE_PX).astype(int)
        tone = tone * (1 + 0.12 * rng.standard_normal(boards).astype(np.float32)[edge])[:, None]
        seams = np.flatnonzero(np.diff(edge))
        tone[seams] *= 0.5
    return np.asarray(base * tone[..., None], np.float32)


def _cloth(rng: np.random.Generator) -> NDArray[np.float32]:
    base, depth = _colour(rng), rng.uniform(0.02, 0.15)
    period = rng.uniform(3, 9)
    steps = np.arange(SIZE_PX, dtype=np.float32) * 2 * np.pi / period
    weave = np.sin(steps)[None, :] * np.sin(steps)[:, None]
    tone = 1 + depth * weave + 0.05 * _noise(rng, 3, 3) + 0.06 * _noise(rng, 150, 150)
    return np.asarray(base * tone[..., None], np.float32)


def _stone(rng: np.random.Generator) -> NDArray[np.float32]:
    base, vein = _colour(rng), _colour(rng)
    share = 1 / (1 + np.exp(-3 * (_noise(rng, 90, 90) + 0.5 * _noise(rng, 25, 25) - 0.8)))
    speck = 0.05 * _noise(rng, 2.5, 2.5)
    return np.asarray(
        (base + (vein - base) * share[..., None]) * (1 + speck[..., None]), np.float32
    )


def _tiles(rng: np.random.Generator) -> NDArray[np.float32]:
    """Tiles or short boards with joints between them; some have the shape of a card."""
    width = float(rng.uniform(60, 230))
    height = width * float(rng.choice([1.0, 1.4, rng.uniform(0.7, 3.0)]))
    base = _stone(rng) if rng.random() < 0.5 else _wood(rng)
    rows = (np.arange(SIZE_PX) / height).astype(int)
    shift = rows * width * float(rng.choice([0.0, 0.5, 0.37]))
    across = (np.arange(SIZE_PX)[None, :] + shift[:, None]) / width
    tones = 1 + rng.uniform(0, 0.15) * rng.standard_normal((64, 64)).astype(np.float32)
    base = base * tones[rows[:, None] % 64, across.astype(int) % 64][..., None]
    joint = float(rng.uniform(1.0, 5.0))
    in_joint = ((across % 1) * width < joint) | (np.arange(SIZE_PX) % height < joint)[:, None]
    return np.asarray(np.where(in_joint[..., None], _colour(rng), base), np.float32)


def _checks(rng: np.random.Generator) -> NDArray[np.float32]:
    base, ink = _colour(rng), _colour(rng)
    cell = int(rng.integers(12, 90))
    on = (np.arange(SIZE_PX) // cell % 2).astype(np.float32)
    share = (on[None, :] + on[:, None]) / 2
    return np.asarray(
        (base + (ink - base) * share[..., None]) * (1 + 0.04 * _noise(rng, 3, 3))[..., None],
        np.float32,
    )


def _stripes(rng: np.random.Generator) -> NDArray[np.float32]:
    base, ink = _colour(rng), _colour(rng)
    cell, share = rng.uniform(10, 80), rng.uniform(0.2, 0.7)
    on = ((np.arange(SIZE_PX) / cell) % 1 < share).astype(np.float32)
    tone = (1 + 0.05 * _noise(rng, 4, 4))[..., None]
    return np.asarray((base + (ink - base) * on[None, :, None]) * tone, np.float32)


def _plain(rng: np.random.Generator) -> NDArray[np.float32]:
    tone = 1 + rng.uniform(0, 0.06) * _noise(rng, 2, 2) + 0.05 * _noise(rng, 200, 200)
    return np.asarray(_colour(rng) * tone[..., None], np.float32)
