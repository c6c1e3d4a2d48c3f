"""The overlay: the photo with a numbered mark on every counted card, in its owner's colour."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.reading import Mark, PhotoReading

PALETTE = (
    (0, 114, 178),
    (230, 159, 0),
    (0, 158, 115),
    (204, 121, 167),
    (86, 180, 233),
    (213, 94, 0),
    (240, 228, 66),
    (130, 80, 200),
    (120, 220, 120),
    (180, 60, 60),
    (90, 90, 220),
    (200, 200, 160),
)
"""Owners' colours, RGB: the first seven after Okabe and Ito (2008), safe for the colour-blind."""

UNKNOWN_COLOUR = (255, 255, 255)
FLAG_COLOUR = (255, 0, 60)
LONG_SIDE_PX = 1600
"""Overlays are drawn at this size or the photo's, whichever is smaller."""


def draw_overlay(
    rgb: NDArray[np.uint8], reading: PhotoReading, owners: Sequence[str]
) -> NDArray[np.uint8]:
    """A picture (h, w, 3) with outlines, numbers along each pile, and rings on flagged marks."""
    scale = min(1.0, LONG_SIDE_PX / max(rgb.shape[:2]))
    size = (round(rgb.shape[1] * scale), round(rgb.shape[0] * scale))
    out = np.asarray(cv2.resize(rgb, size, interpolation=cv2.INTER_AREA), np.uint8).copy()
    flagged = {mark for flag in reading.flags for mark in flag.marks}
    for pile in reading.piles:
        for mark in pile.marks:
            _draw_mark(out, mark, scale, _colour(mark.owner, owners), flagged=mark.id in flagged)
    for pile in reading.piles:
        if pile.marks:
            _draw_title(out, pile.owner or "?", len(pile.marks), pile.marks, scale)
    return out


def _colour(owner: str | None, owners: Sequence[str]) -> tuple[int, int, int]:
    if owner is None or owner not in owners:
        return UNKNOWN_COLOUR
    return PALETTE[list(owners).index(owner) % len(PALETTE)]


def _draw_mark(
    out: NDArray[np.uint8],
    mark: Mark,
    scale: float,
    colour: tuple[int, int, int],
    *,
    flagged: bool,
) -> None:
    quad = np.array(mark.quad_px) * scale
    cv2.polylines(out, [np.round(quad * 16).astype(np.int32)], True, colour, 2, cv2.LINE_AA, 4)
    centre = quad.mean(axis=0)
    radius = 11 if mark.number < 10 else 13
    place = (round(centre[0]), round(centre[1]))
    cv2.circle(out, place, radius, colour, -1, cv2.LINE_AA)
    cv2.circle(out, place, radius, FLAG_COLOUR if flagged else (20, 20, 20), 2, cv2.LINE_AA)
    dark = sum(colour) > 380
    text = str(mark.number)
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.45, 1)
    corner = (place[0] - width // 2, place[1] + height // 2)
    ink = (0, 0, 0) if dark else (255, 255, 255)
    cv2.putText(out, text, corner, cv2.FONT_HERSHEY_SIMPLEX, 0.45, ink, 1, cv2.LINE_AA)
    if mark.card is not None:
        _draw_card(out, mark.card, (place[0], place[1] + radius + 4))


def _draw_card(out: NDArray[np.uint8], code: str, top: tuple[int, int]) -> None:
    """The code of a card that was read, on a light label below its number."""
    (width, height), _ = cv2.getTextSize(code, cv2.FONT_HERSHEY_SIMPLEX, 0.42, 1)
    left = top[0] - width // 2
    end = (left + width + 2, top[1] + height + 4)
    cv2.rectangle(out, (left - 3, top[1] - 2), end, (250, 250, 250), -1)
    corner = (left, top[1] + height)
    cv2.putText(out, code, corner, cv2.FONT_HERSHEY_SIMPLEX, 0.42, (20, 20, 20), 1, cv2.LINE_AA)


def _draw_title(
    out: NDArray[np.uint8], owner: str, count: int, marks: Sequence[Mark], scale: float
) -> None:
    points = np.concatenate([np.array(mark.quad_px) for mark in marks]) * scale
    x, y = round(points[:, 0].min()), round(points[:, 1].min()) - 8
    corner = (max(4, x), max(24, y))
    text = f"{owner}: {count}"
    cv2.putText(out, text, corner, cv2.FONT_HERSHEY_SIMPLEX, 0.8, (0, 0, 0), 4, cv2.LINE_AA)
    cv2.putText(out, text, corner, cv2.FONT_HERSHEY_SIMPLEX, 0.8, (255, 255, 255), 2, cv2.LINE_AA)
