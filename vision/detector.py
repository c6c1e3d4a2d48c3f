"""The detector: a trained network behind ONNX Runtime, or anything else that finds regions."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from scoring.errors import ModelError
from vision.geometry import quads_from_boxes
from vision.onnx_session import open_session
from vision.regions import Regions
from vision.suppress import suppress

CLASS_NAMES = ("back", "face", "index")
"""What the weights must find, in this order."""

OUTPUT_CAP = 1500
"""Candidates that one view may give before suppression; reaching it is flagged."""


@dataclass(frozen=True, slots=True)
class Found:
    """The regions of one view; `capped` says that there were more than were looked at."""

    regions: Regions
    capped: bool = False


class Detector(Protocol):
    """Finds regions on a picture."""

    @property
    def stride_px(self) -> int:
        """Sides of a view must be multiples of this."""

    @property
    def confidence(self) -> float:
        """What is less sure than this is no card."""

    def detect(self, rgb: NDArray[np.uint8], confidence: float | None = None) -> Found:
        """The regions of a picture (H, W, 3), at least as confident as asked."""


class OnnxDetector:
    """A detector from a weights file that `nertz export` wrote.

    The file's own metadata says what it finds, at which stride and from which confidence on.
    Sessions are thread safe; one may serve all threads of a process.

    Raises:
        ModelError: the file is missing, is no ONNX file or was not made for this program.
    """

    def __init__(self, weights: Path, threads: int = 2) -> None:
        self._session, self.metadata = open_session(
            weights,
            threads,
            made="a detector",
            by="nertz export",
            find="give the right path with --weights, or check the project out whole",
            again="export the weights again",
        )
        self.stride_px, self.confidence = _served(self.metadata, weights)
        self._input = self._session.get_inputs()[0].name

    def raw(self, rgb: NDArray[np.uint8]) -> NDArray[np.float32]:
        """The network's own output for a picture: (places, 5 + classes).

        Columns: centre x, centre y, width, height in px, turn in radians, one score a class.
        """
        height, width = rgb.shape[:2]
        if height % self.stride_px or width % self.stride_px:
            raise ValueError(
                f"Found: a view of {width}x{height} px. Expected: multiples of {self.stride_px}."
            )
        blob = np.ascontiguousarray(rgb.transpose(2, 0, 1)[None], np.float32) / np.float32(255)
        return np.asarray(self._session.run(None, {self._input: blob})[0][0], np.float32)

    def detect(self, rgb: NDArray[np.uint8], confidence: float | None = None) -> Found:
        """The regions of a picture after suppression, most confident first."""
        least = self.confidence if confidence is None else confidence
        output = self.raw(rgb)
        scores = output[:, 5:]
        best = scores.max(axis=1)
        chosen = np.flatnonzero(best >= least)
        capped = len(chosen) > OUTPUT_CAP
        chosen = chosen[np.argsort(-best[chosen], kind="stable")][:OUTPUT_CAP]
        rows = output[chosen]
        regions = Regions(
            quads_from_boxes(rows[:, :2], rows[:, 2:4], rows[:, 4]),
            scores[chosen].argmax(axis=1).astype(np.int8),
            best[chosen],
        )
        return Found(suppress(regions), capped)


def _served(metadata: dict[str, str], weights: Path) -> tuple[int, float]:
    """The stride and the confidence of a network that finds what it must."""
    try:
        names = json.loads(metadata["class_names"])
        stride_px, confidence = int(metadata["stride_px"]), float(metadata["confidence"])
    except (KeyError, ValueError):
        names, stride_px, confidence = None, 0, 0.0
    if names != list(CLASS_NAMES) or stride_px < 1:
        raise ModelError(
            f"metadata {metadata} in {weights}",
            f"the classes {CLASS_NAMES}, a stride_px and a confidence",
            "export the weights with `nertz export`",
        )
    return stride_px, confidence
