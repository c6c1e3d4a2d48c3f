"""One canvas for every card: cropped to the card, without outline, corners filled with paper."""

import cv2
import numpy as np
from numpy.typing import NDArray

CANVAS_WIDTH_PX = 500
CANVAS_HEIGHT_PX = 700
DRAW_HEIGHT_PX = 840  # vector cards are drawn larger than the canvas, then averaged down

Rgba = NDArray[np.uint8]  # (height, width, 4), straight (not premultiplied) alpha, sRGB
Rgb = NDArray[np.uint8]  # (height, width, 3), sRGB

_OPAQUE = 200  # alpha above which a pixel belongs to the card; soft shadows lie below
_OUTLINE_MAX_FRACTION = 0.018  # of the card's height: drawn outlines are thinner than 1.6 mm
_OUTLINE_CONTRAST = 16  # grey levels by which an outline differs from the paper within


def flatten(picture: Rgba, paper: int = 255) -> Rgba:
    """The picture on paper of one grey, fully opaque."""
    alpha = picture[..., 3:].astype(np.float32) / 255
    mixed = picture[..., :3] * alpha + paper * (1 - alpha)
    opaque = np.full((*picture.shape[:2], 1), 255, np.uint8)
    return np.concatenate([mixed.round().astype(np.uint8), opaque], axis=2)


def card_on_canvas(picture: Rgba) -> Rgb:
    """The card alone, 500 x 700, corners square and filled with the nearest colour of the card.

    The renderer rounds the corners; a drawn outline would be a line that printed cards do not
    have, so it is cut off.

    Raises:
        ValueError: the picture holds nothing opaque.
    """
    inside = _card_mask(picture)
    picture, inside = _crop(picture, inside)
    colours = flatten(picture)[..., :3]
    depth = _outline_depth(colours) + max(1, round(picture.shape[0] * 0.002))
    framed = cv2.copyMakeBorder(inside, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    distance = cv2.distanceTransform(framed, cv2.DIST_L2, 5)[1:-1, 1:-1]
    kept = (distance > depth).astype(np.uint8)
    colours, kept = _crop(colours, kept)
    filled = _fill_outside(np.ascontiguousarray(colours), kept)
    shrinks = filled.shape[0] > CANVAS_HEIGHT_PX
    way = cv2.INTER_AREA if shrinks else cv2.INTER_CUBIC
    size = (CANVAS_WIDTH_PX, CANVAS_HEIGHT_PX)
    return np.asarray(cv2.resize(filled, size, interpolation=way), np.uint8)


def _card_mask(picture: Rgba) -> NDArray[np.uint8]:
    """1 where the card is: its outer shape, holes filled."""
    solid = (picture[..., 3] >= _OPAQUE).astype(np.uint8)
    outlines, _ = cv2.findContours(solid, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    if not outlines:
        raise ValueError("the picture holds nothing opaque")
    largest = max(outlines, key=cv2.contourArea)
    mask = np.zeros_like(solid)
    cv2.drawContours(mask, [largest], -1, 1, cv2.FILLED)
    return mask


def _crop(
    picture: NDArray[np.uint8], mask: NDArray[np.uint8]
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    rows, columns = np.flatnonzero(mask.any(axis=1)), np.flatnonzero(mask.any(axis=0))
    if not rows.size:
        raise ValueError("the card is thinner than its outline")
    window = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return picture[window], mask[window]


def _outline_depth(colours: Rgb) -> int:
    """How deep a dark outline reaches into bright paper, in pixels; 0 without one."""
    reach = max(2, round(colours.shape[0] * _OUTLINE_MAX_FRACTION))
    deepest = 0
    for side in (colours, colours[::-1], colours.swapaxes(0, 1), colours[:, ::-1].swapaxes(0, 1)):
        third = side.shape[1] // 3
        profile = np.median(side[: 2 * reach, third : 2 * third], axis=1)  # (depth, 3)
        paper = np.median(profile[reach:], axis=0)
        if paper.min() < 190:
            continue
        darker = (paper - profile[:reach]).max(axis=1) > _OUTLINE_CONTRAST
        first = int(np.argmax(darker))
        if darker.any() and first <= reach // 3:  # deeper lines are frames, not the outline
            run = np.append(darker[first:], False)
            deepest = max(deepest, first + int(np.argmin(run)))
    return deepest


def _fill_outside(colours: Rgb, kept: NDArray[np.uint8]) -> Rgb:
    """Pixels outside the card take the colour of the nearest one inside."""
    if kept.all():
        return colours
    _, labels = cv2.distanceTransformWithLabels(
        1 - kept, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL
    )
    inside = kept.astype(bool)
    by_label = np.zeros((int(labels.max()) + 1, 3), np.uint8)
    by_label[labels[inside]] = colours[inside]
    return np.asarray(by_label[labels], np.uint8)
