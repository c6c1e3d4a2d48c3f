"""Fields about the card's centre: rays, frames, guilloche and spirograph lines."""

import cv2
import numpy as np
from numpy.random import default_rng

from datasets.backs.design import HEIGHT_PX, WIDTH_PX, Motif
from datasets.backs.grid import Coverage, below, centred, line, polar, wrap


def rays(motif: Motif) -> Coverage:
    """Wedges from the centre, straight or swirling, with rings on some."""
    rng = default_rng(motif.seed)
    radius, angle = polar()
    count = 2 * int(np.clip(900 / motif.cell_px, 8, 60))
    twist = np.float32(rng.choice([0, 0, 0, rng.uniform(-3, 3)])) * radius / 350
    turns = (angle / np.float32(2 * np.pi)) * count + twist
    px_per_turn = radius * np.float32(2 * np.pi / count)
    half = np.float32(0.1 + 0.3 * motif.weight)
    ink = np.clip((half - np.abs(wrap(turns))) * px_per_turn + 0.5, 0, 1)
    if rng.random() < 0.3:
        return ink, line(wrap(radius / np.float32(motif.cell_px * 2)), 0.05, motif.cell_px * 2)
    return ink, None


def frames(motif: Motif) -> Coverage:
    """Concentric rectangles, diamonds, circles or ovals from rim to centre."""
    rng = default_rng(motif.seed)
    x, y = centred()
    kind = rng.integers(4)
    if kind == 0:
        distance = np.maximum(np.abs(x), np.abs(y) - (HEIGHT_PX - WIDTH_PX) / 2)
    elif kind == 1:
        distance = np.abs(x) * np.float32(0.82) + np.abs(y) * np.float32(0.58)
    elif kind == 2:
        distance = np.hypot(x, y)
    else:
        distance = np.hypot(x * np.float32(1.4), y)
    steps = distance / np.float32(motif.cell_px)
    if rng.random() < 0.3:
        _, angle = polar()
        steps = steps + np.float32(rng.uniform(0.1, 0.4)) * np.sin(
            angle * int(rng.choice([8, 12, 16, 24]))
        )
    ink = line(wrap(steps), 0.08 + 0.25 * motif.weight, motif.cell_px)
    return ink, line(wrap(steps + 0.5), 0.06, motif.cell_px) if rng.random() < 0.4 else None


def guilloche(motif: Motif) -> Coverage:
    """Fine interfering lines as on banknotes: level lines of wavy rings or waves."""
    rng = default_rng(motif.seed)
    radius, angle = polar()
    x, y = centred()
    petals = int(rng.choice([4, 6, 8, 10, 12, 16, 24]))
    depth = np.float32(rng.uniform(0.5, 3))
    masks = []
    for sign in (1, -1):
        if rng.random() < 0.6:
            height = radius / np.float32(motif.cell_px) + sign * depth * np.sin(petals * angle)
        else:
            waves = np.float32(2 * np.pi * rng.uniform(1, 4) / WIDTH_PX)
            height = y / np.float32(motif.cell_px) + sign * depth * np.cos(x * waves)
        slope = np.hypot(*np.gradient(height)).astype(np.float32)
        half = (0.6 + 1.6 * motif.weight) * slope
        masks.append(np.clip((half - np.abs(wrap(height))) / (slope + 1e-6) + 0.5, 0, 1))
    ink = np.maximum(masks[0], masks[1]).astype(np.float32)
    return ink, None


def spirograph(motif: Motif) -> Coverage:
    """Rosettes of one long curve each: a large one in the centre, or several."""
    rng = default_rng(motif.seed)
    canvas = np.zeros((HEIGHT_PX, WIDTH_PX), np.uint8)
    t = np.linspace(0, 2 * np.pi, 2400)
    for _ in range(int(rng.integers(1, 4))):
        lobes, winds = int(rng.integers(5, 31)), int(rng.integers(2, 9))
        size = rng.uniform(90, 330)
        radius = size * (0.6 + 0.4 * np.cos(lobes * t))
        stretch = rng.choice([1.0, 1.0, 1.3])
        points = np.stack(
            [radius * np.cos(winds * t), stretch * radius * np.sin(winds * t)], axis=1
        )
        centre = ((WIDTH_PX - 1) / 2, (HEIGHT_PX - 1) / 2)
        fixed = ((points + centre) * 16).astype(np.int32)
        thick = 1 + round(2 * motif.weight)
        cv2.polylines(canvas, [fixed], True, 255, thick, cv2.LINE_AA, shift=4)
    ink = canvas.astype(np.float32) / 255
    radius_px, _ = polar()
    if rng.random() < 0.5:
        pitch = motif.cell_px / 2
        rings = line(wrap(radius_px / np.float32(pitch)), 0.12, pitch)
        ink = np.maximum(ink, rings * below(radius_px * -1, -340.0, 1))
    return ink, None
