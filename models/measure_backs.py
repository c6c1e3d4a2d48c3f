"""Measures how well backs are matched, on made tables of held-out designs, apart from the detector.

    python -m models.measure_backs --art CACHE --tables 400

Each table has two to four decks, colour twins among them; two decks of another table are enrolled
beside them. The regions are the true ones, moved as a detector would, so that only the matching is
measured. Each pile is judged among all decks, then without its own deck: then it must be given to
nobody. Into each pile of three or more a card of another deck of the table is laid, and must be
found. Prints the figures of the served limits; `--limits` prints those of a range, to choose from.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.pool import ArtPool
from models.backs.views import View, make_view
from models.evaluate.shares import Share
from vision.backs import BackEmbedder, Deck, OnnxEmbedder, match_pile, similarities
from vision.backs.match import SERVED, Limits

WEIGHTS = Path(__file__).parent / "weights" / "backs.onnx"
STRANGE_DECKS = 2
"""Of the next table, enrolled beside a table's own."""

PILE = 3
"""Backs from which on a pile should always find its owner."""

Rows = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class TruePile:
    """A made pile: how alike its backs are to all decks, its true deck, and that deck's twins.

    `strays` are the same for backs of other decks of the table, one of which may be laid into it.
    """

    alike: Rows
    deck: int
    twins: tuple[int, ...]
    strays: tuple[tuple[int, Rows], ...]

    @property
    def names(self) -> tuple[str, ...]:
        """A name for every deck."""
        return tuple(str(number) for number in range(self.alike.shape[1]))


@dataclass(frozen=True, slots=True)
class Figures:
    """What some limits make of piles; see the field names. `single` are all backs by themselves."""

    single_right: Share
    single_wrong: Share
    pile_right: Share
    pile_wrong: Share
    pile_sure: Share
    sure_wrong: Share
    cards_right: Share
    cards_wrong: Share
    twins_right: Share
    twins_wrong: Share
    strangers_accepted: Share
    strangers_sure: Share
    strays_found: Share
    odd_by_mistake: Share


def made_piles(tables: int, pool: ArtPool, seed: int, embedder: BackEmbedder) -> Iterator[TruePile]:
    """The piles of made tables."""
    following = make_view(np.random.default_rng([seed, 0]), pool)
    for number in range(tables):
        view, following = following, make_view(np.random.default_rng([seed, number + 1]), pool)
        yield from table_piles(view, following, embedder)


def table_piles(view: View, other: View, embedder: BackEmbedder) -> list[TruePile]:
    """The piles of one table, one a design."""
    cards = [*view.cards, *other.cards[:STRANGE_DECKS]]
    decks = [Deck(str(number), (card,)) for number, card in enumerate(cards)]
    rows = similarities([piece.sample for piece in view.pieces], decks, embedder)
    designs = np.array([piece.design for piece in view.pieces])
    strays = [(int(design), row) for design, row in zip(designs, rows, strict=True)]
    return [
        TruePile(
            rows[designs == deck],
            int(deck),
            tuple(second for first, second in view.twins if first == deck),
            tuple(stray for stray in strays if stray[0] != deck),
        )
        for deck in np.unique(designs)
    ]


def measure(piles: list[TruePile], limits: Limits) -> Figures:
    """What the limits make of the piles."""
    large = [pile for pile in piles if len(pile.alike) >= PILE]
    single = [_outcomes(replace(p, alike=row[None]), limits) for p in piles for row in p.alike]
    whole = [_outcomes(pile, limits) for pile in large]
    cards = [owner for outcome in whole for owner in outcome.marks]
    twins = [outcome for pile, outcome in zip(large, whole, strict=True) if pile.twins]
    sure = [outcome for outcome in whole if outcome.sure]
    foreign = [_without_own(pile, limits) for pile in large]
    found = [_stray_found(pile, limits) for pile in large if pile.strays]
    return Figures(
        single_right=_share([one.pile == RIGHT for one in single]),
        single_wrong=_share([one.pile == WRONG for one in single]),
        pile_right=_share([one.pile == RIGHT for one in whole]),
        pile_wrong=_share([one.pile == WRONG for one in whole]),
        pile_sure=_share([one.sure for one in whole]),
        sure_wrong=_share([one.pile == WRONG for one in sure]),
        cards_right=_share([owner == RIGHT for owner in cards]),
        cards_wrong=_share([owner == WRONG for owner in cards]),
        twins_right=_share([one.pile == RIGHT for one in twins]),
        twins_wrong=_share([one.pile == WRONG for one in twins]),
        strangers_accepted=_share([one.pile == WRONG for one in foreign]),
        strangers_sure=_share([one.sure for one in foreign]),
        strays_found=_share(found),
        odd_by_mistake=_share([odd for one in whole for odd in one.odd]),
    )


RIGHT, WRONG, NOBODY = "right", "wrong", "nobody"


@dataclass(frozen=True, slots=True)
class _Outcome:
    """Whose a pile and its backs were taken for: right, wrong or nobody's."""

    pile: str
    marks: tuple[str, ...]
    sure: bool
    odd: tuple[bool, ...]


def _outcomes(pile: TruePile, limits: Limits) -> _Outcome:
    match = match_pile(pile.alike, pile.names, limits)

    def judged(owner: str | None) -> str:
        return NOBODY if owner is None else RIGHT if owner == str(pile.deck) else WRONG

    marks = tuple(judged(owner) for owner in match.marks)
    return _Outcome(judged(match.pile), marks, match.sure, tuple(match.odd.tolist()))


def _without_own(pile: TruePile, limits: Limits) -> _Outcome:
    """The same where its own deck is not enrolled: every owner is wrong."""
    others = np.delete(pile.alike, pile.deck, axis=1)
    return _outcomes(replace(pile, alike=others, deck=-1), limits)


def _stray_found(pile: TruePile, limits: Limits) -> bool:
    """Whether another deck's card in the middle of the pile is given to its own deck, or asked for.

    Only where it is marked by itself.
    """
    deck, row = pile.strays[len(pile.alike) % len(pile.strays)]
    middle = len(pile.alike) // 2
    rows = np.insert(pile.alike, middle, row, axis=0)
    match = match_pile(rows, pile.names, limits)
    return bool(match.odd[middle]) and match.marks[middle] == str(deck)


def _share(outcomes: list[bool]) -> Share:
    return Share(sum(outcomes), len(outcomes))


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--art", type=Path, default=None)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--weights", type=Path, default=WEIGHTS)
    parser.add_argument("--limits", action="store_true")
    given = parser.parse_args()
    embedder = OnnxEmbedder(given.weights)
    piles = list(made_piles(given.tables, ArtPool("held", given.art), given.seed, embedder))
    for limits in _range() if given.limits else [SERVED]:
        print(limits)  # noqa: T201 - this program's output
        for name, share in measured(measure(piles, limits)):
            print(f"  {name:20} {share}")  # noqa: T201


def measured(figures: Figures) -> list[tuple[str, Share]]:
    """The figures by name."""
    return [(name.replace("_", " "), getattr(figures, name)) for name in Figures.__slots__]


def _range() -> list[Limits]:
    pairs = product((0.5, 0.6, 0.7, 0.8), (0.04, 0.08, 0.12))
    return [replace(SERVED, alike=alike, margin=margin) for alike, margin in pairs]


if __name__ == "__main__":
    main()
