"""How sure the reading is of its piles, against whether they were counted exactly."""

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from models.evaluate.piles import Place
from models.evaluate.shares import Share, share_of
from scoring.reading import PhotoReading

EDGES = (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.95, 0.98, 1.0)
"""Bounds between which probabilities are compared with what came true."""


@dataclass(frozen=True, slots=True)
class JudgedPile:
    """One pile of a reading: `exact` says whether what lies there was counted exactly.

    `probability` is what the reading said of that, `flagged` whether a flag asks about this pile
    or about its whole photo.
    """

    pile: str
    probability: float | None
    flagged: bool
    exact: bool


@dataclass(frozen=True, slots=True)
class Certainty:
    """Sums over many piles.

    `bins` are the piles of one range of probabilities: the mean of what was said, and how many came
    true. Of the surest `coverage[i]` of the piles, `risk[i]` are wrong.
    """

    unflagged_exact: Share
    bins: tuple[tuple[float, Share], ...]
    coverage: tuple[float, ...]
    risk: tuple[float, ...]


def judge_piles(
    reading: PhotoReading, places: Sequence[Place], homes: Sequence[int | None]
) -> tuple[JudgedPile, ...]:
    """Judges each pile of a reading by the true piles on which its marks lie.

    `homes` are the places in `places` at which the reading's marks lie, in order, None for none. A
    pile is exact if every place it touches holds as many marks, of whatever pile, as cards.
    """
    if not any(place.numbers for place in places):
        return ()
    found = Counter(homes)
    home_of = {mark.id: home for mark, home in zip(reading.marks, homes, strict=True)}
    asked = {flag.pile for flag in reading.flags}
    judged = []
    for pile in reading.piles:
        own = {home_of[mark.id] for mark in pile.marks}
        exact = None not in own and all(
            found[home] == len(places[home].numbers) for home in own if home is not None
        )
        flagged = None in asked or pile.id in asked
        judged.append(JudgedPile(pile.id, pile.exact_probability, flagged, exact))
    return tuple(judged)


def sum_certainty(piles: Iterable[JudgedPile]) -> Certainty:
    """The sums; piles of which no probability was said take part in the first one only."""
    every = list(piles)
    said = [(pile.probability, pile.exact) for pile in every if pile.probability is not None]
    bins = []
    for low, high in itertools.pairwise(EDGES):
        inside = [pair for pair in said if low <= pair[0] < high or pair[0] == high == 1]
        if inside:
            mean = sum(probability for probability, _ in inside) / len(inside)
            bins.append((mean, share_of(exact for _, exact in inside)))
    coverage, risk, wrong = [], [], 0
    for place, (_, exact) in enumerate(sorted(said, reverse=True), start=1):
        wrong += not exact
        coverage.append(place / len(said))
        risk.append(wrong / place)
    return Certainty(
        share_of(pile.exact for pile in every if not pile.flagged),
        tuple(bins),
        tuple(coverage),
        tuple(risk),
    )
