"""The shipped ONNX files find the same cards as the shipped checkpoints in torch."""

from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from datasets.build import BuildConfig, make_sample
from datasets.pool import ArtPool
from models.export import load_network
from vision.decode import decode_file
from vision.detector import OnnxDetector
from vision.frame import whole_photo
from vision.geometry import ious, quads_from_boxes
from vision.regions import Regions
from vision.suppress import suppress

pytestmark = pytest.mark.timeout(600)

PROJECT = Path(__file__).parents[3]
WEIGHTS = PROJECT / "models" / "weights"
PHOTOS = sorted((PROJECT / "tests" / "photos").glob("table-*.jpg"))


def _views() -> list[NDArray[np.uint8]]:
    """The test photos at the first look's size, and four made pictures with drawn art."""
    views = []
    for file in PHOTOS:
        photo = decode_file(file)
        views.append(whole_photo(photo.width_px, photo.height_px, 960).view(photo.rgb))
    pool = ArtPool("held")
    for number in range(4):
        views.append(make_sample(number, BuildConfig(4, seed=5, split="held"), pool).rendered.rgb)
    return views


@pytest.mark.parametrize("name", ["detector", "closer"])
def test_onnx_and_torch_find_the_same_cards(name: str) -> None:
    served = OnnxDetector(WEIGHTS / f"{name}.onnx")
    network = load_network(WEIGHTS / f"{name}.pt")
    assert PHOTOS
    found_any = 0
    for view in _views():
        with torch.no_grad():
            pixels = torch.from_numpy(view.transpose(2, 0, 1)[None].copy()).float() / 255
            rows = network(pixels)[0].numpy()
        best = rows[:, 5:].max(axis=1)
        rows = rows[best >= served.confidence]
        in_torch = suppress(
            Regions(
                quads_from_boxes(rows[:, :2], rows[:, 2:4], rows[:, 4]),
                rows[:, 5:].argmax(axis=1).astype(np.int8),
                rows[:, 5:].max(axis=1),
            )
        )
        in_onnx = served.detect(view).regions
        assert len(in_onnx) == len(in_torch)
        if len(in_onnx):
            assert ious(in_onnx.quads_px, in_torch.quads_px).max(axis=1).min() > 0.98
            np.testing.assert_allclose(in_onnx.confidences, in_torch.confidences, atol=2e-3)
        found_any += len(in_onnx)
    assert found_any > 20
