"""Frames: the one invertible way from the upright photo to a view for the network, and back."""

from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.regions import Regions

PAD_TONE = 114
"""Grey outside the photo."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A view of the photo: turned, scaled and cut by a similarity.

    `matrix` (3, 3) float64 takes photo pixels to view pixels; the view is `width_px` by
    `height_px`, multiples of the network's stride.
    """

    matrix: NDArray[np.float64]
    width_px: int
    height_px: int

    @property
    def scale(self) -> float:
        """View pixels per photo pixel."""
        return float(np.sqrt(abs(np.linalg.det(self.matrix[:2, :2]))))

    def view(self, rgb: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The photo (H, W, 3) seen in this frame, (height_px, width_px, 3)."""
        source, matrix = rgb, self.matrix
        shrink = self.scale
        if shrink < 0.75:  # average before sampling, or stripes would alias
            left, top, right, bottom = self._shown(rgb.shape[1], rgb.shape[0])
            part = rgb[top:bottom, left:right]
            height, width = part.shape[:2]
            size = (max(1, round(width * shrink)), max(1, round(height * shrink)))
            source = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
            matrix = matrix @ _resized((width / size[0], height / size[1]), (left, top))
        seen = cv2.warpAffine(
            source,
            _centred(matrix)[:2],
            (self.width_px, self.height_px),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=(PAD_TONE,) * 3,
        )
        return np.asarray(seen, np.uint8)

    def _shown(self, width_px: int, height_px: int) -> tuple[int, int, int, int]:
        """The part of a photo that is seen here: its left, upper, right and lower edge."""
        own = np.array([[0, 0], [1, 0], [1, 1], [0, 1]]) * (self.width_px, self.height_px)
        inverse = np.linalg.inv(self.matrix)
        corners = own @ inverse[:2, :2].T + inverse[:2, 2]
        around = 4 / self.scale  # what sampling reaches beyond the edge
        low = np.floor(corners.min(axis=0) - around).astype(int)
        high = np.ceil(corners.max(axis=0) + around).astype(int)
        sides = (width_px, height_px)
        left, top = (
            min(max(int(edge), 0), side - 1) for edge, side in zip(low, sides, strict=True)
        )
        right, bottom = (min(int(edge), side) for edge, side in zip(high, sides, strict=True))
        return left, top, max(right, left + 1), max(bottom, top + 1)

    def grown(
        self, points_px: NDArray[np.float32], margin_px: float, stride_px: int = 32
    ) -> "Frame":
        """This view, made larger to hold some points (n, 2) of its own pixels with a margin."""
        size = np.array([self.width_px, self.height_px])
        low = np.minimum(points_px.min(axis=0) - margin_px, 0)
        wanted = np.maximum(points_px.max(axis=0) + margin_px, size) - low
        matrix = self.matrix.copy()
        matrix[:2, 2] -= low
        return Frame(matrix, *_whole_strides(wanted, stride_px))

    def zoomed(self, zoom: float, stride_px: int = 32) -> "Frame":
        """What is seen in this view, so many times as large."""
        sides = (zoom * self.width_px, zoom * self.height_px)
        return Frame(np.diag([zoom, zoom, 1.0]) @ self.matrix, *_whole_strides(sides, stride_px))

    def to_photo(self, regions: Regions) -> Regions:
        """Regions of the view in photo pixels."""
        return _moved(regions, np.asarray(np.linalg.inv(self.matrix), np.float64))

    def to_view(self, regions: Regions) -> Regions:
        """Regions of the photo in view pixels."""
        return _moved(regions, self.matrix)


def _whole_strides(sides: Iterable[float], stride_px: int) -> tuple[int, int]:
    """A width and a height, each as long as asked or longer by less than a stride."""
    width, height = (int(-(-side // stride_px) * stride_px) for side in sides)
    return width, height


def _resized(ratio: tuple[float, float], corner: tuple[int, int]) -> NDArray[np.float64]:
    """From pixels of a part of a photo, shrunk by a ratio, to pixels of the photo."""
    return np.array([[ratio[0], 0, corner[0]], [0, ratio[1], corner[1]], [0, 0, 1.0]])


def _centred(matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same map for OpenCV, whose pixel centres lie at whole numbers and not at halves."""
    half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
    return np.asarray(np.linalg.inv(half) @ matrix @ half, np.float64)


def _moved(regions: Regions, matrix: NDArray[np.float64]) -> Regions:
    quads = regions.quads_px @ matrix[:2, :2].T + matrix[:2, 2]
    return Regions(quads.astype(np.float32), regions.kinds, regions.confidences)


def whole_photo(width_px: int, height_px: int, long_side_px: int, stride_px: int = 32) -> Frame:
    """The whole photo, its long side as given, padded at the right and below to the stride."""
    scale = long_side_px / max(width_px, height_px)
    sides = [max(1, round(side * scale)) for side in (width_px, height_px)]
    return Frame(np.diag([scale, scale, 1.0]), *_whole_strides(sides, stride_px))


def turned_view(
    points_px: NDArray[np.float32],
    turn_rad: float,
    scale: float,
    margin_px: float,
    stride_px: int = 32,
) -> Frame:
    """The view around some photo points (n, 2), turned so that `turn_rad` in the photo is upright.

    `turn_rad` is the direction of the cards' long axis (clockwise from the photo's x axis), which
    points straight down in the view; `margin_px` is added on every side, in view pixels.
    """
    turn = np.pi / 2 - turn_rad
    cos, sin = scale * np.cos(turn), scale * np.sin(turn)
    rotation = np.array([[cos, -sin], [sin, cos]])
    seen = points_px @ rotation.T
    low, high = seen.min(axis=0) - margin_px, seen.max(axis=0) + margin_px
    matrix = np.eye(3)
    matrix[:2, :2] = rotation
    matrix[:2, 2] = -low
    return Frame(matrix, *_whole_strides(high - low, stride_px))
