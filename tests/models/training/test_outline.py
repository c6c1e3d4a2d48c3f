"""The network that outlines a card: its pictures, and what is written is what was trained."""

from pathlib import Path

import cv2
import numpy as np
import pytest
import torch

from datasets.pool import ArtPool
from models.outline.network import OutlineNetwork, ServedOutline
from models.outline.scenes import MADE_PX, OutlinePicture, make_picture
from models.outline.store import load_picture, make_pictures, save_picture
from models.outline.train import (
    OutlineConfig,
    in_other_light,
    moved,
    outline_loss,
    shown,
    train_outline,
)
from scoring.errors import DataError, ModelError
from tests.vision.painted import paint, spread
from vision.outline import SIDE_PX, OnnxOutliner, outline_card

pytestmark = pytest.mark.timeout(900)  # a few steps take minutes beside other work

WEIGHTS = Path(__file__).parents[3] / "models" / "weights"


def one_card(turn_deg: float = 20.0, at: tuple[float, float] = (160, 160)) -> OutlinePicture:
    """A painted card and its mask."""
    rgb = paint(spread(1, 0, turn_deg=turn_deg, at=at), (MADE_PX, MADE_PX)).rgb
    inside = np.abs(rgb.astype(int) - rgb[0, 0]).max(axis=2) > 12
    return OutlinePicture(rgb.copy(), np.stack([inside, np.zeros_like(inside)]))


@pytest.fixture(scope="module")
def made() -> list[OutlinePicture]:
    pool = ArtPool("train", None)
    return [make_picture(np.random.default_rng([3, number]), pool) for number in range(40)]


def test_what_is_masked_is_whole_cards(made: list[OutlinePicture]) -> None:
    masks = [mask.astype(np.uint8) for picture in made for mask in picture.masks if mask.any()]
    assert len(masks) > 15
    assert any(not picture.masks.any() for picture in made), "some show nothing to outline"
    for mask in masks:
        assert max(mask[0].sum(), mask[:, 0].sum(), mask[-1].sum(), mask[:, -1].sum()) < 40
        _, numbers, stats, _ = cv2.connectedComponentsWithStats(mask)
        largest = 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))
        places = cv2.findNonZero((numbers == largest).astype(np.uint8))
        _, (first, second), _ = cv2.minAreaRect(places)
        assert stats[largest, cv2.CC_STAT_AREA] > 0.8 * (first + 1) * (second + 1)


def test_a_picture_is_the_same_for_its_seed_and_number(tmp_path: Path) -> None:
    first, second = (list(make_pictures(tmp_path / name, "train", None, 2, 5)) for name in "ab")
    for one, other in zip(first, second, strict=True):
        assert np.array_equal(load_picture(one).pixels, load_picture(other).pixels)
        assert np.array_equal(load_picture(one).masks, load_picture(other).masks)


def test_what_is_there_is_not_made_again(tmp_path: Path) -> None:
    save_picture(one_card(), tmp_path / "train-5-000000.png")
    files = list(make_pictures(tmp_path, "train", None, 2, 5))
    assert [file.name for file in files] == ["train-5-000000.png", "train-5-000001.png"]
    kept = load_picture(files[0])
    assert np.array_equal(kept.masks, one_card().masks)


def test_a_broken_picture_is_told_by_name(tmp_path: Path) -> None:
    save_picture(one_card(), tmp_path / "a.png")
    (tmp_path / "a.jpg").write_bytes(b"no picture")
    with pytest.raises(DataError, match=r"a\.png"):
        load_picture(tmp_path / "a.png")


@pytest.mark.parametrize("seed", range(6))
def test_masks_move_with_the_picture_and_stay_whole(seed: int) -> None:
    picture = one_card(turn_deg=15.0 * seed, at=(130 + 10 * seed, 150))
    rng = np.random.default_rng(seed)
    matrix = moved(rng, picture)
    pixels, masks = shown(picture, matrix)
    table = pixels[0, 0].astype(int)
    seen = np.abs(pixels.astype(int) - table).max(axis=2) > 12
    coarse = seen.reshape(SIDE_PX // 2, 2, SIDE_PX // 2, 2).mean(axis=(1, 3))
    assert np.abs(coarse - masks[0]).mean() < 0.004
    grown = abs(np.linalg.det(matrix[:, :2]))
    assert masks[0].sum() * 4 == pytest.approx(picture.masks[0].sum() * grown, rel=0.03)


def test_other_light_keeps_the_places() -> None:
    pixels, _ = shown(one_card(), np.array([[0.8, 0, 0], [0, 0.8, 0]]))
    changed = in_other_light(np.random.default_rng(0), pixels)
    assert changed.shape == pixels.shape
    assert changed.dtype == np.uint8
    assert not np.array_equal(changed, pixels)


def test_the_loss_is_least_for_the_truth() -> None:
    masks = torch.zeros(2, 2, 16, 16)
    masks[0, 0, 4:12, 4:12] = 1
    true = 12 * (masks - 0.5)
    moved_logits = true.roll(3, dims=3)
    assert outline_loss(true, masks) < 0.05
    assert outline_loss(moved_logits, masks) > outline_loss(true, masks) + 0.3
    assert outline_loss(-true, masks) > outline_loss(moved_logits, masks)


def test_what_is_written_says_what_was_trained(tmp_path: Path) -> None:
    config = OutlineConfig(
        tmp_path / "pictures", tmp_path / "outline.onnx", pictures=8, held=4, steps=2, batch=4
    )
    told: list[str] = []
    target = train_outline(config, told.append)
    assert any("step 2" in line for line in told)
    network = OutlineNetwork()
    network.load_state_dict(torch.load(target.with_suffix(".pt"), weights_only=True))
    picture, _ = shown(one_card(), np.array([[0.8, 0, 0], [0, 0.8, 0]]))
    with torch.no_grad():
        expected = ServedOutline(network)(torch.from_numpy(picture[None]))[0].numpy()
    outliner = OnnxOutliner(target)
    assert np.allclose(outliner.masks(picture), expected, atol=1e-4)
    assert outline_card(one_card().pixels, outliner) is None, "after two steps it sees nothing"


def test_training_without_its_start_is_refused(tmp_path: Path) -> None:
    config = OutlineConfig(tmp_path, tmp_path / "o.onnx", start=tmp_path / "none.pt")
    with pytest.raises(ModelError, match="nertz train outline"):
        train_outline(config)


def test_the_shipped_file_says_what_the_shipped_checkpoint_does() -> None:
    outliner = OnnxOutliner(WEIGHTS / "outline.onnx")
    network = OutlineNetwork()
    network.load_state_dict(torch.load(WEIGHTS / "outline.pt", weights_only=True))
    picture, _ = shown(one_card(), np.array([[0.8, 0, 0], [0, 0.8, 0]]))
    with torch.no_grad():
        expected = ServedOutline(network)(torch.from_numpy(picture[None]))[0].numpy()
    assert np.allclose(outliner.masks(picture), expected, atol=0.02)
    found = outline_card(one_card().pixels, outliner)
    assert found is not None
    assert found.quad_px.mean(axis=0) == pytest.approx([160, 160], abs=2)
