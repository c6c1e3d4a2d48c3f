"""Faces: rank and suit as they were read."""

from collections.abc import Iterable
from dataclasses import dataclass

from datasets.truth import CardTruth, PhotoTruth
from models.evaluate.cards import CardMatch
from models.evaluate.shares import Share, share_of
from scoring.cards import parse_card
from scoring.reading import Mark, Side

Faces = tuple[tuple[CardTruth, str | None], ...]
"""A face-up card whose rank is known and what was read of it, None for nothing."""


def read_faces(truth: PhotoTruth, cards: CardMatch | None, marks: tuple[Mark, ...]) -> Faces:
    """The found face-up cards whose rank is known.

    The one card of a photo needs no place: the one mark is on it.
    """
    if cards is not None:
        return tuple(
            (hit.card.truth, hit.mark.card)
            for hit in cards.hits
            if hit.mark is not None and _is_known(hit.card.truth)
        )
    known = [card for card in truth.cards or () if _is_known(card)]
    if len(truth.cards or ()) == 1 and known and len(marks) == 1:
        return ((known[0], marks[0].card),)
    return ()


@dataclass(frozen=True, slots=True)
class FaceMatch:
    """How faces were read: `right` of those that were read, `unread` of all that were found.

    A face may show no index, so an unread one is not a wrong one.
    """

    right: Share
    unread: Share


def sum_faces(photos: Iterable[Faces]) -> FaceMatch:
    """The match over many photos."""
    every = [face for faces in photos for face in faces]
    read = [(truth, code) for truth, code in every if code is not None]
    return FaceMatch(
        share_of(is_right(truth, code) for truth, code in read),
        Share(len(every) - len(read), len(every)),
    )


def is_right(truth: CardTruth, code: str) -> bool:
    """Whether a code says what is known of the card, its rank alone where that is all."""
    if truth.card is not None:
        return code == truth.card
    return parse_card(code).rank == truth.rank


def _is_known(card: CardTruth) -> bool:
    return card.side is Side.FACE and (card.card is not None or card.rank is not None)
