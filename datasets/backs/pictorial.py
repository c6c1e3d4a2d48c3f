"""Fields like photographs and paintings: clouds, ridges, facets, bubbles."""

import cv2
import numpy as np
from numpy.random import Generator, default_rng

from datasets.backs.design import HEIGHT_PX, WIDTH_PX, Motif
from datasets.backs.grid import Coverage, Field, centred


def smooth_noise(rng: Generator, cell_px: float, octaves: int) -> Field:
    """Noise in 0..1 whose coarsest blobs are `cell_px` wide, each octave half as wide and high."""
    total = np.zeros((HEIGHT_PX, WIDTH_PX), np.float32)
    for octave in range(octaves):
        size = max(2.0, cell_px / 2**octave)
        shape = (int(HEIGHT_PX / size) + 3, int(WIDTH_PX / size) + 3)
        knots = rng.random(shape, dtype=np.float32)
        big = cv2.resize(knots, (WIDTH_PX, HEIGHT_PX), interpolation=cv2.INTER_CUBIC)
        total += big / np.float32(2**octave)
    low, high = float(total.min()), float(total.max())
    return np.asarray((total - low) / (high - low), np.float32)


def clouds(motif: Motif) -> Coverage:
    """Soft blobs or marbled veins in two inks."""
    rng = default_rng(motif.seed)
    octaves = int(rng.integers(2, 6))
    first = smooth_noise(rng, motif.cell_px * 4, octaves)
    second = smooth_noise(rng, motif.cell_px * 5, octaves)
    if rng.random() < 0.5:  # marble: bent stripes
        x, y = centred()
        along = (x + y * np.float32(rng.uniform(-1, 1))) / np.float32(motif.cell_px * 2)
        first = 0.5 + 0.5 * np.sin(along + first * np.float32(rng.uniform(4, 14)))
    return _contrast(first, 1.4), _contrast(second, 2.2) * np.float32(0.8)


def landscape(motif: Motif) -> Coverage:
    """A sky over ridges, each darker than the one behind it, sometimes with a sun."""
    rng = default_rng(motif.seed)
    y, x = np.mgrid[0:HEIGHT_PX, 0:WIDTH_PX].astype(np.float32)
    ink = 0.35 * y / HEIGHT_PX + 0.1 * smooth_noise(rng, 120, 4)
    accent = np.zeros_like(ink)
    if rng.random() < 0.6:
        far = np.hypot(x - rng.uniform(80, 420), y - rng.uniform(80, 300))
        accent = np.clip(rng.uniform(30, 80) - far, 0, 1)
    ridges = int(rng.integers(2, 6))
    for ridge in range(ridges):
        height = HEIGHT_PX * (0.35 + 0.55 * (ridge + 0.5) / ridges)
        shape = smooth_noise(rng, 40 + motif.cell_px * (2 + ridge), 4)[ridge]
        crest = height + (shape - 0.5) * 180
        below = np.clip(y - crest[None, :], 0, 1)
        tone = (ridge + 1.5) / (ridges + 1)
        texture = 0.12 * smooth_noise(rng, 16, 3)
        ink = ink * (1 - below) + below * (tone - texture)
        accent = accent * (1 - below)
    return np.clip(ink, 0, 1).astype(np.float32), accent.astype(np.float32)


def polygons(motif: Motif) -> Coverage:
    """Facets: triangles in flat tones, some of them accented."""
    rng = default_rng(motif.seed)
    step = max(24.0, motif.cell_px * 2.2)
    rows, columns = int(HEIGHT_PX / step) + 3, int(WIDTH_PX / step) + 3
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float64)
    shake = rng.choice([0, 0.32])
    knots = np.stack([(x - 0.5) * step, (y - 0.5) * step], axis=2)
    knots += rng.uniform(-shake, shake, knots.shape) * step
    fixed = np.rint(knots).astype(np.int32)
    ink = np.zeros((HEIGHT_PX, WIDTH_PX), np.uint8)
    accent = np.zeros_like(ink)
    for row in range(rows - 1):
        for column in range(columns - 1):
            a, b = fixed[row, column], fixed[row, column + 1]
            c, d = fixed[row + 1, column], fixed[row + 1, column + 1]
            for triangle in ((a, b, c), (b, c, d)):
                tone, second = int(rng.integers(256)), int(rng.integers(256))
                cv2.fillConvexPoly(ink, np.array(triangle), tone)
                cv2.fillConvexPoly(accent, np.array(triangle), second if second > 170 else 0)
    return ink.astype(np.float32) / 255, accent.astype(np.float32) / 255


def bubbles(motif: Motif) -> Coverage:
    """Discs or rings of many sizes thrown over the field."""
    rng = default_rng(motif.seed)
    ink = np.zeros((HEIGHT_PX, WIDTH_PX), np.uint8)
    accent = np.zeros_like(ink)
    filled = rng.random() < 0.6
    for _ in range(int(rng.integers(40, 160))):
        at = (int(rng.integers(WIDTH_PX)), int(rng.integers(HEIGHT_PX)))
        radius = int(rng.uniform(0.2, 1.6) * motif.cell_px) + 2
        target = accent if rng.random() < 0.3 else ink
        thick = -1 if filled else 1 + round(5 * motif.weight)
        cv2.circle(target, at, radius, int(rng.integers(110, 256)), thick, cv2.LINE_AA)
    return ink.astype(np.float32) / 255, accent.astype(np.float32) / 255


def _contrast(field: Field, gain: float) -> Field:
    return np.asarray(np.clip((field - 0.5) * np.float32(gain) + 0.5, 0, 1))
