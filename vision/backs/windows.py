"""Where on its card a region may lie, and the windows in which it is compared with a whole back.

A region's place is known only up to a half-turn and to the side that peeks out: a strip may show
the card's left edge or its right one. It is compared with each such place of an enrolled back. What
is wider than the network looks at is compared in two windows, and every window is a little smaller
than its region, so that its sides are on a short ladder of sizes and windows can be shared.
"""

from dataclasses import dataclass

import numpy as np

from vision.backs.patch import PX_PER_MM, BackSample, Patch, trim_mm

WIDEST_PX = 48
"""Of a window; the network looks at strips."""

LADDER_STEP = 1.12
LADDER_PX = tuple(sorted({round(4 * LADDER_STEP**k) for k in range(36)}))
"""Sides of windows: 4 to 211 px, 2 to 105 mm."""

WHOLE_FRACTION = 0.88
"""A region at least so long, against the card's side, reaches from end to end."""


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a patch: left and upper end and size in px, upright or lying (`long` across)."""

    x: int
    y: int
    width: int
    height: int

    def cut(self, patch: Patch) -> Patch:
        """This part of a patch, turned so that its long side stands: (long, short, 3)."""
        part = patch[self.y : self.y + self.height, self.x : self.x + self.width]
        return np.ascontiguousarray(np.rot90(part) if self.width > self.height else part)


def windows_of(width_px: int, height_px: int) -> list[Window]:
    """The windows in which a patch of this size is compared."""
    if width_px > height_px:
        return [Window(w.y, w.x, w.height, w.width) for w in windows_of(height_px, width_px)]
    height = snapped(height_px)
    y = (height_px - height) // 2
    if width_px <= WIDEST_PX:
        width = snapped(width_px)
        return [Window((width_px - width) // 2, y, width, height)]
    width = snapped(WIDEST_PX)
    return [Window(x, y, width, height) for x in (0, width_px - width)]


def snapped(side_px: int) -> int:
    """The largest size of the ladder that is not longer."""
    return max((step for step in LADDER_PX if step <= side_px), default=LADDER_PX[0])


def places(sample: BackSample, card: Patch) -> list[tuple[bool, int, int]]:
    """Where a region may lie on a whole back: upside down or not, left and upper end in px.

    The ends are those of the trimmed patch on the untrimmed back.
    """
    found = set()
    size = card.shape[1], card.shape[0]
    options = []
    for side_mm, own_px, card_px in zip(
        (sample.width_mm, sample.height_mm),
        (sample.patch.shape[1], sample.patch.shape[0]),
        size,
        strict=True,
    ):
        room = max(card_px - own_px, 0)
        edge = min(round(trim_mm(side_mm) * PX_PER_MM), room)
        whole = side_mm * PX_PER_MM >= WHOLE_FRACTION * card_px
        options.append({room // 2} if whole else {edge, room - edge})
    for turned in (False, True):
        for x in options[0]:
            for y in options[1]:
                found.add((turned, x, y))
    return sorted(found)
