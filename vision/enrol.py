"""Enrolling a deck: one to five photos of its back, to what the program remembers of it."""

from collections.abc import Sequence

import numpy as np

from scoring.errors import DeckError
from scoring.wording import number_of
from vision.backs import Deck, enrol
from vision.backs.gallery import View
from vision.backs.patch import px_per_mm_of
from vision.detector import Detector
from vision.frame import whole_photo
from vision.looks import upright_turns
from vision.networks import Networks
from vision.outline import outline_card, rectified
from vision.photo import Photo
from vision.piles import card_length_px
from vision.regions import BACK, FACE, Regions
from vision.suppress import suppress

WHOLE_ASPECT = (0.55, 0.85)
"""Short over long side of a card that is seen whole: 0.64 to 0.73 in shops, and some tilt."""

LOOK_SIDES_PX = (960, 640, 448, 320)
"""Long sides at which the photo is looked at: a card that fills it is then 150 to 400 px long."""

CONFIDENCE = 0.35
"""Below it a find is not believed."""

UNSEEN_CONFIDENCE = 0.7
"""Below it a find is not believed where the outliner sees no whole card. On made photos 5 of 7 such
backs are as sure, and 2 of 17 finds where there is no back."""

LARGE_FRACTION = 0.8
"""Finds at least so long, against the longest, are the card itself and not a part of its print."""

MIN_CARD_PX = 120.0
"""A back must be at least this long to be learnt."""


def enrol_deck(name: str, photos: Sequence[Photo], networks: Networks) -> Deck:
    """Learns a deck's back from photos of one face-down card, or of a spread with one whole back.

    Raises:
        DeckError: a photo shows no whole back, or too small a one.
    """
    return enrol(name, [find_back(photo, name, networks) for photo in photos])


def find_back(photo: Photo, name: str, networks: Networks) -> View:
    """The largest whole back on a photo: picture, outline in it, turn, px per mm.

    The outliner was made for this, and the picture is then of the card alone, seen from straight
    above. Where it sees no whole card, the detector may find the back on the photo.

    Raises:
        DeckError: there is none.
    """
    rgb = photo.rgb
    outline = outline_card(rgb, networks.outliner) if networks.outliner else None
    if outline is None:
        least = CONFIDENCE if networks.outliner is None else UNSEEN_CONFIDENCE
        back = _detected_back(photo, name, networks.detector, least)
    elif outline.kind == FACE:
        raise _no_back("a card that lies face up", photo, name)
    else:
        rgb, quad = rectified(rgb, outline.quad_px)
        sure = np.array([outline.confidence], np.float32)
        back = Regions(quad[None], np.array([BACK], np.int8), sure)
    length = card_length_px(back)
    if length < MIN_CARD_PX:
        raise DeckError(
            f"a back only {length:.0f} px long on {photo.name}",
            f"one of at least {MIN_CARD_PX:.0f} px",
            "come closer and take the photo again",
        )
    turn = float(upright_turns(back, length)[0])
    return rgb, back.quads_px[0], turn, px_per_mm_of(length)


def _detected_back(photo: Photo, name: str, detector: Detector, least: float) -> Regions:
    """The largest whole back that the detector finds with this confidence or more, one region.

    Here one card fills much of the photo, where its print could be taken for strips. So the whole
    photo is looked at in several small sizes, and of the large finds the surest is taken.

    Raises:
        DeckError: there is none.
    """
    cards = _whole_photo_cards(photo, detector, least)
    backs = cards.take(cards.kinds == BACK)
    sides = np.sort(backs.sides_px, axis=1)
    aspect = sides[:, 0] / np.maximum(sides[:, 1], 1e-6)
    whole = backs.take((aspect >= WHOLE_ASPECT[0]) & (aspect <= WHOLE_ASPECT[1]))
    if not len(whole):
        count = len(suppress(cards))
        seen = f"{number_of(count, 'card')}, none of them a whole back" if count else "no card"
        raise _no_back(seen, photo, name)
    long_px = whole.sides_px.max(axis=1)
    large = long_px >= LARGE_FRACTION * long_px.max()
    surest = int(np.argmax(np.where(large, whole.confidences, 0)))
    return whole.take(np.array([surest], np.intp))


def _no_back(seen: str, photo: Photo, name: str) -> DeckError:
    return DeckError(
        f"{seen} on {photo.name}",
        f"the back of one card of {name}'s deck, whole and face down",
        "lay one card face down on a plain table, photograph it from above and try again",
    )


def _whole_photo_cards(photo: Photo, detector: Detector, least: float) -> Regions:
    """The cards that are found on the whole photo in each size, doubles included."""
    found = []
    for side in LOOK_SIDES_PX:
        frame = whole_photo(photo.width_px, photo.height_px, side, detector.stride_px)
        regions = detector.detect(frame.view(photo.rgb), least).regions.cards
        found.append(frame.to_photo(regions))
    return Regions.concatenate(found)
