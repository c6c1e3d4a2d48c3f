"""Exports a trained detector to ONNX, with everything that its user must know in its metadata."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from ultralytics.utils.patches import torch_load

from datasets.yolo_obb import CLASS_NAMES
from models.onnx_file import write_onnx
from scoring.errors import ModelError

STRIDE_PX = 32


@dataclass(frozen=True, slots=True)
class ExportInfo:
    """What is written into the file beside class names, stride and size.

    `confidence` is the served threshold, `data_hash` stands for the training pictures (see
    `datasets.build.data_hash`), `trained` tells in words how long on what.
    """

    confidence: float
    data_hash: str
    trained: str
    size_px: int = 512


class ServedNetwork(torch.nn.Module):  # type: ignore[misc]  # torch is not installed everywhere
    """The trained network as it is served: the one-box-a-card head, decoded, nothing suppressed.

    Takes pictures (1, 3, H, W) float32 RGB in 0..1 with sides of whole strides; gives
    (1, places, 8): centre x, centre y, width, height in px, turn in radians, scores of back, face
    and index.
    """

    def __init__(self, network: torch.nn.Module) -> None:
        super().__init__()
        self.network = network.float().eval()
        head = self.network.model[-1]
        head.export, head.format, head.dynamic = True, "onnx", True
        head.postprocess = lambda decoded: decoded  # no top-300: the caller sees every place

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """Decoded places of the one-box-a-card head."""
        decoded = self.network(pictures)
        decoded = decoded[0] if isinstance(decoded, tuple) else decoded
        decoded = decoded.permute(0, 2, 1)
        boxes, scores, turn = decoded[..., :4], decoded[..., 4:-1], decoded[..., -1:]
        return torch.cat([boxes, turn, scores], dim=-1)


def load_network(weights: Path) -> ServedNetwork:
    """The served form of a training checkpoint.

    Raises:
        ModelError: there is no such checkpoint.
    """
    if not weights.is_file():
        raise ModelError(
            f"no checkpoint at {weights}",
            "a .pt file that `nertz train detector` wrote",
            "train first, or give the right path",
        )
    checkpoint: dict[str, Any] = torch_load(weights, map_location="cpu")
    network = checkpoint.get("ema") or checkpoint["model"]
    return ServedNetwork(network)


def export_detector(weights: Path, target: Path, info: ExportInfo) -> Path:
    """Writes `target` (.onnx) from a checkpoint and returns its path."""
    served = load_network(weights)
    example = torch.zeros(1, 3, info.size_px, info.size_px)
    metadata = {
        "class_names": json.dumps(CLASS_NAMES),
        "stride_px": str(STRIDE_PX),
        "size_px": str(info.size_px),
        "confidence": str(info.confidence),
        "data_hash": info.data_hash,
        "trained": info.trained,
    }
    free_axes = {"pictures": {2: "height", 3: "width"}, "places": {1: "places"}}
    names = (["pictures"], ["places"])
    return write_onnx(target, served, (example,), names, free_axes, metadata)
