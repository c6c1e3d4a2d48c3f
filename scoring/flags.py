"""Flags: the reasons why a person should look before the number is trusted."""

import hashlib
from dataclasses import dataclass
from enum import StrEnum


class Zone(StrEnum):
    """What a photo shows (design: one zone per photo, a pile may be moved to another)."""

    CENTER = "center"
    NERTZ = "nertz"
    FOUNDATIONS = "foundations"
    DECK = "deck"


class FlagKind(StrEnum):
    """Every reason for a flag, from the photo and from the rules of the game.

    The order is the order of worry: flags are shown worst first, sorted by it.
    """

    PHOTO_NOT_READ = "photo_not_read"
    NO_CARDS = "no_cards"
    OUTPUT_CAP = "output_cap"
    SQUARED_STACK = "squared_stack"
    LOOKS_DISAGREE = "looks_disagree"
    CUT_BY_EDGE = "cut_by_edge"
    GAP = "gap"
    THIN_STRIP = "thin_strip"
    LOW_CONFIDENCE = "low_confidence"
    UNKNOWN_BACK = "unknown_back"
    ODD_BACK = "odd_back"
    OWNER_UNSURE = "owner_unsure"
    FACE_UP_OWNER = "face_up_owner"
    DECKS_ALIKE = "decks_alike"
    BLURRED = "blurred"
    DARK = "dark"
    TOO_FAR = "too_far"
    TOO_MANY_CARDS = "too_many_cards"
    LEFTOVER_TOO_LARGE = "leftover_too_large"
    CALLER_HAS_LEFTOVER = "caller_has_leftover"
    FACE_TWICE = "face_twice"
    SUIT_CHAIN = "suit_chain"
    FOUNDATIONS_TOTAL = "foundations_total"
    PHOTOS_DISAGREE = "photos_disagree"
    OWNER_IN_TWO_PHOTOS = "owner_in_two_photos"
    ZONE_NOT_PHOTOGRAPHED = "zone_not_photographed"
    NO_LEFTOVER_SEEN = "no_leftover_seen"
    NO_CENTER_SEEN = "no_center_seen"
    DECK_NOT_WHOLE = "deck_not_whole"
    CORRECTION_LOST = "correction_lost"


@dataclass(frozen=True, slots=True)
class Flag:
    """One reason why a person should look, in a sentence that a player understands.

    `photo` is the photo's name, `pile` the pile's id within it, `owner` the owner's name and
    `marks` the ids of the marks concerned; what does not apply is None or empty.
    """

    kind: FlagKind
    message: str
    photo: str | None = None
    zone: Zone | None = None
    pile: str | None = None
    owner: str | None = None
    marks: tuple[str, ...] = ()


def worst_first(flags: list[Flag]) -> list[Flag]:
    """The flags in the order in which a person should look at them."""
    severity = {kind: place for place, kind in enumerate(FlagKind)}
    return sorted(flags, key=lambda flag: severity[flag.kind])


def flag_key(flag: Flag) -> str:
    """A short name for exactly this flag, the same in every process.

    The message takes part, so that a person who accepted 53 cards is asked again about 54.

    >>> flag_key(Flag(FlagKind.GAP, "A gap", "a.jpg")) == flag_key(Flag(FlagKind.GAP, "A gap"))
    False
    """
    parts = (flag.kind, flag.message, flag.photo, flag.zone, flag.pile, flag.owner, *flag.marks)
    return hashlib.sha256(repr([part and str(part) for part in parts]).encode()).hexdigest()[:16]
