"""Shapes to stamp: ornaments as polygons, seamless tiles as masks."""

import json
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

Outline = NDArray[np.float32]  # (n, 2), x right and y down, within -1..1
Ornament = tuple[Outline, ...]  # filled by the even-odd rule
Tile = NDArray[np.uint8]  # (height, width) ink coverage, seamless


@dataclass(frozen=True)
class Stencils:
    """Named ornaments and tiles; the built-in ornaments are always there."""

    ornaments: dict[str, Ornament]
    tiles: dict[str, Tile] = field(default_factory=dict)

    def ornament(self, name: str) -> Ornament:
        """The ornament, or a built-in one where the design was made with a richer set."""
        if name in self.ornaments:
            return self.ornaments[name]
        names = sorted(_BUILTIN)
        return _BUILTIN[names[sum(name.encode()) % len(names)]]


def builtin_stencils() -> Stencils:
    """The shapes that need no files."""
    return Stencils(dict(_BUILTIN))


def load_stencils(cache: Path) -> Stencils:
    """The built-in shapes and those of the art cache, as far as it has any."""
    ornaments = dict(_BUILTIN)
    file = cache / "stencils" / "ornaments.json"
    if file.is_file():
        for name, outlines in json.loads(file.read_text()).items():
            ornaments[name] = tuple(np.array(o, np.float32).reshape(-1, 2) for o in outlines)
    tiles = {}
    for path in sorted((cache / "stencils").glob("*.png")):
        mask = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
        if mask is not None:
            tiles[path.stem] = np.asarray(mask, np.uint8)
    return Stencils(ornaments, tiles)


def _polar(radius: NDArray[np.float64]) -> Outline:
    angle = np.linspace(0, 2 * np.pi, len(radius), endpoint=False)
    points = np.stack([radius * np.sin(angle), -radius * np.cos(angle)], axis=1)
    return np.asarray(points / np.abs(points).max(), np.float32)


def _star(points: int, inner: float) -> Outline:
    return _polar(np.where(np.arange(2 * points) % 2 == 0, 1.0, inner))


def _rosette(petals: int, depth: float) -> Outline:
    angle = np.linspace(0, 2 * np.pi, 180, endpoint=False)
    return _polar(1 - depth + depth * np.cos(petals * angle))


def _disc(radius: float, x: float = 0, y: float = 0) -> Outline:
    angle = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    points = np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle)], axis=1)
    return np.asarray(points, np.float32)


def _heart() -> Outline:
    t = np.linspace(0, 2 * np.pi, 80, endpoint=False)
    x = 16 * np.sin(t) ** 3
    y = -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t))
    points = np.stack([x, y - (y.max() + y.min()) / 2], axis=1) / 17
    return np.asarray(points, np.float32)


def _leaf(width: float) -> Outline:
    t = np.linspace(0, 1, 30)
    side = width * np.sin(np.pi * t) * (1 - 0.4 * t)
    right = np.stack([side, 1 - 2 * t], axis=1)
    return np.asarray(np.concatenate([right, right[::-1] * (-1, 1)]), np.float32)


def _spiral(turns: float, thick: float) -> Outline:
    t = np.linspace(0.08, 1, 90)
    angle = 2 * np.pi * turns * t
    spine = np.stack([t * np.cos(angle), t * np.sin(angle)], axis=1) * 0.9
    normal = np.stack([np.cos(angle), np.sin(angle)], axis=1) * (thick * t[:, None])
    return np.asarray(np.concatenate([spine + normal, (spine - normal)[::-1]]), np.float32)


def _cross(arm: float) -> Outline:
    a = arm
    corners = [(-a, -1), (a, -1), (a, -a), (1, -a), (1, a), (a, a)]
    corners += [(a, 1), (-a, 1), (-a, a), (-1, a), (-1, -a), (-a, -a)]
    return np.array(corners, np.float32)


def _fleur() -> Ornament:
    side = _leaf(0.3) * (0.75, 0.75) + (0.0, 0.1)
    turn = np.deg2rad(38)
    matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    right = (side @ matrix.T + (0.38, 0.05)).astype(np.float32)
    bar = np.array([(-0.45, 0.35), (0.45, 0.35), (0.45, 0.5), (-0.45, 0.5)], np.float32)
    return (_leaf(0.26), right, right * np.array((-1, 1), np.float32), bar)


def _ring(outer: float, inner: float) -> Ornament:
    return (_disc(outer), _disc(inner))


def _spade() -> Ornament:
    foot = np.array([(-0.3, 1), (0.3, 1), (0.06, 0.3), (-0.06, 0.3)], np.float32)
    return (-_heart() * 0.85 - np.array((0, 0.12), np.float32), foot)


def _club() -> Ornament:
    foot = np.array([(-0.3, 1), (0.3, 1), (0.05, 0.2), (-0.05, 0.2)], np.float32)
    return (_disc(0.42, 0, -0.5), _disc(0.42, -0.48, 0.2), _disc(0.42, 0.48, 0.2), foot)


_BUILTIN: dict[str, Ornament] = {
    **{f"star-{n}": (_star(n, inner),) for n, inner in ((4, 0.35), (5, 0.4), (6, 0.55), (8, 0.6))},
    **{f"rosette-{n}": (_rosette(n, 0.25), _disc(0.3)) for n in (5, 6, 8, 12)},
    **{f"flower-{n}": (_rosette(n, 0.45), _disc(0.12)) for n in (4, 5, 6)},
    "heart": (_heart(),),
    "spade": _spade(),
    "club": _club(),
    "diamond": (np.array([(0, -1), (0.72, 0), (0, 1), (-0.72, 0)], np.float32),),
    "leaf": (_leaf(0.35),),
    "thin-leaf": (_leaf(0.18),),
    "spiral": (_spiral(1.6, 0.09),),
    "long-spiral": (_spiral(2.4, 0.06),),
    "cross": (_cross(0.3),),
    "thick-cross": (_cross(0.5),),
    "fleur": _fleur(),
    "ring": _ring(1, 0.72),
    "target": (*_ring(1, 0.8), _disc(0.45)),
    "crescent": (_disc(1), _disc(0.8, 0.3, 0)),
}
