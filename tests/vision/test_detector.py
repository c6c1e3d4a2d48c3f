import json
from pathlib import Path

import numpy as np
import onnx
import pytest
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from scoring.errors import ModelError
from vision.detector import OUTPUT_CAP, OnnxDetector
from vision.regions import BACK, FACE, INDEX

METADATA = {
    "class_names": json.dumps(["back", "face", "index"]),
    "stride_px": "32",
    "confidence": "0.5",
}
BLACK = np.zeros((64, 96, 3), np.uint8)

Row = tuple[float, ...]
"""Centre x, centre y, width, height, turn in radians, scores of back, face and index."""


def save(path: Path, nodes: list[onnx.NodeProto], metadata: dict[str, str]) -> Path:
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info("pictures", TensorProto.FLOAT, [1, 3, "height", "width"])],
        [helper.make_tensor_value_info("places", TensorProto.FLOAT, [1, "places", 8])],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    helper.set_model_props(model, metadata)
    onnx.checker.check_model(model)
    onnx.save(model, str(path))
    return path


def constant(name: str, values: NDArray[np.float32]) -> onnx.NodeProto:
    return helper.make_node("Constant", [], [name], value=numpy_helper.from_array(values))


def finds(path: Path, rows: list[Row], metadata: dict[str, str] | None = None) -> Path:
    """A network that finds the same places on every picture."""
    places = np.array(rows, np.float32).reshape(1, len(rows), 8)
    nodes = [
        constant("rows", places),
        helper.make_node("ReduceMean", ["pictures"], ["mean"], keepdims=0),
        helper.make_node("Sub", ["mean", "mean"], ["zero"]),
        helper.make_node("Add", ["rows", "zero"], ["places"]),
    ]
    return save(path, nodes, METADATA if metadata is None else metadata)


def sees_channels(path: Path) -> Path:
    """A network with one place whose three scores are the means of the picture's channels."""
    nodes = [
        constant("box", np.array([[[32, 32, 20, 40, 0]]], np.float32)),
        helper.make_node("ReduceMean", ["pictures"], ["means"], axes=[2, 3], keepdims=0),
        constant("shape", np.zeros(0, np.float32)),
        helper.make_node("Unsqueeze", ["means", "axis"], ["scores"]),
        helper.make_node("Concat", ["box", "scores"], ["places"], axis=2),
    ]
    axis = helper.make_node(
        "Constant", [], ["axis"], value=numpy_helper.from_array(np.array([1], np.int64))
    )
    return save(path, [axis, *nodes], METADATA)


def test_places_become_regions_most_confident_first(tmp_path: Path) -> None:
    rows: list[Row] = [
        (20, 30, 10, 40, 0.0, 0.6, 0.1, 0.0),
        (60, 30, 40, 10, np.pi / 2, 0.1, 0.9, 0.0),
        (80, 10, 6, 8, 0.0, 0.0, 0.0, 0.7),
        (40, 30, 10, 40, 0.0, 0.4, 0.3, 0.2),
    ]
    found = OnnxDetector(finds(tmp_path / "tiny.onnx", rows)).detect(BLACK)
    assert found.regions.kinds.tolist() == [FACE, INDEX, BACK]
    assert found.regions.confidences.tolist() == pytest.approx([0.9, 0.7, 0.6])
    assert np.allclose(found.regions.centres_px, [[60, 30], [80, 10], [20, 30]])
    upright = np.ptp(found.regions.quads_px[0], axis=0)
    assert upright == pytest.approx([10, 40], abs=1e-3)
    assert not found.capped


def test_a_confidence_asked_for_goes_before_the_files_own(tmp_path: Path) -> None:
    rows: list[Row] = [(20, 30, 10, 40, 0, 0.4, 0, 0), (60, 30, 10, 40, 0, 0.8, 0, 0)]
    detector = OnnxDetector(finds(tmp_path / "tiny.onnx", rows))
    assert (detector.confidence, detector.stride_px) == (0.5, 32)
    assert len(detector.detect(BLACK).regions) == 1
    assert len(detector.detect(BLACK, 0.3).regions) == 2
    assert len(detector.detect(BLACK, 0.9).regions) == 0


def test_doubles_are_suppressed(tmp_path: Path) -> None:
    rows: list[Row] = [(20, 30, 10, 40, 0, 0.9, 0, 0), (21, 30, 10, 40, 0, 0, 0.8, 0)]
    assert len(OnnxDetector(finds(tmp_path / "tiny.onnx", rows)).detect(BLACK).regions) == 1


def test_the_network_gets_rgb_in_0_to_1(tmp_path: Path) -> None:
    picture = np.zeros((32, 64, 3), np.uint8)
    picture[:] = (51, 102, 255)
    raw = OnnxDetector(sees_channels(tmp_path / "tiny.onnx")).raw(picture)
    assert raw.shape == (1, 8)
    assert raw[0, 5:] == pytest.approx([0.2, 0.4, 1.0], abs=1e-4)


@pytest.mark.parametrize(("count", "capped"), [(OUTPUT_CAP, False), (OUTPUT_CAP + 40, True)])
def test_more_candidates_than_the_cap_are_said(tmp_path: Path, count: int, capped: bool) -> None:
    rows: list[Row] = [
        (20.0 * (i % 100), 20.0 * (i // 100), 8, 8, 0, 0.6 + 0.0001 * i, 0, 0) for i in range(count)
    ]
    found = OnnxDetector(finds(tmp_path / "tiny.onnx", rows)).detect(BLACK)
    assert found.capped is capped
    assert len(found.regions) == OUTPUT_CAP
    assert found.regions.confidences[0] == pytest.approx(0.6 + 0.0001 * (count - 1))


def test_a_view_of_other_than_whole_strides_is_refused(tmp_path: Path) -> None:
    detector = OnnxDetector(finds(tmp_path / "tiny.onnx", [(1, 1, 1, 1, 0, 1, 0, 0)]))
    with pytest.raises(ValueError, match="multiples of 32"):
        detector.detect(np.zeros((64, 70, 3), np.uint8))


def test_missing_weights_say_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="--weights"):
        OnnxDetector(tmp_path / "none.onnx")


def test_a_text_file_is_no_network(tmp_path: Path) -> None:
    path = tmp_path / "text.onnx"
    path.write_text("version https://git-lfs.github.com/spec/v1\n")
    with pytest.raises(ModelError, match="cannot be loaded"):
        OnnxDetector(path)


@pytest.mark.parametrize(
    "wrong",
    [
        {"class_names": json.dumps(["person", "car", "dog"])},
        {"class_names": json.dumps(["face", "back", "index"])},
        {"class_names": "back, face, index"},
        {"class_names": "3"},
        {"class_names": None},
        {"stride_px": None},
        {"stride_px": "wide"},
        {"stride_px": "0"},
        {"confidence": None},
        {"confidence": "high"},
    ],
)
def test_a_network_made_for_something_else_is_refused(
    tmp_path: Path, wrong: dict[str, str | None]
) -> None:
    metadata = {k: v for k, v in {**METADATA, **wrong}.items() if v is not None}
    path = finds(tmp_path / "tiny.onnx", [(1, 1, 1, 1, 0, 1, 0, 0)], metadata)
    with pytest.raises(ModelError, match="nertz export"):
        OnnxDetector(path)
