"""Trains the classifier of faces, calibrates it on held-out decks and writes it."""

import copy
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional

from datasets.indices.sheets import Sheets
from models.faces.augment import move, recolour
from models.faces.compose import compose
from models.faces.crops import Crops
from models.faces.network import FaceNetwork, targets
from models.learning import average, best_heat, load_weights

KEPT = 0.999
"""Of the averaged weights at every step (Polyak averaging); they are what is served."""


CHECKPOINT_STEPS = 250
BATCHES_AT_ONCE = 2
"""Batches that are composed in one go."""


@dataclass(frozen=True, slots=True)
class FacesConfig:
    """One training run: `steps` batches of `batch` crops, `rendered` of each rendered ones.

    Composing costs more than learning, so what is composed is learnt from `uses` times, each time
    moved, in other colours and another company. `checkpoint` is written every CHECKPOINT_STEPS,
    so that a stopped run is not lost; `start` is one to begin with.
    """

    steps: int = 2400
    batch: int = 128
    rendered: int = 32
    uses: int = 4
    learning_rate: float = 3e-3
    seed: int = 0
    threads: int = 1
    start: Path | None = None
    checkpoint: Path | None = None


def train_network(
    sheets: Sheets, crops: Crops, config: FacesConfig, told: Callable[[str], None] = lambda _: None
) -> FaceNetwork:
    """Trains on sheets and rendered crops of training decks; `told` hears how it goes."""
    torch.set_num_threads(config.threads)
    torch.manual_seed(config.seed)
    random = torch.Generator().manual_seed(config.seed)
    network = FaceNetwork() if config.start is None else load_checkpoint(config.start)
    network.to(memory_format=torch.channels_last)
    averaged = copy.deepcopy(network)
    optimiser = torch.optim.AdamW(network.parameters(), weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, config.learning_rate, total_steps=config.steps, pct_start=0.1
    )
    start, losses = time.monotonic(), []
    network.train()
    for step, (pictures, classes) in enumerate(_batches(sheets, crops, config, random), start=1):
        rank, suit = targets(classes)
        with torch.autocast("cpu", torch.bfloat16):
            ranks, suits = network(pictures)
        loss = functional.cross_entropy(ranks.float(), rank)
        loss = loss + functional.cross_entropy(suits.float(), suit, ignore_index=-1)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        average(averaged, network, min(KEPT, step / (step + 10)))
        losses.append(float(loss.detach()))
        if step % 100 == 0 or step == config.steps:
            spent = time.monotonic() - start
            told(f"step {step}: loss {np.mean(losses[-100:]):.4f}, {spent:.0f} s")
        if config.checkpoint and (step % CHECKPOINT_STEPS == 0 or step == config.steps):
            config.checkpoint.parent.mkdir(parents=True, exist_ok=True)
            torch.save(averaged.state_dict(), config.checkpoint)
    averaged.eval()
    return averaged


def _batches(
    sheets: Sheets, crops: Crops, config: FacesConfig, random: torch.Generator
) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Pictures (n, 3, 48, 32) and classes (n,) of every step."""
    rng = np.random.default_rng(config.seed)
    own = config.batch - config.rendered
    given = 0
    while True:
        composed, classes = compose(sheets, own * BATCHES_AT_ONCE, rng)
        for _ in range(config.uses):
            for places in torch.randperm(len(composed), generator=random).split(own):
                if given == config.steps:
                    return
                given += 1
                chosen = rng.integers(len(crops), size=config.rendered)
                rendered = torch.from_numpy(crops.pixels[chosen]).permute(0, 3, 1, 2).float() / 255
                pictures = move(torch.cat([composed[places], rendered]), random)
                every = torch.cat([classes[places], torch.from_numpy(crops.classes[chosen])])
                changed = recolour(pictures, random)
                yield changed.contiguous(memory_format=torch.channels_last), every


def logits(network: FaceNetwork, crops: Crops) -> tuple[torch.Tensor, torch.Tensor]:
    """Logits of ranks and suits of all crops."""
    parts = []
    with torch.no_grad():
        for start in range(0, len(crops), 512):
            pixels = torch.from_numpy(crops.pixels[start : start + 512])
            parts.append(network(pixels.permute(0, 3, 1, 2).float() / 255))
    ranks, suits = zip(*parts, strict=True)
    return torch.cat(ranks), torch.cat(suits)


def fitted_heat(outputs: torch.Tensor, truth: torch.Tensor) -> float:
    """The temperature at which logits (n, k) tell the truth (n,) best; places of -1 are left out.

    By the negative log likelihood over a fine grid.
    """
    known = truth >= 0
    return best_heat(lambda heat: functional.cross_entropy(outputs[known] / heat, truth[known]))


def load_checkpoint(path: Path) -> FaceNetwork:
    """The network of a checkpoint that `nertz train faces` wrote.

    Raises:
        ModelError: there is none at that path.
    """
    network = FaceNetwork()
    load_weights(network, path, "nertz train faces")
    network.eval()
    return network
