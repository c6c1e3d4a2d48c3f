"""Reading a deal: photos in, everything the machine saw out, with its doubts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from scoring.errors import RuleError
from scoring.flags import Flag, FlagKind, Zone, worst_first
from scoring.reading import PhotoReading, Pile, Reading
from vision.backs import Deck
from vision.certainty import Certainty, with_certainty
from vision.doubt import photo_flags
from vision.faces import FaceNetwork, read_cards
from vision.networks import Networks
from vision.owners import bare_piles, give_by_elimination, group_owners, match_owners
from vision.photo import Photo
from vision.sight import Sight, see
from vision.stopwatch import Stopwatch


@dataclass(frozen=True, slots=True)
class ZonePhoto:
    """A photo and what it proves; `same_as` names an earlier photo of the same piles."""

    photo: Photo
    zone: Zone
    same_as: str | None = None


def read_deal(
    photos: Sequence[ZonePhoto],
    decks: Sequence[Deck],
    networks: Networks,
    *,
    caller: str | None = None,
    watch: Stopwatch | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Reading:
    """Reads all photos of one deal.

    Args:
        photos: in the order given; their names must differ.
        decks: the enrolled decks; without any, owners are the letters A, B, C of designs seen.
        networks: find cards, tell their backs apart and read their faces.
        caller: the owner who called, if one did: they have no leftover pile.
        watch: collects the time of each stage.
        progress: is told each photo's name before it is looked at.

    Raises:
        RuleError: two photos have one name, so that marks could not be told apart.
    """
    _check_names(photos)
    watch = watch or Stopwatch()
    if decks:
        readings = []
        for item in photos:
            progress(item.photo.name)
            readings.append(read_photo(item, decks, networks, watch=watch))
        return join_photos(readings, [deck.name for deck in decks], caller)
    sights = []
    for item in photos:
        progress(item.photo.name)
        sights.append(_see(item, networks, watch))
    named = [_faces(sight, networks.faces, watch) for sight in sights]
    with watch.stage("owners"):
        owned, owners = group_owners(sights, [row for row, _ in named], networks.backs)
    with watch.stage("doubt"):
        read = tuple(
            _photo_reading(sight, row, of_owners + of_faces, networks.certainty)
            for sight, (row, of_owners), (_, of_faces) in zip(sights, owned, named, strict=True)
        )
        return Reading(owners, read, enrolled=False)


def read_photo(
    item: ZonePhoto, decks: Sequence[Deck], networks: Networks, *, watch: Stopwatch
) -> PhotoReading:
    """Reads one photo by itself; `join_photos` makes a deal of several.

    Backs that match none of the decks are unknown, and without any deck all of them are.
    """
    sight = _see(item, networks, watch)
    bare, face_flags = _faces(sight, networks.faces, watch)
    with watch.stage("owners"):
        piles, owner_flags = match_owners(sight, bare, decks, networks.backs)
    with watch.stage("doubt"):
        return _photo_reading(sight, piles, owner_flags + face_flags, networks.certainty)


def _see(item: ZonePhoto, networks: Networks, watch: Stopwatch) -> Sight:
    return see(item.photo, item.zone, networks.look, watch, item.same_as)


def _faces(
    sight: Sight, faces: FaceNetwork | None, watch: Stopwatch
) -> tuple[tuple[Pile, ...], list[Flag]]:
    """The piles of a photo, nobody's yet, with the cards that were read, and doubts about them."""
    bare = bare_piles(sight)
    if faces is None:
        return bare, []
    with watch.stage("faces"):
        return read_cards(sight, bare, faces)


def join_photos(
    photos: Sequence[PhotoReading], owners: Sequence[str], caller: str | None
) -> Reading:
    """The reading of a deal from its photos, each read by itself with these owners' decks.

    What only all photos together tell is added here: a face-up pile that can be but one owner's.
    """
    rows = [(photo.photo, photo.piles) for photo in photos]
    given, flags = give_by_elimination(rows, owners, caller)
    joined = [_with_owners(*row, flags) for row in zip(photos, given, strict=True)]
    return Reading(tuple(owners), tuple(joined))


def _with_owners(
    photo: PhotoReading, piles: tuple[Pile, ...], elimination: Sequence[Flag]
) -> PhotoReading:
    """The photo with the piles that were given to somebody, and asked about once."""
    own = {flag.pile: flag for flag in elimination if flag.photo == photo.photo}
    if not own:
        return photo
    kept = [
        replace(flag, owner=own[flag.pile].owner) if flag.pile in own else flag
        for flag in photo.flags
        if flag.kind is not FlagKind.FACE_UP_OWNER or flag.pile not in own
    ]
    return replace(photo, piles=piles, flags=tuple(worst_first([*kept, *own.values()])))


def _photo_reading(
    sight: Sight, piles: tuple[Pile, ...], flags: list[Flag], certainty: Certainty | None
) -> PhotoReading:
    every = photo_flags(sight, piles) + flags
    if sight.zone is not Zone.FOUNDATIONS:
        piles, every = with_certainty(sight.photo.name, piles, every, certainty)
    return PhotoReading(
        photo=sight.photo.name,
        zone=sight.zone,
        width_px=sight.photo.width_px,
        height_px=sight.photo.height_px,
        piles=piles,
        flags=tuple(worst_first(every)),
        same_as=sight.same_as,
    )


def _check_names(photos: Sequence[ZonePhoto]) -> None:
    names = [item.photo.name for item in photos]
    double = sorted({name for name in names if names.count(name) > 1})
    if double:
        raise RuleError(
            f"two photos named {double[0]}",
            "a different name for every photo of a deal",
            "rename one of them",
        )
