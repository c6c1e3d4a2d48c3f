"""Trains the verifier on judged regions, calibrates it and writes it."""

import copy
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from models.learning import average, best_heat, load_weights
from models.onnx_file import write_blend, write_onnx
from models.verifier.blend import NEUTRAL, fit_blend
from models.verifier.network import ServedVerifier, VerifierNetwork
from models.verifier.regions import Judged
from models.verifier.store import collect
from vision.networks import load_detectors
from vision.verifier import CROP_PX, INPUTS, OnnxVerifier

HELD_EVERY = 20
"""Every so many pictures, one is kept to calibrate and to measure on."""

FOUND_WEIGHT, MADE_WEIGHT = 2.0, 0.6
"""How often a region that the detector found, and one that was made up, is drawn."""

KEPT = 0.998
"""Of the averaged weights at every step (Polyak averaging); they are what is served."""

REPORT_STEPS = 100
CHECKPOINT = "verifier.pt"


@dataclass(frozen=True, slots=True)
class VerifierConfig:
    """One training run.

    `pictures` are folders that `nertz data build` made and that the detector of the closer look,
    beside `weights`, was not trained on; `folder` keeps their regions, `target` is the ONNX file.
    On `tables`, folders that `nertz data tables` made, the blend with the detector is fitted.
    `start` is a checkpoint to begin with.
    """

    pictures: tuple[Path, ...]
    folder: Path
    target: Path
    weights: Path
    tables: tuple[Path, ...] = ()
    steps: int = 3000
    batch: int = 128
    learning_rate: float = 2e-3
    seed: int = 0
    threads: int = 2
    start: Path | None = None


def train_verifier(config: VerifierConfig, told: Callable[[str], None]) -> Path:
    """Collects the regions, trains, writes the ONNX file and returns its path.

    Raises:
        DataError: there are no pictures to learn from.
        ModelError: there is no detector.
    """
    detectors = load_detectors(config.weights, config.threads)
    regions = collect(list(config.pictures), config.folder, detectors[1], told)
    held = regions.pictures % HELD_EVERY == 0
    network = train_network(regions, np.flatnonzero(~held), config, told)
    torch.save(network.state_dict(), config.folder / CHECKPOINT)
    places = np.flatnonzero(held)
    outputs = torch.from_numpy(logits(network, regions, places))
    truth = torch.from_numpy(regions.right[places].astype(np.float32))
    heat = fitted_heat(outputs, truth)
    told(f"held-out regions: {held_words(outputs.numpy(), regions, places)}; heat {heat:.2f}")
    words = f"{config.steps} steps of {config.batch} of {len(regions.right)} regions"
    export_verifier(ServedVerifier(network, heat), config.target, words)
    if config.tables:
        verifier = OnnxVerifier(config.target, threads=config.threads)
        write_blend(config.target, fit_blend(verifier, detectors, config.tables, told))
    return config.target


def train_network(
    regions: Judged,
    places: NDArray[np.intp],
    config: VerifierConfig,
    told: Callable[[str], None] = lambda _: None,
) -> VerifierNetwork:
    """Trains on the regions at `places`; `told` hears how it goes."""
    torch.set_num_threads(config.threads)
    torch.manual_seed(config.seed)
    rng = np.random.default_rng(config.seed)
    network = VerifierNetwork() if config.start is None else load_checkpoint(config.start)
    network.to(memory_format=torch.channels_last)
    averaged = copy.deepcopy(network)
    optimiser = torch.optim.AdamW(network.parameters(), weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, config.learning_rate, total_steps=config.steps, pct_start=0.1
    )
    weights = np.where(regions.confidences[places] > 0, FOUND_WEIGHT, MADE_WEIGHT)
    shares = weights / weights.sum()
    begun, losses = time.monotonic(), []
    network.train()
    for step in range(1, config.steps + 1):
        chosen = np.sort(rng.choice(places, config.batch, p=shares))
        inputs = _changed(_inputs(regions, chosen), rng)
        with torch.autocast("cpu", torch.bfloat16):
            output = network(*inputs)
        truth = torch.from_numpy(regions.right[chosen].astype(np.float32))
        loss = functional.binary_cross_entropy_with_logits(output.float(), truth)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        average(averaged, network, min(KEPT, step / (step + 10)))
        losses.append(float(loss.detach()))
        if step % REPORT_STEPS == 0 or step == config.steps:
            spent = time.monotonic() - begun
            told(f"step {step}: loss {np.mean(losses[-REPORT_STEPS:]):.4f}, {spent:.0f} s")
    averaged.eval()
    return averaged


