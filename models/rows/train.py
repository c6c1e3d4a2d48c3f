"""Trains the reader of rows on made closer looks."""

import copy
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from datasets.build import closer_pictures
from datasets.yolo_obb import read_sample
from models.learning import average, load_weights
from models.onnx_file import write_blend
from models.rows.blend import fit_row_blend
from models.rows.export import export_rows
from models.rows.network import RowNetwork, ServedRows
from models.rows.samples import RowSample, row_samples
from scoring.errors import DataError
from vision.networks import Networks
from vision.rows.reader import STRIDE_PX, OnnxRowReader

WINDOW_PX = 640
"""Longest part of a row that is learnt at once."""

KEPT = 0.998
"""Of the averaged weights at every step (Polyak averaging); they are what is served."""

REPORT_STEPS, CHECKPOINT_STEPS = 100, 500


@dataclass(frozen=True, slots=True)
class RowsConfig:
    """One training run: `steps` batches of `batch` rows of the pictures of some folders.

    `pictures` are folders of closer looks that `nertz data build` made, `target` is the ONNX file;
    a checkpoint is written beside it every CHECKPOINT_STEPS, `start` is one to begin with. On
    `tables`, folders that `nertz data tables` made, its weight beside the looks is fitted.
    `workers` processes cut rows out; each keeps `mixed` and draws from them, so that a batch is
    not all of one picture.
    """

    pictures: tuple[Path, ...]
    target: Path
    tables: tuple[Path, ...] = ()
    steps: int = 6000
    batch: int = 16
    learning_rate: float = 2e-3
    seed: int = 0
    threads: int = 1
    workers: int = 1
    mixed: int = 256
    start: Path | None = None


class Rows(IterableDataset):  # type: ignore[misc]  # torch is not installed everywhere
    """An endless stream of rows of some pictures, each time seen otherwise."""

    def __init__(self, files: Sequence[Path], seed: int, mixed: int) -> None:
        self.files, self.seed, self.mixed = list(files), seed, mixed

    def __iter__(self) -> Iterator[RowSample]:
        worker = get_worker_info()
        cv2.setNumThreads(1)
        rng = np.random.default_rng([self.seed, worker.id if worker else 0])
        kept: list[RowSample] = []
        while True:
            file = self.files[int(rng.integers(len(self.files)))]
            for sample in row_samples(*read_sample(file), rng):
                if not sample.known.any():
                    continue
                kept.append(sample)
                if len(kept) >= self.mixed:
                    place = int(rng.integers(len(kept)))
                    kept[place], kept[-1] = kept[-1], kept[place]
                    yield changed(kept.pop(), rng)


