"""Lamps: colour, fall-off, soft shadows and glare."""

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.scene import Light


def card_shadow(alpha: NDArray[np.float32], px_per_mm: float, light: Light) -> NDArray[np.float32]:
    """What is left of the light around something, (h, w) in 0..1.

    `alpha` is its opacity; the shadow is that shape, moved and blurred.
    """
    if light.shadow_opacity <= 0:
        return np.ones_like(alpha)
    turn = np.deg2rad(light.shadow_deg)
    shift = light.shadow_mm * px_per_mm
    move = np.array([[1, 0, shift * np.cos(turn)], [0, 1, shift * np.sin(turn)]], np.float32)
    moved = cv2.warpAffine(alpha, move, alpha.shape[::-1], flags=cv2.INTER_LINEAR)
    soft = _blurred(np.asarray(moved, np.float32), max(light.shadow_blur_mm * px_per_mm, 0.3))
    return np.asarray(1 - light.shadow_opacity * soft, np.float32)


def _blurred(mask: NDArray[np.float32], sigma_px: float) -> NDArray[np.float32]:
    """A Gaussian blur, wide ones done on a smaller copy: nobody sees the difference."""
    shrink = int(sigma_px / 1.5)
    height, width = mask.shape
    if shrink < 2 or min(height, width) < 4 * shrink:
        return np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma_px), np.float32)
    small = cv2.resize(mask, (width // shrink, height // shrink), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), sigma_px / shrink)
    return np.asarray(
        cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.float32
    )


def _patch(shape: tuple[int, int], patch: tuple[float, float, float, float]) -> NDArray[np.float32]:
    """A soft round patch of height `strength`, drawn small and enlarged because it is smooth."""
    x, y, radius, strength = patch
    height, width = shape
    small_h, small_w = max(height // 8, 2), max(width // 8, 2)
    ys = (np.arange(small_h, dtype=np.float32)[:, None] / small_h - y) * (height / width)
    xs = np.arange(small_w, dtype=np.float32)[None, :] / small_w - x
    small = strength * np.exp(-(xs**2 + ys**2) / (2 * radius**2))
    return np.asarray(
        cv2.resize(small, (width, height), interpolation=cv2.INTER_LINEAR), np.float32
    )


def apply_light(rgb: NDArray[np.uint8], light: Light) -> NDArray[np.float32]:
    """The picture under the lamp, float32 in 0..255 (may exceed 255 in glare)."""
    height, width = rgb.shape[:2]
    gain = np.full((height, width), light.exposure, np.float32)
    if light.falloff:
        turn = np.deg2rad(light.falloff_deg)
        x = np.linspace(-1, 1, width, dtype=np.float32) * np.cos(turn)
        y = np.linspace(-1, 1, height, dtype=np.float32) * np.sin(turn)
        gain *= np.clip(1 + light.falloff * (x[None, :] + y[:, None]), 0.15, None)
    for patch in light.dark_patches:
        gain *= 1 - _patch((height, width), patch)
    lit = rgb.astype(np.float32) * gain[..., None]
    lit *= np.array(light.gains, np.float32)
    for patch in light.glare_patches:
        lit += _patch((height, width), patch)[..., None] * np.array(light.gains, np.float32)
    return lit
