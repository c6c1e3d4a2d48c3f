"""Reading the faces of one photo: which card each face-up mark is."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from scoring.flags import Flag, FlagKind
from scoring.reading import Pile
from vision.doubt import pile_flag
from vision.faces.crops import cut
from vision.faces.network import FaceNetwork
from vision.faces.places import CardPlaces, places_on
from vision.faces.together import CardRead, one_voice, speak_together
from vision.geometry import areas, overlaps
from vision.regions import FACE, Regions
from vision.sight import Sight

STATED_FROM = 0.99
"""A card is named from this probability on. See models/weights/faces.md for what it gives."""

CONFLICT_FROM = 0.9
"""From this probability on two different cards were read on one mark."""

ON_CARD_FRACTION = 0.5
"""A detected index belongs to the card that covers most of it, if at least so much."""


def read_cards(
    sight: Sight, piles: tuple[Pile, ...], network: FaceNetwork
) -> tuple[tuple[Pile, ...], list[Flag]]:
    """The piles of a photo with the cards that could be read, and the doubts about them."""
    faces = Regions.concatenate([pile.cards for pile in sight.piles])
    own_indices = _indices_on(faces, sight.indices)
    places: list[CardPlaces | None] = []
    for seen in sight.piles:
        for number in range(len(seen.cards)):
            here = None
            if seen.cards.kinds[number] == FACE:
                here = places_on(
                    seen.cards.quads_px[number],
                    float(seen.turns_rad[number]),
                    seen.card_px,
                    sight.indices.quads_px[own_indices == len(places)],
                )
            places.append(here)
    reads = iter(_read_all(sight.photo.rgb, places, network))
    named, flags = [], []
    for pile in piles:
        own = [next(reads) for _ in pile.marks]
        with_cards, doubts = _name_one(sight.photo.name, pile, own, network)
        named.append(with_cards)
        flags += doubts
    return tuple(named), flags


def _name_one(
    photo: str, pile: Pile, reads: list[CardRead | None], network: FaceNetwork
) -> tuple[Pile, list[Flag]]:
    marks, torn = [], []
    for mark, read in zip(pile.marks, reads, strict=True):
        if read is not None and read.conflict >= CONFLICT_FROM:
            torn.append(mark)
        elif read is not None and read.probability >= STATED_FROM:
            mark = replace(mark, card=network.codes[read.best])
        marks.append(mark)
    pile = replace(pile, marks=tuple(marks))
    if not torn:
        return pile, []
    text = "Signs of different cards were read on one mark here. Are these two cards?"
    return pile, [pile_flag(FlagKind.LOOKS_DISAGREE, text, photo, pile, torn)]


def _read_all(
    rgb: NDArray[np.uint8], cards: list[CardPlaces | None], network: FaceNetwork
) -> list[CardRead | None]:
    """What the places of each card say together; None where there is none."""
    crops = [
        cut(rgb, window, card.within)
        for card in cards
        if card is not None
        for place in card.places
        for window in place
    ]
    if not crops:
        return [None for _ in cards]
    answers = iter(network.read(np.stack(crops)))
    return [None if card is None else _read_one(card, answers, network) for card in cards]


def _read_one(
    card: CardPlaces, answers: Iterator[NDArray[np.float32]], network: FaceNetwork
) -> CardRead:
    """One card, from the next answers of the network, window by window."""
    voices = [
        one_voice(np.stack([next(answers) for _ in place]), network.codes) for place in card.places
    ]
    return speak_together(np.stack(voices))


def _indices_on(cards: Regions, indices: Regions) -> NDArray[np.intp]:
    """The place in `cards` of the card that each index lies on, -1 for none."""
    if not len(cards) or not len(indices):
        return np.full(len(indices), -1, np.intp)
    shared = overlaps(indices.quads_px, cards.quads_px)
    shared /= np.maximum(areas(indices.quads_px), 1e-6)[:, None]
    best = shared.argmax(axis=1)
    return np.where(shared.max(axis=1) >= ON_CARD_FRACTION, best, -1)
