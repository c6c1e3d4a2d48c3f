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
    """Pictures side by side, each fitted into a square tile, in reading order."""
    rows = -(-len(pictures) // columns)
    sheet = np.full((max(rows, 1) * tile_px, columns * tile_px, 3), 32, np.uint8)
    for place, picture in enumerate(pictures):
        scale = tile_px / max(picture.shape[:2])
        size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        y, x = (place // columns) * tile_px, (place % columns) * tile_px
        sheet[y : y + size[1], x : x + size[0]] = small
    return sheet
