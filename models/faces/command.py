"""What `nertz train faces` does: make what is missing, train, calibrate, write, tell how good."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import torch

from models.faces.crops import Crops, CropsConfig, make_all_sheets, make_crops
from models.faces.export import export_faces
from models.faces.figures import figures
from models.faces.network import FaceNetwork, ServedFaces, log_shares, targets
from models.faces.train import FacesConfig, fitted_heat, load_checkpoint, logits, train_network
from scoring.errors import ModelError


@dataclass(frozen=True, slots=True)
class FacesRun:
    """A run of `nertz train faces`.

    `data` keeps sheets and crops, `target` is the ONNX file. `sheets`, `crops` and `held` are
    shards of each. Without training steps the checkpoint to begin with is calibrated and written.
    """

    data: Path
    target: Path
    art: Path | None = None
    fonts: Path | None = None
    sheets: int = 30
    crops: int = 6
    held: int = 5
    workers: int = 1
    training: FacesConfig = field(default_factory=FacesConfig)


def train_faces(run: FacesRun, told: Callable[[str], None]) -> Iterator[str]:
    """Trains and writes the classifier; yields what was measured on held-out decks, line by line.

    Raises:
        DataError: the folder holds what was made otherwise, or there are no typefaces.
        ModelError: there is no checkpoint to begin with, though one was named or is needed.
    """
    start = run.training.start
    if run.training.steps == 0 and start is None:
        raise ModelError("no steps", "steps to train, or a checkpoint to write", "give --start")
    art = None if run.art is None else str(run.art)
    fonts = None if run.fonts is None else str(run.fonts)
    told("held-out crops")
    held = make_crops(CropsConfig(run.held, "held", 0, art), run.data, run.workers)
    if run.training.steps == 0 and start is not None:
        yield from write_faces(load_checkpoint(start), held, run.target, f"as {start.name} was")
        return
    own = CropsConfig(run.sheets, "train", 0, art, fonts)
    told("sheets")
    sheets = make_all_sheets(own, run.data, run.workers)
    told("training crops")
    crops = make_crops(CropsConfig(run.crops, "train", 0, art, fonts), run.data, run.workers)
    network = train_network(sheets, crops, run.training, told)
    yield from write_faces(network, held, run.target, _words(run))


def write_faces(network: FaceNetwork, held: Crops, target: Path, trained: str) -> Iterator[str]:
    """Calibrates a network on crops of held-out decks and writes it; yields its figures."""
    ranks, suits = logits(network, held)
    rank, suit = targets(torch.from_numpy(held.classes))
    heats = fitted_heat(ranks, rank), fitted_heat(suits, suit)
    export_faces(ServedFaces(network, *heats), target, trained)
    yield f"temperatures: rank {heats[0]:.2f}, suit {heats[1]:.2f}"
    shares = log_shares(ranks / heats[0], suits / heats[1])
    for figure in figures(held, shares.numpy()):
        yield str(figure)


def _words(run: FacesRun) -> str:
    training = run.training
    begun = f", begun from {training.start.name}" if training.start is not None else ""
    return f"{training.steps} steps of {training.batch} crops, {training.rendered} rendered{begun}"
