"""Boxes of corner signs, as the bidly project lists them (Darknet's output as JSON).

A list of objects with the card's `name` as `10s` and `relative_coordinates` of the box. What is
listed is right; not every card is listed.
"""

from pathlib import Path

from datasets.truth.entry import Entry, broken
from datasets.truth.files import photo_with_stem
from datasets.truth.photo import IndexTruth, PhotoTruth

LABEL_SUFFIX = "-net1280-labels"
"""What the file's name has more than its photo's."""


def recognises(document: object) -> bool:
    """Whether a parsed JSON document is such a list."""
    return isinstance(document, list) and any(
        isinstance(item, dict) and "relative_coordinates" in item for item in document
    )


def read(document: object, source: Path) -> PhotoTruth:
    """The truth of one photo.

    Raises:
        DataError: a value is missing or wrong, or the photo is not there.
    """
    holder = Entry({"boxes": document}, source.name)
    return PhotoTruth(
        photo=photo_with_stem(source, source.stem.removesuffix(LABEL_SUFFIX)),
        source=source,
        indices=tuple(_index(entry) for entry in holder.entries("boxes")),
    )


def _index(entry: Entry) -> IndexTruth:
    box = entry.entry("relative_coordinates")
    x, y = box.number("center_x"), box.number("center_y")
    half_width, half_height = box.number("width") / 2, box.number("height") / 2
    if not (0 <= x <= 1 and 0 <= y <= 1 and half_width > 0 and half_height > 0):
        raise broken(f"a box around {x:g}, {y:g} as {box.place}", "fractions of the photo")
    return IndexTruth(
        entry.card("name"), (x - half_width, y - half_height, x + half_width, y + half_height)
    )
