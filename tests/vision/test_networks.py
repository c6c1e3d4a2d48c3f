from pathlib import Path

import pytest

from scoring.errors import ModelError
from vision.networks import BACKS_NAME, CLOSER_NAME, FACES_NAME, load_networks

WEIGHTS = Path(__file__).parents[2] / "models" / "weights"


@pytest.fixture
def weights(tmp_path: Path) -> Path:
    """A folder with the project's detector and its network for backs, and no reader of faces."""
    for name in ("detector.onnx", BACKS_NAME):
        (tmp_path / name).symlink_to(WEIGHTS / name)
    return tmp_path / "detector.onnx"


def test_the_reader_of_faces_beside_the_detector_is_used(weights: Path) -> None:
    assert load_networks(weights).faces is None
    weights.with_name(FACES_NAME).symlink_to(WEIGHTS / FACES_NAME)
    assert load_networks(weights).faces is not None


def test_a_reader_that_was_asked_for_must_be_there(weights: Path) -> None:
    with pytest.raises(ModelError, match=r"elsewhere\.onnx"):
        load_networks(weights, weights.with_name("elsewhere.onnx"))


def test_the_detector_of_the_closer_look_is_the_one_beside_or_the_same(weights: Path) -> None:
    alone = load_networks(weights)
    assert alone.closer is alone.detector
    weights.with_name(CLOSER_NAME).symlink_to(weights)
    both = load_networks(weights)
    assert both.closer is not None
    assert both.closer is not both.detector
