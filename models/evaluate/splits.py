"""Splits: recall of cards and exactness of piles by strip width, side, zone and kind of spread."""

from collections.abc import Iterator, Mapping
from itertools import pairwise

from models.evaluate.photo_result import PhotoResult
from models.evaluate.report import Report
from models.evaluate.shares import CountError, Share, count_error, share_of

STRIP_EDGES_PX = (8, 12, 16, 24, 36, 54)
"""Where the bins of strip width part."""

CardSplits = dict[str, dict[str, Share]]
PileSplits = dict[str, dict[str, CountError]]

STRIP_LABELS = (
    f"<{STRIP_EDGES_PX[0]}",
    *(f"{low}-{high}" for low, high in pairwise(STRIP_EDGES_PX)),
    f">={STRIP_EDGES_PX[-1]}",
)


def strip_label(strip_px: float | None) -> str | None:
    """The bin of a strip's width.

    >>> strip_label(7.9), strip_label(8), strip_label(60), strip_label(None)
    ('<8', '8-12', '>=54', None)
    """
    if strip_px is None:
        return None
    return STRIP_LABELS[sum(strip_px >= edge for edge in STRIP_EDGES_PX)]


def split_cards(report: Report) -> CardSplits:
    """Recall of cards by trait; a card that lacks a trait is in none of its bins."""
    bins: dict[str, dict[str, list[bool]]] = {}
    for photo in report.photos:
        for traits, found in _cards(photo):
            for trait, label in traits.items():
                if label is not None:
                    bins.setdefault(trait, {}).setdefault(label, []).append(found)
    return {
        trait: {label: share_of(rows[label]) for label in _ordered(rows)}
        for trait, rows in bins.items()
    }


def split_precision(report: Report) -> CardSplits:
    """Precision of marks by the side that was found and by zone."""
    bins: dict[str, dict[str, list[bool]]] = {}
    for photo in report.photos:
        if photo.cards is None:
            continue
        marks = [(hit.mark, True) for hit in photo.cards.found if hit.mark is not None]
        marks += [(mark, False) for mark in photo.cards.false]
        for mark, right in marks:
            bins.setdefault("side", {}).setdefault(mark.side.value, []).append(right)
            if photo.truth.zone is not None:
                bins.setdefault("zone", {}).setdefault(photo.truth.zone.value, []).append(right)
    return {
        trait: {label: share_of(rows[label]) for label in _ordered(rows)}
        for trait, rows in bins.items()
    }


def split_piles(report: Report) -> PileSplits:
    """Count errors of piles by trait."""
    bins: dict[str, dict[str, list[tuple[int, int]]]] = {}
    for photo in report.photos:
        for pile in photo.piles:
            traits = {
                "strip_px": strip_label(pile.strip_px),
                "side": pile.side,
                "zone": pile.zone and pile.zone.value,
                "kind": pile.kind,
                "cut": "cut" if pile.cut else "whole",
            }
            for trait, label in traits.items():
                if label is not None:
                    bins.setdefault(trait, {}).setdefault(label, []).append(
                        (pile.truth, pile.found)
                    )
    return {
        trait: {label: count_error(rows[label]) for label in _ordered(rows)}
        for trait, rows in bins.items()
    }


def _cards(photo: PhotoResult) -> Iterator[tuple[dict[str, str | None], bool]]:
    kinds = {pile.owner: pile.kind for pile in photo.truth.piles or ()}
    zone = photo.truth.zone
    for hit in photo.cards.hits if photo.cards is not None else ():
        card = hit.card.truth
        traits = {
            "strip_px": strip_label(hit.card.strip_px),
            "side": card.side and card.side.value,
            "zone": zone and zone.value,
            "kind": kinds.get(card.owner) if card.owner is not None else None,
            "truth": "upright box" if photo.cards and photo.cards.upright else "outline",
        }
        yield traits, hit.mark is not None


def _ordered(rows: Mapping[str, object]) -> list[str]:
    """Strip widths from narrow to wide, everything else by name."""
    if set(rows) <= set(STRIP_LABELS):
        return [label for label in STRIP_LABELS if label in rows]
    return sorted(rows)
