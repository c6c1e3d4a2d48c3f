"""Which flags of the photos a person has settled: looked at, or answered by a correction."""

from collections.abc import Mapping, Sequence
from itertools import groupby, pairwise

from scoring.corrections import Correction, CorrectionKind
from scoring.edits import find_mark, find_pile
from scoring.flags import Flag, FlagKind, Zone, flag_key
from scoring.reading import PhotoReading, Pile, Reading

_ABOUT_OWNERS = {
    FlagKind.UNKNOWN_BACK,
    FlagKind.ODD_BACK,
    FlagKind.OWNER_UNSURE,
    FlagKind.FACE_UP_OWNER,
}
_ABOUT_COUNTS = {
    FlagKind.SQUARED_STACK,
    FlagKind.LOOKS_DISAGREE,
    FlagKind.CUT_BY_EDGE,
    FlagKind.GAP,
    FlagKind.THIN_STRIP,
    FlagKind.LOW_CONFIDENCE,
}
_COUNT_EDITS = {CorrectionKind.REMOVE, CorrectionKind.SIDE, CorrectionKind.CARD}
"""Edits of a mark that say whether it is a card. Whose it is says nothing of that."""


def settled_flags(
    reading: Reading, photos: Mapping[str, PhotoReading], holding: Sequence[Correction]
) -> frozenset[str]:
    """The `flag_key` of every flag that was accepted, or answered by a correction in force.

    `photos` are the photos after the corrections. Flags of the game's checks need no answer here:
    they go away when the counts are right.
    """
    accepted = {
        entry.flag for entry in holding if entry.kind is CorrectionKind.ACCEPT and entry.flag
    }
    answered = {
        flag_key(flag)
        for photo in reading.photos
        for flag in photo.flags
        if _is_answered(
            flag,
            photo,
            photos[photo.photo],
            [entry for entry in holding if entry.photo == photo.photo],
        )
    }
    return frozenset(accepted | answered)


def _is_answered(
    flag: Flag, before: PhotoReading, photo: PhotoReading, entries: list[Correction]
) -> bool:
    """Whether the corrections of the flag's photo, read as `before`, leave nothing to ask."""
    if flag.kind in _ABOUT_OWNERS:
        return _owners_given(flag, photo, entries)
    if flag.kind is FlagKind.NO_CARDS:
        return any(entry.kind is CorrectionKind.ADD for entry in entries)
    if flag.kind not in _ABOUT_COUNTS:
        return False
    if flag.pile is not None and flag.pile in _piles(entries, CorrectionKind.SET_COUNT):
        return True
    if flag.kind is FlagKind.SQUARED_STACK:
        return _is_spread(find_pile(before, flag.pile), find_pile(photo, flag.pile))
    if flag.kind is FlagKind.GAP:
        return _is_filled(flag, before, photo, entries)
    touched = _marks(entries, _COUNT_EDITS)
    return (
        flag.kind is FlagKind.LOW_CONFIDENCE and bool(flag.marks) and touched.issuperset(flag.marks)
    )


def _is_spread(before: Pile | None, pile: Pile | None) -> bool:
    """Whether a person showed the cards of what may be a stack, or that nobody counts it here."""
    if before is None or pile is None:
        return False
    return pile.zone is Zone.FOUNDATIONS or len(pile.marks) > len(before.marks)


def _owners_given(flag: Flag, photo: PhotoReading, entries: list[Correction]) -> bool:
    """Whether every card concerned was given an owner or removed, alone or with its pile.

    A card that matched another deck is not answered by assigning the pile around it.
    """
    assigned = {
        entry.pile
        for entry in entries
        if entry.kind is CorrectionKind.ASSIGN_PILE and entry.after.owner is not None
    }
    with_pile = flag.pile in assigned and flag.kind is not FlagKind.ODD_BACK
    if not flag.marks:
        return with_pile
    pile = find_pile(photo, flag.pile)
    owner = pile.owner if pile is not None else None
    touched = _marks(entries, {CorrectionKind.REMOVE})
    touched |= _marks([e for e in entries if e.after.owner is not None], {CorrectionKind.OWNER})
    marks = [find_mark(photo, mark) for mark in flag.marks if mark not in touched]
    return all(with_pile and mark is not None and mark.owner == owner for mark in marks)


def _is_filled(
    flag: Flag, before: PhotoReading, photo: PhotoReading, entries: list[Correction]
) -> bool:
    """Whether a card was added next to a mark of each gap: marks in a row are one gap."""
    added = _marks(entries, {CorrectionKind.ADD})
    filled = {
        mark
        for pile in photo.piles
        for pair in pairwise(mark.id for mark in pile.marks)
        if added & set(pair)
        for mark in pair
    }
    gaps = [
        {mark.id for mark in run}
        for pile in before.piles
        for asked, run in groupby(pile.marks, lambda mark: mark.id in flag.marks)
        if asked
    ]
    return bool(gaps) and all(gap & filled for gap in gaps)


def _marks(entries: list[Correction], kinds: set[CorrectionKind]) -> set[str | None]:
    return {entry.mark for entry in entries if entry.kind in kinds}


def _piles(entries: list[Correction], kind: CorrectionKind) -> set[str | None]:
    return {entry.pile for entry in entries if entry.kind is kind}
