"""What the workers do with pictures: every call into `vision` for a stored match is here."""

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from scoring.flags import Zone
from scoring.reading import PhotoReading
from vision.backs import Deck, load_deck, save_deck
from vision.decode import Limits, decode
from vision.detector import Detector
from vision.read import ZonePhoto, read_photo
from vision.score import learn_deck
from vision.score_request import DeckSource, SourceFile
from vision.stopwatch import Stopwatch


@dataclass(slots=True)
class ToldStopwatch(Stopwatch):
    """A stopwatch that tells somebody the name of each stage when it begins."""

    tell: Callable[[str], None] = lambda _: None

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Tells and times the block."""
        self.tell(name)
        with Stopwatch.stage(self, name):
            yield


@dataclass(frozen=True, slots=True)
class PhotoToRead:
    """A photo as the store has it, and the decks that may lie on it by their owners' names."""

    name: str
    zone: Zone
    data: bytes
    galleries: Mapping[str, bytes]


def read_stored_photo(
    asked: PhotoToRead, detector: Detector, limits: Limits, watch: Stopwatch
) -> PhotoReading:
    """What the machine sees on the photo.

    Raises:
        PhotoError: it cannot be decoded.
        DeckError: a deck was learnt by another version of the program.
    """
    with watch.stage("decode"):
        photo = decode(asked.data, asked.name, limits)
    decks = [load_deck(data, owner, f"{owner}'s deck") for owner, data in asked.galleries.items()]
    return read_photo(ZonePhoto(photo, asked.zone), decks, detector, watch=watch)


def learn_stored_deck(
    name: str, files: Sequence[bytes], detector: Detector, limits: Limits, watch: Stopwatch
) -> bytes:
    """The deck file of a deck, from photos of its back and deck files.

    Raises:
        DeckError: a photo shows no whole back, or a deck file cannot be used.
        PhotoError: a file is no photo.
    """
    sources = tuple(
        SourceFile(f"photo {place} of {name}'s deck", data) for place, data in enumerate(files, 1)
    )
    with watch.stage("enrol"):
        return _deck_file(learn_deck(DeckSource(name, sources), detector, limits))


def _deck_file(deck: Deck) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "deck.json"
        save_deck(deck, file)
        return file.read_bytes()
