from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper

from scoring.errors import ModelError
from vision.backs import OnnxEmbedder
from vision.backs.embedder import BINS, STRIDE_PX, bin_weights


def weights(folder: Path, **metadata: str) -> Path:
    """A network that gives zeros, with metadata."""
    names = {"pieces": TensorProto.UINT8, "rows": TensorProto.FLOAT, "columns": TensorProto.FLOAT}
    inputs = [helper.make_tensor_value_info(n, kind, None) for n, kind in names.items()]
    node = helper.make_node("Identity", ["rows"], ["vectors"])
    output = helper.make_tensor_value_info("vectors", TensorProto.FLOAT, None)
    opset = [helper.make_opsetid("", 17)]
    graph = helper.make_graph([node], "zeros", inputs, [output])
    model = helper.make_model(graph, opset_imports=opset, ir_version=8)
    for key, value in metadata.items():
        model.metadata_props.add(key=key, value=value)
    file = folder / "backs.onnx"
    onnx.save(model, str(file))
    return file


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="no weights at"):
        OnnxEmbedder(tmp_path / "backs.onnx")


def test_a_file_that_is_no_network_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "backs.onnx"
    file.write_bytes(b"not a network")
    with pytest.raises(ModelError, match="cannot be loaded"):
        OnnxEmbedder(file)


@pytest.mark.parametrize("metadata", [{}, {"kind": "faces"}, {"kind": "backs", "px_per_mm": "4.0"}])
def test_a_network_for_something_else_is_refused(tmp_path: Path, metadata: dict[str, str]) -> None:
    with pytest.raises(ModelError, match=r"a network for backs at 2\.0 px per mm"):
        OnnxEmbedder(weights(tmp_path, **metadata))


def test_a_network_for_backs_is_taken(tmp_path: Path) -> None:
    embedder = OnnxEmbedder(weights(tmp_path, kind="backs", px_per_mm="2.0"))
    assert embedder.metadata["kind"] == "backs"


@pytest.mark.parametrize(("height", "width"), [(168, 24), (120, 4), (7, 5)])
def test_every_place_of_the_map_belongs_to_bins_that_are_means(height: int, width: int) -> None:
    rows, columns = bin_weights(height, width)
    assert rows.shape == (BINS[0], -(-height // STRIDE_PX))
    assert columns.shape == (BINS[1], -(-width // STRIDE_PX))
    for part in (rows, columns):
        assert part.sum(axis=1) == pytest.approx(1)
        assert (part.max(axis=0) > 0).all()


def test_bins_follow_each_other() -> None:
    rows, _ = bin_weights(168, 24)
    middles = rows @ np.arange(rows.shape[1])
    assert (np.diff(middles) > 5).all()
