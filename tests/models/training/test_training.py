"""Training for a few steps on drawn pictures: it runs, it resumes, and what it gives is served."""

import csv
from pathlib import Path

import numpy as np
import pytest
import torch

from datasets.build import BuildConfig, build
from models.export import ExportInfo, export_detector, load_network
from models.rounds import Rounds
from models.train import CardTrainer, TrainConfig, half_turned, train_detector
from scoring.errors import DataError, ModelError
from vision.detector import OnnxDetector

SIZE_PX = 128

pytestmark = pytest.mark.timeout(900)  # a few steps take minutes beside other work


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Six small training pictures and two held-out ones, all art drawn."""
    folder = tmp_path_factory.mktemp("pictures")
    list(build(BuildConfig(6, size_px=SIZE_PX), folder))
    list(build(BuildConfig(2, split="held", size_px=SIZE_PX), folder))
    return folder


def _config(pictures: Path, out: Path, **changes: object) -> TrainConfig:
    settings: dict[str, object] = {"epochs": 2, "batch": 3, "size_px": SIZE_PX, "width": 0.125}
    return TrainConfig(pictures, out, **{**settings, **changes})  # type: ignore[arg-type]


def test_a_stopped_run_goes_on_where_it_was(
    pictures: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "run"
    whole_save = CardTrainer.save_model

    def save_and_stop(trainer: CardTrainer) -> None:
        whole_save(trainer)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(CardTrainer, "save_model", save_and_stop)
        with pytest.raises(KeyboardInterrupt):
            train_detector(_config(pictures, out))
    best = train_detector(_config(pictures, out, resume=True))
    assert best.is_file()
    with (out / "results.csv").open() as rows:
        assert [row["epoch"].strip() for row in csv.DictReader(rows)] == ["1", "2"]


def test_an_exported_run_finds_what_the_run_finds(pictures: Path, tmp_path: Path) -> None:
    best = train_detector(_config(pictures, tmp_path / "run", epochs=1))
    target = export_detector(
        best, tmp_path / "detector.onnx", ExportInfo(0.3, "0" * 16, "a test", SIZE_PX)
    )
    served = OnnxDetector(target)
    assert (served.stride_px, served.confidence) == (32, 0.3)
    view = np.random.default_rng(0).integers(0, 256, (96, 160, 3)).astype(np.uint8)
    with torch.no_grad():
        pixels = torch.from_numpy(view.transpose(2, 0, 1)[None].copy()).float() / 255
        expected = load_network(best)(pixels)[0].numpy()
    np.testing.assert_allclose(served.raw(view), expected, rtol=1e-3, atol=2e-3)


def test_training_without_pictures_says_how_to_make_them(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="nertz data build"):
        train_detector(_config(tmp_path, tmp_path / "run"))


def test_resuming_without_a_run_says_so(pictures: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="leave --resume out"):
        train_detector(_config(pictures, tmp_path / "run", resume=True))


def test_exporting_what_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no checkpoint"):
        load_network(tmp_path / "best.pt")


def test_a_picture_turned_by_half_takes_its_boxes_along() -> None:
    pictures = torch.zeros(2, 3, 8, 8)
    pictures[:, :, 1, 2] = 1.0
    boxes = torch.tensor([[0.3, 0.2, 0.1, 0.4, 0.5], [0.3, 0.2, 0.1, 0.4, 0.5]])
    batch = {"img": pictures, "bboxes": boxes, "batch_idx": torch.tensor([0.0, 1.0])}
    turned = half_turned(batch, torch.tensor([False, True]))
    assert turned["img"][0, 0, 1, 2] == 1
    assert turned["img"][1, 0, 6, 5] == 1
    np.testing.assert_allclose(turned["bboxes"][0], [0.3, 0.2, 0.1, 0.4, 0.5])
    np.testing.assert_allclose(turned["bboxes"][1], [0.7, 0.8, 0.1, 0.4, 0.5])


def test_further_folders_without_pictures_are_refused(pictures: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="export corrections"):
        train_detector(_config(pictures, tmp_path / "run", extra=(tmp_path,)))


def test_rounds_show_every_picture_once_before_any_again() -> None:
    rounds = Rounds(list(range(10)), 4, seed=3)
    shown = []
    for number in range(5):
        rounds.begin(number)
        shown += [rounds[place] for place in range(len(rounds))]
    assert sorted(shown[:10]) == sorted(shown[10:]) == list(range(10))
    assert rounds.index(3) == 3  # everything else is the whole set's


def test_a_run_in_rounds_goes_through_the_set_in_small_steps(
    pictures: Path, tmp_path: Path
) -> None:
    train_detector(_config(pictures, tmp_path / "run", epochs=3, round_pictures=3, batch=3))
    with (tmp_path / "run" / "results.csv").open() as rows:
        assert len(list(csv.DictReader(rows))) == 3
