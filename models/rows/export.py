"""Writes the reader of rows as ONNX, with what its user must know in its metadata."""

import json
from dataclasses import asdict
from pathlib import Path

import torch

from models.onnx_file import write_onnx
from models.rows.network import ServedRows
from vision.rows.picture import ACROSS_PX
from vision.rows.reader import INPUT, RowBlend

NEUTRAL = RowBlend(0.0, 1.0, 0.0, 0.0)
"""Of a reader that nobody has set beside the looks: what they say goes."""


def export_rows(served: ServedRows, target: Path, trained: str) -> Path:
    """Writes `target` (.onnx) and returns its path; `trained` tells in words how and on what."""
    example = torch.zeros(2, ACROSS_PX, 96, 3, dtype=torch.uint8)
    metadata = {"blend": json.dumps(asdict(NEUTRAL)), "trained": trained}
    free_axes = {INPUT: {0: "n", 2: "length"}, "log_odds": {0: "n", 2: "places"}}
    names = ([INPUT], ["log_odds"])
    return write_onnx(target, served.eval(), (example,), names, free_axes, metadata, slim=False)
