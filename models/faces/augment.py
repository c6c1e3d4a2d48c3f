"""Changes of colour, light and place that crops get each time they are learnt from."""

from collections.abc import Callable

import torch
from torch.nn import functional

GREY, SWAPPED, INVERTED, COARSE, NOISY, COVERED = 0.12, 0.15, 0.03, 0.15, 0.4, 0.1
"""Shares of crops that lose their colours, swap them, turn negative, lose detail, get grain, are
partly covered. Suits are never to be told by their colour alone."""


def augment(crops: torch.Tensor, random: torch.Generator) -> torch.Tensor:
    """Changed crops, (n, 3, 48, 32) float32 in 0..1 from (n, 48, 32, 3) uint8."""
    count = len(crops)
    out = crops.permute(0, 3, 1, 2).float() / 255
    out = _moved(out, random)

    def drawn(*shape: int) -> torch.Tensor:
        return torch.rand(shape, generator=random)

    def some(share: float) -> torch.Tensor:
        return (drawn(count) < share)[:, None, None, None]

    gains = torch.exp(0.12 * torch.randn(count, 3, 1, 1, generator=random))
    gamma = torch.exp(0.2 * torch.randn(count, 1, 1, 1, generator=random))
    out = (out.clamp(min=1e-3) ** gamma) * gains
    out = torch.where(some(GREY), out.mean(dim=1, keepdim=True).expand_as(out), out)
    order = torch.argsort(drawn(count, 3), dim=1)[:, :, None, None].expand_as(out)
    out = torch.where(some(SWAPPED), out.gather(1, order), out)
    out = torch.where(some(INVERTED), 1 - out, out)
    coarse = functional.interpolate(out, scale_factor=0.5, mode="area")
    coarse = functional.interpolate(coarse, size=out.shape[2:], mode="bilinear")
    out = torch.where(some(COARSE), coarse, out)
    grain = torch.randn(out.shape, generator=random) * 0.06 * drawn(count, 1, 1, 1)
    out = torch.where(some(NOISY), out + grain, out)
    return torch.where(some(COVERED) & _patch(out, drawn), drawn(count, 3, 1, 1), out).clamp(0, 1.2)


def _moved(crops: torch.Tensor, random: torch.Generator) -> torch.Tensor:
    """Shifted, scaled and turned a little."""
    count = len(crops)
    turn = 0.06 * torch.randn(count, generator=random)
    scale = torch.exp(0.05 * torch.randn(count, 2, generator=random))
    shift = 0.05 * torch.randn(count, 2, generator=random)
    aspect = crops.shape[2] / crops.shape[3]
    cos, sin = torch.cos(turn), torch.sin(turn)
    rows = [
        torch.stack([cos * scale[:, 0], -sin * aspect * scale[:, 0], shift[:, 0]], dim=1),
        torch.stack([sin / aspect * scale[:, 1], cos * scale[:, 1], shift[:, 1]], dim=1),
    ]
    grid = functional.affine_grid(torch.stack(rows, dim=1), list(crops.shape), align_corners=False)
    return functional.grid_sample(crops, grid, padding_mode="border", align_corners=False)


def _patch(crops: torch.Tensor, drawn: Callable[..., torch.Tensor]) -> torch.Tensor:
    """A mask (n, 1, h, w) of one small rectangle in each crop."""
    count, _, height, width = crops.shape
    ys = torch.arange(height)[None, :, None] / height
    xs = torch.arange(width)[None, None, :] / width
    x, y = drawn(count, 1, 1), drawn(count, 1, 1)
    half_x, half_y = 0.03 + 0.07 * drawn(count, 1, 1), 0.02 + 0.05 * drawn(count, 1, 1)
    return (((xs - x).abs() < half_x) & ((ys - y).abs() < half_y))[:, None]
