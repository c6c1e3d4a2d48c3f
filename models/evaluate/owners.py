"""Owners: whose cards the found marks were taken for."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from models.evaluate.cards import CardMatch
from models.evaluate.shares import Share

Pairs = tuple[tuple[str, str | None], ...]
"""True owner and the one found, None for unknown; one entry a found card."""


def owner_pairs(cards: CardMatch, *, enrolled: bool) -> Pairs:
    """True and found owners of all cards that were found and have a true one.

    Where no deck could be enrolled, the reading names designs A, B, C: nobody is known.
    """
    return tuple(
        (hit.card.truth.owner, hit.mark.owner if enrolled else None)
        for hit in cards.hits
        if hit.mark is not None and hit.card.truth.owner is not None
    )


@dataclass(frozen=True, slots=True)
class OwnerMatch:
    """How found cards were given to owners; `confusion` counts every pair of true and found."""

    right: Share
    unknown: Share
    wrong: Share
    confusion: tuple[tuple[str, str | None, int], ...]


def sum_owners(photos: Iterable[Pairs]) -> OwnerMatch:
    """The match over many photos, most frequent confusions first."""
    table = Counter(pair for pairs in photos for pair in pairs)
    n = table.total()
    right = sum(count for (true, found), count in table.items() if true == found)
    unknown = sum(count for (_, found), count in table.items() if found is None)
    confusion = tuple((true, found, count) for (true, found), count in table.most_common())
    return OwnerMatch(Share(right, n), Share(unknown, n), Share(n - right - unknown, n), confusion)
