"""The table: a flat picture of wood, cloth or stone, seen through the scene's camera."""

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.scene import NO_GAINS, Scene


def lay_surface(scene: Scene, surface: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The empty table, (H, W, 3) uint8; the piece is repeated by mirroring."""
    if scene.surface_gains != NO_GAINS:
        surface = np.clip(surface * np.array(scene.surface_gains), 0, 255).astype(np.uint8)
    px_per_mm = float(np.sqrt(abs(np.linalg.det(scene.camera[:2, :2]))))
    mm_per_px = scene.surface_mm_per_px
    shrink = px_per_mm * mm_per_px
    if shrink < 0.6:  # far away: average first, or the grain would alias
        size = (
            max(16, round(surface.shape[1] * shrink)),
            max(16, round(surface.shape[0] * shrink)),
        )
        mm_per_px *= surface.shape[1] / size[0]
        surface = np.asarray(cv2.resize(surface, size, interpolation=cv2.INTER_AREA), np.uint8)
    turn = np.deg2rad(scene.surface_turn_deg)
    cos, sin = mm_per_px * np.cos(turn), mm_per_px * np.sin(turn)
    middle = np.array([surface.shape[1] / 2, surface.shape[0] / 2])
    table = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
    table[:2, 2] = -(table[:2, :2] @ middle)
    return np.asarray(
        cv2.warpPerspective(
            surface,
            scene.camera @ table,
            (scene.width_px, scene.height_px),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REFLECT,
        ),
        np.uint8,
    )
