"""The network that outlines whole cards: down to a coarse map of the whole photo, and up again."""

import itertools

import torch
from torch import nn
from torch.nn import functional

WIDTHS = (16, 32, 64, 96, 128)
"""Channels at a half, a quarter, ... of the picture's side."""


class OutlineNetwork(nn.Module):  # type: ignore[misc]  # torch is not installed everywhere
    """From pictures (n, 3, side, side) float32 in 0..1 to logits (n, 2, side / 2, side / 2).

    The two are: this place is inside a whole back, inside a whole face. Ronneberger et al.,
    "U-Net", 2015, with sums instead of joins and wide looks where the map is coarsest.
    """

    def __init__(self) -> None:
        super().__init__()
        first = WIDTHS[0]
        self.stem = nn.Sequential(_layer(3, first, stride=2), _layer(first, first))
        pairs = list(itertools.pairwise(WIDTHS))
        self.down = nn.ModuleList(
            [nn.Sequential(_layer(a, b, stride=2), _Wide(b, 1)) for a, b in pairs]
        )
        self.around = nn.Sequential(*[_Wide(WIDTHS[-1], reach) for reach in (1, 2, 3, 1)])
        self.up = nn.ModuleList([nn.Conv2d(b, a, 1) for a, b in reversed(pairs)])
        self.mend = nn.ModuleList([_layer(a, a) for a, _ in reversed(pairs)])
        self.say = nn.Conv2d(first, 2, 1)
        nn.init.constant_(self.say.bias, -2.0)

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """Logits of all places."""
        seen = [self.stem(pictures * 2 - 1)]
        for layer in self.down:
            seen.append(layer(seen[-1]))
        found = self.around(seen[-1])
        for up, mend, skipped in zip(self.up, self.mend, reversed(seen[:-1]), strict=True):
            larger = functional.interpolate(
                up(found), scale_factor=2.0, mode="bilinear", align_corners=False
            )
            found = mend(larger + skipped)
        return self.say(found)


class _Wide(nn.Module):  # type: ignore[misc]  # torch is not installed everywhere
    """Looks `reach` places apart and adds what it sees."""

    def __init__(self, width: int, reach: int) -> None:
        super().__init__()
        self.look = _layer(width, width, reach=reach)
        self.mix = nn.Conv2d(width, width, 1)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        return seen + self.mix(self.look(seen))


def _layer(inside: int, outside: int, stride: int = 1, reach: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, outside, 3, stride, reach, reach, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(),
    )


class ServedOutline(nn.Module):  # type: ignore[misc]  # torch is not installed everywhere
    """The network as it is served: uint8 (n, side, side, 3) to probabilities (n, 2, h, w)."""

    def __init__(self, network: OutlineNetwork) -> None:
        super().__init__()
        self.network = network.float().eval()

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """Probabilities that a place is inside a whole back, inside a whole face."""
        return self.network(pictures.permute(0, 3, 1, 2).float() / 255).sigmoid()
