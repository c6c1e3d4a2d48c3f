"""What a piece of a back looks like: its colours against the cards' white, and its print's grain.

A simple descriptor that needs no training: a histogram of colours in CIELAB after the photo's own
white is taken out, and one of edge directions along the card at two fineness levels.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Descriptor = NDArray[np.float32]
"""Square roots of histograms, (SIZE,), so that a Euclidean distance is a Hellinger distance."""

PX_PER_MM = 2.0
"""Scale at which a back is described, about that of a photo of a whole table."""

CARD_HEIGHT_MM = 88.9

TRIM_FRACTION = 0.10
"""Cut from each side of a region: edges, shadows and the neighbour's border do not belong to it."""

WHITE_QUANTILES = (0.88, 0.97)
"""The cards' white lies between these shares of their brightness: borders, but no glare."""

_CHROMA_BINS = 9
_CHROMA_REACH = 72.0
_LIGHT_BINS = 6
_TURN_BINS = 8

SIZE = _CHROMA_BINS**2 + _LIGHT_BINS + 2 * (_TURN_BINS + 1)

_WEIGHTS = (1.0, 0.35, 0.3, 0.3)
"""Colour, lightness, coarse and fine print: colour tells twins, light changes most."""


@dataclass(frozen=True, slots=True)
class BackSample:
    """One described back region: its descriptor and its shape (width and height in mm)."""

    descriptor: Descriptor
    width_mm: float
    height_mm: float


def card_white(rgb: NDArray[np.uint8], quads_px: NDArray[np.float32]) -> NDArray[np.float32]:
    """The photo's white (3,), as its cards show it: the bright end of each channel on them."""
    mask = np.zeros(rgb.shape[:2], np.uint8)
    cv2.fillPoly(mask, [np.round(quad).astype(np.int32) for quad in quads_px], 1)
    pixels = rgb[mask > 0]
    if len(pixels) < 50:
        return np.full(3, 255.0, np.float32)
    light = pixels.astype(np.float32).mean(axis=1)
    low, high = np.quantile(light, WHITE_QUANTILES)
    bright = pixels[(light >= low) & (light <= high)]
    return np.asarray(np.maximum(bright.astype(np.float32).mean(axis=0), 8.0), np.float32)


def upright_patch(
    rgb: NDArray[np.uint8], quad_px: NDArray[np.float32], turn_rad: float, px_per_mm: float
) -> NDArray[np.uint8]:
    """The region cut out upright at PX_PER_MM, (h, w, 3), trimmed on all sides.

    `turn_rad` is the direction of the card's long axis on the photo; it points down in the patch.
    """
    down = np.array([np.cos(turn_rad), np.sin(turn_rad)])
    across = np.array([down[1], -down[0]])
    centre = quad_px.mean(axis=0)
    local = quad_px - centre
    half_w = np.abs(local @ across).max() * (1 - 2 * TRIM_FRACTION)
    half_h = np.abs(local @ down).max() * (1 - 2 * TRIM_FRACTION)
    zoom = PX_PER_MM / px_per_mm
    width, height = max(3, round(2 * half_w * zoom)), max(3, round(2 * half_h * zoom))
    origin = centre - across * half_w - down * half_h
    to_patch = np.array(
        [origin, origin + 2 * half_w * across, origin + 2 * half_h * down], np.float32
    )
    corners = np.array([[0, 0], [width, 0], [0, height]], np.float32)
    matrix = cv2.getAffineTransform(to_patch, corners)
    source = cv2.GaussianBlur(rgb, (0, 0), 0.45 / zoom) if zoom < 0.8 else rgb
    return np.asarray(
        cv2.warpAffine(source, matrix, (width, height), flags=cv2.INTER_LINEAR), np.uint8
    )


