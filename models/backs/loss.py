"""What the network for backs is taught: a piece is nearer to its own deck than to any other."""

import torch
from torch import Tensor, nn
from torch.nn import functional

SAME_SHARE = 0.5
"""Weight of the question "one design or two" beside "which of these designs"."""

HARD_PAIRS = 4
"""Pairs of different designs that count for each query: the most alike ones."""


class BackLoss(nn.Module):  # type: ignore[misc]  # torch is not installed everywhere
    """The sum of two losses over all pairs of a batch, with learnt scales.

    Which design: cross entropy over the enrolled pieces (van den Oord et al., "Representation
    learning with contrastive predictive coding", 2018). One design or two: logistic over pairs, so
    that one threshold means the same for every design (Zhai et al., "Sigmoid loss for language
    image pre-training", 2023), here over all pairs of one design and the hardest of two.
    """

    def __init__(self) -> None:
        super().__init__()
        self.log_scale = nn.Parameter(torch.tensor(2.7))
        self.log_slope = nn.Parameter(torch.tensor(2.5))
        self.middle = nn.Parameter(torch.tensor(0.5))

    def forward(self, queries: Tensor, keys: Tensor, same: Tensor) -> Tensor:
        """The loss of a batch.

        Args:
            queries: unit vectors (n, size).
            keys: unit vectors (m, size); the first n are the queries' own enrolled pieces.
            same: (n, m), which pairs show one design in one ink.
        """
        alike = queries @ keys.T
        places = torch.arange(len(queries))
        own = torch.zeros_like(same)
        own[places, places] = True
        which = (alike * self.log_scale.exp()).masked_fill(same & ~own, -torch.inf)
        choice = functional.cross_entropy(which, places)
        pair = (alike - self.middle) * self.log_slope.exp()
        strangers = functional.softplus(pair[~same])
        hardest = strangers.topk(min(HARD_PAIRS * len(queries), len(strangers))).values
        return choice + SAME_SHARE * (functional.softplus(-pair[same]).mean() + hardest.mean())
