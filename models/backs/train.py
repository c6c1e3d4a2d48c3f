"""Trains the network for backs on the CPU and exports it.

First the eyes come from the detector and stay as they are, so every piece is looked at once; what
is trained are the layers that turn what they see into a description. Then, from that checkpoint,
all layers may be trained (`models.backs.through`), which takes twenty times as long.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np
import torch

from datasets.pool import ArtPool
from models.backs.export import BacksInfo, export_backs, load_backs
from models.backs.judge import Figures, judged, words
from models.backs.loss import BackLoss
from models.backs.network import BackNetwork, load_eyes
from models.backs.quartets import quartets
from models.backs.seen import SeenPieces, batch_of, look_at
from models.backs.store import made_views
from models.backs.through import train_through
from models.backs.views import View
from models.learning import warmed_cosine
from scoring.errors import DataError

WARM_UP_STEPS = 30
REPORT_STEPS = 100
CHECKPOINT = "backs.pt"


@dataclass(frozen=True, slots=True)
class BacksConfig:
    """One training run.

    `folder` keeps the made views and the checkpoint, `out` is the ONNX file, `eyes` the detector's
    checkpoint. `views` tables are made to train on, `held_views` of held-out decks to watch.
    `cache` is the art cache; None draws all art. `start` is a checkpoint of this training, all
    layers of which are trained on, in batches of `batch` pieces of one size.
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
    start: Path | None = None


def train_backs(config: BacksConfig, say: Callable[[str], None]) -> Path:
    """Makes the views, trains, exports, and returns the ONNX file.

    Raises:
        DataError: there is too little to train on.
        ModelError: there is no checkpoint that lends its eyes.
    """
    torch.manual_seed(config.seed)
    if config.start is not None:
        return _train_through(config, load_backs(config.start), say)
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
            group["lr"] = config.learning_rate * warmed_cosine(step, config.steps, WARM_UP_STEPS)
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
            told = words(figures), words(_watched(network, loss, held, config.batch))
            say(f"step {step + 1}: trained {told[0]}; held {told[1]}")
            figures = []
    how = f"{config.steps} steps of {config.batch} pieces, eyes of {config.eyes.name}"
    what = f"{len(seen.quartets)} pieces of {config.views} made tables, seed {config.seed}"
    return _written(config, network, BacksInfo(how, what))


def _train_through(config: BacksConfig, network: BackNetwork, say: Callable[[str], None]) -> Path:
    """The same for all layers of a network that was trained before."""
    views = _views(config, "train", config.views), _views(config, "held", config.held_views)
    plan = (config.steps, config.batch, config.learning_rate, config.seed)
    network = train_through(network, views, plan, say, lambda now: _kept(config, now))
    how = f"all layers, {config.steps} steps of {config.batch} pieces from {config.start}"
    what = f"{config.views} made tables, seed {config.seed}"
    return _written(config, network, BacksInfo(how, what))


def _written(config: BacksConfig, network: BackNetwork, info: BacksInfo) -> Path:
    _kept(config, network)
    return export_backs(network, config.out, info)


def _kept(config: BacksConfig, network: BackNetwork) -> None:
    torch.save({"network": network.state_dict()}, config.folder / CHECKPOINT)


def _views(config: BacksConfig, split: Literal["train", "held"], count: int) -> list[View]:
    """The made tables that show more than one deck."""
    parts = made_views(config.folder, ArtPool(split, config.cache), count, config.seed)
    return [view for part in parts for view in part if len(view.cards) > 1]


def _seen(
    config: BacksConfig, split: Literal["train", "held"], count: int, network: BackNetwork
) -> SeenPieces:
    views = _views(config, split, count)
    rng = np.random.default_rng(config.seed)
    seen = look_at(quartets(rng, views, config.pieces), network.eyes)
    if len(seen.quartets) < 2:
        raise DataError(
            f"{len(seen.quartets)} pieces on {count} {split} tables",
            "some thousands to train on and some hundreds to watch",
            "ask for more views",
        )
    return seen


def _watched(network: BackNetwork, loss: BackLoss, held: SeenPieces, batch: int) -> list[Figures]:
    """The figures of all held-out pieces."""
    network.head.eval()
    with torch.no_grad():
        return [
            judged(network, loss, *batch_of(held, range(first, min(first + batch, last))))[1]
            for last in [len(held.quartets)]
            for first in range(0, last, batch)
        ]
