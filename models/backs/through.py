"""Trains all layers of the network for backs, its eyes too, on batches of pieces of one size."""

import copy
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.utils.data import DataLoader, IterableDataset

from models.backs.judge import judged, words
from models.backs.loss import BackLoss
from models.backs.network import BackNetwork
from models.backs.quartets import (
    CUT_SHARE,
    Quartet,
    narrower,
    part_of,
    places_of,
    quartet,
    rarity,
)
from models.backs.seen import Keys, keys_of, numbered
from models.backs.views import View
from models.learning import average, warmed_cosine
from scoring.errors import DataError
from vision.backs.embedder import bin_weights
from vision.backs.patch import Patch

WIDER = 2.2
"""A batch's pieces are cut from windows at most so many times as wide."""

DRAWS = 3
"""Sizes that are drawn for a batch; the first of which there is most is taken."""

EYES_RATE = 0.5
"""Of the learning rate, for the eyes: they saw much before."""

KEPT = 0.998
"""Of the averaged weights at every step (Polyak averaging); they are what is served."""

WATCHED = 40
"""Held-out batches that are looked at again and again."""

WARM_UP_STEPS, REPORT_STEPS, WATCH_STEPS = 100, 100, 500


@dataclass(frozen=True, slots=True)
class SizedBatch:
    """Pieces (k, h, w, 3) of one size: first the queries, one for each of `designs`, then the keys.

    `keys` say what the queries are compared with; what is seen of them is not known yet.
    """

    pieces: Tensor
    designs: Tensor
    keys: Keys

    def seen_by(self, network: BackNetwork) -> tuple[Tensor, Tensor, Keys]:
        """Queries, designs and keys, by what the network's eyes see now."""
        rows, columns = (torch.from_numpy(part) for part in bin_weights(*self.pieces.shape[1:3]))
        pictures = self.pieces.permute(0, 3, 1, 2).float() / 255
        with torch.autocast("cpu", torch.bfloat16, enabled=network.training):
            pictures = pictures.contiguous(memory_format=torch.channels_last)
            seen = network.eyes(pictures, rows, columns)
        count = len(self.designs)
        return seen[:count].float(), self.designs, replace(self.keys, seen=seen[count:].float())


class SizedBatches(IterableDataset):  # type: ignore[misc]  # torch is not installed everywhere
    """An endless stream of batches, each of another size of piece.

    Raises:
        DataError: there is no piece.
    """

    def __init__(self, views: Sequence[View], batch: int, seed: int) -> None:
        self.places, self.batch, self.seed = places_of(views), batch, seed
        sides = [(place.window.width, place.window.height) for place in self.places]
        self.short, self.long = np.sort(np.array(sides).reshape(-1, 2), axis=1).T
        if not sides:
            raise DataError(
                f"no piece of a back on {len(views)} tables",
                "some thousands to train on and some hundreds to watch",
                "ask for more views",
            )
        self.shares = rarity(self.short.tolist())

    def __iter__(self) -> Iterator[SizedBatch]:
        rng = np.random.default_rng(self.seed)
        while True:
            draws = [self._drawn(rng) for _ in range(DRAWS)]
            size, chosen = max(draws, key=lambda drawn: len(drawn[1]))
            places = [self.places[int(number)] for number in chosen]
            yield batch_of_one_size(
                [quartet(rng, replace(o, window=part_of(rng, o.window, size))) for o in places]
            )

    def _drawn(self, rng: np.random.Generator) -> tuple[int, NDArray[np.intp]]:
        """The short side of a batch's pieces, and the places to cut them from."""
        first = int(rng.choice(len(self.places), p=self.shares))
        size, long = int(self.short[first]), self.long[first]
        if rng.random() < CUT_SHARE:
            size = narrower(rng, size)
        wide = (self.short >= size) & (self.short <= WIDER * size)
        fitting = np.flatnonzero(wide & (self.long == long))
        return size, rng.choice(fitting, min(self.batch, len(fitting)), replace=False)


def batch_of_one_size(quartets: Sequence[Quartet]) -> SizedBatch:
    """Quartets whose pieces are all of one size, as a batch."""
    pieces: list[Patch] = []

    def kept(piece: Patch) -> int:
        pieces.append(piece)
        return len(pieces) - 1

    compared = numbered(quartets, kept)
    rows, keys = keys_of(compared)
    order = [one.query for one in compared] + rows
    designs = torch.tensor([one.design for one in compared])
    return SizedBatch(torch.from_numpy(np.stack([pieces[k] for k in order])), designs, keys)


def train_through(
    network: BackNetwork,
    views: tuple[Sequence[View], Sequence[View]],
    plan: tuple[int, int, float, int],
    say: Callable[[str], None],
    keep: Callable[[BackNetwork], None],
) -> BackNetwork:
    """Trains all layers and returns the network with averaged weights.

    `views` are to train on and to watch, `plan` is steps, quartets of a batch, learning rate, seed.
    `keep` is given the network now and then, so that a stop does not lose all.
    """
    steps, size, rate, seed = plan
    held = iter(SizedBatches(views[1], size, seed))
    watched = [next(held) for _ in range(WATCHED)]
    loss, averaged = BackLoss(), copy.deepcopy(network)
    optimiser = torch.optim.AdamW(
        [
            {"params": network.eyes.model.parameters(), "lr": EYES_RATE * rate},
            {"params": [*network.head.parameters(), *loss.parameters()], "lr": rate},
        ],
        weight_decay=0.03,
    )
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: warmed_cosine(step, steps, WARM_UP_STEPS)
    )
    loader = DataLoader(SizedBatches(views[0], size, seed), None, num_workers=1)
    figures = []
    for step, batch in zip(range(1, steps + 1), loader, strict=False):
        network.train()
        value, row = judged(network, loss, *batch.seen_by(network))
        optimiser.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        average(averaged, network, min(KEPT, step / (step + 10)))
        figures.append(row)
        if step % REPORT_STEPS == 0 or step == steps:
            say(f"step {step}: trained {words(figures[-REPORT_STEPS:])}")
        if step % WATCH_STEPS == 0 or step == steps:
            averaged.eval()
            with torch.no_grad():
                seen = [judged(averaged, loss, *one.seen_by(averaged))[1] for one in watched]
            say(f"step {step}: held {words(seen)}")
            keep(averaged)
    return averaged
