import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from datasets.pool import ArtPool
from models.backs.export import load_backs
from models.backs.loss import BackLoss
from models.backs.network import HUES, STEPS, BackNetwork, Eyes, load_eyes
from models.backs.quartets import Quartet
from models.backs.seen import batch_of, look_at, seen_by
from models.backs.through import SizedBatches
from models.backs.train import BacksConfig, train_backs
from models.backs.views import make_view
from scoring.errors import DataError, ModelError
from vision.backs.embedder import OnnxEmbedder, bin_weights

WEIGHTS = Path(__file__).parents[3] / "models" / "weights"
DETECTOR = WEIGHTS / "detector.pt"


def described(network: BackNetwork, pieces: np.ndarray) -> np.ndarray:
    rows, columns = (torch.from_numpy(part) for part in bin_weights(*pieces.shape[1:3]))
    pictures = torch.from_numpy(pieces).permute(0, 3, 1, 2).float() / 255
    with torch.no_grad():
        return np.asarray(network.eval()(pictures, rows, columns))


def noise(count: int, height: int, width: int) -> np.ndarray:
    return np.random.default_rng(1).integers(0, 256, (count, height, width, 3), dtype=np.uint8)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the views are kept that all tests share; the first one makes them."""
    return tmp_path_factory.mktemp("views")


def config(folder: Path, out: Path, steps: int = 3, pieces: int = 60) -> BacksConfig:
    few = BacksConfig(folder, out / "backs.onnx", DETECTOR, views=4, held_views=2)
    return replace(few, steps=steps, pieces=pieces, batch=16)


def test_a_short_training_gives_weights_that_can_be_served(folder: Path, tmp_path: Path) -> None:
    said: list[str] = []
    asked = config(folder, tmp_path)
    served = OnnxEmbedder(train_backs(asked, said.append), threads=1)
    assert "step 3: trained loss" in said[-1]
    network = load_backs(folder / "backs.pt")
    for height, width in ((168, 20), (120, 47), (40, 8)):
        pieces = noise(3, height, width)
        assert served.embed(pieces) == pytest.approx(described(network, pieces), abs=1e-3)
    made = {file.name: file.stat().st_mtime_ns for file in folder.glob("*.npz")}
    train_backs(asked, said.append)
    assert made == {file.name: file.stat().st_mtime_ns for file in folder.glob("*.npz")}


def test_all_layers_learn_from_a_checkpoint_on(folder: Path, tmp_path: Path) -> None:
    first = config(folder, tmp_path)
    train_backs(first, lambda _: None)
    before = load_backs(folder / "backs.pt").state_dict()
    said: list[str] = []
    through = replace(first, start=folder / "backs.pt", steps=12, batch=8)
    served = OnnxEmbedder(train_backs(through, said.append), threads=1)
    assert "step 12: trained loss" in said[-2]
    assert "step 12: held loss" in said[-1]
    after = load_backs(folder / "backs.pt")
    for name in ("eyes.model.0.conv.weight", "head.1.weight"):
        assert not torch.equal(before[name], after.state_dict()[name]), name
    pieces = noise(3, 168, 20)
    assert served.embed(pieces) == pytest.approx(described(after, pieces), abs=1e-3)


def test_the_pieces_of_a_batch_are_of_one_size() -> None:
    views = [
        make_view(np.random.default_rng([5, number]), ArtPool("train", None)) for number in (0, 1)
    ]
    stream = iter(SizedBatches(views, 12, 3))
    sizes = set()
    for _ in range(5):
        batch = next(stream)
        count = len(batch.designs)
        assert batch.keys.designs[:count].tolist() == batch.designs.tolist()
        assert len(batch.pieces) == count + len(batch.keys.designs)
        own, other = batch.keys.others.T
        assert (batch.designs[own] != batch.keys.designs[other]).all()
        sizes.add(tuple(batch.pieces.shape[1:3]))
        network = BackNetwork(load_eyes(DETECTOR)).eval()
        queries, _, keys = batch.seen_by(network)
        assert (len(queries), len(keys.seen)) == (count, len(batch.keys.designs))
        alone = seen_by(network.eyes, batch.pieces[:1].numpy())
        assert torch.allclose(queries[:1], alone, atol=1e-3, rtol=1e-3)
    assert len(sizes) > 1
    with pytest.raises(DataError, match="ask for more views"):
        SizedBatches([], 12, 3)


def test_too_few_pieces_are_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="ask for more views"):
        train_backs(config(folder, tmp_path, pieces=1), lambda _: None)


def test_without_a_detector_there_are_no_eyes(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="train the detector first"):
        load_eyes(tmp_path / "detector.pt")


def test_training_brings_pieces_nearer_to_their_own_deck(folder: Path, tmp_path: Path) -> None:
    def loss(steps: int) -> float:
        said: list[str] = []
        train_backs(config(folder, tmp_path, steps), said.append)
        return float(re.findall(r"trained loss ([0-9.]+)", said[-1])[0])

    assert loss(60) < 0.9 * loss(2)


def test_a_missing_checkpoint_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no checkpoint"):
        load_backs(tmp_path / "backs.pt")


def test_the_served_weights_give_unit_vectors_and_prefer_the_same_piece() -> None:
    served = OnnxEmbedder(WEIGHTS / "backs.onnx", threads=1)
    found = served.embed(noise(4, 168, 24))
    assert np.linalg.norm(found, axis=1) == pytest.approx(1, abs=1e-4)


def test_the_loss_falls_when_pieces_come_nearer_to_their_own_deck() -> None:
    loss = BackLoss()
    same = torch.eye(3, 6, dtype=torch.bool)
    good = loss(torch.eye(3, 6), torch.eye(6), same)
    bad = loss(torch.roll(torch.eye(3, 6), 1, 0), torch.eye(6), same)
    assert good < bad


def test_the_numbers_of_a_quartet_are_found_again() -> None:
    eyes = load_eyes(DETECTOR)
    rng = np.random.default_rng(0)
    pieces = [rng.integers(0, 256, (60, 12, 3), dtype=np.uint8) for _ in range(5)]
    one = Quartet(pieces[0], 7, pieces[1], ((8, pieces[2]),), pieces[3])
    two = Quartet(pieces[4], 9, pieces[0], (), None)
    queries, designs, keys = batch_of(look_at([one, two], eyes), [0, 1])
    assert designs.tolist() == [7, 9]
    assert keys.designs.tolist() == [7, 9, 8, -1]
    assert keys.others.tolist() == [[0, 2]]
    assert keys.inked.tolist() == [[0, 3]]
    expected = seen_by(eyes, np.stack([pieces[k] for k in (0, 4, 1, 0, 2, 3)]))
    assert torch.allclose(torch.cat([queries, keys.seen]), expected, atol=0.02, rtol=0.02)


def test_hues_are_noticed_by_their_own_planes() -> None:
    eyes = Eyes()
    red, grey = torch.zeros(1, 3, 8, 8), torch.full((1, 3, 8, 8), 0.5)
    red[:, 0] = 0.8
    hues = HUES * len(STEPS)
    assert (eyes.inks(red)[0, :hues, 0, 0] > 0).sum() >= 6
    assert (eyes.inks(grey)[0, :hues, 0, 0] > 1e-4).sum() == 0
    assert (eyes.inks(grey)[0, hues:, 0, 0] > 0).sum() == 4


def test_the_shipped_file_says_what_the_shipped_checkpoint_does() -> None:
    served = OnnxEmbedder(WEIGHTS / "backs.onnx", threads=1)
    network = load_backs(WEIGHTS / "backs.pt")
    for height, width in ((168, 20), (120, 47)):
        pieces = noise(3, height, width)
        assert served.embed(pieces) == pytest.approx(described(network, pieces), abs=0.01)
