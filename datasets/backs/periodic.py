"""Fields that repeat in two directions, drawn from distances."""

import numpy as np
from numpy.random import Generator, default_rng

from datasets.backs.design import Motif
from datasets.backs.grid import Coverage, Field, Mask, below, cells, line, wrap


def lattice(motif: Motif) -> Coverage:
    """Two sets of crossing lines, single or double, sometimes with a dot at each crossing."""
    rng = default_rng(motif.seed)
    u, v = cells(motif)
    half = 0.03 + 0.2 * motif.weight
    a, b = wrap(u), wrap(v)
    if rng.random() < 0.3:  # double lines
        a, b = np.abs(a) - np.float32(half * 1.3), np.abs(b) - np.float32(half * 1.3)
        half /= 2.2
    ink = np.maximum(line(a, half, motif.cell_px), line(b, half, motif.cell_px))
    choice = rng.random()
    if choice < 0.35:
        node = below(np.hypot(wrap(u), wrap(v)), rng.uniform(0.12, 0.3), motif.cell_px)
        return np.maximum(ink, node), None
    if choice < 0.65:
        middle = _bead(rng, wrap(u + 0.5), wrap(v + 0.5), motif.cell_px)
        return ink, middle if rng.random() < 0.5 else None
    return ink, None


def _bead(rng: Generator, a: Field, b: Field, cell_px: float) -> Mask:
    """A small dot or diamond in the middle of a cell."""
    size = rng.uniform(0.08, 0.26)
    distance = np.hypot(a, b) if rng.random() < 0.5 else np.abs(a) + np.abs(b)
    return below(distance, size, cell_px)


def diamonds(motif: Motif) -> Coverage:
    """Filled, outlined or nested diamonds."""
    rng = default_rng(motif.seed)
    u, v = cells(motif)
    distance = np.abs(wrap(u)) + np.abs(wrap(v * np.float32(rng.uniform(0.5, 1))))
    size = 0.2 + 0.3 * motif.weight
    ink = below(distance, size, motif.cell_px)
    if rng.random() < 0.5:
        ring = line(distance - np.float32(0.4), 0.05 + 0.04 * motif.weight, motif.cell_px)
        return np.maximum(below(distance, size * 0.55, motif.cell_px), ring), None
    inner = below(distance, size * 0.5, motif.cell_px) if rng.random() < 0.4 else None
    return ink, inner


def dots(motif: Motif) -> Coverage:
    """Dots or rings on a square or hexagonal grid."""
    rng = default_rng(motif.seed)
    u, v = cells(motif)
    radius = 0.14 + 0.3 * motif.weight
    first = np.hypot(wrap(u), wrap(v))
    if rng.random() < 0.5:
        u, v = u, v * np.float32(1 / np.sqrt(3))
        first = np.hypot(wrap(u), wrap(v) * np.float32(np.sqrt(3)))
        second = np.hypot(wrap(u + 0.5), wrap(v + 0.5) * np.float32(np.sqrt(3)))
        first = np.minimum(first, second)
    ink = below(first, radius, motif.cell_px)
    if rng.random() < 0.3:
        return ink, below(first, radius * rng.uniform(0.35, 0.7), motif.cell_px)
    if rng.random() < 0.3:
        return line(first - np.float32(radius), 0.06, motif.cell_px), None
    return ink, None


def stripes(motif: Motif) -> Coverage:
    """Stripes of one to three widths, straight or wavy."""
    rng = default_rng(motif.seed)
    u, v = cells(motif)
    if rng.random() < 0.35:
        wave = np.sin(v * np.float32(2 * np.pi * rng.uniform(0.15, 0.6)))
        u = u + np.float32(rng.uniform(0.1, 0.6)) * wave
    ink = line(wrap(u), 0.12 + 0.3 * motif.weight, motif.cell_px)
    if rng.random() < 0.5:
        fine = line(wrap(u + 0.5), rng.uniform(0.03, 0.1), motif.cell_px)
        return (np.maximum(ink, fine), None) if rng.random() < 0.5 else (ink, fine)
    return ink, None


