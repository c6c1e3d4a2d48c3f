"""Trains the network for backs on the CPU and exports it.

The eyes come from the detector and stay as they are, so every piece is looked at once; what is
trained are the layers that turn what they see into a description.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
import torch
from torch import Tensor

from datasets.pool import ArtPool
from models.backs.export import BacksInfo, export_backs
from models.backs.loss import BackLoss
from models.backs.network import BackNetwork, load_eyes
from models.backs.quartets import quartets
from models.backs.seen import Keys, SeenPieces, batch_of, look_at
from models.backs.store import made_views
from scoring.errors import DataError

WARM_UP_STEPS = 30
LAST_RATE = 0.01
"""Of the learning rate, at the end of the cosine schedule."""

REPORT_STEPS = 100
CHECKPOINT = "backs.pt"

Figures = tuple[float, float, float, float]
"""The loss, and shares of queries nearer to their own deck than to anything, to another deck of
their table, to their own print in other ink."""


@dataclass(frozen=True, slots=True)
class BacksConfig:
    """One training run.

    `folder` keeps the made views and the checkpoint, `out` is the ONNX file, `eyes` the detector's
    checkpoint. `views` tables are made to train on, `held_views` of held-out decks to watch.
    `cache` is the art cache; None draws all art.
    """

    folder: Path
    out: Path
    eyes: Path
    cache: Path | None = None
    views: int = 3400
    held_views: int = 100
    steps: int = 2200
    pieces: int = 68_000
    batch: int = 256
    learning_rate: float = 2e-3
    seed: int = 1


def train_backs(config: BacksConfig, say: Callable[[str], None]) -> Path:
    """Makes the views, trains, exports, and returns the ONNX file.

    Raises:
        DataError: there is too little to train on.
        ModelError: there is no checkpoint that lends its eyes.
    """
    torch.manual_seed(config.seed)
    network = BackNetwork(load_eyes(config.eyes))
    seen = _seen(config, "train", config.views, network)
    held = _seen(config, "held", config.held_views, network)
    say(f"{len(seen.quartets)} pieces to learn from, {len(held.quartets)} to watch")
    loss = BackLoss()
    trained = [*network.head.parameters(), *loss.parameters()]
    optimiser = torch.optim.AdamW(trained, lr=config.learning_rate, weight_decay=0.05)
    rng = np.random.default_rng(config.seed)
    figures: list[Figures] = []
    for step in range(config.steps):
        for group in optimiser.param_groups:
            group["lr"] = _rate(step, config)
        network.head.train()
        places = rng.choice(
            len(seen.quartets), min(config.batch, len(seen.quartets)), replace=False
        )
        value, row = judged(network, loss, *batch_of(seen, places.tolist()))
        optimiser.zero_grad()
        value.backward()
        optimiser.step()
        figures.append(row)
        if (step + 1) % REPORT_STEPS == 0 or step + 1 == config.steps:
            words = _words(figures), _words(_watched(network, loss, held, config.batch))
            say(f"step {step + 1}: trained {words[0]}; held {words[1]}")
            figures = []
    torch.save({"network": network.state_dict()}, config.folder / CHECKPOINT)
    how = f"{config.steps} steps of {config.batch} pieces, eyes of {config.eyes.name}"
    what = f"{len(seen.quartets)} pieces of {config.views} made tables, seed {config.seed}"
    return export_backs(network, config.out, BacksInfo(how, what))


def _seen(
    config: BacksConfig, split: Literal["train", "held"], count: int, network: BackNetwork
) -> SeenPieces:
    pool = ArtPool(split, config.cache)
    parts = made_views(config.folder, pool, count, config.seed)
    views = [view for part in parts for view in part if len(view.cards) > 1]
    rng = np.random.default_rng(config.seed)
    seen = look_at(quartets(rng, views, config.pieces), network.eyes)
    if len(seen.quartets) < 2:
        raise DataError(
            f"{len(seen.quartets)} pieces on {count} {split} tables",
            "some thousands to train on and some hundreds to watch",
            "ask for more views",
        )
    return seen


def judged(
    network: BackNetwork, loss: BackLoss, queries: Tensor, designs: Tensor, keys: Keys
) -> tuple[Tensor, Figures]:
    """The loss of a batch (see `batch_of`), and its figures."""
    count = len(queries)
    found = network.describe(torch.cat([queries, keys.seen]))
    same = designs[:, None] == keys.designs[None]
    value = loss(found[:count], found[count:], same)
    with torch.no_grad():
        alike = found[:count] @ found[count:].T
        own = alike.diagonal()
        rivals = alike.masked_fill(same, -2).amax(dim=1)
        beside, inked = (
            own[pairs[:, 0]] > alike[pairs[:, 0], pairs[:, 1]]
            for pairs in (keys.others, keys.inked)
        )
        shares = [part.float().mean().item() for part in (own > rivals, beside, inked)]
    return value, (value.item(), shares[0], shares[1], shares[2])


def _watched(network: BackNetwork, loss: BackLoss, held: SeenPieces, batch: int) -> list[Figures]:
    """The figures of all held-out pieces."""
    network.head.eval()
    with torch.no_grad():
        return [
            judged(network, loss, *batch_of(held, range(first, min(first + batch, last))))[1]
            for last in [len(held.quartets)]
            for first in range(0, last, batch)
        ]


def _rate(step: int, config: BacksConfig) -> float:
    cosine = 0.5 * (1 + math.cos(math.pi * step / config.steps))
    share = min(1.0, (step + 1) / WARM_UP_STEPS) * (LAST_RATE + (1 - LAST_RATE) * cosine)
    return config.learning_rate * share


def _words(figures: list[Figures]) -> str:
    names = ("loss", "own deck", "own of two", "own ink")
    means = np.nanmean(np.array(figures), axis=0)
    return ", ".join(f"{name} {value:.3f}" for name, value in zip(names, means, strict=True))
