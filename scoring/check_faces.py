"""Checks of the faces that were read: no card twice in a deck, and the suits built in order."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.cards import JOKER, Card, Rank, Suit, parse_card
from scoring.check_photos import is_uncounted
from scoring.flags import Flag, FlagKind, Zone
from scoring.reading import Mark
from scoring.rules import RuleSet
from scoring.tally import POINT_ZONES, Tally
from scoring.wording import name_list, number_of, whose


@dataclass(frozen=True, slots=True)
class FaceSeen:
    """One card whose face was read, and where."""

    card: Card
    owner: str | None
    photo: str
    zone: Zone
    pile: str
    mark: str


def faces_in(tally: Tally, *zones: Zone) -> list[FaceSeen]:
    """Every face read on the photos that count, zone by zone."""
    return [
        FaceSeen(card, mark.owner, photo.photo, zone, pile.id, mark.id)
        for zone in zones
        for photo, pile in tally.piles_in(zone)
        for mark in pile.marks
        if (card := card_of(mark)) is not None
    ]


def card_of(mark: Mark) -> Card | None:
    """The card whose face was read on that mark."""
    return None if mark.card is None else parse_card(mark.card)


def check_face_twice(tally: Tally, rules: RuleSet) -> list[Flag]:
    """A deck has every card once, so none lies twice, nor in the centre and among the leftover."""
    if not rules.faces_read:
        return []
    seen: dict[tuple[str, Card], list[FaceSeen]] = {}
    for face in faces_in(tally, *POINT_ZONES):
        if face.owner is not None:
            seen.setdefault((face.owner, face.card), []).append(face)
    return [
        _twice_flag(owner, card, faces)
        for (owner, card), faces in seen.items()
        if len(faces) > (rules.jokers if card == JOKER else 1)
    ]


def check_face_total(tally: Tally, owners: Sequence[str], rules: RuleSet) -> list[Flag]:
    """No card is seen more often than there are decks, whoever the owners of the cards are.

    Left to the check of one deck where every such card has an owner.
    """
    if not rules.faces_read or rules.jokers:
        return []
    seen: dict[Card, list[FaceSeen]] = {}
    for face in faces_in(tally, *POINT_ZONES):
        seen.setdefault(face.card, []).append(face)
    return [
        Flag(
            FlagKind.FACE_TWICE,
            f"The {card.name} was read {len(faces)} times, but only {len(owners)} decks are in "
            "play. A card was counted twice or its face was read wrongly.",
            faces[-1].photo,
            faces[-1].zone,
            marks=_marks_on(faces, faces[-1].photo),
        )
        for card, faces in seen.items()
        if len(faces) > len(owners) and any(face.owner is None for face in faces)
    ]


def check_suit_chain(tally: Tally, owners: Sequence[str], rules: RuleSet) -> list[Flag]:
    """In the centre no rank of a suit lies more often than any rank below it.

    Foundations are built from the ace up in one suit (all rule sets), so over all decks
    count(A) >= count(2) >= ... >= count(K). A tied play leaves both cards and may add one. Cards
    whose faces were not read could be the missing ones; only what they cannot explain is flagged.
    Left out where jokers are in play, because a joker stands for any card.
    """
    if rules.jokers or not rules.faces_read:
        return []
    faces = [face for face in faces_in(tally, Zone.CENTER) if face.card != JOKER]
    unread = _unread_center(tally, owners, rules)
    flags = [_chain_flag(suit, faces, tally, unread) for suit in Suit]
    return [flag for flag in flags if flag is not None]


def _chain_flag(
    suit: Suit, faces: list[FaceSeen], tally: Tally, unread: Counter[str | None]
) -> Flag | None:
    """The flag for the lowest rank of the suit that is too rare for a higher one."""
    read = Counter(face.card.rank for face in faces if face.card.suit is suit)
    for low in Rank:
        higher = [rank for rank in Rank if rank > low]
        if not higher:
            return None
        high = max(higher, key=lambda rank: read[rank])
        most = read[low] + _could_be(Card(low, suit), tally, unread)
        if read[high] > most:
            found = [face for face in faces if face.card == Card(high, suit)]
            return _chain_words(found, Card(low, suit), read[low], most)
    return None


def _chain_words(found: list[FaceSeen], low: Card, seen: int, most: int) -> Flag:
    """The flag for the cards found, of which the card below was seen `seen`, could be `most`."""
    excess = len(found) - most
    reason = (
        "Most likely two players played at the same time and both cards stayed; else a card was"
        if excess == 1
        else "A tied play, where both cards stay, explains only one of them: a card was probably"
    )
    return Flag(
        FlagKind.SUIT_CHAIN,
        f"The {found[0].card.name} lies in the centre {_times(len(found))}, but the {low.name} "
        f"{'at most ' if most > seen else ''}{_times(most)}, although suits are built up from the "
        f"ace. {reason} missed or read wrongly.",
        found[-1].photo,
        Zone.CENTER,
        marks=_marks_on(found, found[-1].photo),
    )


def _unread_center(tally: Tally, owners: Sequence[str], rules: RuleSet) -> Counter[str | None]:
    """How many centre cards of whom have no face read; a whole deck where nothing is known."""
    read = Counter(face.owner for face in faces_in(tally, Zone.CENTER))
    unread: Counter[str | None] = Counter()
    for owner in dict.fromkeys([*owners, *tally.owners]):
        counts = tally.counts.get(owner)
        center = counts.center if counts is not None else 0
        unread[owner] = max(0, center - read[owner])
        if owner in owners and center == 0 and (owner, Zone.CENTER) not in tally.stated:
            unread[owner] = rules.deck_size
    unread[None] = max(0, tally.unknown.center - read[None])
    for photo, pile in tally.piles_in(Zone.CENTER):
        if is_uncounted(tally, photo, pile):
            unread[pile.owner] += rules.deck_size
    return unread


def _could_be(card: Card, tally: Tally, unread: Counter[str | None]) -> int:
    """How many of the unread centre cards could be that card: at most one of each deck."""
    known = {face.owner for face in faces_in(tally, *POINT_ZONES) if face.card == card}
    decks = sum(
        1 for owner, count in unread.items() if owner is not None and count and owner not in known
    )
    return decks + unread[None]


def _twice_flag(owner: str, card: Card, faces: list[FaceSeen]) -> Flag:
    zones = {face.zone for face in faces}
    photos = list(dict.fromkeys(face.photo for face in faces))
    if card == JOKER:
        found = f"{whose(owner)} cards show {number_of(len(faces), 'joker')}, too many for a deck"
    elif len(zones) > 1:
        found = f"{whose(owner)} {card.name} was read in the centre and among the leftover cards"
    else:
        found = f"{whose(owner)} {card.name} was read {_times(len(faces))}, but a deck has it once"
    return Flag(
        FlagKind.FACE_TWICE,
        f"{found} ({name_list(photos)}). A card was counted twice, read wrongly or given to the "
        "wrong owner.",
        photos[-1],
        faces[-1].zone,
        faces[-1].pile,
        owner,
        _marks_on(faces, photos[-1]),
    )


def _marks_on(faces: list[FaceSeen], photo: str) -> tuple[str, ...]:
    return tuple(face.mark for face in faces if face.photo == photo)


def _times(count: int) -> str:
    return {0: "not at all", 1: "once", 2: "twice"}.get(count, f"{count} times")
