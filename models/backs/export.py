"""Exports the network for backs to ONNX, with everything that its user must know inside."""

from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn

from models.backs.network import BackNetwork, Eyes
from models.onnx_file import write_onnx
from scoring.errors import ModelError
from vision.backs.embedder import bin_weights
from vision.backs.patch import PX_PER_MM


@dataclass(frozen=True, slots=True)
class BacksInfo:
    """What is written into the file: in words, how it was trained and on what."""

    trained: str
    data: str


class ServedBacks(nn.Module):  # type: ignore[misc]  # torch is not installed everywhere
    """The network as it is served: takes pieces (n, h, w, 3) uint8."""

    def __init__(self, network: BackNetwork) -> None:
        super().__init__()
        self.network = network.float().eval()

    def forward(self, pieces: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
        """Unit vectors (n, size)."""
        pictures = pieces.permute(0, 3, 1, 2).to(torch.float32) / 255
        found: Tensor = self.network(pictures, rows, columns)
        return found


def load_backs(file: Path) -> BackNetwork:
    """The network of a checkpoint.

    Raises:
        ModelError: there is no such checkpoint.
    """
    if not file.is_file():
        raise ModelError(
            f"no checkpoint at {file}",
            "a backs.pt that `nertz train backs` wrote",
            "train first, or give the right path",
        )
    network = BackNetwork(Eyes())
    network.load_state_dict(torch.load(file, map_location="cpu", weights_only=True)["network"])
    return network


def export_backs(network: BackNetwork, target: Path, info: BacksInfo) -> Path:
    """Writes `target` (.onnx) and returns its path."""
    served = ServedBacks(network)
    example = torch.zeros(2, 168, 24, 3, dtype=torch.uint8)
    rows, columns = (torch.from_numpy(part) for part in bin_weights(168, 24))
    metadata = {
        "kind": "backs",
        "px_per_mm": str(PX_PER_MM),
        "trained": info.trained,
        "data": info.data,
    }
    free_axes = {
        "pieces": {0: "count", 1: "height", 2: "width"},
        "rows": {1: "map_height"},
        "columns": {1: "map_width"},
        "vectors": {0: "count"},
    }
    names = (["pieces", "rows", "columns"], ["vectors"])
    return write_onnx(target, served, (example, rows, columns), names, free_axes, metadata)
