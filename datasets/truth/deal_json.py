"""Truth of a whole deal: its `photos` by zone, the `caller`, and per player counts and points."""

from pathlib import Path

from datasets.truth.deal import DealTruth, PlayerTruth
from datasets.truth.entry import Entry, broken
from datasets.truth.files import find_enrol, named_photo
from scoring.flags import Zone


def recognises(document: object) -> bool:
    """Whether a parsed JSON document is such a truth."""
    return isinstance(document, dict) and {"players", "photos"} <= document.keys()


def read(document: object, source: Path) -> DealTruth:
    """The truth of one deal.

    Raises:
        DataError: a value is missing or wrong, or a photo is not there.
    """
    entry = Entry.of(document, source.name)
    numbered = {player.whole("owner"): player for player in entry.entries("players")}
    players = tuple(_player(player, source.parent) for player in numbered.values())
    names = [player.owner for player in players]
    if len(set(names)) < len(entry.entries("players")):
        raise broken(f"players {', '.join(names)} in {entry.place}", "owners and backs that differ")
    caller = None
    if entry.has("caller"):
        number = entry.whole("caller")
        if number not in numbered:
            raise broken(f"caller {number} in {entry.place}", "the number of a player")
        caller = _name(numbered[number])
    return DealTruth(
        source=source,
        photos=_photos(entry.entry("photos"), source),
        players=players,
        caller=caller,
        foundations_total=entry.count("foundations_total")
        if entry.has("foundations_total")
        else None,
    )


def _player(player: Entry, folder: Path) -> PlayerTruth:
    enrol = folder / player.text("enrol") if player.has("enrol") else None
    if enrol is None and player.has("back"):
        enrol = find_enrol(folder, player.text("back"))
    return PlayerTruth(
        owner=_name(player),
        center=player.count("center"),
        nertz=player.count("nertz"),
        points=player.whole("points") if player.has("points") else None,
        enrol=enrol,
    )


def _name(player: Entry) -> str:
    return player.text("back") if player.has("back") else f"owner {player.whole('owner')}"


def _photos(entry: Entry, source: Path) -> tuple[tuple[Zone, Path], ...]:
    """The photos, one name or a list of names a zone."""
    photos = []
    for key, value in entry.values.items():
        if key not in {zone.value for zone in Zone}:
            every = ", ".join(zone.value for zone in Zone)
            raise broken(f"photos of zone {key!r} in {source.name}", f"one of {every}")
        for name in value if isinstance(value, list) else [value]:
            if not isinstance(name, str):
                raise broken(f"{name!r} as a photo in {source.name}", "a file's name")
            photos.append((Zone(key), named_photo(source, name)))
    return tuple(photos)
