"""Reading a deal: photos in, everything the machine saw out, with its doubts."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scoring.errors import RuleError
from scoring.flags import Flag, FlagKind, Zone, worst_first
from scoring.reading import PhotoReading, Pile, Reading
from vision.backs import Deck
from vision.detector import Detector
from vision.doubt import photo_flags
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
    detector: Detector,
    *,
    caller: str | None = None,
    watch: Stopwatch | None = None,
    progress: Callable[[str], None] = lambda _: None,
) -> Reading:
    """Reads all photos of one deal.

    Args:
        photos: in the order given; their names must differ.
        decks: the enrolled decks; without any, owners are the letters A, B, C of designs seen.
        detector: finds cards.
        caller: the owner who called, if one did: they have no leftover pile.
        watch: collects the time of each stage.
        progress: is told each photo's name before it is looked at.

    Raises:
        RuleError: two photos have one name, so that marks could not be told apart.
    """
    _check_names(photos)
    watch = watch or Stopwatch()
    sights = []
    for item in photos:
        progress(item.photo.name)
        sights.append(see(item.photo, item.zone, detector, watch, item.same_as))
    with watch.stage("owners"):
        piles, owner_flags, owners = _owners(sights, decks, caller)
    with watch.stage("doubt"):
        readings = tuple(
            _photo_reading(sight, row, [f for f in owner_flags if f.photo == sight.photo.name])
            for sight, row in zip(sights, piles, strict=True)
        )
    return Reading(owners, readings, enrolled=bool(decks))


def _owners(
    sights: Sequence[Sight], decks: Sequence[Deck], caller: str | None
) -> tuple[list[tuple[Pile, ...]], list[Flag], tuple[str, ...]]:
    """The piles of each photo with owners, the doubts about them, and all owners."""
    bare = [bare_piles(sight) for sight in sights]
    if not decks:
        named, letters = group_owners(sights, bare)
        return named, [], letters
    owned, flags = [], []
    for sight, row in zip(sights, bare, strict=True):
        piles, doubts = match_owners(sight, row, decks)
        owned.append(piles)
        flags += doubts
    names = tuple(deck.name for deck in decks)
    rows = [(sight.photo.name, row) for sight, row in zip(sights, owned, strict=True)]
    given, elimination = give_by_elimination(rows, names, caller)
    answered = {(flag.photo, flag.pile) for flag in elimination}
    kept = [
        flag
        for flag in flags
        if flag.kind is not FlagKind.FACE_UP_OWNER or (flag.photo, flag.pile) not in answered
    ]
    return given, kept + elimination, names


def _photo_reading(sight: Sight, piles: tuple[Pile, ...], owner_flags: list[Flag]) -> PhotoReading:
    return PhotoReading(
        photo=sight.photo.name,
        zone=sight.zone,
        width_px=sight.photo.width_px,
        height_px=sight.photo.height_px,
        piles=piles,
        flags=tuple(worst_first(photo_flags(sight, piles) + owner_flags)),
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