def changed(sample: RowSample, rng: np.random.Generator) -> RowSample:
    """A window of the row, mirrored or not, in other light."""
    pixels, begins, ends, known = sample.pixels, sample.begins, sample.ends, sample.known
    spare = len(known) - WINDOW_PX // STRIDE_PX
    if spare > 0:
        first = int(rng.integers(spare + 1))
        part = slice(first, first + WINDOW_PX // STRIDE_PX)
        pixels = pixels[:, part.start * STRIDE_PX : part.stop * STRIDE_PX]
        begins, ends, known = begins[part], ends[part], known[part]
    pixels = pixels[:, : pixels.shape[1] // STRIDE_PX * STRIDE_PX]
    places = pixels.shape[1] // STRIDE_PX
    begins, ends, known = begins[:places], ends[:places], known[:places]
    if rng.random() < 0.5:
        pixels = pixels[:, ::-1]
        begins, ends, known = ends[::-1], begins[::-1], known[::-1]
    if rng.random() < 0.5:
        pixels = pixels[::-1]
    light = pixels.astype(np.float32)
    light = light[..., rng.permutation(3)] if rng.random() < 0.3 else light
    gains = np.exp(rng.normal(0, 0.12, 3) + rng.normal(0, 0.15))
    lit = 255 * (np.clip(light * gains, 0, 255) / 255) ** np.exp(rng.normal(0, 0.2))
    if rng.random() < 0.3:
        lit = lit + rng.normal(0, rng.uniform(0, 10), lit.shape)
    if rng.random() < 0.2:
        lit = cv2.GaussianBlur(np.ascontiguousarray(lit), (0, 0), rng.uniform(0.4, 1.2))
    return RowSample(np.clip(lit, 0, 255).astype(np.uint8), begins, ends, known)


@dataclass(frozen=True, slots=True)
class Batch:
    """Rows filled up to one length; `shown` (n, length) is 0 where there is nothing."""

    pictures: torch.Tensor
    shown: torch.Tensor
    targets: torch.Tensor
    known: torch.Tensor


def batched(samples: Sequence[RowSample]) -> Batch:
    """Rows as one batch."""
    length = max(sample.pixels.shape[1] for sample in samples)
    count, places = len(samples), length // STRIDE_PX
    pictures = torch.full((count, 3, samples[0].pixels.shape[0], length), 114, dtype=torch.uint8)
    shown = torch.zeros(count, length)
    targets = torch.zeros(count, 2, places)
    known = torch.zeros(count, places)
    for number, sample in enumerate(samples):
        own = sample.pixels.shape[1]
        pixels = torch.from_numpy(np.ascontiguousarray(sample.pixels))
        pictures[number, :, :, :own] = pixels.permute(2, 0, 1)
        shown[number, :own] = 1
        targets[number, 0, : own // STRIDE_PX] = torch.from_numpy(sample.begins.copy())
        targets[number, 1, : own // STRIDE_PX] = torch.from_numpy(sample.ends.copy())
        known[number, : own // STRIDE_PX] = torch.from_numpy(sample.known.astype(np.float32))
    return Batch(pictures, shown, targets, known)


def row_loss(logits: torch.Tensor, batch: Batch) -> torch.Tensor:
    """Cross-entropy of heat maps, per card that is there; what lies near one weighs little.

    The weights are those of Law and Deng, "CornerNet", 2018, without their focusing: with it the
    network says little where it cannot tell and where there is nothing alike, and its word against
    a card could not be believed.
    """
    log_yes = torch.nn.functional.logsigmoid(logits)
    log_no = torch.nn.functional.logsigmoid(-logits)
    here = batch.targets == 1
    loss = -log_yes * here - log_no * (1 - batch.targets) ** 4 * ~here
    known = batch.known[:, None]
    return (loss * known).sum() / (here * known).sum().clamp(min=1)


def train_rows(
    config: RowsConfig, networks: Networks, told: Callable[[str], None] = lambda _: None
) -> Path:
    """Trains, writes the ONNX file and its checkpoint beside it, and returns its path.

    Where there are tables, what the looks of `networks` find on them is weighed with it.

    Raises:
        DataError: there are no pictures to learn from.
        ModelError: there is no checkpoint to begin with.
    """
    network = train_network(config, told)
    words = f"{config.steps} steps of {config.batch} rows"
    export_rows(ServedRows(network), config.target, words)
    if config.tables:
        reader = OnnxRowReader(config.target, threads=config.threads)
        blend = fit_row_blend(reader, networks, config.tables, told)
        write_blend(config.target, blend)
    return config.target


def train_network(config: RowsConfig, told: Callable[[str], None]) -> RowNetwork:
    """Trains, and returns the averaged network.

    Raises:
        DataError: there are no pictures to learn from.
        ModelError: there is no checkpoint to begin with.
    """
    files = [file for folder in config.pictures for file in closer_pictures(folder)]
    if not files:
        raise DataError(
            f"no closer looks in {', '.join(map(str, config.pictures))}",
            "folders of training pictures",
            "make some with `nertz data build`",
        )
    torch.set_num_threads(config.threads)
    torch.manual_seed(config.seed)
    network = RowNetwork()
    if config.start is not None:
        load_weights(network, config.start, "nertz train rows")
    averaged = copy.deepcopy(network)
    optimiser = torch.optim.AdamW(network.parameters(), weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, config.learning_rate, total_steps=config.steps, pct_start=0.1
    )
    loader = DataLoader(
        Rows(files, config.seed, config.mixed),
        config.batch,
        num_workers=config.workers,
        collate_fn=batched,
        prefetch_factor=4 if config.workers else None,
    )
    begun, losses = time.monotonic(), []
    network.train()
    for step, batch in zip(range(1, config.steps + 1), loader, strict=False):
        with torch.autocast("cpu", torch.bfloat16):
            logits = network(batch.pictures.float() / 255, batch.shown)
        loss = row_loss(logits.float(), batch)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimiser.step()
        schedule.step()
        average(averaged, network, min(KEPT, step / (step + 10)))
        losses.append(float(loss.detach()))
        if step % REPORT_STEPS == 0 or step == config.steps:
            spent = time.monotonic() - begun
            told(f"step {step}: loss {np.mean(losses[-REPORT_STEPS:]):.4f}, {spent:.0f} s")
        if step % CHECKPOINT_STEPS == 0 or step == config.steps:
            config.target.parent.mkdir(parents=True, exist_ok=True)
            torch.save(averaged.state_dict(), config.target.with_suffix(".pt"))
    averaged.eval()
    return averaged
