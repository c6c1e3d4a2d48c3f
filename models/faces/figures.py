"""How well crops are read: right, refused and wrong, by height of the index and by deck."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from datasets.indices import CLASSES
from models.faces.crops import Crops

EDGES_PX = (8.5, 11.0, 14.0, 18.0, 24.0, 34.0, 57.0)
NOT_AN_INDEX = len(CLASSES) - 1


@dataclass(frozen=True, slots=True)
class Figures:
    """Of `n` indices: `right` by the best class, `stated` above the limit, `wrong` of those.

    `best_wrong` are indices whose best class is another card, and not "not an index".
    """

    name: str
    n: int
    right: float
    stated: float
    stated_wrong: float

    def __str__(self) -> str:
        return (
            f"{self.name}: n {self.n}, right {100 * self.right:.2f} %, stated "
            f"{100 * self.stated:.1f} %, of those wrong {100 * self.stated_wrong:.2f} %"
        )


def figures(
    crops: Crops, log_shares: NDArray[np.float32], limit: float = 0.95
) -> Iterator[Figures]:
    """Figures of true indices by height and by deck, then of what is none."""
    is_index = crops.classes != NOT_AN_INDEX
    for low, high in pairwise(EDGES_PX):
        inside = is_index & (crops.heights_px >= low) & (crops.heights_px < high)
        yield _figures(f"{low:g} to {high:g} px", crops, log_shares, inside, limit)
    large = is_index & (crops.heights_px >= 14)
    yield _figures("14 px and more", crops, log_shares, large, limit)
    for deck in sorted(set(crops.decks[large])):
        if not deck.startswith("styled:"):
            chosen = large & (crops.decks == deck)
            yield _figures(f"  {deck}", crops, log_shares, chosen, limit)
    styled = large & np.char.startswith(crops.decks, "styled:")
    if styled.any():
        yield _figures("  drawn indices", crops, log_shares, styled, limit)
    yield _figures("what is no index", crops, log_shares, ~is_index, limit)


def _figures(
    name: str,
    crops: Crops,
    log_shares: NDArray[np.float32],
    chosen: NDArray[np.bool_],
    limit: float,
) -> Figures:
    truth, shares = crops.classes[chosen], log_shares[chosen]
    if not len(truth):
        return Figures(name, 0, 0.0, 0.0, 0.0)
    best = shares.argmax(axis=1)
    stated = (shares.max(axis=1) >= np.log(limit)) & (best != NOT_AN_INDEX)
    wrong = stated & (best != truth)
    return Figures(
        name,
        len(truth),
        float((best == truth).mean()),
        float(stated.mean()),
        float(wrong.sum() / max(int(stated.sum()), 1)),
    )
