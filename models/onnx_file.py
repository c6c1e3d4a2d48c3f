"""Writes a torch network as an ONNX file, with all that its user must know in its metadata."""

import json
import tempfile
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import onnx
import onnxslim
import torch

OPSET = 17
LICENCE = "AGPL-3.0-or-later"

FreeAxes = Mapping[str, Mapping[int, str]]
"""The axes of each input and output that may have any length, with a name each."""


def write_onnx(  # noqa: PLR0913 - what the exporter must be told
    target: Path,
    served: torch.nn.Module,
    example: tuple[torch.Tensor, ...],
    names: tuple[Sequence[str], Sequence[str]],
    free_axes: FreeAxes,
    metadata: Mapping[str, str],
    *,
    slim: bool = True,
) -> Path:
    """Traces `served` on an example, writes `target` and returns its path.

    `names` are those of the inputs and of the outputs. The licence is added to the metadata.
    """
    with tempfile.TemporaryDirectory() as folder, torch.no_grad(), warnings.catch_warnings():
        # The exporter by tracing is deprecated, but needs no further package and keeps sides free.
        warnings.simplefilter("ignore")
        raw = Path(folder) / "raw.onnx"
        torch.onnx.export(
            served,
            example,
            str(raw),
            opset_version=OPSET,
            input_names=list(names[0]),
            output_names=list(names[1]),
            dynamic_axes={name: dict(axes) for name, axes in free_axes.items()},
            dynamo=False,
        )
        graph = onnx.load(str(raw))
        graph = onnxslim.slim(graph) if slim else graph
    onnx.helper.set_model_props(graph, {**metadata, "licence": LICENCE})
    target.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(graph, str(target))
    return target


def write_blend(target: Path, blend: Any) -> Path:  # noqa: ANN401 - any dataclass of weights
    """Writes how much a network weighs beside others into its file, and returns its path."""
    graph = onnx.load(str(target))
    kept = {item.key: item.value for item in graph.metadata_props}
    onnx.helper.set_model_props(graph, kept | {"blend": json.dumps(asdict(blend))})
    onnx.save(graph, str(target))
    return target
