"""How alike regions and enrolled decks are, region by region, by the network's description."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from vision.backs.embedder import BackEmbedder
from vision.backs.gallery import Deck
from vision.backs.patch import BackSample, Patch
from vision.backs.windows import Window, places, windows_of

Similarities = NDArray[np.float32]
"""(regions, decks), each -1 to 1."""

TELLS_NOTHING = -1.0
"""How alike a region is to every deck where it shows no print."""

GRID_PX = 2
"""Windows of an enrolled back begin at multiples of this, so that regions can share them."""


@dataclass(frozen=True, slots=True)
class _Cut:
    """A window of one of the patches at hand; `turned` cuts it from the patch upside down."""

    patch: int
    turned: bool
    window: Window


@dataclass(frozen=True, slots=True)
class _Trial:
    """A region against one place of one enrolled picture: pairs of windows that show the same."""

    region: int
    deck: int
    pairs: tuple[tuple[_Cut, _Cut], ...]


def similarities(
    samples: Sequence[BackSample], decks: Sequence[Deck], embedder: BackEmbedder
) -> Similarities:
    """How alike each region is to each deck, at the place of the deck's back that fits best.

    A region that shows nothing but paper is like no deck: TELLS_NOTHING.
    """
    patches = [sample.patch for sample in samples]
    trials: list[_Trial] = []
    for deck_number, deck in enumerate(decks):
        for card in deck.cards:
            patches.append(card)
            for region, sample in enumerate(samples):
                if not sample.is_blank:
                    trials += _trials(region, sample, deck_number, len(patches) - 1, card)
    return _best(trials, patches, (len(samples), len(decks)), embedder)


def mutual(
    first: Sequence[BackSample], second: Sequence[BackSample], embedder: BackEmbedder
) -> Similarities:
    """How alike regions are to each other (first, second), where nothing is enrolled.

    Both may show another side of the back, so each is laid on the other at both ends and turns.
    What shows nothing but paper is like nothing: TELLS_NOTHING.
    """
    patches = [sample.patch for sample in (*first, *second)]
    trials: list[_Trial] = []
    telling = [[(i, s) for i, s in enumerate(part) if not s.is_blank] for part in (first, second)]
    for own, other in product(*telling):
        trials += _crossed(own, other, len(first) + other[0])
    return _best(trials, patches, (len(first), len(second)), embedder)


def _trials(region: int, sample: BackSample, deck: int, number: int, card: Patch) -> list[_Trial]:
    """A region at every place where it may lie on an enrolled back."""
    height = min(sample.patch.shape[0], card.shape[0])
    width = min(sample.patch.shape[1], card.shape[1])
    found = []
    for turned, left, top in places(sample, card):
        pairs = []
        for window in windows_of(width, height):
            x = _on_grid(left + window.x, card.shape[1] - window.width)
            y = _on_grid(top + window.y, card.shape[0] - window.height)
            there = Window(x, y, window.width, window.height)
            pairs.append((_Cut(region, False, window), _Cut(number, turned, there)))
        found.append(_Trial(region, deck, tuple(pairs)))
    return found


def _crossed(
    own: tuple[int, BackSample], other: tuple[int, BackSample], number: int
) -> list[_Trial]:
    """Two regions laid on each other: at the left or right end, upright or upside down."""
    (i, first), (j, second) = own, other
    sizes = np.array([first.patch.shape[:2], second.patch.shape[:2]])
    height, width = (int(side) for side in sizes.min(axis=0))
    found = []
    for turned in (False, True):
        for end in (0, 1):
            pairs = []
            for window in windows_of(width, height):
                cuts = []
                for size in sizes:
                    x = window.x + end * (int(size[1]) - width)
                    y = window.y + (int(size[0]) - height) // 2
                    cuts.append(Window(x, y, window.width, window.height))
                pairs.append((_Cut(i, False, cuts[0]), _Cut(number, turned, cuts[1])))
            found.append(_Trial(i, j, tuple(pairs)))
    return found


def _on_grid(place: int, last: int) -> int:
    return min(max(round(place / GRID_PX) * GRID_PX, 0), last)


def _best(
    trials: Sequence[_Trial],
    patches: Sequence[Patch],
    shape: tuple[int, int],
    embedder: BackEmbedder,
) -> Similarities:
    """The best trial of every region and deck; every window is described once."""
    wanted = {cut for trial in trials for pair in trial.pairs for cut in pair}
    by_size: dict[tuple[int, int], list[_Cut]] = {}
    for cut in wanted:
        size = (cut.window.width, cut.window.height)
        by_size.setdefault((min(size), max(size)), []).append(cut)
    described: dict[_Cut, NDArray[np.float32]] = {}
    for cuts in by_size.values():
        pieces = [cut.window.cut(np.rot90(patches[cut.patch], 2 * cut.turned)) for cut in cuts]
        described.update(zip(cuts, embedder.embed(np.stack(pieces)), strict=True))
    table = np.full(shape, TELLS_NOTHING, np.float32)
    for trial in trials:
        alike = np.mean([described[a] @ described[b] for a, b in trial.pairs])
        table[trial.region, trial.deck] = max(table[trial.region, trial.deck], alike)
    return table
