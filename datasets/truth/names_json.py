"""A list of photos with one face-up card each: `{"photo.jpg": "QD", ...}`."""

from pathlib import Path

from datasets.truth.entry import Entry
from datasets.truth.files import is_photo_name, named_photo
from datasets.truth.photo import CardTruth, PhotoTruth
from scoring.cards import parse_card
from scoring.reading import Side


def recognises(document: object) -> bool:
    """Whether a parsed JSON document is such a list."""
    return isinstance(document, dict) and bool(document) and all(map(is_photo_name, document))


def read(document: object, source: Path) -> tuple[PhotoTruth, ...]:
    """The truth of every photo named.

    Raises:
        DataError: a card's code is wrong, or a photo is not there.
    """
    entry = Entry.of(document, source.name)
    photos = []
    for name in entry.values:
        card = parse_card(entry.card(name))
        one = CardTruth(side=Side.FACE, card=card.code, rank=card.rank)
        photos.append(PhotoTruth(named_photo(source, name), source, cards=(one,)))
    return tuple(photos)
