"""Trains the network that outlines whole cards on made pictures, and exports it."""

import copy
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional
from torch.utils.data import DataLoader, Dataset

from datasets.pool import PoolSplit
from models.learning import average, load_weights
from models.onnx_file import write_onnx
from models.outline.network import OutlineNetwork, ServedOutline
from models.outline.scenes import OutlinePicture
from models.outline.store import load_picture, make_pictures
from vision.outline import INPUT, KIND, SIDE_PX

ZOOM = (0.7, 1.7)
"""How large a made picture is seen, against the network's side."""

KEPT = 0.998
"""Of the averaged weights at every step (Polyak averaging); they are what is served."""

REPORT_STEPS, CHECKPOINT_STEPS = 100, 500

MADE_REPORT = 1000

DICE_SHARE = 0.5
"""Weight of the overlap beside the cross-entropy."""

TRIES = 8
"""Views that are drawn until one holds all whole cards."""


@dataclass(frozen=True, slots=True)
class OutlineConfig:
    """One training run: `steps` batches of `batch` of `pictures` made pictures.

    `folder` keeps the made pictures, `held` more are of held-out decks, to watch. `target` is the
    ONNX file; a checkpoint is written beside it every CHECKPOINT_STEPS, `start` is one to begin
    with. `cache` is the art cache; None draws all art. `workers` processes make pictures.
    """

    folder: Path
    target: Path
    cache: Path | None = None
    pictures: int = 10_000
    held: int = 200
    steps: int = 4000
    batch: int = 32
    learning_rate: float = 3e-3
    seed: int = 1
    workers: int = 2
    start: Path | None = None


class Pictures(Dataset):  # type: ignore[misc]  # torch is not installed everywhere
    """Made pictures as the network is shown them, each time otherwise; without a seed, as made."""

    def __init__(self, files: Sequence[Path], seed: int | None) -> None:
        self.files, self.seed = list(files), seed

    def __len__(self) -> int:
        return len(self.files)

    def __getitem__(self, place: int) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
        picture = load_picture(self.files[place])
        if self.seed is None:
            return shown(picture, _fitted(picture))
        rng = np.random.default_rng([self.seed, place, int(torch.randint(2**31, ()))])
        pixels, masks = shown(picture, moved(rng, picture))
        return in_other_light(rng, pixels), masks


