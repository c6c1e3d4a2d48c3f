"""The trained networks that read photos, together: one loads them, the others are given them."""

from dataclasses import dataclass
from pathlib import Path

from vision.backs.embedder import BackEmbedder, OnnxEmbedder
from vision.detector import Detector, OnnxDetector
from vision.faces import FaceNetwork, OnnxFaces

BACKS_NAME = "backs.onnx"
"""Beside the detector's weights."""


@dataclass(frozen=True, slots=True)
class Networks:
    """What finds cards, tells their backs apart and, where it is there, reads their faces.

    Without `faces` no card is named.
    """

    detector: Detector
    backs: BackEmbedder
    faces: FaceNetwork | None = None


def load_networks(weights: Path, faces: Path | None = None, threads: int = 2) -> Networks:
    """The detector of these weights, the network for backs beside it, and the reader of faces.

    Raises:
        ModelError: a file is missing or was not made for this program.
    """
    return Networks(
        OnnxDetector(weights, threads),
        OnnxEmbedder(weights.with_name(BACKS_NAME), threads),
        None if faces is None else OnnxFaces(faces),
    )
