"""Is it one card or a stack? The edges of cards that peek out around the top one.

A squared stack shows its top card and, around it, thin lines: the edges and corners of what lies
below. A single card shows the table there, and a soft shadow. The measure compares the strength of
lines along the card's sides just outside it with those of its own outline.
"""

import cv2
import numpy as np
from numpy.typing import NDArray

PX_PER_MM = 4.0
MARGIN_MM = 9.0
"""How much of the surroundings is looked at."""

OUTLINE_MM = (-1.5, 1.2)
EDGES_MM = (1.5, 5.5)
TABLE_MM = 6.5
"""Distances from the card's side: its own outline, where edges of a stack would be, the table."""

MAY_BE_STACK = 0.07
"""From here on a single card may be a stack and is flagged: 88 of 95 made stacks of held-out decks
are above it, and 29 of 100 single cards (`python -m models.measure_stacks --pictures 300`)."""

IS_STACK = 0.40
"""From here on it is called a stack and not counted: 32 of the 95 stacks, none of the cards."""


def edges_beside(rgb: NDArray[np.uint8], quad_px: NDArray[np.float32], px_per_mm: float) -> float:
    """Strength of edges beside a whole card, against its own outline: near 0 for a lone card.

    `rgb` is the photo (H, W, 3), `quad_px` (4, 2) the outline of the whole card.
    """
    patch = _surroundings(rgb, quad_px, px_per_mm)
    margin = int(MARGIN_MM * PX_PER_MM)
    strengths = [_side_strength(np.rot90(patch, turn), margin) for turn in range(4)]
    return float(np.mean(np.sort(strengths)[-2:]))


def _surroundings(
    rgb: NDArray[np.uint8], quad_px: NDArray[np.float32], px_per_mm: float
) -> NDArray[np.float32]:
    """The card upright with its margin, grey, at PX_PER_MM."""
    sides = np.linalg.norm(np.roll(quad_px, -1, axis=0) - quad_px, axis=1) / px_per_mm
    width_mm, height_mm = float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2
    size = (
        round((width_mm + 2 * MARGIN_MM) * PX_PER_MM),
        round((height_mm + 2 * MARGIN_MM) * PX_PER_MM),
    )
    edge = MARGIN_MM * PX_PER_MM
    corners = np.array(
        [
            [edge, edge],
            [size[0] - edge, edge],
            [size[0] - edge, size[1] - edge],
            [edge, size[1] - edge],
        ],
        np.float32,
    )
    warp = cv2.getPerspectiveTransform(quad_px.astype(np.float32), corners)
    grey = cv2.cvtColor(rgb, cv2.COLOR_RGB2GRAY)
    patch = cv2.warpPerspective(grey, warp, size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.GaussianBlur(patch, (0, 0), 1.2), np.float32)


def _side_strength(patch: NDArray[np.float32], margin: int) -> float:
    """Strength of edges outside the upper side of a patch, against the outline's."""
    width = patch.shape[1]
    inset = int(margin + 0.1 * (width - 2 * margin))
    depth = margin + round(2 * PX_PER_MM)
    profile = np.abs(np.diff(patch[:depth, inset : width - inset], axis=0)).mean(axis=1)
    outside_mm = (margin - np.arange(len(profile))) / PX_PER_MM
    outline = profile[(outside_mm > OUTLINE_MM[0]) & (outside_mm < OUTLINE_MM[1])].max()
    edges = profile[(outside_mm > EDGES_MM[0]) & (outside_mm < EDGES_MM[1])].mean()
    table = float(np.median(profile[outside_mm > TABLE_MM]))
    return float((edges - table) / (outline + 1))