def shown(
    picture: OutlinePicture, matrix: NDArray[np.float64]
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """What the network sees, (SIDE_PX, SIDE_PX, 3), and what it should say, (2, h, w).

    `matrix` (2, 3) leads from the picture to what is seen.
    """
    size = (SIDE_PX, SIDE_PX)
    pixels = cv2.warpAffine(picture.pixels, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    inside = [cv2.warpAffine(mask.astype(np.float32), matrix, size) for mask in picture.masks]
    coarse = np.stack(inside).reshape(2, SIDE_PX // 2, 2, SIDE_PX // 2, 2).mean(axis=(2, 4))
    return np.asarray(pixels, np.uint8), np.asarray(coarse, np.float32)


def moved(rng: np.random.Generator, picture: OutlinePicture) -> NDArray[np.float64]:
    """A mirrored, turned, zoomed and shifted view, with all whole cards still in it."""
    side = picture.pixels.shape[0]
    corners = _whole_corners(picture)
    for _ in range(TRIES):
        zoom = float(np.exp(rng.uniform(*np.log(ZOOM)))) * SIDE_PX / side
        turn = float(rng.uniform(0, 2 * np.pi))
        mirror = -1.0 if rng.random() < 0.5 else 1.0
        cos, sin = zoom * np.cos(turn), zoom * np.sin(turn)
        linear = np.array([[mirror * cos, -sin], [mirror * sin, cos]])
        middle = rng.uniform(0.35, 0.65, 2) * SIDE_PX
        matrix = np.column_stack([linear, middle - linear @ np.full(2, side / 2)])
        there = corners @ linear.T + matrix[:, 2]
        if ((there >= 0) & (there <= SIDE_PX)).all():
            return matrix
    return _fitted(picture)


def _whole_corners(picture: OutlinePicture) -> NDArray[np.float64]:
    """Hull (n, 2) of all whole cards; (0, 2) where there is none."""
    inside = np.asarray(picture.masks.any(axis=0), np.uint8)
    places = cv2.findNonZero(inside)
    if places is None:
        return np.zeros((0, 2))
    return np.asarray(cv2.convexHull(places)[:, 0], np.float64)


def _fitted(picture: OutlinePicture) -> NDArray[np.float64]:
    zoom = SIDE_PX / picture.pixels.shape[0]
    return np.array([[zoom, 0, 0], [0, zoom, 0]])


def in_other_light(rng: np.random.Generator, pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The picture with other colours, light, sharpness and noise."""
    light = pixels.astype(np.float32) / 255
    light = light[..., rng.permutation(3)] if rng.random() < 0.4 else light
    gains = np.exp(rng.normal(0, 0.12, 3) + rng.normal(0, 0.25))
    light = np.clip(light * gains, 0, 1) ** np.exp(rng.normal(0, 0.25))
    if rng.random() < 0.3:
        light = cv2.GaussianBlur(light, (0, 0), float(rng.uniform(0.4, 1.5)))
    if rng.random() < 0.3:
        light = light + rng.normal(0, rng.uniform(0, 0.05), light.shape)
    return np.asarray(np.clip(255 * light, 0, 255), np.uint8)


def outline_loss(logits: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
    """Cross-entropy of the places, and one minus the overlap of what is said and true (Dice)."""
    places = functional.binary_cross_entropy_with_logits(logits, masks)
    said = logits.sigmoid()
    both = (said * masks).sum(dim=(2, 3))
    either = (said + masks).sum(dim=(2, 3))
    shows = masks.amax(dim=(2, 3)) > 0.5
    dice = 1 - (2 * both + 1) / (either + 1)
    return places + DICE_SHARE * (dice * shows).sum() / shows.sum().clamp(min=1)


def train_outline(config: OutlineConfig, told: Callable[[str], None] = lambda _: None) -> Path:
    """Makes the pictures, trains, writes the ONNX file and its checkpoint, and returns its path.

    Raises:
        ModelError: there is no checkpoint to begin with.
    """
    torch.manual_seed(config.seed)
    network = OutlineNetwork()
    if config.start is not None:
        load_weights(network, config.start, "nertz train outline")
    files = _made(config, "train", config.pictures, told)
    held = DataLoader(Pictures(_made(config, "held", config.held, told), None), config.batch)
    averaged = copy.deepcopy(network)
    optimiser = torch.optim.AdamW(network.parameters(), weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, config.learning_rate, total_steps=config.steps, pct_start=0.1
    )
    begun, losses, step = time.monotonic(), [], 0
    batches = DataLoader(
        Pictures(files, config.seed), config.batch, shuffle=True, num_workers=1, drop_last=True
    )
    network.train().to(memory_format=torch.channels_last)
    while step < config.steps:
        for pixels, masks in batches:
            step += 1
            with torch.autocast("cpu", torch.bfloat16):
                logits = network(_pictures(pixels))
            loss = outline_loss(logits.float(), masks)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            average(averaged, network, min(KEPT, step / (step + 10)))
            losses.append(float(loss.detach()))
            if step % REPORT_STEPS == 0 or step == config.steps:
                spent = time.monotonic() - begun
                told(f"step {step}: loss {np.mean(losses[-REPORT_STEPS:]):.4f}, {spent:.0f} s")
            if step % CHECKPOINT_STEPS == 0 or step == config.steps:
                told(f"held-out overlap {overlap(averaged, held):.4f}")
                config.target.parent.mkdir(parents=True, exist_ok=True)
                torch.save(averaged.state_dict(), config.target.with_suffix(".pt"))
            if step == config.steps:
                break
    what = f"{config.steps} steps of {config.batch}, {config.pictures} pictures, seed {config.seed}"
    return export_outline(averaged, config.target, what)


def _made(
    config: OutlineConfig, split: PoolSplit, count: int, told: Callable[[str], None]
) -> list[Path]:
    files = []
    for file in make_pictures(
        config.folder, split, config.cache, count, config.seed, config.workers
    ):
        files.append(file)
        if len(files) % MADE_REPORT == 0 or len(files) == count:
            told(f"{len(files)} of {count} {split} pictures are there")
    return files


def _pictures(pixels: torch.Tensor) -> torch.Tensor:
    seen = pixels.permute(0, 3, 1, 2).float() / 255
    return seen.contiguous(memory_format=torch.channels_last)


def overlap(network: OutlineNetwork, batches: DataLoader) -> float:
    """Mean intersection over union of the masks of pictures that show a whole card."""
    network.eval()
    shares = []
    with torch.no_grad():
        for pixels, masks in batches:
            said, true = network(_pictures(pixels)) > 0, masks > 0.5
            both, either = (said & true).sum(dim=(2, 3)), (said | true).sum(dim=(2, 3))
            shares += (both / either.clamp(min=1))[true.any(dim=3).any(dim=2)].tolist()
    return float(np.mean(shares)) if shares else float("nan")


def export_outline(network: OutlineNetwork, target: Path, trained: str) -> Path:
    """Writes `target` (.onnx) and returns its path; `trained` tells in words how and on what."""
    example = torch.zeros(2, SIDE_PX, SIDE_PX, 3, dtype=torch.uint8)
    names = ([INPUT], ["masks"])
    free_axes = {INPUT: {0: "n"}, "masks": {0: "n"}}
    metadata = {"kind": KIND, "trained": trained}
    return write_onnx(target, ServedOutline(network), (example,), names, free_axes, metadata)
