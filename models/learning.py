"""What the small networks' trainings share: averaged weights, temperatures, checkpoints."""

import math
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch

from scoring.errors import ModelError

LAST_RATE = 0.01
"""Of the learning rate, at the end of a schedule."""


def average(averaged: torch.nn.Module, network: torch.nn.Module, kept: float) -> None:
    """Moves the averaged weights towards those of the network, keeping a share of them."""
    with torch.no_grad():
        for old, new in zip(
            averaged.state_dict().values(), network.state_dict().values(), strict=True
        ):
            if old.dtype.is_floating_point:
                old.lerp_(new, 1 - kept)
            else:
                old.copy_(new)


def warmed_cosine(step: int, steps: int, warm_up: int) -> float:
    """Share of the learning rate at a step: up in a straight line, then down along a cosine."""
    cosine = 0.5 * (1 + math.cos(math.pi * min(step / max(steps, 1), 1.0)))
    return min(1.0, (step + 1) / warm_up) * (LAST_RATE + (1 - LAST_RATE) * cosine)


def best_heat(loss_at: Callable[[float], torch.Tensor]) -> float:
    """The temperature with the least loss, over a fine grid from 0.4 to 4."""
    heats = np.exp(np.linspace(np.log(0.4), np.log(4.0), 70))
    losses = [float(loss_at(float(heat))) for heat in heats]
    return float(heats[int(np.argmin(losses))])


def load_weights(network: torch.nn.Module, path: Path, verb: str) -> None:
    """Gives a network the weights of a checkpoint.

    Raises:
        ModelError: there is none at that path.
    """
    if not path.is_file():
        raise ModelError(
            f"no checkpoint at {path}",
            f"a .pt file that `{verb}` wrote",
            "train first, or give the right path",
        )
    network.load_state_dict(torch.load(path, weights_only=True))
