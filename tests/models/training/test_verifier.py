"""The verifier: it learns what a region shows, and what is written is what was trained."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from datasets.build import BuildConfig, build
from models.onnx_file import write_blend
from models.verifier.blend import NEUTRAL
from models.verifier.network import ServedVerifier, VerifierNetwork, outlines
from models.verifier.regions import Judged
from models.verifier.store import collect
from models.verifier.train import (
    CHECKPOINT,
    VerifierConfig,
    area_under,
    export_verifier,
    fitted_heat,
    load_checkpoint,
    logits,
    train_network,
    train_verifier,
)
from scoring.errors import DataError, ModelError
from vision.detector import OnnxDetector
from vision.verifier import CROP_PX, INPUTS, Blend, Crops, OnnxVerifier, Votes

pytestmark = pytest.mark.timeout(900)  # a few steps take minutes beside other work

WEIGHTS = Path(__file__).parents[3] / "models" / "weights" / "detector.onnx"


def shown(count: int, seed: int) -> Judged:
    """Regions that are right where their near picture has a bright middle, on any background."""
    rng = np.random.default_rng(seed)
    pictures = rng.integers(0, 160, (3, count, CROP_PX, CROP_PX, 3), dtype=np.uint8)
    right = (rng.random(count) < 0.5).astype(np.int8)
    pictures[0][right == 1, 16:64, 16:64] += 90
    sizes = rng.uniform(0.1, 1.0, (count, 2)).astype(np.float32)
    sure = rng.uniform(0.1, 0.9, count).astype(np.float32)
    crops = Crops(pictures[0], pictures[1], pictures[2], sizes)
    return Judged(crops, right, sure, np.arange(count, dtype=np.int32))


def both_ways(network: VerifierNetwork, regions: Judged) -> np.ndarray:
    """What the network says of regions as they are and upside down."""
    crops = regions.crops
    near, middle, around = (
        picture[:, ::-1, ::-1].copy() for picture in (crops.near, crops.middle, crops.around)
    )
    turned = Crops(near, middle, around, crops.sizes)
    every = np.arange(len(regions.right))
    ways = (regions, replace(regions, crops=turned))
    return np.asarray(np.mean([logits(network, way, every) for way in ways], axis=0))


def config(folder: Path, steps: int = 12) -> VerifierConfig:
    return VerifierConfig(
        (folder / "set",), folder, folder / "verifier.onnx", WEIGHTS, steps=steps, batch=32
    )


def test_it_learns_what_the_pictures_show(tmp_path: Path) -> None:
    network = train_network(shown(300, 1), np.arange(300), config(tmp_path, 25))
    held = shown(80, 2)
    said = logits(network, held, np.arange(80))
    assert area_under(said, held.right > 0) > 0.95


def test_what_is_written_says_what_was_trained(tmp_path: Path) -> None:
    network = VerifierNetwork().eval()
    regions = shown(5, 3)
    served = OnnxVerifier(export_verifier(ServedVerifier(network, 2.0), tmp_path / "v.onnx", "so"))
    expected = both_ways(network, regions) / 2.0
    assert served.log_odds(regions.crops) == pytest.approx(expected, abs=1e-4)
    assert served.metadata["trained"] == "so"
    assert served.blend == NEUTRAL
    blend = Blend(0.1, 0.2, 0.3, 0.4, 0.5)
    again = OnnxVerifier(write_blend(tmp_path / "v.onnx", blend))
    assert again.blend == blend
    assert again.log_odds(regions.crops) == pytest.approx(expected, abs=1e-4)


def test_outlines_lie_in_the_middle_at_their_true_size() -> None:
    (mask,) = outlines(torch.tensor([[0.35, 0.7]]), 1.4)[0]
    assert mask.sum() == pytest.approx(CROP_PX**2 / 8, rel=0.1)  # soft edges
    assert torch.allclose(mask, mask.flip(0, 1), atol=1e-4)
    assert mask[CROP_PX // 2, 0] == 0


def test_a_temperature_calms_what_is_too_sure() -> None:
    rng = np.random.default_rng(0)
    odds = rng.normal(0, 1.5, 4000)
    truth = torch.from_numpy((rng.random(4000) < 1 / (1 + np.exp(-odds))).astype(np.float32))
    assert fitted_heat(torch.from_numpy(odds * 3), truth) == pytest.approx(3, rel=0.15)


def test_the_area_under_the_curve_is_the_chance_of_the_right_order() -> None:
    scores, right = np.array([0.1, 0.4, 0.35, 0.8], np.float32), np.array([0, 0, 1, 1], bool)
    assert area_under(scores, right) == 0.75


def test_a_whole_run_collects_trains_and_writes(tmp_path: Path) -> None:
    made = BuildConfig(4, seed=1, size_px=416, closer_share=1.0, near_share=0.0)
    list(build(made, tmp_path / "set"))
    said: list[str] = []
    target = train_verifier(config(tmp_path, 2), said.append)
    verifier = OnnxVerifier(target)
    assert "held-out regions" in said[-1]
    crops = shown(3, 4).crops
    half = np.full(3, 0.5, np.float32)
    assert verifier.verify(crops, Votes(half, np.ones(3, bool), half)).shape == (3,)
    going_on = train_verifier(replace(config(tmp_path, 1), start=tmp_path / CHECKPOINT), print)
    assert going_on == target
    (shard,) = tmp_path.glob("regions-*.npz")
    before = shard.stat().st_mtime_ns
    again = collect([tmp_path / "set"], tmp_path, OnnxDetector(WEIGHTS), said.append)
    assert shard.stat().st_mtime_ns == before
    assert len(again.right) == len(again.crops) == len(getattr(again.crops, INPUTS[0])) > 0
    assert set(again.right.tolist()) <= {0, 1}


def test_a_folder_without_closer_looks_teaches_nothing(tmp_path: Path) -> None:
    made = BuildConfig(2, seed=1, size_px=160, closer_share=0.0, near_share=0.0)
    list(build(made, tmp_path / "set"))
    with pytest.raises(DataError, match="no regions on 0 closer looks"):
        train_verifier(config(tmp_path), print)


def test_a_missing_checkpoint_is_named(tmp_path: Path) -> None:
    lost = replace(config(tmp_path), start=tmp_path / "lost.pt")
    with pytest.raises(ModelError, match=r"lost\.pt"):
        train_network(shown(8, 1), np.arange(8), lost)


def test_the_shipped_file_says_what_the_shipped_checkpoint_does() -> None:
    regions = shown(6, 5)
    served = OnnxVerifier(WEIGHTS.with_name("verifier.onnx"))
    network = load_checkpoint(WEIGHTS.with_name("verifier.pt")).eval()
    expected = both_ways(network, regions) / float(served.metadata["heat"])
    assert served.log_odds(regions.crops) == pytest.approx(expected, abs=0.02)
    assert served.blend != NEUTRAL
