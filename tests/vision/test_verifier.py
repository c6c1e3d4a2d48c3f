"""The verifier: what it is shown of a region, and how its opinion and the detector's add up."""

import json
from pathlib import Path

import cv2
import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from scoring.errors import ModelError
from tests.vision.builders import BoxList, regions
from vision.frame import PAD_TONE
from vision.regions import Regions
from vision.verifier import (
    AROUND_LENGTHS,
    CROP_PX,
    CROPS_AT_ONCE,
    REGION_FRACTION,
    Blend,
    Crops,
    OnnxVerifier,
    Votes,
    crop,
    upright,
)

TABLE, CARD = 60, 220
CARD_PX = 400.0


def view_of(boxes: BoxList, size: int = 900) -> tuple[np.ndarray, Regions]:
    """A view with upright bright rectangles on a dark table, and the rectangles."""
    view = np.full((size, size, 3), TABLE, np.uint8)
    for x, y, width, height, _ in boxes:
        rows = slice(round(y - height / 2), round(y + height / 2))
        view[rows, round(x - width / 2) : round(x + width / 2)] = CARD
    return view, regions(boxes)


@pytest.mark.parametrize("size", [(40.0, 400.0), (280.0, 400.0), (284.0, 30.0)])
def test_a_region_of_any_shape_fills_the_same_part_of_the_near_picture(
    size: tuple[float, float],
) -> None:
    view, found = view_of([(450, 450, *size, 0)])
    (near,) = crop(view, found, CARD_PX).near
    edge = round(CROP_PX * (1 - REGION_FRACTION) / 2)
    inside = near[edge + 2 : CROP_PX - edge - 2, edge + 2 : CROP_PX - edge - 2]
    assert inside.min() == CARD
    for turn in range(4):
        assert np.rot90(near, turn)[: edge - 2].max() == TABLE


def test_the_far_picture_shows_the_region_at_its_true_size_among_its_neighbours() -> None:
    view, found = view_of([(450, 450, 40, 400, 0), (550, 450, 40, 400, 0)])
    crops = crop(view, found.take(np.array([0])), CARD_PX)
    bright = crops.around[0, CROP_PX // 2, :, 0] > (TABLE + CARD) / 2
    px = CROP_PX / (AROUND_LENGTHS * CARD_PX)
    starts = np.flatnonzero(np.diff(bright.astype(int)) == 1) + 1
    assert np.diff(starts) == pytest.approx([100 * px], abs=1)
    assert crops.sizes[0] == pytest.approx([0.1, 1.0])


def test_a_leaning_region_stands_upright_in_its_pictures() -> None:
    found = regions([(450, 450, 60, 300, 12.0)])
    view = np.full((900, 900, 3), TABLE, np.uint8)
    cv2.fillConvexPoly(view, np.round(found.quads_px[0]).astype(np.int32), (CARD,) * 3)
    (near,) = crop(view, found, CARD_PX).near
    middle = CROP_PX // 2
    assert (near[middle - 20 : middle + 20, middle - 20 : middle + 20] == CARD).all()
    assert (near[:, : CROP_PX // 8] == TABLE).all()


def test_beyond_the_view_is_padding_and_not_a_mirror() -> None:
    view, found = view_of([(30, 450, 40, 400, 0)])
    assert (crop(view, found, CARD_PX).around[0][:, 0] == PAD_TONE).all()


def test_corners_are_put_in_order_whatever_side_a_region_begins_with() -> None:
    straight = regions([(100, 100, 40, 90, 5.0)]).quads_px
    for shift in range(4):
        assert upright(np.roll(straight, shift, axis=1)) == pytest.approx(straight)


def test_no_regions_give_no_pictures() -> None:
    view, _ = view_of([])
    assert len(crop(view, Regions.empty(), CARD_PX)) == 0


def votes(closer: float, *, agreed: bool = True, approach: float = 0.5) -> Votes:
    """Of four regions."""
    sure, before = np.full(4, closer, np.float32), np.full(4, approach, np.float32)
    return Votes(sure, np.full(4, agreed), before)


def test_every_opinion_moves_the_probability() -> None:
    blend = Blend(-1.0, 0.8, 0.5, 0.7, 0.3)
    odds = np.array([-3.0, 0.0, 2.0, 3.0], np.float32)
    said = blend.probabilities(odds, votes(0.6))
    assert (np.diff(said) > 0).all()
    for fewer in (votes(0.1), votes(0.6, agreed=False), votes(0.6, approach=0.0)):
        assert (blend.probabilities(odds, fewer) < said).all()
    assert 0.0 <= said.min() <= said.max() <= 1.0


BLEND = {"bias": 0.5, "verifier": 1.0, "closer": 0.0, "agreed": 0.0, "approach": 0.0}


def tiny(path: Path, blend: object = BLEND, first: str = "near") -> Path:
    """A network whose log odds are the first size of a region."""
    nodes = [
        helper.make_node("Slice", ["sizes", "zero", "one", "axis"], ["width"]),
        helper.make_node("Squeeze", ["width", "axis"], ["log_odds"]),
    ]
    numbers = [
        helper.make_tensor(name, TensorProto.INT64, [1], [value])
        for name, value in (("zero", 0), ("one", 1), ("axis", 1))
    ]
    picture = ["n", CROP_PX, CROP_PX, 3]
    inputs = [
        helper.make_tensor_value_info(first, TensorProto.UINT8, picture),
        helper.make_tensor_value_info("middle", TensorProto.UINT8, picture),
        helper.make_tensor_value_info("around", TensorProto.UINT8, picture),
        helper.make_tensor_value_info("sizes", TensorProto.FLOAT, ["n", 2]),
    ]
    outputs = [helper.make_tensor_value_info("log_odds", TensorProto.FLOAT, ["n"])]
    graph = helper.make_graph(nodes, "tiny", inputs, outputs, numbers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    helper.set_model_props(model, {"blend": json.dumps(blend)})
    onnx.checker.check_model(model)
    onnx.save(model, str(path))
    return path


def test_every_region_gets_its_own_answer(tmp_path: Path) -> None:
    count = CROPS_AT_ONCE + 20
    picture = np.zeros((count, CROP_PX, CROP_PX, 3), np.uint8)
    sizes = np.stack([np.linspace(-2, 2, count), np.ones(count)], axis=1).astype(np.float32)
    verifier = OnnxVerifier(tiny(tmp_path / "verifier.onnx"))
    crops = Crops(picture, picture, picture, sizes)
    half = np.full(count, 0.5, np.float32)
    said = verifier.verify(crops, Votes(half, np.ones(count, bool), half))
    assert said == pytest.approx(1 / (1 + np.exp(-0.5 - sizes[:, 0])), abs=1e-5)


@pytest.mark.parametrize("blend", [None, {}, {"bias": 1.0}, {**BLEND, "more": 1.0}, [1, 2]])
def test_a_file_without_a_blend_is_refused(tmp_path: Path, blend: object) -> None:
    with pytest.raises(ModelError, match="blend"):
        OnnxVerifier(tiny(tmp_path / "verifier.onnx", blend))


def test_another_network_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="near, middle, around, sizes"):
        OnnxVerifier(tiny(tmp_path / "verifier.onnx", first="picture"))


def test_missing_weights_are_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"nothing\.onnx"):
        OnnxVerifier(tmp_path / "nothing.onnx")
