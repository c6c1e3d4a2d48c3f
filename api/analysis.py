"""What the workers do with pictures: every call into `vision` for a stored match is here."""

import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.errors import DeckError, PhotoError
from scoring.flags import Zone
from scoring.reading import PhotoReading
from vision.backs import Deck, alike_decks, load_deck, save_deck
from vision.backs.gallery import is_deck_file, join_decks
from vision.decode import Limits, decode
from vision.enrol import find_back
from vision.networks import Networks
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
    asked: PhotoToRead, networks: Networks, limits: Limits, watch: Stopwatch
) -> PhotoReading:
    """What the machine sees on the photo.

    Raises:
        PhotoError: it cannot be decoded.
        DeckError: a deck was learnt by another version of the program.
    """
    with watch.stage("decode"):
        photo = decode(asked.data, asked.name, limits)
    decks = [load_deck(data, owner, f"{owner}'s deck") for owner, data in asked.galleries.items()]
    return read_photo(ZonePhoto(photo, asked.zone), decks, networks, watch=watch)


def learn_stored_deck(
    name: str, files: Mapping[str, bytes], networks: Networks, limits: Limits, watch: Stopwatch
) -> tuple[bytes, dict[str, str]]:
    """The deck file of a deck, from photos of its back and deck files, and which taught nothing.

    One bad photo does not make the good ones useless: those that cannot be used are given by their
    names in `files`, each with the reason.

    Raises:
        DeckError: no photo shows a whole back, or no deck file can be used.
        PhotoError: no file is a photo.
    """
    sources = {
        key: SourceFile(f"photo {place} of {name}'s deck", data)
        for place, (key, data) in enumerate(files.items(), 1)
    }

    learnt: list[Deck] = []
    useless: dict[str, str] = {}
    with watch.stage("enrol"):
        for key, source in sources.items():
            try:
                learnt.append(learn_deck(DeckSource(name, (source,)), networks, limits))
            except (DeckError, PhotoError) as error:
                useless[key] = str(error)
                if len(useless) == len(sources):
                    raise
        return _deck_file(join_decks(name, learnt)), useless


def look_alikes(name: str, galleries: Mapping[str, bytes], networks: Networks) -> dict[str, str]:
    """What to say about each deck that the one of that name could be taken for, by its name.

    Raises:
        DeckError: a deck was learnt by another version of the program.
    """
    decks = [load_deck(data, owner, f"{owner}'s deck") for owner, data in galleries.items()]
    own = [deck for deck in decks if deck.name == name]
    others = [deck for deck in decks if deck.name != name]
    pairs = [pair for other in others for pair in alike_decks([*own, other], networks.backs)]
    return {pair.second: pair.message for pair in pairs}


def seen_back(
    name: str, data: bytes, networks: Networks, limits: Limits
) -> NDArray[np.uint8] | None:
    """The back that a deck was learnt from, cut out of its photo, (h, w, 3); None for a deck file.

    Raises:
        DeckError: the photo shows no whole back.
    """
    if is_deck_file(data):
        return None
    rgb, quad_px, _, _ = find_back(decode(data, "photo", limits), name, networks)
    width, height = (round(float(np.linalg.norm(quad_px[i + 1] - quad_px[i]))) for i in (0, 1))
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    matrix = cv2.getPerspectiveTransform(quad_px.astype(np.float32), corners)
    back = np.asarray(cv2.warpPerspective(rgb, matrix, (width, height)), np.uint8)
    return np.ascontiguousarray(np.rot90(back)) if width > height else back


def _deck_file(deck: Deck) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "deck.json"
        save_deck(deck, file)
        return file.read_bytes()
