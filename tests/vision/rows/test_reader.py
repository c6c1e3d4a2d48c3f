"""The file of a reader of rows: what it must hold, and how its opinion is weighed."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from scoring.errors import ModelError
from tests.vision.builders import CARD_PX, regions
from tests.vision.painted import paint, spread
from vision.rows.picture import ACROSS_PX, row_picture
from vision.rows.reader import STRIDE_PX, OnnxRowReader, RowBlend

BLEND = {"bias": 0.5, "seen": 1.0, "unseen": -1.0, "side": 0.7}


def tiny(path: Path, blend: object = BLEND, given: str = "pictures") -> Path:
    """A network that says the red of two columns, as is."""
    nodes = [
        helper.make_node("Cast", [given], ["floats"], to=TensorProto.FLOAT),
        helper.make_node("Slice", ["floats", "from", "to", "axes", "steps"], ["part"]),
        helper.make_node("Transpose", ["part"], ["turned"], perm=[0, 1, 3, 2]),
        helper.make_node("Squeeze", ["turned", "last"], ["log_odds"]),
    ]
    numbers = [
        helper.make_tensor("from", TensorProto.INT64, [3], [30, 0, 0]),
        helper.make_tensor("to", TensorProto.INT64, [3], [32, 1 << 30, 1]),
        helper.make_tensor("axes", TensorProto.INT64, [3], [1, 2, 3]),
        helper.make_tensor("steps", TensorProto.INT64, [3], [1, STRIDE_PX, 1]),
        helper.make_tensor("last", TensorProto.INT64, [1], [2]),
    ]
    shape = ["n", ACROSS_PX, "length", 3]
    inputs = [helper.make_tensor_value_info(given, TensorProto.UINT8, shape)]
    outputs = [helper.make_tensor_value_info("log_odds", TensorProto.FLOAT, ["n", 2, "places"])]
    graph = helper.make_graph(nodes, "tiny", inputs, outputs, numbers)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    helper.set_model_props(model, {"blend": json.dumps(blend)})
    onnx.checker.check_model(model)
    onnx.save(model, str(path))
    return path


def test_a_row_is_read_there_and_back(tmp_path: Path) -> None:
    cards = spread(5, 30.0)
    row = row_picture(paint(cards).rgb, regions(cards), CARD_PX[1])
    assert row is not None
    reader = OnnxRowReader(tiny(tmp_path / "rows.onnx"))
    whole = len(row) // STRIDE_PX * STRIDE_PX
    said = reader.read(row)
    assert said.shape == (2, whole // STRIDE_PX)
    assert said.min() < said.max() - 20, "it tells the cards' red from the table's"
    for rows, columns in ((-1, 1), (1, -1)):
        mirrored = replace(row, pixels=row.pixels[::rows, :whole][:, ::columns])
        assert np.allclose(reader.read(mirrored), said[::columns, ::columns], atol=1e-3)


def test_every_opinion_moves_the_probability() -> None:
    blend = RowBlend(**BLEND)
    seen, unseen = np.array([1.0], np.float32), np.array([False])
    side = np.array([1.0], np.float32)
    best = blend.probabilities(seen, unseen, side)
    fewer = [
        blend.probabilities(seen - 2, unseen, side),
        blend.probabilities(seen, ~unseen, side),
        blend.probabilities(seen, unseen, side - 1),
    ]
    assert all(0 < less < best < 1 for less in fewer)


@pytest.mark.parametrize("blend", [None, {}, {"bias": 1.0}, {**BLEND, "more": 1.0}, [1, 2]])
def test_a_file_without_a_blend_is_refused(tmp_path: Path, blend: object) -> None:
    with pytest.raises(ModelError, match="blend"):
        OnnxRowReader(tiny(tmp_path / "rows.onnx", blend))


def test_another_network_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="pictures"):
        OnnxRowReader(tiny(tmp_path / "rows.onnx", given="crops"))


def test_missing_weights_are_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"nothing\.onnx"):
        OnnxRowReader(tmp_path / "nothing.onnx")
