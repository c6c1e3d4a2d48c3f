"""Our own truth of one photo of Nertz piles: `piles`, `cards` or `counts`, as much as is known.

A pile has `owner`, `back`, `enrol`, `kind` and `count` or `counts: {down, up}`, or a `box` (left,
top, right, bottom in px) instead of an owner; a card `owner`, `up`, `rank`, `suit` and `quad`.
"""

from pathlib import Path

from datasets.truth.entry import Entry, broken
from datasets.truth.files import find_enrol, named_photo
from datasets.truth.photo import CardTruth, PhotoTruth, PileTruth, SideCounts
from scoring.cards import parse_card
from scoring.errors import RuleError
from scoring.flags import Zone
from scoring.reading import Side

_PARTS = {"piles", "cards", "counts"}


def recognises(document: object) -> bool:
    """Whether a parsed JSON document is such a truth."""
    return isinstance(document, dict) and "photo" in document and bool(_PARTS & document.keys())


def read(document: object, source: Path) -> PhotoTruth:
    """The truth of one photo.

    Raises:
        DataError: a value is missing or wrong, or the photo is not there.
    """
    entry = Entry.of(document, source.name)
    names = owner_names(entry)
    piles = entry.entries("piles") if entry.has("piles") else None
    return PhotoTruth(
        photo=named_photo(source, entry.text("photo")),
        source=source,
        zone=zone_of(entry),
        caller=_owner(entry, "caller", names),
        size_px=size_of(entry),
        piles=None if piles is None else tuple(_pile(p, names, source.parent) for p in piles),
        cards=read_cards(entry, names),
        counts=_sides(entry.entry("counts")) if entry.has("counts") else None,
    )


def zone_of(entry: Entry) -> Zone | None:
    """The zone of the photo.

    Raises:
        DataError: there is no such zone.
    """
    if not entry.has("zone"):
        return None
    try:
        return Zone(entry.text("zone"))
    except ValueError as error:
        every = ", ".join(zone.value for zone in Zone)
        raise broken(f"zone {entry.text('zone')!r} in {entry.place}", f"one of {every}") from error


def size_of(entry: Entry) -> tuple[int, int] | None:
    """Width and height of the photo in px."""
    if not (entry.has("width") and entry.has("height")):
        return None
    return entry.count("width"), entry.count("height")


def owner_names(entry: Entry) -> dict[int, str]:
    """What each owner's number stands for: the design of the back where it is named.

    Raises:
        DataError: two owners would have one name.
    """
    names: dict[int, str] = {}
    for pile in entry.entries("piles") if entry.has("piles") else []:
        if pile.has("owner"):
            number = pile.whole("owner")
            name = pile.text("back") if pile.has("back") else f"owner {number}"
            if names.get(number, name) != name or name in names.values():
                raise broken(f"owner {number} ({name}) twice in {entry.place}", "one pile an owner")
            names[number] = name
    return names


def read_cards(entry: Entry, names: dict[int, str]) -> tuple[CardTruth, ...] | None:
    """The cards, lowest first.

    Raises:
        DataError: a value is wrong, or only some cards have an outline.
    """
    if not entry.has("cards"):
        return None
    cards = tuple(_card(card, names) for card in entry.entries("cards"))
    outlined = sum(card.quad_px is not None for card in cards)
    if outlined not in (0, len(cards)):
        raise broken(
            f"{outlined} of {len(cards)} cards with a quad in {entry.place}", "all cards or none"
        )
    return cards


def _card(card: Entry, names: dict[int, str]) -> CardTruth:
    code = None
    if card.has("rank") and card.has("suit"):
        try:
            code = parse_card(card.text("rank") + card.text("suit"))
        except RuleError as error:
            found = f"{card.text('rank')} and {card.text('suit')} as rank and suit of {card.place}"
            raise broken(found, "a rank (A, 2 to 10, J, Q, K) and a suit (C, D, H, S)") from error
    side = None
    if card.has("up"):
        side = Side.FACE if card.truth("up") else Side.BACK
    return CardTruth(
        side=side,
        owner=_owner(card, "owner", names),
        card=None if code is None else code.code,
        rank=None if code is None else code.rank,
        quad_px=card.outline("quad") if card.has("quad") else None,
    )


def _pile(pile: Entry, names: dict[int, str], folder: Path) -> PileTruth:
    sides = _sides(pile.entry("counts")) if pile.has("counts") else None
    count = pile.count("count") if pile.has("count") else None
    if sides is not None and count is not None and sides.total != count:
        raise broken(f"a count of {count} and {sides.total} by side in {pile.place}", "one sum")
    enrol = folder / pile.text("enrol") if pile.has("enrol") else None
    if enrol is None and pile.has("back"):
        enrol = find_enrol(folder, pile.text("back"))
    return PileTruth(
        owner=_owner(pile, "owner", names),
        count=count if sides is None else sides.total,
        sides=sides,
        box_px=pile.rectangle("box") if pile.has("box") else None,
        kind=pile.text("kind") if pile.has("kind") else None,
        enrol=enrol,
    )


def _owner(entry: Entry, key: str, names: dict[int, str]) -> str | None:
    if not entry.has(key):
        return None
    number = entry.whole(key)
    return names.get(number, f"owner {number}")


def _sides(counts: Entry) -> SideCounts:
    return SideCounts(counts.count("down"), counts.count("up"))
