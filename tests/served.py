"""Networks for tests: a detector of a test's own, and backs that are told by their ink alone."""

from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tests.fake_table import DrawnCards
from vision.backs import OnnxEmbedder
from vision.detector import Detector
from vision.networks import BACKS_NAME, Networks

WEIGHTS = Path(__file__).parents[1] / "models" / "weights"


class KnowsInks:
    """Describes a piece by the hue of its mean colour: for tables drawn in plain colours."""

    def embed(self, pieces: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Colours without their grey (n, 3), of length one; zeros for grey itself."""
        mean = pieces.astype(np.float32).mean(axis=(1, 2))
        hue = mean - mean.mean(axis=1, keepdims=True)
        length = np.linalg.norm(hue, axis=1, keepdims=True)
        return np.asarray(hue / np.maximum(length, 1.0), np.float32)


def networks(detector: Detector) -> Networks:
    """This detector, and backs told by their ink."""
    return Networks(detector, KnowsInks())


def drawn() -> Networks:
    """Networks for drawn tables."""
    return networks(DrawnCards())


@lru_cache(maxsize=1)
def embedder() -> OnnxEmbedder:
    """The trained network for backs, loaded once."""
    return OnnxEmbedder(WEIGHTS / BACKS_NAME, threads=1)
