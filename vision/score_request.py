"""What a deal is scored from: files of decks and photos, how the deal ended, and the rules."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import PurePath

from scoring.deal import Deal
from scoring.errors import DeckError, PhotoError, RuleError
from scoring.flags import Zone
from scoring.owners import check_distinct
from scoring.rules import RuleSet, check_handicaps, rule_set

MAX_NAME_LENGTH = 60
"""Longer names of owners fit no table and no overlay."""

MAX_DECK_FILES = 5
"""Photos or deck files of one deck; more teach nothing new."""

Spellings = frozenset[str]
"""The names that a person may call one photo by."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file as it came; only its bytes say what it is, the name is for messages."""

    name: str
    data: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class DeckSource:
    """What shows one owner's deck: photos of its back, deck files, or both."""

    owner: str
    files: tuple[SourceFile, ...]


@dataclass(frozen=True, slots=True)
class PhotoSource:
    """A photo and what it proves; `same_as` names a photo of the request with the same piles."""

    file: SourceFile
    zone: Zone
    same_as: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreRequest:
    """Everything one deal is scored from; what cannot be scored is refused when it is built.

    Without decks, owners are the groups A, B, C of designs seen; then the caller may have any
    name, since nobody knows which group is whose.

    Raises:
        RuleError: the names, the end of the deal, the rules or the photos do not fit together.
        PhotoError: there is no photo.
        DeckError: a deck has no file, or too many.
    """

    photos: tuple[PhotoSource, ...]
    decks: tuple[DeckSource, ...] = ()
    caller: str | None = None
    blocked: bool = False
    rules: RuleSet = field(default_factory=rule_set)

    def __post_init__(self) -> None:
        self._check_end()
        self._check_owners()
        self._check_photos()

    @property
    def deal(self) -> Deal | None:
        """Who played and how it ended; None without decks: nobody knows which group is whose."""
        if not self.decks:
            return None
        names = tuple(deck.owner for deck in self.decks)
        return Deal(owners=names, caller=self.caller, blocked=self.blocked)

    def _check_end(self) -> None:
        if (self.caller is not None) == self.blocked:
            raise RuleError(
                f"a caller ({self.caller!r}) and a blocked deal"
                if self.blocked
                else "neither a caller nor a blocked deal",
                "exactly one of them: who called, or that the deal was blocked",
                "name the caller, or say that the deal was blocked",
            )
        if self.caller is not None:
            check_name(self.caller)

    def _check_owners(self) -> None:
        names = tuple(deck.owner for deck in self.decks)
        check_distinct(list(names), "decks")
        for deck in self.decks:
            check_name(deck.owner)
            if not 1 <= len(deck.files) <= MAX_DECK_FILES:
                raise DeckError(
                    f"{len(deck.files)} files for {deck.owner}'s deck",
                    f"1 to {MAX_DECK_FILES}: photos of its back or deck files",
                    "choose the best of them",
                )
        if self.deal is not None:
            check_handicaps(self.rules, names)
        elif self.rules.pile_sizes:
            raise RuleError(
                f"a pile size for {self.rules.pile_sizes[0][0]!r}, but no decks",
                "a deck for every player where one of them has a handicap",
                "give the players' decks, or leave the pile size out",
            )

    def _check_photos(self) -> None:
        if not self.photos:
            raise PhotoError(
                "no photo of the table",
                "at least one photo of the centre or of the leftover Nertz piles",
                "add the photos",
            )
        zones = {photo.file.name: photo.zone for photo in self.photos}
        check_distinct([photo.file.name for photo in self.photos], "photos")
        for photo in self.photos:
            if photo.same_as is not None and zones.get(photo.same_as) is not photo.zone:
                raise _wrong_same_as(photo, zones.get(photo.same_as))
            if photo.same_as == photo.file.name:
                raise RuleError(
                    f"{photo.same_as} as a second photo of itself",
                    "two different photos of the same piles",
                    "name the other photo",
                )


def check_name(name: str) -> None:
    """Accept an owner's name silently.

    Raises:
        RuleError: it is empty, too long or cannot be shown.
    """
    if not name.strip() or len(name) > MAX_NAME_LENGTH or not name.isprintable():
        raise RuleError(
            f"the name {name[:MAX_NAME_LENGTH]!r}",
            f"1 to {MAX_NAME_LENGTH} letters, digits and signs in one line",
            "choose another name",
        )


def unique_names(names: Sequence[str]) -> list[str]:
    """The names with equal ones numbered, in the order given; signs that cannot be shown are `?`.

    >>> unique_names(["image.jpg", "table.jpg", "image.jpg"])
    ['image (1).jpg', 'table.jpg', 'image (2).jpg']
    """
    shown = ["".join(sign if sign.isprintable() else "?" for sign in name) for name in names]
    taken = {name for name in shown if shown.count(name) == 1}
    unique = []
    for name in shown:
        if shown.count(name) > 1:
            name = _numbered(name, taken)
            taken.add(name)
        unique.append(name)
    return unique


def find_same(pairs: Sequence[str], photos: Sequence[Spellings]) -> dict[int, int]:
    """From each photo that repeats another one to that one, as places in `photos`.

    Each pair is `A=B`: A shows the same piles as B. A name may hold equals signs itself.

    >>> find_same(["b=2.jpg=a.jpg"], [frozenset({"a.jpg"}), frozenset({"b=2.jpg"})])
    {1: 0}

    Raises:
        RuleError: a pair names no photo or several, or a photo repeats two others.
    """
    same: dict[int, int] = {}
    for pair in pairs:
        repeat, first = _find_pair(pair, photos)
        if same.get(repeat, first) != first:
            raise RuleError(
                f"{pair!r} for a photo that already repeats another one",
                "each photo on the left side once",
                "write A=B and B=C where three photos show the same piles",
            )
        same[repeat] = first
    return same


def _find_pair(pair: str, photos: Sequence[Spellings]) -> tuple[int, int]:
    splits = [(pair[:place], pair[place + 1 :]) for place, sign in enumerate(pair) if sign == "="]
    found = [
        (repeat, first)
        for left, right in splits
        for repeat, names in enumerate(photos)
        for first, others in enumerate(photos)
        if left in names and right in others
    ]
    if len(found) == 1:
        return found[0]
    known = ", ".join(min(names, key=len) for names in photos)
    raise RuleError(
        f"{pair!r}, which names {'several photos' if found else 'a photo that is not there'}",
        f"A=B with two of the photos given: {known}",
        "write the names as they were given, with their folders where names are alike",
    )


def _numbered(name: str, taken: set[str]) -> str:
    path = PurePath(name)
    number = 1
    while (new := f"{name.removesuffix(path.suffix)} ({number}){path.suffix}") in taken:
        number += 1
    return new


def _wrong_same_as(photo: PhotoSource, zone: Zone | None) -> RuleError:
    found = "which is not there" if zone is None else f"a photo of zone {zone.value}"
    return RuleError(
        f"{photo.file.name} as a second photo of {photo.same_as!r}, {found}",
        f"another photo of zone {photo.zone.value}",
        "correct the name or the zone",
    )
