import json
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from scoring.errors import ModelError
from vision.faces import OnnxFaces
from vision.faces.network import CROPS_AT_ONCE

CLASSES = ["AS", "10H", "JK", ""]


def tiny(path: Path, classes: object = CLASSES) -> Path:
    """A network whose first class is the crop's mean brightness, the others are zero."""
    zeros = numpy_helper.from_array(np.zeros((1, 3), np.float32), "zeros")
    nodes = [
        helper.make_node("Cast", ["crops"], ["floats"], to=TensorProto.FLOAT),
        helper.make_node("ReduceMean", ["floats"], ["kept"], axes=[1, 2, 3], keepdims=1),
        helper.make_node("Flatten", ["kept"], ["mean"], axis=1),
        helper.make_node("Sub", ["mean", "mean"], ["nothing"]),
        helper.make_node("Add", ["nothing", "zeros"], ["rest"]),
        helper.make_node("Concat", ["mean", "rest"], ["log_shares"], axis=1),
    ]
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info("crops", TensorProto.UINT8, ["n", 48, 32, 3])],
        [helper.make_tensor_value_info("log_shares", TensorProto.FLOAT, ["n", 4])],
        [zeros],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    helper.set_model_props(model, {"classes": json.dumps(classes)})
    onnx.checker.check_model(model)
    onnx.save(model, str(path))
    return path


def test_every_crop_gets_its_own_answer(tmp_path: Path) -> None:
    network = OnnxFaces(tiny(tmp_path / "faces.onnx"))
    count = CROPS_AT_ONCE + 20
    crops = np.zeros((count, 48, 32, 3), np.uint8)
    crops += (np.arange(count) % 200).astype(np.uint8)[:, None, None, None]
    answers = network.read(crops)
    assert network.codes == ("AS", "10H", "JK")
    assert answers.shape == (count, 4)
    assert np.allclose(answers[:, 0], np.arange(count) % 200)


def test_no_crops_get_no_answers(tmp_path: Path) -> None:
    network = OnnxFaces(tiny(tmp_path / "faces.onnx"))
    assert network.read(np.zeros((0, 48, 32, 3), np.uint8)).shape == (0, 4)


def test_missing_weights_are_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"nothing\.onnx"):
        OnnxFaces(tmp_path / "nothing.onnx")


def test_a_file_that_is_no_network_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "faces.onnx"
    file.write_bytes(b"no network")
    with pytest.raises(ModelError, match="cannot be loaded"):
        OnnxFaces(file)


@pytest.mark.parametrize("classes", [["AS", "10H"], ["1S", ""], [""], "AS", [], 7])
def test_a_network_of_other_classes_is_refused(tmp_path: Path, classes: object) -> None:
    with pytest.raises(ModelError, match="train the classifier"):
        OnnxFaces(tiny(tmp_path / "faces.onnx", classes))
