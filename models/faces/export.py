"""Writes the classifier of faces as ONNX, with what its user must know in its metadata."""

import json
from pathlib import Path

import torch

from datasets.indices import CLASSES
from models.faces.network import ServedFaces
from models.onnx_file import write_onnx
from vision.faces.crops import CROP_PX


def export_faces(served: ServedFaces, target: Path, trained: str) -> Path:
    """Writes `target` (.onnx) and returns its path; `trained` tells in words how and on what."""
    example = torch.zeros(2, CROP_PX[1], CROP_PX[0], 3, dtype=torch.uint8)
    metadata = {
        "classes": json.dumps(CLASSES),
        "rank_heat": f"{served.rank_heat:.4f}",
        "suit_heat": f"{served.suit_heat:.4f}",
        "trained": trained,
    }
    free_axes = {"crops": {0: "n"}, "log_shares": {0: "n"}}
    names = (["crops"], ["log_shares"])
    return write_onnx(target, served.eval(), (example,), names, free_axes, metadata, slim=False)
