"""Checks of the photos together: nothing left out, nothing counted twice, nothing lost."""

from collections.abc import Sequence

from scoring.check_counts import is_photographed
from scoring.deal import Deal
from scoring.flags import Flag, FlagKind, Zone, flag_key
from scoring.reading import PhotoReading, Pile, Reading
from scoring.tally import POINT_ZONES, Tally, same_photos
from scoring.wording import name_list, number_of, whose

ZONE_CARDS = {
    Zone.CENTER: "centre card",
    Zone.NERTZ: "leftover card",
    Zone.FOUNDATIONS: "foundation card",
    Zone.DECK: "card of the whole deck",
}
_ZONE_NAMES = {Zone.CENTER: "centre", Zone.NERTZ: "leftover piles"}
_NOBODYS_KINDS = {FlagKind.UNKNOWN_BACK, FlagKind.FACE_UP_OWNER}
_OWNERS_KINDS = {FlagKind.ODD_BACK, FlagKind.OWNER_UNSURE}
"""Flags about cards of nobody, and about cards of somebody: those ask no more once settled."""


def check_zones(tally: Tally, owners: Sequence[str], caller: str | None) -> list[Flag]:
    """The centre and the leftover piles are on a photo, or their counts were given by hand."""
    flags = []
    for zone in POINT_ZONES:
        asked = [owner for owner in owners if zone is Zone.CENTER or owner != caller]
        missing = [owner for owner in asked if (owner, zone) not in tally.stated]
        if missing and not is_photographed(tally, zone):
            message = (
                f"No photo shows the {_ZONE_NAMES[zone]}. Take one, or write down how many "
                f"{ZONE_CARDS[zone]}s {name_list(missing)} had."
            )
            flags.append(Flag(FlagKind.ZONE_NOT_PHOTOGRAPHED, message, zone=zone))
    return flags


def check_two_photos(tally: Tally, owners: Sequence[str]) -> list[Flag]:
    """An owner's pile in two photos of a zone may be one pile counted twice.

    Their counts add up, because a pile may be spread in two parts; only a person can tell.
    """
    flags = []
    for zone in (*POINT_ZONES, Zone.DECK):
        for owner in owners:
            names = list(
                dict.fromkeys(
                    photo.photo for photo, pile in tally.piles_in(zone) if _has_pile(pile, owner)
                )
            )
            if len(names) > 1:
                message = (
                    f"{owner} has {ZONE_CARDS[zone]}s on {name_list(names)}, and they were added "
                    "up. Are these different piles, or the same pile photographed again?"
                )
                flags.append(
                    Flag(FlagKind.OWNER_IN_TWO_PHOTOS, message, names[-1], zone, owner=owner)
                )
    return flags


def check_same_photos(reading: Reading, tally: Tally) -> list[Flag]:
    """Two photos of the same piles show the same counts; only the first one counts."""
    photos = {photo.photo: photo for photo in tally.photos}
    flags = []
    for first, *others in same_photos(reading):
        for other in others:
            differences = _differences(tally, photos[first], photos[other])
            if differences:
                message = (
                    f"{first} and {other} show the same piles, but {'; '.join(differences)}. "
                    f"{first} was counted: correct the one that is wrong."
                )
                flags.append(Flag(FlagKind.PHOTOS_DISAGREE, message, other))
    return flags


def check_stated(tally: Tally) -> list[Flag]:
    """A count given by hand for an owner and a zone agrees with what the photos show, if any."""
    flags = []
    for (owner, zone), stated in tally.stated.items():
        seen = tally.seen(zone).get(owner, 0)
        if seen not in (0, stated):
            message = (
                f"{number_of(stated, ZONE_CARDS[zone]).capitalize()} of {owner}: so it was written "
                f"down by hand and so it counts, but the photos show {seen}. Check which is right."
            )
            flags.append(Flag(FlagKind.PHOTOS_DISAGREE, message, zone=zone, owner=owner))
    return flags


