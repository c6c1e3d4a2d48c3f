"""How well a batch of pieces is told: the loss, and shares that a person can follow."""

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from models.backs.loss import BackLoss
from models.backs.network import BackNetwork
from models.backs.seen import Keys

Figures = tuple[float, float, float, float]
"""The loss, and shares of queries nearer to their own deck than to anything, to another deck of
their table, to their own print in other ink."""


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


def words(figures: Sequence[Figures]) -> str:
    """The means of some batches, in words."""
    names = ("loss", "own deck", "own of two", "own ink")
    means = np.nanmean(np.array(figures), axis=0)
    return ", ".join(f"{name} {value:.3f}" for name, value in zip(names, means, strict=True))
