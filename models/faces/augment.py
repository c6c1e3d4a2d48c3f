"""Changes of colour and place that crops get each time they are learnt from."""

from collections.abc import Callable

import torch
from torch.nn import functional

GREY, SWAPPED, INVERTED, COVERED = 0.12, 0.15, 0.03, 0.08
"""Shares of crops that lose their colours, swap them, turn negative, are partly covered. Suits are
never to be told by their colour alone."""


def recolour(crops: torch.Tensor, random: torch.Generator) -> torch.Tensor:
    """Crops (n, 3, 48, 32) float32 in 0..1 in other colours and tones, some partly covered."""
    count = len(crops)

    def drawn(*shape: int) -> torch.Tensor:
        return torch.rand(shape, generator=random)

    def some(share: float) -> torch.Tensor:
        return (drawn(count) < share)[:, None, None, None]

    gains = torch.exp(0.1 * torch.randn(count, 3, 1, 1, generator=random))
    gamma = torch.exp(0.2 * torch.randn(count, 1, 1, 1, generator=random))
    out = (crops.clamp(min=1e-3) ** gamma) * gains
    out = torch.where(some(GREY), out.mean(dim=1, keepdim=True).expand_as(out), out)
    order = torch.argsort(drawn(count, 3), dim=1)[:, :, None, None].expand_as(out)
    out = torch.where(some(SWAPPED), out.gather(1, order), out)
    out = torch.where(some(INVERTED), 1 - out, out)
    return torch.where(some(COVERED) & _patch(out, drawn), drawn(count, 3, 1, 1), out).clamp(0, 1.2)


def move(crops: torch.Tensor, random: torch.Generator) -> torch.Tensor:
    """Crops (n, 3, 48, 32), shifted, scaled and turned a little."""
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
