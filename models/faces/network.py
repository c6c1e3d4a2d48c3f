"""The classifier of faces: one small network with a head for the rank and a head for the suit.

Rank and suit are told apart by different parts of an index, so each of 13 ranks is learnt from the
cards of all suits and each suit from all ranks.
"""

import torch
from torch import nn

RANKS = 15
"""Thirteen ranks in the order of `datasets.faces.RANKS`, joker, not an index."""

JOKER_RANK, NO_RANK = 13, 14
SUITS = 4
CARDS = 52


class FaceNetwork(nn.Module):  # type: ignore[misc]  # torch is not installed everywhere
    """From crops (n, 3, 48, 32) float32 in 0..1 to logits of ranks (n, 15) and suits (n, 4)."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _block(3, 32, 5, 2),
            _block(32, 32, 3, 1),
            _block(32, 64, 3, 2),
            _block(64, 64, 3, 1),
            _block(64, 96, 3, 2),
            nn.Flatten(),
            nn.Linear(96 * 6 * 4, 160),
            nn.ReLU(),
        )
        self.drop = nn.Dropout(0.2)
        self.rank = nn.Linear(160, RANKS)
        self.suit = nn.Linear(160, SUITS)

    def forward(self, crops: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits of ranks and suits."""
        mean = crops.mean(dim=(1, 2, 3), keepdim=True)
        away = crops - mean
        spread = (away * away).mean(dim=(1, 2, 3), keepdim=True).sqrt()
        seen = self.drop(self.body(away / (spread + 0.02)))
        return self.rank(seen), self.suit(seen)


class ServedFaces(nn.Module):  # type: ignore[misc]  # torch is not installed everywhere
    """The network as it is served, calibrated.

    From crops (n, 48, 32, 3) uint8 RGB to log probabilities (n, 54) of `datasets.indices.CLASSES`.
    Each head's logits are divided by a temperature (Guo et al., "On Calibration of Modern Neural
    Networks", 2017).
    """

    def __init__(self, network: FaceNetwork, rank_heat: float, suit_heat: float) -> None:
        super().__init__()
        self.network = network.float().eval()
        self.rank_heat, self.suit_heat = rank_heat, suit_heat

    def forward(self, crops: torch.Tensor) -> torch.Tensor:
        """Log probabilities."""
        rank, suit = self.network(crops.permute(0, 3, 1, 2).float() / 255)
        return log_shares(rank / self.rank_heat, suit / self.suit_heat)


def log_shares(rank: torch.Tensor, suit: torch.Tensor) -> torch.Tensor:
    """Log probabilities (n, 54) of cards, suit by suit, joker and not an index, from logits."""
    ranks, suits = rank.log_softmax(dim=1), suit.log_softmax(dim=1)
    cards = (suits[:, :, None] + ranks[:, None, :JOKER_RANK]).flatten(1)
    return torch.cat([cards, ranks[:, JOKER_RANK:]], dim=1)


def targets(classes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """The rank (n,) and suit (n,) of classes; the suit is -1 where there is none."""
    is_card = classes < CARDS
    rank = torch.where(is_card, classes % JOKER_RANK, classes - CARDS + JOKER_RANK)
    return rank, torch.where(is_card, classes // JOKER_RANK, torch.full_like(classes, -1))


def _block(inside: int, outside: int, size: int, stride: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, outside, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(),
    )
