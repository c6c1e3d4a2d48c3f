"""Owners: sights of a deal and enrolled decks to piles whose marks have owners, and their flags."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from scoring.flags import Flag, FlagKind, Zone
from scoring.reading import Mark, Pile, Side
from scoring.wording import number_of, whose
from vision.backs import (
    BackEmbedder,
    Deck,
    Match,
    group_designs,
    match_pile,
    similarities,
    unlike_backs,
)
from vision.doubt import pile_flag
from vision.regions import FACE
from vision.sight import PileSight, Sight

MIXED = 2
"""So many faces beside so many backs are no tag card and no pile with its top card turned: two
owners' piles may lie together."""


def bare_piles(sight: Sight) -> tuple[Pile, ...]:
    """The piles of one photo without owners; marks are numbered along each pile.

    Ids `m1, m2, ...` and `p1, p2, ...` are stable within the photo.
    """
    piles, count = [], 0
    for number, seen in enumerate(sight.piles, start=1):
        marks = []
        for place in range(len(seen.cards)):
            count += 1
            quad = tuple(
                (round(float(x), 1), round(float(y), 1)) for x, y in seen.cards.quads_px[place]
            )
            side = Side.FACE if seen.cards.kinds[place] == FACE else Side.BACK
            confidence = round(float(seen.cards.confidences[place]), 3)
            marks.append(Mark(f"m{count}", place + 1, quad, side, confidence))
        missed = round(float(seen.doubtful.confidences.sum()), 3)
        own = tuple(marks)
        piles.append(Pile(f"p{number}", sight.zone, own, squared=seen.squared, missed=missed))
    return tuple(piles)


def match_owners(
    sight: Sight, piles: tuple[Pile, ...], decks: Sequence[Deck], embedder: BackEmbedder
) -> tuple[tuple[Pile, ...], list[Flag]]:
    """The piles of one photo with their owners by enrolled backs, and the doubts about them."""
    owned, flags = [], []
    if sight.zone is Zone.FOUNDATIONS:  # built by all, owned by nobody
        return piles, []
    names = [deck.name for deck in decks]
    every = [sample for seen in sight.piles for sample in seen.backs]
    alike = similarities(every, decks, embedder)
    ends = np.cumsum([len(seen.backs) for seen in sight.piles], dtype=np.intp)
    for seen, pile, end in zip(sight.piles, piles, ends, strict=True):
        match = match_pile(alike[end - len(seen.backs) : end], names)
        pile, doubts = _own_pile(sight.photo.name, seen, pile, match)
        owned.append(pile)
        flags += doubts
    return tuple(owned), flags


def _own_pile(photo: str, seen: PileSight, pile: Pile, match: Match) -> tuple[Pile, list[Flag]]:
    """A pile with the owners that were found for it, and the doubts about them."""
    owners, odd, unsure = iter(match.marks), iter(match.odd), iter(match.unsure)
    marks: list[Mark] = []
    strange: list[Mark] = []
    doubted: list[Mark] = []
    for mark in pile.marks:
        if mark.side is Side.FACE:
            marks.append(replace(mark, owner=match.pile))
            continue
        marks.append(replace(mark, owner=next(owners)))
        if next(odd):
            strange.append(marks[-1])
        if next(unsure):
            doubted.append(marks[-1])
    owned = replace(pile, owner=match.pile, marks=tuple(marks))
    of_pile = f"{whose(match.pile)} pile" if match.pile else "a pile of nobody's"
    flags = [
        pile_flag(
            FlagKind.ODD_BACK,
            f"A card of {mark.owner} lies in {of_pile}. It counts for {mark.owner}.",
            photo,
            owned,
            [mark],
        )
        for mark in strange
    ]
    if match.pile and not match.sure:
        text = f"This looks like {of_pile}, but its backs could not be told for sure. Is it?"
        flags.append(pile_flag(FlagKind.OWNER_UNSURE, text, photo, owned, marks))
    elif doubted:
        text = f"{number_of(len(doubted), 'back')} in {of_pile} could not be told for sure."
        flags.append(pile_flag(FlagKind.OWNER_UNSURE, text, photo, owned, doubted))
    unknown = [mark for mark in marks if mark.owner is None]
    if not match.pile and not unknown:
        text = "The cards of several owners lie in this pile. Is each given to its owner?"
        flags.append(pile_flag(FlagKind.OWNER_UNSURE, text, photo, owned, marks))
    flags += _mixed_faces(photo, owned)
    if unknown and seen.backs:
        text = f"No enrolled deck matches {number_of(len(unknown), 'card')} of this pile. Whose?"
        flags.append(pile_flag(FlagKind.UNKNOWN_BACK, text, photo, owned, unknown))
    elif unknown:
        text = "This pile lies face up and shows no back. Whose is it?"
        flags.append(pile_flag(FlagKind.FACE_UP_OWNER, text, photo, owned, unknown))
    return owned, flags


