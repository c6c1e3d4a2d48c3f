"""The classifier of faces: it learns, it is calibrated, and what is written is what was trained."""

from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.random import default_rng

from datasets.indices import CLASSES
from datasets.indices.sheets import Sheets, make_sheets
from models.faces.augment import move, recolour
from models.faces.command import FacesRun, train_faces, write_faces
from models.faces.compose import NONE, compose
from models.faces.crops import Crops, CropsConfig, make_crops
from models.faces.export import export_faces
from models.faces.figures import figures
from models.faces.network import FaceNetwork, ServedFaces, log_shares, targets
from models.faces.train import FacesConfig, fitted_heat, load_checkpoint, logits, train_network
from scoring.errors import DataError, ModelError
from tests.datasets.indices.painted import DECKS, BarArt
from vision.faces import OnnxFaces

pytestmark = pytest.mark.timeout(900)  # a few steps take minutes beside other work


@pytest.fixture(scope="module")
def sheets() -> Sheets:
    return make_sheets(default_rng(0), BarArt(), DECKS, 30)


def crops_of(sheets: Sheets, count: int, seed: int) -> Crops:
    """Composed crops in the form of rendered ones."""
    torch.manual_seed(seed)
    pictures, classes = compose(sheets, count, default_rng(seed))
    pixels = (pictures.permute(0, 2, 3, 1).numpy() * 255).astype(np.uint8)
    heights = np.where(classes.numpy() == NONE, 0, 20).astype(np.float32)
    return Crops(pixels, classes.numpy(), heights, np.full(count, "own:0"))


def test_ranks_suits_joker_and_nothing_come_from_one_class() -> None:
    codes = ("AS", "KC", "10H", "JK", "")
    ranks, suits = targets(torch.tensor([CLASSES.index(code) for code in codes]))
    assert ranks.tolist() == [0, 12, 9, 13, 14]
    assert suits.tolist() == [0, 3, 1, -1, -1]


def test_shares_of_all_classes_add_up_and_the_likeliest_is_rank_and_suit() -> None:
    rank, suit = torch.zeros(1, 15), torch.zeros(1, 4)
    rank[0, 9], suit[0, 1] = 5.0, 4.0
    shares = log_shares(rank, suit).exp()
    assert CLASSES[int(shares.argmax())] == "10H"
    assert float(shares.sum()) == pytest.approx(1, abs=1e-5)


def test_composed_crops_show_the_index_upright_only_where_it_is_named(sheets: Sheets) -> None:
    made = crops_of(sheets, 600, 3)
    above = made.pixels[:, 14:23, 11:21].astype(float).mean(axis=(1, 2))
    below = made.pixels[:, 25:34, 11:21].astype(float).mean(axis=(1, 2))
    redder = (above - below)[:, 0] - (above - below)[:, 2] > 8
    named = made.classes != NONE
    assert redder[named].mean() > 0.85
    assert redder[~named].mean() < 0.1


def test_changes_keep_shape_and_range(sheets: Sheets) -> None:
    random = torch.Generator().manual_seed(0)
    pictures, _ = compose(sheets, 16, default_rng(0))
    changed = recolour(move(pictures, random), random)
    assert changed.shape == pictures.shape
    assert float(changed.min()) >= 0
    assert float(changed.max()) <= 1.2


def test_some_steps_of_training_lower_the_loss_and_can_be_gone_on_with(
    sheets: Sheets, tmp_path: Path
) -> None:
    told: list[str] = []
    crops = crops_of(sheets, 200, 1)
    kept = tmp_path / "faces.pt"
    config = FacesConfig(steps=200, batch=32, rendered=8, checkpoint=kept)
    network = train_network(sheets, crops, config, told.append)
    losses = [float(line.split("loss ")[1].split(",")[0]) for line in told]
    assert losses[-1] < losses[0]
    again = load_checkpoint(kept)
    for one, other in zip(logits(network, crops), logits(again, crops), strict=True):
        assert torch.allclose(one, other, atol=1e-5)


def test_what_is_written_says_the_same_as_the_network(sheets: Sheets, tmp_path: Path) -> None:
    torch.manual_seed(2)
    network = FaceNetwork().eval()
    crops = crops_of(sheets, 20, 5)
    target = export_faces(ServedFaces(network, 1.3, 0.8), tmp_path / "faces.onnx", "not at all")
    served = OnnxFaces(target)
    ranks, suits = logits(network, crops)
    assert np.allclose(
        served.read(crops.pixels), log_shares(ranks / 1.3, suits / 0.8).numpy(), atol=1e-4
    )
    assert served.codes == CLASSES[:-1]
    assert served.metadata["trained"] == "not at all"


def test_the_temperature_takes_back_too_much_trust() -> None:
    truth = torch.tensor([0, 1] * 50)
    outputs = torch.zeros(100, 2)
    outputs[torch.arange(100), truth] = 4.0
    outputs[:20] = outputs[:20].flip(1)  # one in five is surely wrong
    heat = fitted_heat(outputs, truth)
    assert float((outputs / heat).softmax(dim=1).max()) == pytest.approx(0.8, abs=0.02)


def test_figures_are_told_by_height_and_for_what_is_no_index(sheets: Sheets) -> None:
    crops = crops_of(sheets, 100, 7)
    shares = np.full((100, 54), -9.0, np.float32)
    shares[np.arange(100), crops.classes] = -0.001
    lines = {figure.name: figure for figure in figures(crops, shares)}
    assert lines["14 px and more"].right == 1
    assert lines["14 px and more"].n == int((crops.classes != NONE).sum())
    assert lines["what is no index"].stated == 0


def test_writing_tells_what_it_is_worth(sheets: Sheets, tmp_path: Path) -> None:
    lines = list(
        write_faces(FaceNetwork().eval(), crops_of(sheets, 60, 9), tmp_path / "f.onnx", "no")
    )
    assert lines[0].startswith("temperatures")
    assert any("14 px" in line for line in lines)


def test_without_steps_a_checkpoint_is_needed(tmp_path: Path) -> None:
    nothing = FacesRun(tmp_path, tmp_path / "f.onnx", training=FacesConfig(steps=0))
    with pytest.raises(ModelError, match="--start"):
        list(train_faces(nothing, print))
    with pytest.raises(ModelError, match="no checkpoint"):
        load_checkpoint(tmp_path / "none.pt")


def test_crops_made_otherwise_are_not_mixed(tmp_path: Path) -> None:
    make_crops_of_nothing = CropsConfig(0, "held")
    (tmp_path / "held").mkdir()
    (tmp_path / "held" / "made.json").write_text('{"seed": 7}')
    with pytest.raises(DataError, match="empty folder"):
        make_crops(make_crops_of_nothing, tmp_path)
