"""Cards: which of those that can be seen were found, and which marks are on no card."""

from dataclasses import dataclass

import numpy as np

from models.evaluate.overlap import bounds, ious, quads_of
from models.evaluate.visible import Visible, VisibleCard
from scoring.reading import Mark
from vision.pairing import pair


@dataclass(frozen=True, slots=True)
class Hit:
    """A card that can be seen, and the mark on it; None where it was missed."""

    card: VisibleCard
    mark: Mark | None


@dataclass(frozen=True, slots=True)
class CardMatch:
    """The cards of one photo: `false` marks are on no card, `forgiven` ones on ignored strips.

    `upright` says that the truth has upright boxes only, which say nothing of strips and owners.
    """

    hits: tuple[Hit, ...]
    false: tuple[Mark, ...]
    forgiven: tuple[Mark, ...]
    upright: bool = False

    @property
    def found(self) -> tuple[Hit, ...]:
        """The cards with a mark."""
        return tuple(hit for hit in self.hits if hit.mark is not None)

    @property
    def missed(self) -> tuple[VisibleCard, ...]:
        """The cards without a mark."""
        return tuple(hit.card for hit in self.hits if hit.mark is None)


def match_cards(visible: Visible, marks: tuple[Mark, ...]) -> CardMatch:
    """Pairs visible cards and marks at rotated IoU >= 0.3.

    Where the truth has upright boxes only, the upright rectangles around the marks are compared.
    A mark that is left over and lies on an ignored strip is forgiven, one mark a strip.
    """
    quads = quads_of([mark.quad_px for mark in marks])
    if visible.upright:
        quads = bounds(quads)
    pairs = dict(pair(ious(visible.quads, quads)))
    rest = np.setdiff1d(np.arange(len(marks)), list(pairs.values())).astype(int)
    forgiven = {int(rest[j]) for _, j in pair(ious(visible.ignored, quads[rest]))}
    return CardMatch(
        hits=tuple(
            Hit(card, marks[pairs[n]] if n in pairs else None)
            for n, card in enumerate(visible.cards)
        ),
        false=tuple(marks[n] for n in map(int, rest) if n not in forgiven),
        forgiven=tuple(marks[n] for n in sorted(forgiven)),
        upright=visible.upright,
    )
