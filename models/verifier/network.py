"""The verifier's network: a tower for each picture of a region, then a vote."""

import torch
from torch import nn

from vision.verifier import AROUND_LENGTHS, CROP_PX, MIDDLE_LENGTHS


class VerifierNetwork(nn.Module):  # type: ignore[misc]  # torch is not installed everywhere
    """From three pictures (n, 3, 80, 80) float32 in 0..1 and sizes (n, 2) to logits (n,)."""

    def __init__(self) -> None:
        super().__init__()
        self.near, self.middle, self.around = _tower(3), _tower(4), _tower(4)
        self.vote = nn.Sequential(
            nn.Dropout(0.2), nn.Linear(3 * 128 * 3 * 3 + 3, 128), nn.ReLU(), nn.Linear(128, 1)
        )

    def forward(
        self,
        near: torch.Tensor,
        middle: torch.Tensor,
        around: torch.Tensor,
        sizes: torch.Tensor,
    ) -> torch.Tensor:
        """Logits that a region is one card."""
        seen = torch.cat(
            [
                self.near(_levelled(near)),
                self.middle(torch.cat([_levelled(middle), outlines(sizes, MIDDLE_LENGTHS)], dim=1)),
                self.around(torch.cat([_levelled(around), outlines(sizes, AROUND_LENGTHS)], dim=1)),
                sizes,
                (sizes[:, :1] / (sizes[:, :1] + sizes[:, 1:])),
            ],
            dim=1,
        )
        return self.vote(seen)[:, 0]


class ServedVerifier(nn.Module):  # type: ignore[misc]  # torch is not installed everywhere
    """The network as it is served: uint8 pictures (n, 80, 80, 3) in, log odds (n,) out."""

    def __init__(self, network: VerifierNetwork, heat: float) -> None:
        super().__init__()
        self.network = network.float().eval()
        self.heat = heat

    def forward(
        self,
        near: torch.Tensor,
        middle: torch.Tensor,
        around: torch.Tensor,
        sizes: torch.Tensor,
    ) -> torch.Tensor:
        """Log odds, calibrated by a temperature (Guo et al., 2017)."""
        pictures = [part.permute(0, 3, 1, 2).float() / 255 for part in (near, middle, around)]
        return self.network(*pictures, sizes) / self.heat


def outlines(sizes: torch.Tensor, lengths: float) -> torch.Tensor:
    """Where the regions lie on pictures of so many lengths of a card: (n, 1, 80, 80), 1 inside."""
    place = (torch.arange(CROP_PX, device=sizes.device).float() + 0.5) / CROP_PX - 0.5
    half = sizes / (2 * lengths)
    soft = CROP_PX * (half[:, :, None] - place.abs()[None, None])
    inside = soft.clamp(0, 1)
    return (inside[:, 1, :, None] * inside[:, 0, None, :])[:, None]


def _levelled(pictures: torch.Tensor) -> torch.Tensor:
    """Pictures with mean 0 and like contrast: light is not what tells a card."""
    away = pictures - pictures.mean(dim=(1, 2, 3), keepdim=True)
    spread = (away * away).mean(dim=(1, 2, 3), keepdim=True).sqrt()
    return away / (spread + 0.03)


def _tower(channels: int) -> nn.Sequential:
    """80 px to 3 by 3 places of 128 values."""
    return nn.Sequential(
        _block(channels, 24, 5, 2),
        _block(24, 48, 3, 2),
        _block(48, 48, 3, 1),
        _block(48, 96, 3, 2),
        _block(96, 96, 3, 1),
        _block(96, 128, 3, 2),
        nn.AvgPool2d(3, 1),
        nn.Flatten(),
    )


def _block(inside: int, outside: int, size: int, stride: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inside, outside, size, stride, size // 2, bias=False),
        nn.BatchNorm2d(outside),
        nn.ReLU(),
    )
