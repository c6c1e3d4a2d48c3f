"""Trains the detector with Ultralytics: on a CPU in bfloat16, on a CUDA device as it is.

A run is a folder with `weights/last.pt`; the same command with `resume` goes on where it stopped.
"""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
import ultralytics.engine.trainer as engine
from ultralytics.models.yolo.obb import OBBTrainer
from ultralytics.utils import SETTINGS

from datasets.yolo_obb import CLASS_NAMES, write_data_file
from models.obb_model import CardModel, architecture
from models.rounds import Rounds
from scoring.errors import DataError


@dataclass(frozen=True, slots=True)
class TrainConfig:
    """One training run.

    `width` 0.25 is nano; half of it was as good after two thirds of the time in short trials
    (see EXPERIMENTS.md). `batch` 16 pictures, `epochs` rounds through `data`, or through the next
    `round_pictures` of it. `start` are weights to begin with. `resume` goes on with the run in
    `out`. `extra` are further folders of training pictures, such as exported corrections.
    """

    data: Path
    out: Path
    epochs: int = 20
    batch: int = 16
    size_px: int = 512
    width: float = 0.25
    learning_rate: float = 2e-3
    device: str = "cpu"
    seed: int = 0
    start: Path | None = None
    resume: bool = False
    hours: float | None = None
    extra: tuple[Path, ...] = ()
    round_pictures: int | None = None


class CardTrainer(OBBTrainer):  # type: ignore[misc]  # ultralytics has no types
    """Ultralytics' trainer with our network, channels last, bfloat16 on a CPU."""

    width = 0.25
    round_pictures: int | None = None

    def build_dataset(self, img_path: str, mode: str = "train", batch: int | None = None) -> Any:  # noqa: ANN401
        """The pictures; those to train on in rounds of the size that was asked for."""
        whole = super().build_dataset(img_path, mode, batch)
        if mode != "train" or self.round_pictures is None:
            return whole
        rounds = Rounds(whole, self.round_pictures, self.args.seed)
        self.add_callback("on_train_epoch_start", lambda trainer: rounds.begin(trainer.epoch))
        return rounds

    def get_model(
        self,
        cfg: object = None,
        weights: object = None,
        verbose: bool = True,
    ) -> CardModel:
        """The network at our width, with given weights where there are any."""
        description = cfg if isinstance(cfg, dict) else architecture(self.width, len(CLASS_NAMES))
        model = CardModel(description, nc=len(CLASS_NAMES), ch=3, verbose=verbose)
        if weights is not None:
            model.load(weights)
        model.to(memory_format=torch.channels_last)
        return model

    def set_model_attributes(self) -> None:
        """The label IGNORE is not a class that the network finds."""
        self.model.nc = len(CLASS_NAMES)
        self.model.names = dict(enumerate(CLASS_NAMES))
        self.model.args = self.args

    def preprocess_batch(self, batch: dict[str, Any]) -> dict[str, Any]:
        """Pictures as floats, channels last, every other one turned by half."""
        batch = half_turned(super().preprocess_batch(batch), torch.rand(len(batch["img"])) < 0.5)
        batch["img"] = batch["img"].contiguous(memory_format=torch.channels_last)
        return batch


def half_turned(batch: dict[str, Any], chosen: torch.Tensor) -> dict[str, Any]:
    """The batch with the chosen pictures (n,) upside down, and their boxes with them.

    Cards have no up; the pictures are square, so a half turn keeps their size.
    """
    batch["img"][chosen] = batch["img"][chosen].flip(2, 3)
    turned = chosen[batch["batch_idx"].view(-1).long()]
    batch["bboxes"][turned, :2] = 1 - batch["bboxes"][turned, :2]
    return batch


def _cpu_autocast(enabled: object, device: str = "cuda") -> torch.autocast:
    """bfloat16 on a CPU, which Ultralytics refuses by itself; elsewhere what was asked for."""
    dtype = enabled if isinstance(enabled, torch.dtype) else torch.bfloat16
    return torch.autocast(device_type=device, dtype=dtype, enabled=bool(enabled))


def train_detector(config: TrainConfig) -> Path:
    """Trains, and returns the best weights.

    Raises:
        DataError: there is no data set, or nothing to resume.
    """
    for folder in (config.data, *config.extra):
        if not (folder / "images" / "train").is_dir():
            raise DataError(
                f"no images/train in {folder}",
                "a folder of training pictures",
                f"run `nertz data build {folder}` first, or export corrections to it",
            )
    last = config.out / "weights" / "last.pt"
    if config.resume and not last.is_file():
        raise DataError(
            f"no weights/last.pt in {config.out}",
            "a run that was stopped",
            "leave --resume out to start one",
        )
    SETTINGS.update({"sync": False, "tensorboard": False})
    engine.autocast = _cpu_autocast
    CardTrainer.width = config.width
    CardTrainer.round_pictures = config.round_pictures
    trainer = CardTrainer(overrides=_overrides(config, last))
    torch.set_num_threads(max(1, torch.get_num_threads(), _cores()))
    trainer.train()
    best = Path(trainer.best)
    return best if best.is_file() else last


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _overrides(config: TrainConfig, last: Path) -> dict[str, Any]:
    """Ultralytics' settings; what it would change by itself is said explicitly."""
    data_file = write_data_file(config.data, config.extra)
    settings: dict[str, Any] = {
        "model": "yolo26n-obb.yaml",
        "data": str(data_file),
        "project": str(config.out.parent.resolve()),
        "name": config.out.name,
        "exist_ok": True,
        "epochs": config.epochs,
        "batch": config.batch,
        "nbs": config.batch,
        "imgsz": config.size_px,
        "device": config.device,
        "seed": config.seed,
        "amp": "bf16",
        "optimizer": "AdamW",
        "lr0": config.learning_rate,
        "lrf": 0.02,
        "cos_lr": True,
        "warmup_epochs": 0.3,
        "weight_decay": 1e-3,
        "pretrained": str(config.start) if config.start else False,
        "plots": False,
        "workers": 0 if config.device == "cpu" else 8,
        "patience": 1000,
        # The pictures are made at their final turn, scale and light; mirrored card faces do not
        # exist; mosaics would cut piles apart.
        **dict.fromkeys(
            ("mosaic", "mixup", "cutmix", "fliplr", "flipud", "degrees", "translate", "scale"), 0.0
        ),
        "hsv_h": 0.02,
        "hsv_s": 0.4,
        "hsv_v": 0.3,
    }
    if config.hours:
        settings["time"] = config.hours
    if config.resume:
        settings["resume"] = str(last)
    return settings
