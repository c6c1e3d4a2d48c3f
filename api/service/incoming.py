"""Files as they come in: what is not a photo is refused before anything is kept."""

import hashlib
import threading
from dataclasses import dataclass, field

from vision.backs.gallery import is_deck_file
from vision.decode import Limits, decode
from vision.score import load_deck_file
from vision.score_request import SourceFile

AT_ONCE = threading.BoundedSemaphore(2)
"""Pictures that are decoded at the same time; each may need some hundred megabytes."""


@dataclass(frozen=True, slots=True)
class Incoming:
    """The bytes of a file; the name is for messages only and is not kept."""

    name: str
    data: bytes = field(repr=False)

    @property
    def digest(self) -> str:
        """SHA-256 of the bytes, in hex."""
        return hashlib.sha256(self.data).hexdigest()


def photo_size_px(file: Incoming, limits: Limits) -> tuple[int, int]:
    """Width and height of the upright photo, decoded whole to be sure that it can be.

    Raises:
        PhotoError: it is no whole photo within the limits.
    """
    with AT_ONCE:
        photo = decode(file.data, file.name, limits)
    return photo.width_px, photo.height_px


def check_deck_file(file: Incoming, limits: Limits) -> bool:
    """Whether the file is a photo; False for a deck file.

    Raises:
        PhotoError: it is neither.
        DeckError: it is a deck file that cannot be used.
    """
    if is_deck_file(file.data):
        load_deck_file(SourceFile(file.name, file.data), "deck")
        return False
    photo_size_px(file, limits)
    return True
