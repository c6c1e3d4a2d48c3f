"""Writes the classifier of faces as ONNX, with what its user must know in its metadata."""

import json
import warnings
from pathlib import Path

import onnx
import torch

from datasets.indices import CLASSES
from models.faces.network import ServedFaces
from vision.faces.crops import CROP_PX

OPSET = 17


def export_faces(served: ServedFaces, target: Path, trained: str) -> Path:
    """Writes `target` (.onnx) and returns its path; `trained` tells in words how and on what."""
    target.parent.mkdir(parents=True, exist_ok=True)
    example = torch.zeros(2, CROP_PX[1], CROP_PX[0], 3, dtype=torch.uint8)
    with torch.no_grad(), warnings.catch_warnings():
        # The exporter by tracing is deprecated, but needs no further package.
        warnings.simplefilter("ignore")
        torch.onnx.export(
            served.eval(),
            (example,),
            str(target),
            opset_version=OPSET,
            input_names=["crops"],
            output_names=["log_shares"],
            dynamic_axes={"crops": {0: "n"}, "log_shares": {0: "n"}},
            dynamo=False,
        )
    graph = onnx.load(str(target))
    del graph.metadata_props[:]
    metadata = {
        "classes": json.dumps(CLASSES),
        "rank_heat": f"{served.rank_heat:.4f}",
        "suit_heat": f"{served.suit_heat:.4f}",
        "trained": trained,
        "licence": "AGPL-3.0-or-later",
    }
    for key, value in metadata.items():
        graph.metadata_props.add(key=key, value=value)
    onnx.save(graph, str(target))
    return target
