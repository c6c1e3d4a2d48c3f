"""Cutting a back out of a photo: upright, at one scale, its colours against the cards' white."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Patch = NDArray[np.uint8]
"""A piece of a back, (h, w, 3) at PX_PER_MM: red, green and blue, WHITE where it is white paper."""

PX_PER_MM = 2.0
"""Scale at which backs are compared, about that of a photo of a whole table."""

WHITE = 224.0
"""White paper in a patch; what is brighter is glare."""

CARD_MM = (63.5, 88.9)
"""Width and height of a poker card."""

TRIM_MM = 0.8
TRIM_FRACTION = 0.12
"""Cut from each side of a region, the smaller of the two: edges and shadows are not the back's."""


PAPER_LEVEL, PAPER_TINT = 140.0, 30.0
"""Paper is at least so bright, and its channels differ by no more."""

INK_LEVELS = 40.0
INK_SHARE = 0.03
"""Print differs by so much from the paper around it, in at least this share of a patch."""


@dataclass(frozen=True, slots=True)
class BackSample:
    """One back region of a photo: its trimmed patch, and its own width and height in mm."""

    patch: Patch
    width_mm: float
    height_mm: float

    @property
    def is_blank(self) -> bool:
        """Whether nothing but white paper is seen: a border, or a face that shows no index."""
        paper = np.median(self.patch.reshape(-1, 3), axis=0)
        if paper.min() < PAPER_LEVEL or np.ptp(paper) > PAPER_TINT:
            return False
        calm = cv2.blur(self.patch, (3, 3)).astype(np.float32)
        inked = np.abs(calm - paper.astype(np.float32)).max(axis=2) > INK_LEVELS
        return bool(inked.mean() < INK_SHARE)


def trim_mm(side_mm: float) -> float:
    """What is cut from each end of a side."""
    return min(TRIM_MM, TRIM_FRACTION * side_mm)


def px_per_mm_of(card_length_px: float) -> float:
    """Scale of a photo on which a card is so long."""
    return max(card_length_px, 1.0) / CARD_MM[1]


def sample_back(
    rgb: NDArray[np.uint8],
    quad_px: NDArray[np.float32],
    turn_rad: float,
    px_per_mm: float,
    white: NDArray[np.float32],
    *,
    trimmed: bool = True,
) -> BackSample:
    """Cuts one back region (4, 2) out of a photo (H, W, 3).

    `turn_rad` is the direction of the card's long axis on the photo; it points down in the patch.
    """
    down = np.array([np.cos(turn_rad), np.sin(turn_rad)])
    across = np.array([down[1], -down[0]])
    centre = quad_px.mean(axis=0)
    width_mm = 2 * float(np.abs((quad_px - centre) @ across).max()) / px_per_mm
    height_mm = 2 * float(np.abs((quad_px - centre) @ down).max()) / px_per_mm
    inner = [side - 2 * trim_mm(side) * trimmed for side in (width_mm, height_mm)]
    size = max(4, round(inner[0] * PX_PER_MM)), max(4, round(inner[1] * PX_PER_MM))
    half_w, half_h = (side * px_per_mm / 2 for side in inner)
    corners = np.array(
        [
            centre - across * half_w - down * half_h,
            centre + across * half_w - down * half_h,
            centre - across * half_w + down * half_h,
        ]
    )
    low = np.maximum(np.floor(quad_px.min(axis=0)).astype(int) - 4, 0)
    high = np.ceil(quad_px.max(axis=0)).astype(int) + 4
    window = rgb[low[1] : high[1], low[0] : high[0]]
    zoom = PX_PER_MM / px_per_mm
    if zoom < 0.8:  # average before sampling, or fine print would alias
        window = np.asarray(cv2.GaussianBlur(window, (0, 0), 0.45 / zoom), np.uint8)
    own = np.array([[0, 0], [size[0], 0], [0, size[1]]], np.float32) - np.float32(0.5)
    matrix = cv2.getAffineTransform((corners - low - 0.5).astype(np.float32), own)
    cut = cv2.warpAffine(
        window, matrix, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return BackSample(balanced(np.asarray(cut, np.uint8), white), width_mm, height_mm)


def balanced(rgb: NDArray[np.uint8], white: NDArray[np.float32]) -> Patch:
    """A picture (h, w, 3) as it were if the photo's white were WHITE."""
    gains = np.float32(WHITE) / np.maximum(white, np.float32(1))
    return np.asarray(np.clip(np.rint(rgb * gains), 0, 255), np.uint8)