def group_owners(
    sights: Sequence[Sight], piles: Sequence[tuple[Pile, ...]], embedder: BackEmbedder
) -> tuple[list[tuple[tuple[Pile, ...], list[Flag]]], tuple[str, ...]]:
    """Piles of all photos with a letter for each design of back, and the letters seen.

    For deals without enrolled decks: people can still say which letter is whose. With the piles of
    each photo come the doubts about their backs.
    """
    flat = [seen.backs for sight in sights for seen in sight.piles]
    letters = iter(group_designs(flat, embedder))
    named: list[tuple[tuple[Pile, ...], list[Flag]]] = []
    seen_letters: set[str] = set()
    for sight, photo_piles in zip(sights, piles, strict=True):
        row, flags = [], []
        for seen, pile in zip(sight.piles, photo_piles, strict=True):
            name = next(letters)
            if name is not None:
                seen_letters.add(name)
            marks = tuple(replace(mark, owner=name) for mark in pile.marks)
            row.append(replace(pile, owner=name, marks=marks))
            flags += _lettered_doubts(sight.photo.name, seen, row[-1], embedder)
        named.append((tuple(row), flags))
    return named, tuple(sorted(seen_letters, key=lambda name: (len(name), name)))


def _lettered_doubts(photo: str, seen: PileSight, pile: Pile, embedder: BackEmbedder) -> list[Flag]:
    """Whether a pile that got one letter may hold cards of several decks."""
    shown = zip(pile.marks, seen.samples, strict=True)
    described = [mark for mark, sample in shown if sample is not None]
    unlike = unlike_backs(seen.backs, embedder)
    doubted = [mark for mark, other in zip(described, unlike, strict=True) if other]
    flags = _mixed_faces(photo, pile)
    if doubted:
        text = f"{number_of(len(doubted), 'back')} of {pile.owner} may be of another deck."
        flags.append(pile_flag(FlagKind.OWNER_UNSURE, text, photo, pile, doubted))
    return flags


def _mixed_faces(photo: str, pile: Pile) -> list[Flag]:
    """Whether so many faces lie beside so many backs that they may be somebody else's."""
    faces = [mark for mark in pile.marks if mark.side is Side.FACE]
    if pile.owner is None or min(len(faces), len(pile.marks) - len(faces)) < MIXED:
        return []
    text = (
        f"{number_of(len(faces), 'face')} lie in {whose(pile.owner)} pile. Are all of them theirs?"
    )
    return [pile_flag(FlagKind.FACE_UP_OWNER, text, photo, pile, faces)]


def give_by_elimination(
    photos: Sequence[tuple[str, tuple[Pile, ...]]], owners: Sequence[str], caller: str | None
) -> tuple[list[tuple[Pile, ...]], list[Flag]]:
    """Gives the one face-up leftover pile without a back to the only owner still without a pile.

    Only in zone `nertz`, only when exactly one such pile and one such owner are left; flagged.
    The caller has no leftover and is not among them. A pile whose backs are unknown could be that
    owner's, so beside one nothing is given.
    """
    piles = [pile for _, row in photos for pile in row if pile.zone is Zone.NERTZ]
    bare = [pile for pile in piles if pile.owner is None]
    have = {pile.owner for pile in piles}
    without = [owner for owner in owners if owner not in have and owner != caller]
    unchanged = [row for _, row in photos]
    if len(bare) != 1 or len(without) != 1 or _shows_back(bare[0]):
        return unchanged, []
    given, flags = [], []
    for name, row in photos:
        new_row = []
        for pile in row:
            if pile is bare[0]:
                marks = tuple(replace(mark, owner=without[0]) for mark in pile.marks)
                pile = replace(pile, owner=without[0], marks=marks)
                text = (
                    f"A face-up card shows no back. It was given to {without[0]}, the only one "
                    "without a leftover pile. Is that right?"
                )
                flags.append(pile_flag(FlagKind.FACE_UP_OWNER, text, name, pile, marks))
            new_row.append(pile)
        given.append(tuple(new_row))
    return given, flags


def _shows_back(pile: Pile) -> bool:
    return any(mark.side is Side.BACK for mark in pile.marks)
