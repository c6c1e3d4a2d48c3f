"""The network that reads rows: columns to features, then along the row at growing distances."""

import torch
from torch import nn

from vision.rows.reader import STRIDE_PX

WIDTH = 96
REACHES = (1, 2, 4, 8, 16, 32, 1, 2, 4, 8, 16, 32, 64)
"""Dilations of the layers along the row: the last see some 6 lengths of a card."""


class RowNetwork(nn.Module):  # type: ignore[misc]  # torch is not installed everywhere
    """From pictures (n, 3, 64, length) float32 in 0..1 to logits (n, 2, places).

    The two are: a card begins here, a card ends here. `shown` (n, length) is 0 where a picture was
    filled up to the length of its batch.
    """

    def __init__(self) -> None:
        super().__init__()
        self.columns = nn.Sequential(
            _block(3, 24, (5, 5), (2, 1)),
            _block(24, 32, (3, 5), (2, 2)),
            _block(32, 48, (3, 3), (2, 1)),
            _block(48, 64, (3, 3), (2, 1)),
        )
        self.gather = nn.Sequential(
            nn.Conv1d(64 * 4, WIDTH, 1, bias=False), nn.BatchNorm1d(WIDTH), nn.ReLU()
        )
        self.along = nn.ModuleList([_Along(reach) for reach in REACHES])
        self.say = nn.Conv1d(WIDTH, 2, 1)
        nn.init.constant_(self.say.bias, -3.0)

    def forward(self, pictures: torch.Tensor, shown: torch.Tensor) -> torch.Tensor:
        """Logits of the places of each picture."""
        seen = self.columns(_levelled(pictures, shown[:, None, None]))
        places = self.gather(seen.flatten(1, 2))
        inside = shown[:, None, ::STRIDE_PX]
        for layer in self.along:
            places = layer(places * inside, inside)
        return self.say(places)


class _Along(nn.Module):  # type: ignore[misc]  # torch is not installed everywhere
    """One step along the row: what lies so far on either side, and what the whole row is like."""

    def __init__(self, reach: int) -> None:
        super().__init__()
        self.look = nn.Conv1d(WIDTH, WIDTH, 5, padding=2 * reach, dilation=reach, bias=False)
        self.norm = nn.BatchNorm1d(WIDTH)
        self.whole = nn.Linear(WIDTH, WIDTH)
        self.mix = nn.Conv1d(WIDTH, WIDTH, 1)

    def forward(self, places: torch.Tensor, inside: torch.Tensor) -> torch.Tensor:
        mean = (places * inside).sum(dim=2) / inside.sum(dim=2).clamp(min=1)
        near = self.norm(self.look(places)) + self.whole(mean)[:, :, None]
        return places + self.mix(near.relu())


def _levelled(pictures: torch.Tensor, shown: torch.Tensor) -> torch.Tensor:
    """Pictures with mean 0 and like contrast: light is not what tells a card."""
    count = (shown.expand_as(pictures)).sum(dim=(1, 2, 3), keepdim=True)
    mean = (pictures * shown).sum(dim=(1, 2, 3), keepdim=True) / count
    away = (pictures - mean) * shown
    spread = ((away * away).sum(dim=(1, 2, 3), keepdim=True) / count).sqrt()
    return away / (spread + 0.03)


def _block(
    inside: int, outside: int, size: tuple[int, int], stride: tuple[int, int]
) -> nn.Sequential:
    around = (size[0] // 2, size[1] // 2)
    return nn.Sequential(
        nn.Conv2d(inside, outside, size, stride, around, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(),
    )


class ServedRows(nn.Module):  # type: ignore[misc]  # torch is not installed everywhere
    """The network as it is served: uint8 pictures (n, 64, length, 3) to log odds (n, 2, places)."""

    def __init__(self, network: RowNetwork) -> None:
        super().__init__()
        self.network = network.float().eval()

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """Log odds that a card begins, and ends, on each STRIDE_PX columns."""
        seen = pictures.permute(0, 3, 1, 2).float() / 255
        return self.network(seen, torch.ones_like(seen[:, 0, 0]))