def load_checkpoint(path: Path) -> VerifierNetwork:
    """The network of a checkpoint that `nertz train verifier` wrote.

    Raises:
        ModelError: there is none at that path.
    """
    network = VerifierNetwork()
    load_weights(network, path, "nertz train verifier")
    return network


Inputs = list[torch.Tensor]
"""Near, middle and around (n, 3, 80, 80) in 0..1, and sizes (n, 2)."""


def _inputs(regions: Judged, places: NDArray[np.intp]) -> Inputs:
    *pictures, sizes = (torch.from_numpy(getattr(regions.crops, name)[places]) for name in INPUTS)
    return [*(part.permute(0, 3, 1, 2).float() / 255 for part in pictures), sizes]


def _changed(inputs: Inputs, rng: np.random.Generator) -> Inputs:
    """Half of them turned by half, in other light and other tones; sizes known less well."""
    *given, sizes = inputs
    count = len(sizes)

    def drawn(spread: float, *shape: int) -> torch.Tensor:
        return torch.from_numpy(np.exp(rng.normal(0, spread, (count, *shape))).astype(np.float32))

    turned = torch.from_numpy(rng.random(count) < 0.5)
    tint, gamma = drawn(0.12, 3, 1, 1), drawn(0.15, 1, 1, 1)
    pictures = []
    for part in given:
        part[turned] = part[turned].flip(2, 3)
        part = (part * tint).clamp(1e-3, 1) ** gamma
        pictures.append(part.contiguous(memory_format=torch.channels_last))
    return [*pictures, sizes * drawn(0.05, 1)]


def logits(
    network: VerifierNetwork, regions: Judged, places: NDArray[np.intp]
) -> NDArray[np.float32]:
    """Logits (n,) of the regions at some places."""
    parts = [np.zeros(0, np.float32)]
    with torch.no_grad():
        for start in range(0, len(places), 256):
            inputs = _inputs(regions, places[start : start + 256])
            parts.append(network(*inputs).numpy())
    return np.concatenate(parts)


def fitted_heat(outputs: torch.Tensor, truth: torch.Tensor) -> float:
    """The temperature at which logits (n,) tell the truth (n,) best, over a fine grid."""
    return best_heat(
        lambda heat: functional.binary_cross_entropy_with_logits(outputs / heat, truth)
    )


def held_words(outputs: NDArray[np.float32], regions: Judged, places: NDArray[np.intp]) -> str:
    """How well right and wrong regions are told apart, beside the detector's own confidence."""
    right, sure = regions.right[places] > 0, regions.confidences[places]
    found = sure > 0
    said = (
        f"{np.mean((outputs > 0) == right):.1%} of {len(places)} told right",
        f"of {found.sum()} that the detector found, area under the curve "
        f"{area_under(outputs[found], right[found]):.4f}",
        f"by the detector alone {area_under(sure[found], right[found]):.4f}",
    )
    return ", ".join(said)


def area_under(scores: NDArray[np.float32], right: NDArray[np.bool_]) -> float:
    """The chance that a right one scores higher than a wrong one (Mann and Whitney, 1947)."""
    ranks = scores.argsort().argsort() + 1
    positive, negative = int(right.sum()), int((~right).sum())
    if not positive or not negative:
        return 1.0
    above = ranks[right].sum() - positive * (positive + 1) / 2
    return float(above / (positive * negative))


def export_verifier(served: ServedVerifier, target: Path, trained: str) -> Path:
    """Writes `target` (.onnx) and returns its path; `trained` tells in words how and on what."""
    picture = torch.zeros(2, CROP_PX, CROP_PX, 3, dtype=torch.uint8)
    example = (picture, picture.clone(), picture.clone(), torch.ones(2, 2))
    names = (list(INPUTS), ["log_odds"])
    free_axes = {name: {0: "n"} for name in (*names[0], *names[1])}
    metadata = {
        "heat": f"{served.heat:.4f}",
        "trained": trained,
        "blend": json.dumps(asdict(NEUTRAL)),
    }
    return write_onnx(target, served.eval(), example, names, free_axes, metadata, slim=False)
