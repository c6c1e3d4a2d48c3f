"""The network: a piece of a back to a point on a sphere, near those of other views of that back.

Its eyes are the first layers of the project's own detector, which has seen millions of strips; what
they see is summed up in a few places of the piece, and two further layers, trained for it, turn
that into a description.
"""

from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional
from ultralytics.nn.modules import C3k2, Conv
from ultralytics.utils.patches import torch_load

from scoring.errors import ModelError

EYES_LAYERS = 5
"""Of the detector: up to 8 px to a place of the map."""

HUES, STEPS = 12, (0.0, 0.12, 0.3)
"""Directions away from grey, and how far along them a colour must lie to be noticed."""

SHADES = (0.0, 0.15, 0.3, 0.45, 0.6, 0.75)
"""Brightnesses from which on a place is noticed."""

INKS = HUES * len(STEPS) + len(SHADES)

SEEN = 64 + 8 * 64 + 64 + 256 + 8 * (9 + INKS) + INKS
"""Numbers that sum up what is seen of a piece."""


class Eyes(nn.Module):  # type: ignore[misc]  # torch is not installed everywhere
    """Sums up pieces (n, 3, h, w) in 0..1, h >= w, by (n, SEEN) numbers.

    `rows` (4, h / 4) and `columns` (2, w / 4) say which places of the map belong to which bin (see
    `vision.backs.embedder.bin_weights`).
    """

    def __init__(self) -> None:
        super().__init__()
        layers = [Conv(3, 16, 3, 2), Conv(16, 32, 3, 2), C3k2(32, 64, 1, False, 0.25)]
        layers += [Conv(64, 64, 3, 2), C3k2(64, 128, 1, False, 0.25)]
        self.model = nn.ModuleList(layers)
        self.inks = nn.Conv2d(3, INKS, 1)
        with torch.no_grad():
            self.inks.weight[:, :, 0, 0], self.inks.bias[:] = _ink_planes()

    def forward(self, pieces: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
        """What is seen, summed up (n, SEEN)."""
        edges = self.model[1](self.model[0](pieces))
        fine = self.model[2](edges)
        coarse = self.model[4](self.model[3](fine))
        red, green, blue = pieces[:, :1], pieces[:, 1:2], pieces[:, 2:]
        colour = torch.cat([pieces, pieces * pieces, red * green, green * blue, blue * red], dim=1)
        parts = [*_summed(edges), _binned(fine, rows, columns), _rough(fine), *_summed(coarse)]
        parts.append(_binned(_smaller(colour, 4), rows, columns))
        calm = _smaller(pieces, 2)
        parts.append(_binned(_smaller(functional.relu(self.inks(calm)), 2), rows, columns))
        usual = 0.5 * calm / (calm.mean(dim=(1, 2, 3), keepdim=True) + 0.02)
        parts.append(functional.relu(self.inks(usual)).mean(dim=(2, 3)))
        return torch.cat(parts, dim=1)


def _smaller(seen: Tensor, times: int) -> Tensor:
    """Means of squares of so many places."""
    return functional.avg_pool2d(seen, times, ceil_mode=True, count_include_pad=False)


def _ink_planes() -> tuple[Tensor, Tensor]:
    """Weights (INKS, 3) and thresholds (INKS,) that notice hues and shades of red, green, blue."""
    turns = torch.arange(HUES) * (2 * torch.pi / HUES)
    across = torch.tensor([[2.0, -1.0, -1.0], [0.0, 3**0.5, -(3**0.5)]]) / 6**0.5
    hues = torch.stack([turns.cos(), turns.sin()], dim=1) @ across
    weights = [hues.repeat(len(STEPS), 1), torch.full((len(SHADES), 3), 1 / 3)]
    least = [torch.tensor(STEPS).repeat_interleave(HUES), torch.tensor(SHADES)]
    return torch.cat(weights), -torch.cat(least)


def _binned(seen: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
    """Means (n, channels * 8) in the bins."""
    return torch.matmul(torch.matmul(rows, seen), columns.transpose(0, 1)).flatten(1)


def _rough(seen: Tensor) -> Tensor:
    """Root mean squares (n, channels)."""
    return torch.sqrt(torch.clamp((seen * seen).mean(dim=(2, 3)), min=1e-6))


def _summed(seen: Tensor) -> tuple[Tensor, Tensor]:
    return seen.mean(dim=(2, 3)), _rough(seen)


class BackNetwork(nn.Module):  # type: ignore[misc]  # torch is not installed everywhere
    """Describes pieces (see `Eyes`) by unit vectors (n, size)."""

    def __init__(self, eyes: Eyes, hidden: int = 384, size: int = 128) -> None:
        super().__init__()
        self.eyes = eyes
        self.head = nn.Sequential(
            nn.BatchNorm1d(SEEN),
            nn.Linear(SEEN, hidden, bias=False),
            nn.BatchNorm1d(hidden),
            nn.ReLU(inplace=True),
            nn.Dropout(0.3),
            nn.Linear(hidden, size),
        )

    def forward(self, pieces: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
        """Unit vectors (n, size)."""
        return self.describe(self.eyes(pieces, rows, columns))

    def describe(self, seen: Tensor) -> Tensor:
        """Unit vectors (n, size) from what was seen (n, SEEN)."""
        return functional.normalize(self.head(seen))


def load_eyes(detector: Path) -> Eyes:
    """The first layers of a detector's checkpoint.

    Raises:
        ModelError: there is no such checkpoint, or its first layers are other ones.
    """
    if not detector.is_file():
        raise ModelError(
            f"no checkpoint at {detector}",
            "a .pt file that `nertz train detector` wrote",
            "train the detector first, or give the right path with --eyes",
        )
    stored = torch_load(detector, map_location="cpu")
    layers = (stored.get("ema") or stored["model"]).float().model[:EYES_LAYERS]
    eyes = Eyes()
    try:
        eyes.model.load_state_dict(layers.state_dict())
    except RuntimeError as error:
        raise ModelError(
            f"other first layers in {detector}",
            "a detector of width 0.25",
            "give a checkpoint of `nertz train detector --width 0.25`",
        ) from error
    return eyes
