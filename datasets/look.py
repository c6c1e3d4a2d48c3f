"""Contact sheets: made pictures with their labels drawn, to be looked at before training."""

from collections.abc import Iterable, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.labels import Box, Label

Picture = NDArray[np.uint8]

COLOURS = {
    Label.BACK: (0, 200, 255),
    Label.FACE: (255, 160, 0),
    Label.INDEX: (60, 230, 60),
    Label.IGNORE: (255, 0, 200),
}
"""RGB of each label's outline."""


def draw_boxes(rgb: Picture, boxes: Iterable[Box]) -> Picture:
    """A copy of the picture with each box outlined; the first corner carries a dot."""
    out = rgb.copy()
    for box in boxes:
        quad = np.round(box.quad_px * 16).astype(np.int32)
        cv2.polylines(out, [quad], True, COLOURS[box.label], 1, cv2.LINE_AA, 4)
        first = tuple(int(v) for v in box.quad_px[0])
        cv2.circle(out, first, 2, COLOURS[box.label], -1, cv2.LINE_AA)
    return out


def contact_sheet(pictures: Sequence[Picture], columns: int, tile_px: int) -> Picture:
    """Pictures in reading order, each with `tile_px` as its long side; rows as high as needed."""
    fitted = [_fitted(picture, tile_px) for picture in pictures]
    rows = [fitted[start : start + columns] for start in range(0, len(fitted), columns)]
    bands = []
    for row in rows:
        band = np.full((max(len(tile) for tile in row), columns * tile_px, 3), 32, np.uint8)
        for place, tile in enumerate(row):
            left = place * tile_px
            band[: tile.shape[0], left : left + tile.shape[1]] = tile
        bands.append(band)
    return (
        np.concatenate(bands) if bands else np.full((tile_px, columns * tile_px, 3), 32, np.uint8)
    )


def _fitted(picture: Picture, tile_px: int) -> Picture:
    """The picture with its long side as given."""
    scale = tile_px / max(picture.shape[:2])
    size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
