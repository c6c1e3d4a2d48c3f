"""Composes crops from flat sheets while learning: place, neighbours, light and a camera's pixels.

Cheap and without end, where the rendered crops of `models.faces.crops` are dear and few but show
all that light and paper do; training mixes both.
"""

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from datasets.indices import CLASSES
from datasets.indices.sheets import EDGE_MM, SHEET_MM, Sheets
from vision.faces.crops import CROP_PX

NONE = len(CLASSES) - 1
GROUPS = 8
"""Groups of a batch that are seen at one number of camera pixels each."""

HEIGHTS_PX = (10.0, 60.0)
UPSIDE_DOWN, QUARTER, ASIDE = 0.14, 0.04, 0.06
"""Shares of corners that are looked at the wrong way round or beside the index."""

NEIGHBOUR = 0.5
"""Share of corners beside which the next card of a spread begins."""


@dataclass(frozen=True, slots=True)
class _Views:
    """Where each crop lies on its sheet: centre and height in mm, turn, and what is shown."""

    centre_mm: NDArray[np.float64]
    height_mm: NDArray[np.float64]
    turn: NDArray[np.float64]
    classes: NDArray[np.int64]
    index_mm: NDArray[np.float64]


def compose(
    sheets: Sheets, count: int, rng: np.random.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """Crops (count, 3, 48, 32) float32 in 0..1 and their classes (count,)."""
    chosen = rng.integers(len(sheets), size=count)
    views = _views(sheets, chosen, rng)
    pictures = torch.from_numpy(sheets.pixels[chosen]).permute(0, 3, 1, 2).float() / 255
    grid_mm = _grid(views)
    crops = _sampled(pictures, grid_mm)
    others = _sampled(pictures, _moved_on(grid_mm, rng)).roll(1, 0)
    crops = _with_neighbours(crops, others, grid_mm, sheets, (chosen, views), rng)
    crops = _with_table(crops, pictures, grid_mm, torch.from_numpy(sheets.corner[chosen]), rng)
    crops = _seen_by_camera(_lit(crops, rng), views, rng)
    return crops, torch.from_numpy(views.classes)


def _views(sheets: Sheets, chosen: NDArray[np.int64], rng: np.random.Generator) -> _Views:
    """Windows as `datasets.indices.scenes` chooses them."""
    count = len(chosen)
    corner = sheets.corner[chosen]
    places = sheets.places_mm[chosen].astype(np.float64)
    size = np.where(corner[:, None], places[:, 2:] - places[:, :2], 0)
    elsewhere = rng.uniform(9, 24, count)
    size = np.where(corner[:, None], size, np.stack([elsewhere / 1.7, elsewhere], axis=1))
    anywhere = np.array(SHEET_MM) * rng.uniform(0.35, 0.65, (count, 2))
    centre = np.where(corner[:, None], (places[:, :2] + places[:, 2:]) / 2, anywhere)
    least = np.maximum(size[:, 1], 1.5 * size[:, 0])
    height = least * np.exp(rng.uniform(np.log(1.02), np.log(1.75), count))
    room = np.stack([height / 1.5 - size[:, 0], height - size[:, 1]], axis=1) / 2
    reach = np.minimum(np.maximum(room, 0) + 0.08 * size, 0.16 * height[:, None])
    turn = np.clip(rng.normal(0, 0.07, count), -0.16, 0.16)
    wrong = rng.random(count)
    turn = np.where(wrong < UPSIDE_DOWN, turn + np.pi, turn)
    quarter = (wrong >= UPSIDE_DOWN) & (wrong < UPSIDE_DOWN + QUARTER)
    turn = np.where(quarter, turn + np.pi * rng.choice([-0.5, 0.5], count), turn)
    aside = (wrong >= UPSIDE_DOWN + QUARTER) & (wrong < UPSIDE_DOWN + QUARTER + ASIDE) & corner
    away = rng.uniform(0.75, 1.0, count) * least
    push = np.stack([np.zeros(count), away], axis=1)
    centre = np.where(aside[:, None], centre + push, centre)
    centre = centre + rng.uniform(-1, 1, (count, 2)) * reach
    is_none = ~corner | (wrong < UPSIDE_DOWN + QUARTER) | aside
    classes = np.where(is_none, NONE, sheets.classes[chosen])
    turn = np.where(corner, turn, turn + np.pi / 2 * rng.integers(4, size=count))
    return _Views(centre, height, turn, classes, size[:, 1])


def _grid(views: _Views) -> torch.Tensor:
    """Where each pixel of each crop lies on its sheet, (n, 48, 32, 2) in mm."""
    width, height = CROP_PX
    xs = (torch.arange(width) + 0.5) / width - 0.5
    ys = (torch.arange(height) + 0.5) / height - 0.5
    x = xs[None, None, :] * torch.from_numpy(views.height_mm / 1.5).float()[:, None, None]
    y = ys[None, :, None] * torch.from_numpy(views.height_mm).float()[:, None, None]
    cos = torch.from_numpy(np.cos(views.turn)).float()[:, None, None]
    sin = torch.from_numpy(np.sin(views.turn)).float()[:, None, None]
    middle = torch.from_numpy(views.centre_mm).float()[:, None, None]
    return torch.stack([cos * x - sin * y, sin * x + cos * y], dim=-1) + middle


def _sampled(pictures: torch.Tensor, grid_mm: torch.Tensor) -> torch.Tensor:
    scaled = grid_mm / torch.tensor(SHEET_MM) * 2 - 1
    return functional.grid_sample(pictures, scaled, padding_mode="border", align_corners=False)


def _moved_on(grid_mm: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """The same places as seen on another card that lies a little further."""
    low, high = np.array([-18.0, -6.0]), np.array([6.0, 6.0])
    step = torch.from_numpy(rng.uniform(low, high, (len(grid_mm), 2))).float()
    return grid_mm + step[:, None, None]


def _with_neighbours(
    crops: torch.Tensor,
    others: torch.Tensor,
    grid_mm: torch.Tensor,
    sheets: Sheets,
    about: tuple[NDArray[np.int64], _Views],
    rng: np.random.Generator,
) -> torch.Tensor:
    """The next card of a spread covers what lies beyond an edge close behind the index."""
    chosen, views = about
    count = len(crops)
    places = sheets.places_mm[chosen]
    below = rng.random(count) < 0.25
    ends = np.where(below, places[:, 3], places[:, 2])
    sizes = np.where(below, places[:, 3] - places[:, 1], places[:, 2] - places[:, 0])
    edge = ends + sizes * rng.uniform(-0.06, 0.5, count) + rng.uniform(0, 4, count)
    slope = rng.normal(0, 0.12, count)
    across, along = np.where(below, 1, 0), np.where(below, 0, 1)
    pick = torch.arange(count)
    here = grid_mm.permute(3, 0, 1, 2)
    far = here[torch.from_numpy(across), pick]
    near = here[torch.from_numpy(along), pick]
    middle = torch.from_numpy(views.centre_mm[np.arange(count), along]).float()[:, None, None]
    line = torch.from_numpy(edge).float()[:, None, None]
    behind = far - line - torch.from_numpy(slope).float()[:, None, None] * (near - middle)
    wanted = torch.from_numpy((rng.random(count) < NEIGHBOUR) & sheets.corner[chosen])
    covered = (behind > 0) & wanted[:, None, None]
    shaded = torch.sigmoid(-behind * 3) * 0.3 * wanted[:, None, None]
    out = crops * (1 - shaded * (behind <= 0))[:, None]
    return torch.where(covered[:, None], others, out)


def _with_table(
    crops: torch.Tensor,
    pictures: torch.Tensor,
    grid_mm: torch.Tensor,
    corner: torch.Tensor,
    rng: np.random.Generator,
) -> torch.Tensor:
    """Beyond the card's rounded corner lies what another sheet shows, or one plain colour."""
    count = len(crops)
    radius = torch.from_numpy(rng.uniform(1.5, 4.5, count)).float()[:, None, None]
    u, v = grid_mm[..., 0] - EDGE_MM, grid_mm[..., 1] - EDGE_MM
    round_off = (u < radius) & (v < radius) & ((u - radius) ** 2 + (v - radius) ** 2 > radius**2)
    outside = ((u < 0) | (v < 0) | round_off) & corner[:, None, None]
    plain = torch.from_numpy(rng.uniform(0, 0.9, (count, 3, 1, 1))).float().expand_as(crops)
    other = _sampled(pictures, _moved_on(grid_mm.flip(1), rng)).roll(2, 0)
    use_plain = torch.from_numpy(rng.random(count) < 0.6)[:, None, None, None]
    return torch.where(outside[:, None], torch.where(use_plain, plain, other), crops)


def _lit(crops: torch.Tensor, rng: np.random.Generator) -> torch.Tensor:
    """Lamps of any colour and strength, uneven light and glare."""
    count = len(crops)
    ys = torch.linspace(-1, 1, crops.shape[2])[None, :, None]
    xs = torch.linspace(-1, 1, crops.shape[3])[None, None, :]

    def drawn(low: float, high: float) -> torch.Tensor:
        return torch.from_numpy(rng.uniform(low, high, count)).float()[:, None, None]

    uneven = 1 + drawn(-0.25, 0.25) * xs + drawn(-0.25, 0.25) * ys
    gains = torch.from_numpy(np.exp(rng.normal(0, (0.16, 0.05, 0.2), (count, 3)))).float()
    exposure = drawn(0.25, 1.15)
    lit = crops * (uneven * exposure)[:, None] * gains[:, :, None, None]
    spot = torch.exp(-((xs - drawn(-1, 1)) ** 2 + (ys - drawn(-1, 1)) ** 2) / drawn(0.1, 0.8))
    strength = drawn(0.1, 0.7) * torch.from_numpy(rng.random(count) < 0.15)[:, None, None]
    return lit + (spot * strength)[:, None]


def _seen_by_camera(crops: torch.Tensor, views: _Views, rng: np.random.Generator) -> torch.Tensor:
    """Camera pixels, blur and grain, brought back to the size of a crop as serving does."""
    count = len(crops)
    low, high = np.log(HEIGHTS_PX)
    heights = np.exp(rng.uniform(low, high, count))
    pixels = heights * views.height_mm / np.maximum(views.index_mm, 1)
    order = np.argsort(pixels)
    out = crops.clone()
    for places in np.array_split(order, GROUPS):
        rows = round(float(np.clip(np.median(pixels[places]), 10, CROP_PX[1])))
        size = (rows, max(6, round(rows / 1.5)))
        chosen = torch.from_numpy(places)
        seen = functional.interpolate(crops[chosen], size=size, mode="area")
        blurred = functional.avg_pool2d(
            functional.pad(seen, (1, 1, 1, 1), mode="replicate"), 3, stride=1
        )
        soft = torch.from_numpy(rng.uniform(0, 0.9, len(places)) ** 1.5).float()[
            :, None, None, None
        ]
        seen = seen + (blurred - seen) * soft
        noise = rng.exponential(0.015, (len(places), 1, 1, 1))
        seen = seen + torch.from_numpy(noise).float() * torch.randn(seen.shape)
        out[chosen] = functional.interpolate(seen, size=CROP_PX[::-1], mode="bilinear")
    return out.clamp(0, 1)