def check_unknown(reading: Reading, tally: Tally) -> list[Flag]:
    """Cards that are nobody's are asked about, also where the photo's own flags do not."""
    asked = {
        photo.photo: [
            flag
            for flag in photo.flags
            if flag.kind in _NOBODYS_KINDS
            or (flag.kind in _OWNERS_KINDS and flag_key(flag) not in tally.settled)
        ]
        for photo in reading.photos
    }
    flags = []
    for zone in POINT_ZONES:
        for photo, pile in tally.piles_in(zone):
            count = tally.pile_shares(photo, pile).get(None, 0)
            if count and not _is_asked(pile, asked[photo.photo]):
                message = (
                    f"Nobody scores for {number_of(count, ZONE_CARDS[zone])} on {photo.photo}, "
                    "because no known deck fits. Say whose deck it is."
                )
                marks = tuple(mark.id for mark in pile.marks if mark.owner is None)
                flags.append(
                    Flag(FlagKind.UNKNOWN_BACK, message, photo.photo, zone, pile.id, None, marks)
                )
    return flags


def check_strangers(tally: Tally, deal: Deal) -> list[Flag]:
    """Cards of a deck that does not play in this deal score for nobody."""
    return [
        Flag(
            FlagKind.UNKNOWN_BACK,
            f"The photos show {number_of(counts.total, 'card')} of {whose(owner)} deck, which does "
            "not play in this deal, so nobody scores for that. Say whose deck it is.",
            owner=owner,
        )
        for owner, counts in tally.counts.items()
        if counts.total and owner not in deal.owners
    ]


def check_squared(reading: Reading, tally: Tally) -> list[Flag]:
    """A squared pile counts nothing, so somebody must spread it or write its number down."""
    asked = {
        (photo.photo, flag.pile)
        for photo in reading.photos
        for flag in photo.flags
        if flag.kind is FlagKind.SQUARED_STACK
    }
    return [
        Flag(
            FlagKind.SQUARED_STACK,
            f"A pile of {ZONE_CARDS[zone]}s on {photo.photo} lies squared and was not counted. "
            "Spread this pile and take the photo again, or write down how many cards it has.",
            photo.photo,
            zone,
            pile.id,
            pile.owner,
        )
        for zone in (*POINT_ZONES, Zone.DECK)
        for photo, pile in tally.piles_in(zone)
        if is_uncounted(tally, photo, pile) and (photo.photo, pile.id) not in asked
    ]


def check_lost(tally: Tally) -> list[Flag]:
    """A correction of something that is not in this reading is named, not dropped silently."""
    return [
        Flag(
            FlagKind.CORRECTION_LOST,
            f"The correction {entry.kind.value!r} that {entry.who} made at {entry.when} no longer "
            "fits the photos, so it was left out. Look at this place again.",
            entry.photo,
            pile=entry.pile,
            marks=() if entry.mark is None else (entry.mark,),
        )
        for entry in tally.lost
    ]


def is_uncounted(tally: Tally, photo: PhotoReading, pile: Pile) -> bool:
    """Whether the pile is squared and nobody gave its number."""
    return pile.squared and (photo.photo, pile.id) not in tally.pile_counts


def _has_pile(pile: Pile, owner: str) -> bool:
    """Whether the pile is the owner's, or an unsorted one with cards of the owner."""
    if pile.owner is not None:
        return pile.owner == owner and bool(pile.marks)
    return any(mark.owner == owner for mark in pile.marks)


def _differences(tally: Tally, first: PhotoReading, other: PhotoReading) -> list[str]:
    one, two = tally.seen_on(first), tally.seen_on(other)
    return [
        f"{owner or 'nobody'} has {number_of(one.get((zone, owner), 0), ZONE_CARDS[zone])} on the "
        f"first and {two.get((zone, owner), 0)} on the other"
        for zone, owner in dict.fromkeys([*one, *two])
        if one.get((zone, owner), 0) != two.get((zone, owner), 0) and zone is not Zone.FOUNDATIONS
    ]


def _is_asked(pile: Pile, flags: Sequence[Flag]) -> bool:
    """Whether these flags about owners ask about all of the pile's unknown cards."""
    if any(flag.pile == pile.id and not flag.marks for flag in flags):
        return True
    unknown = {mark.id for mark in pile.marks if mark.owner is None}
    named = {mark for flag in flags for mark in flag.marks}
    return bool(unknown) and unknown <= named
