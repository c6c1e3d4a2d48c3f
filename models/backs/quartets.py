"""What is compared in training: a piece, its own deck, other decks of its table, other ink."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from models.backs.views import Piece, View
from vision.backs.patch import Patch
from vision.backs.windows import Window, snapped, windows_of

LEAST_PX = 6
"""Narrower windows are left out, 3 mm on the table."""

SHIFT_PX = 2
"""An enrolled piece is cut out so far beside the true place."""

CUT_SHARE = 0.5
CUT_TO = (0.55, 1.0)
"""So many windows are cut to this share of their width: more strips are narrow than wide."""

RARE_POWER = 0.8
"""Sizes are drawn by their number to one minus this power: narrow strips are served most."""

MOST_OTHERS = 2

LAMP_SPREAD, TINT_SPREAD = 0.12, 0.035
"""How far, in logarithms, the white of a photo is judged off: its brightness, its colour."""

LEAST_CHANGE = 14.0
"""Levels (of 255, on average) by which a print in other ink must differ to count as another."""


@dataclass(frozen=True, slots=True)
class Quartet:
    """A piece and what it is compared with, all of one size.

    `enrolled` is the same place of its own deck's enrolled back, `others` of other decks of the
    table, its twin first, `inked` of its own in other ink, None where that would change nothing.
    Designs are numbered through all views.
    """

    query: Patch
    design: int
    enrolled: Patch
    others: tuple[tuple[int, Patch], ...]
    inked: Patch | None


def quartets(rng: np.random.Generator, views: Sequence[View], count: int) -> Iterator[Quartet]:
    """Quartets of at most so many windows of the views' pieces."""
    places = places_of(views)
    if not places:
        return
    weights = rarity([min(place.window.width, place.window.height) for place in places])
    for place in rng.choice(len(places), min(count, len(places)), replace=False, p=weights):
        one, window = places[int(place)], places[int(place)].window
        if rng.random() < CUT_SHARE:
            short = narrower(rng, min(window.width, window.height))
            window = part_of(rng, window, short)
        yield quartet(rng, replace(one, window=window))


@dataclass(frozen=True, slots=True)
class Place:
    """A window of a piece; `first` is the number of its view's first design."""

    view: View
    first: int
    piece: Piece
    window: Window


def places_of(views: Sequence[View]) -> list[Place]:
    """All windows of all pieces that are not too thin and that every card of the view holds."""
    first = np.cumsum([0, *(len(view.cards) for view in views)])
    return [
        Place(view, int(first[number]), piece, window)
        for number, view in enumerate(views)
        for piece in view.pieces
        for window in windows_of(piece.sample.patch.shape[1], piece.sample.patch.shape[0])
        if _fits(view, window)
    ]


def rarity(sizes: Sequence[int]) -> NDArray[np.float64]:
    """With which share each is drawn so that rare sizes are drawn more."""
    _, kinds, counts = np.unique(sizes, return_inverse=True, return_counts=True)
    weights = counts[kinds] ** -RARE_POWER
    return np.asarray(weights / weights.sum(), np.float64)


def _fits(view: View, window: Window) -> bool:
    """Whether a window is not too thin and every card of the view is large enough for it."""
    height, width = np.min([card.shape[:2] for card in view.cards], axis=0)
    fits = window.height <= height and window.width <= width
    return bool(fits) and min(window.width, window.height) >= LEAST_PX


def quartet(rng: np.random.Generator, place: Place) -> Quartet:
    """A window of a piece and what it is compared with."""
    view, first, piece, window = place.view, place.first, place.piece, place.window
    corner = (piece.x + window.x, piece.y + window.y)

    def of_deck(design: int) -> Patch:
        off = rng.integers(-SHIFT_PX, SHIFT_PX + 1, 2)
        at = (corner[0] + int(off[0]), corner[1] + int(off[1]))
        size = (window.width, window.height)
        return cut_within(view.cards[design], at, size, turned=piece.turned)

    twins = [second for own, second in view.twins if own == piece.design]
    rest = [d for d in range(len(view.cards)) if d != piece.design and d not in twins]
    rng.shuffle(rest)
    enrolled = of_deck(piece.design)
    inked, change = other_ink(rng, enrolled)
    return Quartet(
        query=other_light(rng, window.cut(piece.sample.patch)),
        design=first + piece.design,
        enrolled=enrolled,
        others=tuple((first + d, of_deck(d)) for d in (twins + rest)[:MOST_OTHERS]),
        inked=inked if change > LEAST_CHANGE else None,
    )


def narrower(rng: np.random.Generator, short_px: int) -> int:
    """The short side of a part of a piece whose own is so long."""
    return max(LEAST_PX, snapped(int(short_px * float(rng.uniform(*CUT_TO)))))


def part_of(rng: np.random.Generator, window: Window, short_px: int) -> Window:
    """Any part of a window that is as long and so wide."""
    width, height = window.width, window.height
    if width > height:
        height = short_px
    else:
        width = short_px
    x = window.x + int(rng.integers(window.width - width + 1))
    y = window.y + int(rng.integers(window.height - height + 1))
    return Window(x, y, width, height)


def cut_within(card: Patch, at: tuple[int, int], size: tuple[int, int], *, turned: bool) -> Patch:
    """A window of this size at this place of a whole back, moved so that it lies within."""
    whole = np.rot90(card, 2) if turned else card
    x = int(np.clip(at[0], 0, whole.shape[1] - size[0]))
    y = int(np.clip(at[1], 0, whole.shape[0] - size[1]))
    return Window(x, y, *size).cut(whole)


def other_light(rng: np.random.Generator, piece: Patch) -> Patch:
    """The piece as it were if its white had been judged a little differently."""
    gains: NDArray[np.float64] = np.exp(rng.normal(0, LAMP_SPREAD) + rng.normal(0, TINT_SPREAD, 3))
    return np.asarray(np.clip(piece * gains, 0, 255), np.uint8)


def other_ink(rng: np.random.Generator, piece: Patch) -> tuple[Patch, float]:
    """The piece (h, w, 3) with all hues turned, and by how many levels it changed on average."""
    hsv = cv2.cvtColor(piece, cv2.COLOR_RGB2HSV)
    turn = int(rng.integers(20, 161))
    hsv[..., 0] = ((hsv[..., 0].astype(np.int16) + turn) % 180).astype(np.uint8)
    inked = np.asarray(cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB), np.uint8)
    return inked, float(np.abs(inked.astype(np.int16) - piece).mean())
