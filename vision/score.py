"""Scoring a deal: decks and photos in, every owner's points and every open doubt out.

The command line and the stateless API both come through here.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from scoring.checks import deal_flags
from scoring.deal import DealScore
from scoring.document import DealDocument, deal_document
from scoring.errors import DeckError, PhotoError
from scoring.flags import Flag, FlagKind, worst_first
from scoring.reading import Reading
from scoring.tally import Tally, apply, score_tally
from vision.backs import BackEmbedder, Deck, alike_decks, load_deck
from vision.backs.gallery import is_deck_file, join_decks
from vision.decode import Limits, decode
from vision.enrol import enrol_deck
from vision.networks import Networks
from vision.photo import Photo
from vision.read import ZonePhoto, read_deal
from vision.score_request import DeckSource, PhotoSource, ScoreRequest, SourceFile
from vision.stopwatch import Stopwatch

MAX_TOTAL_MEGAPIXELS = 400.0
"""Of the photos that are in memory at once: eight of 50 megapixels, 1.2 GB once decoded."""

MAX_DECK_FILE_BYTES = 2_000_000
"""A deck file of five photos has some 300 KB."""

DEFAULT_LIMITS = Limits()


def _silent(_: str) -> None:
    """Tells nobody."""


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """What was read and what it is worth.

    `score` is None without decks, since nobody knows which group of cards is whose; the document
    then has the points that do not depend on who called. `flags` are the open ones, worst first.
    """

    reading: Reading
    tally: Tally
    score: DealScore | None
    flags: tuple[Flag, ...]
    document: DealDocument


def score_photos(
    request: ScoreRequest,
    networks: Networks,
    *,
    limits: Limits = DEFAULT_LIMITS,
    watch: Stopwatch | None = None,
    progress: Callable[[str], None] = _silent,
) -> ScoredDeal:
    """Reads the photos of a deal and scores it.

    Args:
        request: what to score.
        networks: find cards, tell their backs apart and read their faces.
        limits: of each photo.
        watch: collects the time of each stage.
        progress: is told what is being looked at: a deck's owner or a photo's name.

    Raises:
        PhotoError: a file is no photo, or one photo was given twice.
        DeckError: a deck cannot be learnt from its files.
    """
    watch = watch or Stopwatch()
    with watch.stage("decode"):
        photos = _decode_photos(request.photos, limits)
    decks = []
    for source in request.decks:
        progress(f"the deck of {source.owner}")
        with watch.stage("enrol"):
            decks.append(learn_deck(source, networks, limits))
    reading = read_deal(
        photos, decks, networks, caller=request.caller, watch=watch, progress=progress
    )
    tally, deal = apply(reading), request.deal
    score = score_tally(deal, tally, request.rules) if deal is not None else None
    found = deal_flags(reading, tally, request.rules, deal)
    flags = tuple(worst_first([*found, *alike_flags(decks, networks.backs)]))
    document = deal_document(tally, score, flags, request.rules, request.caller)
    return ScoredDeal(reading, tally, score, flags, document)


def learn_deck(source: DeckSource, networks: Networks, limits: Limits = DEFAULT_LIMITS) -> Deck:
    """A deck from photos of its back, from deck files, or from both together.

    Raises:
        DeckError: a deck file cannot be used, or a photo shows no whole back.
        PhotoError: a file is neither a photo nor a deck file.
    """
    photos = [file for file in source.files if not is_deck_file(file.data)]
    parts = [load_deck_file(file, source.owner) for file in source.files if is_deck_file(file.data)]
    if photos:
        parts.append(enrol_deck(source.owner, decode_all(photos, limits), networks))
    return join_decks(source.owner, parts)


def alike_flags(decks: Sequence[Deck], embedder: BackEmbedder) -> list[Flag]:
    """A flag for each pair of decks that would be mistaken for each other."""
    pairs = alike_decks(decks, embedder)
    return [Flag(FlagKind.DECKS_ALIKE, pair.message) for pair in pairs]


def decode_all(files: Sequence[SourceFile], limits: Limits = DEFAULT_LIMITS) -> list[Photo]:
    """The photos in some files.

    Raises:
        PhotoError: a file is no photo, or together they are too large.
    """
    photos: list[Photo] = []
    megapixels = 0.0
    for file in files:
        photos.append(decode(file.data, file.name, limits))
        megapixels += photos[-1].width_px * photos[-1].height_px / 1e6
        if megapixels > MAX_TOTAL_MEGAPIXELS:
            raise PhotoError(
                f"photos of more than {MAX_TOTAL_MEGAPIXELS:g} megapixels together",
                f"at most {MAX_TOTAL_MEGAPIXELS:g} megapixels for one deal",
                "export the photos smaller, or leave out some",
            )
    return photos


def _decode_photos(sources: Sequence[PhotoSource], limits: Limits) -> list[ZonePhoto]:
    photos = decode_all([source.file for source in sources], limits)
    for place, photo in enumerate(photos):
        for earlier in range(place):
            if photo.digest == photos[earlier].digest and not _declared(
                sources[place], sources[earlier]
            ):
                raise PhotoError(
                    f"{photos[earlier].name} and {photo.name}, which are one and the same photo",
                    "a photo of other piles each, so that nothing is counted twice",
                    "leave one of them out",
                )
    return [
        ZonePhoto(photo, source.zone, source.same_as)
        for photo, source in zip(photos, sources, strict=True)
    ]


def _declared(photo: PhotoSource, earlier: PhotoSource) -> bool:
    """Whether the two are said to show the same piles."""
    return photo.same_as == earlier.file.name or earlier.same_as == photo.file.name


def load_deck_file(file: SourceFile, owner: str) -> Deck:
    """The deck in a deck file, whatever its bytes hold.

    Raises:
        DeckError: it is no usable deck file.
    """
    if len(file.data) > MAX_DECK_FILE_BYTES:
        raise DeckError(
            f"a deck file of {len(file.data) / 1e6:.1f} MB in {file.name}",
            f"at most {MAX_DECK_FILE_BYTES / 1e6:g} MB",
            "enrol the deck again",
        )
    return load_deck(file.data, owner, file.name)
