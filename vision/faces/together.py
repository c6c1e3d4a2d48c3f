"""All signs on one card speak together."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.cards import JOKER_CODE

DOUBT = 0.004
"""No single sign is trusted further than this: its shares lie at least so far from 0 and 1."""


JOKER_TRUST = 0.05
"""Of a joker's share at one sign: few tables have jokers, and odd marks look like their signs."""


@dataclass(frozen=True, slots=True)
class CardRead:
    """What the signs on one card say.

    `best` is the place of the likeliest card among the classes, `probability` how likely it is,
    given that all signs are of one card. `conflict` is the probability that they are not.
    """

    best: int
    probability: float
    conflict: float


def one_voice(log_shares: NDArray[np.float32], codes: Sequence[str]) -> NDArray[np.float64]:
    """What several windows at one sign say, (codes + 1,): the one that sees an index best.

    `log_shares` is (windows, codes + 1), the last column is no index.
    """
    shares = np.exp(log_shares.astype(np.float64))
    if JOKER_CODE in codes:
        joker = list(codes).index(JOKER_CODE)
        shares[:, -1] += shares[:, joker] * (1 - JOKER_TRUST)
        shares[:, joker] *= JOKER_TRUST
    chosen = shares[int(np.argmin(shares[:, -1]))]
    return np.asarray(chosen * (1 - DOUBT) + DOUBT / len(chosen), np.float64)


def speak_together(places: NDArray[np.float64]) -> CardRead:
    """What signs (m, classes + 1) say of their one card.

    Each sign is an index of some card or none at all, independently. Of all such outcomes those
    are possible in which every index is of one card: for a card the product over the signs of
    its share and that of none, less the outcome that all are none. The rest is conflict.
    """
    none = places[:, -1:]
    silent = float(none.prod())
    cards = (places[:, :-1] + none).prod(axis=0) - silent
    possible = float(cards.sum()) + silent
    best = int(np.argmax(cards))
    return CardRead(best, float(cards[best]) / max(possible, 1e-300), max(0.0, 1 - possible))
