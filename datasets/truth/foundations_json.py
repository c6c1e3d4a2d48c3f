"""Truth of the foundations as they lie at the call: `piles` with `top`, `complete` and `count`.

Cards come pile after pile, each pile from the lowest up, so that counts say whose pile a card is.
"""

from pathlib import Path

from datasets.truth import nertz_json
from datasets.truth.entry import Entry, broken
from datasets.truth.files import named_photo
from datasets.truth.photo import FoundationTruth, PhotoTruth
from scoring.flags import Zone


def recognises(document: object) -> bool:
    """Whether a parsed JSON document is such a truth."""
    if not isinstance(document, dict) or "photo" not in document:
        return False
    piles = document.get("piles")
    topped = isinstance(piles, list) and any(isinstance(p, dict) and "top" in p for p in piles)
    return topped or document.get("zone") == Zone.FOUNDATIONS.value


def read(document: object, source: Path) -> PhotoTruth:
    """The truth of one photo of foundations.

    Raises:
        DataError: a value is missing or wrong, the sums disagree, or the photo is not there.
    """
    entry = Entry.of(document, source.name)
    cards = nertz_json.read_cards(entry, {})
    piles = entry.entries("piles")
    heights = [pile.count("count") for pile in piles]
    total = entry.count("total") if entry.has("total") else sum(heights)
    if total != sum(heights):
        raise broken(f"a total of {total} for piles of {sum(heights)} in {entry.place}", "one sum")
    if cards is not None and len(cards) != total:
        raise broken(f"{len(cards)} cards for a total of {total} in {entry.place}", "one sum")
    first = 0
    foundations = []
    for pile, height in zip(piles, heights, strict=True):
        foundations.append(
            FoundationTruth(
                count=height,
                complete=pile.truth("complete") if pile.has("complete") else False,
                top=pile.card("top") if pile.has("top") else None,
                cards=() if cards is None else tuple(range(first, first + height)),
            )
        )
        first += height
    return PhotoTruth(
        photo=named_photo(source, entry.text("photo")),
        source=source,
        zone=Zone.FOUNDATIONS,
        size_px=nertz_json.size_of(entry),
        cards=cards,
        foundations=tuple(foundations),
        foundations_total=total,
    )
