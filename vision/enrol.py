"""Enrolling a deck: one to five photos of its back, to what the program remembers of it."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scoring.errors import DeckError
from vision.backs import Deck, enrol
from vision.backs.gallery import px_per_mm_of
from vision.detector import Detector
from vision.looks import look, upright_turns
from vision.photo import Photo
from vision.piles import card_length_px
from vision.regions import BACK

WHOLE_ASPECT = (0.55, 0.85)
"""Short over long side of a card that is seen whole: 0.64 to 0.73 in shops, and some tilt."""

MIN_CARD_PX = 120.0
"""A back must be at least this long to be learnt."""

View = tuple[NDArray[np.uint8], NDArray[np.float32], float, float]


def enrol_deck(name: str, photos: Sequence[Photo], detector: Detector) -> Deck:
    """Learns a deck's back from photos of one face-down card, or of a spread with one whole back.

    Raises:
        DeckError: a photo shows no whole back, or too small a one.
    """
    return enrol(name, [find_back(photo, name, detector) for photo in photos])


def find_back(photo: Photo, name: str, detector: Detector) -> View:
    """The largest whole back on a photo: picture, outline, turn, px per mm.

    Raises:
        DeckError: there is none.
    """
    cards = look(photo, detector).regions.cards
    backs = cards.take(cards.kinds == BACK)
    sides = np.sort(backs.sides_px, axis=1)
    aspect = sides[:, 0] / np.maximum(sides[:, 1], 1e-6)
    whole = backs.take((aspect >= WHOLE_ASPECT[0]) & (aspect <= WHOLE_ASPECT[1]))
    if not len(whole):
        seen = f"{len(cards)} cards, none of them a whole back" if len(cards) else "no card"
        raise DeckError(
            f"{seen} on {photo.name}",
            f"the back of one card of {name}'s deck, whole and face down",
            "lay one card face down on a plain table, photograph it from above and try again",
        )
    largest = whole.take(np.array([int(np.argmax(whole.sides_px.max(axis=1)))], np.intp))
    length = card_length_px(largest)
    if length < MIN_CARD_PX:
        raise DeckError(
            f"a back only {length:.0f} px long on {photo.name}",
            f"one of at least {MIN_CARD_PX:.0f} px",
            "come closer and take the photo again",
        )
    turn = float(upright_turns(largest, length)[0])
    return photo.rgb, largest.quads_px[0], turn, px_per_mm_of(length)