def sample_back(
    rgb: NDArray[np.uint8],
    quad_px: NDArray[np.float32],
    turn_rad: float,
    px_per_mm: float,
    white: NDArray[np.float32],
) -> BackSample:
    """Describes one back region of a photo (H, W, 3)."""
    x0, y0 = np.maximum(np.floor(quad_px.min(axis=0)).astype(int) - 4, 0)
    x1, y1 = np.ceil(quad_px.max(axis=0)).astype(int) + 4
    window = rgb[y0:y1, x0:x1]
    local = (quad_px - np.array([x0, y0])).astype(np.float32)
    patch = upright_patch(window, local, turn_rad, px_per_mm)
    height, width = patch.shape[:2]
    share = 1 - 2 * TRIM_FRACTION
    return BackSample(describe(patch, white), width / PX_PER_MM / share, height / PX_PER_MM / share)


def describe(patch: NDArray[np.uint8], white: NDArray[np.float32]) -> Descriptor:
    """The descriptor of an upright patch (h, w, 3) under a light whose white is given."""
    balanced = np.clip(patch.astype(np.float32) / white, 0, 1.1)
    lab = cv2.cvtColor(np.minimum(balanced, 1).astype(np.float32), cv2.COLOR_RGB2LAB)
    parts = [_chroma(lab), _lightness(lab)]
    grey = lab[..., 0]
    parts += [_directions(cv2.GaussianBlur(grey, (0, 0), sigma)) for sigma in (1.6, 0.7)]
    return np.concatenate(
        [np.sqrt(part) * weight for part, weight in zip(parts, _WEIGHTS, strict=True)]
    ).astype(np.float32)


def _soft_bins(
    values: NDArray[np.floating], bins: int
) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """Lower bin and share of the upper one for values scaled to 0..bins-1."""
    clipped = np.clip(values, 0, bins - 1 - 1e-4)
    low = np.floor(clipped).astype(np.intp)
    return low, (clipped - low).astype(np.float32)


def _chroma(lab: NDArray[np.float32]) -> NDArray[np.float32]:
    scale = (_CHROMA_BINS - 1) / (2 * _CHROMA_REACH)
    a, share_a = _soft_bins((lab[..., 1].ravel() + _CHROMA_REACH) * scale, _CHROMA_BINS)
    b, share_b = _soft_bins((lab[..., 2].ravel() + _CHROMA_REACH) * scale, _CHROMA_BINS)
    table = np.zeros(_CHROMA_BINS**2, np.float32)
    for step_a in (0, 1):
        for step_b in (0, 1):
            weight = np.abs(1 - step_a - share_a) * np.abs(1 - step_b - share_b)
            np.add.at(table, (a + step_a) * _CHROMA_BINS + b + step_b, weight)
    return table / max(float(table.sum()), 1e-6)


def _lightness(lab: NDArray[np.float32]) -> NDArray[np.float32]:
    low, share = _soft_bins(lab[..., 0].ravel() / 100 * (_LIGHT_BINS - 1), _LIGHT_BINS)
    table = np.bincount(low, 1 - share, _LIGHT_BINS) + np.bincount(low + 1, share, _LIGHT_BINS)
    return np.asarray(table / max(float(table.sum()), 1e-6), np.float32)


def _directions(grey: NDArray[np.float32]) -> NDArray[np.float32]:
    """Edge directions modulo 180 degrees weighted by strength, and one bin for flat places."""
    dx = cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=3)
    dy = cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=3)
    strength = np.hypot(dx, dy)
    place = (np.arctan2(dy, dx) % np.pi) / np.pi * _TURN_BINS
    low = np.floor(place).astype(np.intp) % _TURN_BINS
    share = place - np.floor(place)
    table = np.bincount(low.ravel(), (strength * (1 - share)).ravel(), _TURN_BINS + 1)
    table += np.bincount(
        ((low + 1) % _TURN_BINS).ravel(), (strength * share).ravel(), _TURN_BINS + 1
    )
    table[-1] = 40.0 * grey.size  # what a back without print has
    return np.asarray(table / table.sum(), np.float32)