def checks(motif: Motif) -> Coverage:
    """A chessboard, plain, of diamonds, or with outlined squares."""
    rng = default_rng(motif.seed)
    u, v = cells(motif)
    a, b = 0.25 - np.abs(wrap(u)), 0.25 - np.abs(wrap(v))
    product = np.sign(a) * np.sign(b) * np.minimum(np.abs(a), np.abs(b))
    ink = below(product, 0, motif.cell_px)
    if rng.random() < 0.4:
        return ink, line(product, rng.uniform(0.02, 0.06), motif.cell_px)
    return ink, None


def tartan(motif: Motif) -> Coverage:
    """A plaid: the same bands across and down, half tones where they cross."""
    rng = default_rng(motif.seed)
    u, v = cells(motif)
    places = rng.uniform(-0.5, 0.5, 4)
    widths = rng.uniform(0.02, 0.16, 4)
    across = sum(line(wrap(u - p), w, motif.cell_px) for p, w in zip(places, widths, strict=True))
    down = sum(line(wrap(v - p), w, motif.cell_px) for p, w in zip(places, widths, strict=True))
    ink = np.minimum((np.minimum(across, 1) + np.minimum(down, 1)) / 2, 1)
    thin_at = np.float32(rng.uniform(-0.5, 0.5))
    thin = [line(wrap(w - thin_at), 0.025, motif.cell_px) for w in (u, v)]
    return np.asarray(ink, np.float32), np.maximum(thin[0], thin[1]) * np.float32(0.8)


def scales(motif: Motif) -> Coverage:
    """Overlapping arcs like fish scales or waves, with one to four arcs in each."""
    rng = default_rng(motif.seed)
    u, v = cells(motif)
    rings = int(rng.integers(1, 5))
    v = v * 2
    best = np.zeros_like(u)
    free = np.ones_like(u)
    for row in (0, 1, 2):  # a scale covers the two rows above it
        lower = np.floor(v) + (2 - row)
        shift = np.float32(0.5) * (lower % 2)
        x, y = wrap(u - shift), (v - lower) / 2
        distance = np.hypot(x, y)
        inside = below(distance, 0.5, motif.cell_px)
        half = (0.03 + 0.12 * motif.weight) / rings
        arcs = [
            line(distance - np.float32(0.5 - half - 0.5 * ring / rings), half, motif.cell_px)
            for ring in range(rings)
        ]
        best = best + free * inside * np.maximum.reduce(arcs)
        free = free * (1 - inside)
    return np.asarray(best, np.float32), None


def chevrons(motif: Motif) -> Coverage:
    """Zigzag stripes, flat or steep."""
    rng = default_rng(motif.seed)
    u, v = cells(motif)
    steep = np.float32(rng.choice([0.5, 1.0, 1.7]))
    bent = v + steep * np.abs(wrap(u * np.float32(rng.choice([0.5, 1.0]))))
    ink = line(wrap(bent), 0.08 + 0.25 * motif.weight, motif.cell_px)
    if rng.random() < 0.4:
        return ink, line(wrap(bent + 0.5), 0.06, motif.cell_px)
    return ink, None


def weave(motif: Motif) -> Coverage:
    """Basket weave: blocks of short lines, turned in every other block."""
    rng = default_rng(motif.seed)
    u, v = cells(motif)
    strands = int(rng.integers(2, 5))
    odd = (np.floor(u) + np.floor(v)) % 2
    across = np.where(odd > 0, u, v) * np.float32(strands)
    half = 0.15 + 0.25 * motif.weight
    ink = line(wrap(across), half, motif.cell_px / strands)
    gap = np.maximum(line(wrap(u), 0.04, motif.cell_px), line(wrap(v), 0.04, motif.cell_px))
    return ink * (1 - gap), None
