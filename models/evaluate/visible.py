"""What of a truth can be seen on its photo: each card's visible part, by the labelling rule."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from datasets.labels import Label, card_box, paint_order
from datasets.truth import CardTruth, PhotoTruth
from models.evaluate.overlap import Quads, quads_of
from scoring.errors import DataError
from scoring.reading import Side

EDGE_TOLERANCE_PX = 1.0
"""Outlines this far outside the picture are rounding, not cards that run out of it."""


@dataclass(frozen=True, slots=True)
class VisibleCard:
    """One card that a reader has to find.

    `number` is its place in the truth's `cards`, `quad_px` (4, 2) the outline of its visible part,
    `strip_px` the visible area over the long side (None where the truth has upright boxes only).
    """

    number: int
    truth: CardTruth
    quad_px: NDArray[np.float64]
    strip_px: float | None


@dataclass(frozen=True, slots=True)
class Visible:
    """The cards of a photo as they can be seen.

    `ignored` (m, 4, 2) are strips too thin to be asked for. `seen` (H, W) says which card is seen
    at each pixel, -1 for none; it and `parts`, the numbers of cards of which any pixel is seen, are
    None where the truth has upright boxes only. `cut` are cards that run out of the picture.
    """

    cards: tuple[VisibleCard, ...]
    ignored: Quads
    seen: NDArray[np.int16] | None = None
    parts: frozenset[int] | None = None
    cut: frozenset[int] = frozenset()

    @property
    def upright(self) -> bool:
        """Whether the truth has upright boxes only."""
        return self.seen is None

    @property
    def quads(self) -> Quads:
        """Outlines of the visible parts, (n, 4, 2)."""
        return quads_of([card.quad_px for card in self.cards])


def visible_cards(truth: PhotoTruth, width_px: int, height_px: int) -> Visible | None:
    """What can be seen of a photo's cards, None where the truth does not say where they lie.

    Raises:
        DataError: the truth was made for a photo of another size.
    """
    if truth.size_px is not None and truth.size_px != (width_px, height_px):
        raise DataError(
            f"{truth.photo.name} of {width_px} x {height_px} px, truth for {truth.size_px[0]} x "
            f"{truth.size_px[1]} px",
            "truth in pixels of the upright photo",
            "use the photo that the truth was made for",
        )
    cards = truth.cards or ()
    if cards and all(card.quad_px is not None for card in cards):
        return _outlined(cards, width_px, height_px)
    if cards and all(card.box_px is not None for card in cards):
        return _boxed(cards)
    return None


def _outlined(cards: tuple[CardTruth, ...], width_px: int, height_px: int) -> Visible:
    quads = quads_of([card.quad_px for card in cards])
    seen = paint_order(quads, width_px, height_px)
    shown: list[VisibleCard] = []
    ignored: list[NDArray[np.float64]] = []
    for number, card in enumerate(cards):
        box = card_box(quads[number], seen, number, face=card.side is Side.FACE)
        if box is None:
            continue
        if box.label is Label.IGNORE:
            ignored.append(box.quad_px)
        else:
            shown.append(VisibleCard(number, card, box.quad_px, box.strip_px))
    limit = np.array([width_px, height_px]) + EDGE_TOLERANCE_PX
    outside = (quads < -EDGE_TOLERANCE_PX).any(axis=(1, 2)) | (quads > limit).any(axis=(1, 2))
    return Visible(
        cards=tuple(shown),
        ignored=quads_of(ignored),
        seen=seen,
        parts=frozenset(int(number) for number in np.unique(seen) if number >= 0),
        cut=frozenset(int(number) for number in np.flatnonzero(outside)),
    )


def _boxed(cards: tuple[CardTruth, ...]) -> Visible:
    shown = []
    for number, card in enumerate(cards):
        left, top, right, bottom = card.box_px or (0, 0, 0, 0)
        quad = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float64)
        shown.append(VisibleCard(number, card, quad, None))
    return Visible(tuple(shown), quads_of([]))
