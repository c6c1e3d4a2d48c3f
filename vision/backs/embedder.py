"""The network that describes pieces of backs, behind ONNX Runtime, or anything else that does."""

from functools import lru_cache
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from scoring.errors import ModelError
from vision.backs.patch import PX_PER_MM
from vision.onnx_session import open_session

BINS = (4, 2)
"""Rows and columns of places in which the network describes a piece."""

STRIDE_PX = 4
"""Of the network's map of a piece."""

BATCH = 64
"""Pieces that go through the network together: some 50 MB."""

Embeddings = NDArray[np.float32]
"""Unit vectors, (n, size): the larger the product of two, the more alike their pieces."""


class BackEmbedder(Protocol):
    """Describes pieces of backs."""

    def embed(self, pieces: NDArray[np.uint8]) -> Embeddings:
        """Unit vectors (n, size) for pieces (n, h, w, 3) of one size, h >= w (see `Window.cut`)."""


class OnnxEmbedder:
    """An embedder from a weights file that `nertz train backs` wrote.

    Sessions are thread safe; one may serve all threads of a process.

    Raises:
        ModelError: the file is missing, is no ONNX file or was not made for this program.
    """

    def __init__(self, weights: Path, threads: int = 2) -> None:
        self._session, self.metadata = open_session(
            weights,
            threads,
            made="a network for backs",
            by="nertz train backs",
            find="check the project out whole, or put the file there",
            again="train it again",
        )
        served = (self.metadata.get("kind"), self.metadata.get("px_per_mm"))
        if served != ("backs", str(PX_PER_MM)):
            raise ModelError(
                f"metadata {self.metadata} in {weights}",
                f"a network for backs at {PX_PER_MM} px per mm",
                "train it with `nertz train backs`",
            )

    def embed(self, pieces: NDArray[np.uint8]) -> Embeddings:
        """Unit vectors (n, size) for pieces (n, h, w, 3) of one size, h >= w."""
        rows, columns = bin_weights(*pieces.shape[1:3])
        parts = [
            self._session.run(
                None,
                {"pieces": pieces[start : start + BATCH], "rows": rows, "columns": columns},
            )[0]
            for start in range(0, len(pieces), BATCH)
        ]
        return np.asarray(np.concatenate(parts), np.float32)


@lru_cache(maxsize=512)
def bin_weights(height_px: int, width_px: int) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Shares (4, h') and (2, w') of the map's rows and columns in each bin, for a piece's size.

    A bin is a triangle around its middle that reaches to the middles of its neighbours, so that a
    piece moved by little is described by little else.
    """
    sides = [-(-side // STRIDE_PX) for side in (height_px, width_px)]
    return _triangles(BINS[0], sides[0]), _triangles(BINS[1], sides[1])


def _triangles(bins: int, places: int) -> NDArray[np.float32]:
    middles = (np.arange(bins) + 0.5) / bins
    at = (np.arange(places) + 0.5) / places
    weights = np.maximum(1 - np.abs(at[None] - middles[:, None]) * bins, 0)
    weights[0][at < middles[0]] = 1
    weights[-1][at > middles[-1]] = 1
    weights = np.maximum(weights, 1e-6)
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), np.float32)
