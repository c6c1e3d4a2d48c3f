"""The classifier of faces: a trained network behind ONNX Runtime, or anything else that reads."""

import json
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from scoring.cards import parse_card
from scoring.errors import ModelError, RuleError
from vision.onnx_session import open_session

NOT_AN_INDEX = ""
"""The last class: what is no index at all."""

CROPS_AT_ONCE = 256


class FaceNetwork(Protocol):
    """Reads index crops."""

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of the cards told apart, such as `10S` and `JK`."""

    def read(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Log probabilities (n, codes + 1) of crops (n, 48, 32, 3); the last is no index."""


class OnnxFaces:
    """A classifier from a weights file that `nertz train faces` wrote.

    The file's own metadata names its classes. Sessions are thread safe.

    Raises:
        ModelError: the file is missing, is no ONNX file or was not made for this program.
    """

    def __init__(self, weights: Path, threads: int = 2) -> None:
        self._session, self.metadata = open_session(
            weights,
            threads,
            made="a classifier",
            by="nertz train faces",
            find="give the right path, or check the project out whole",
            again="train it again",
        )
        self.codes = _codes(self.metadata, weights)
        self._input = self._session.get_inputs()[0].name

    def read(self, crops: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Log probabilities (n, codes + 1) of crops (n, 48, 32, 3); the last is no index."""
        parts = [np.zeros((0, len(self.codes) + 1), np.float32)]
        for start in range(0, len(crops), CROPS_AT_ONCE):
            chosen = np.ascontiguousarray(crops[start : start + CROPS_AT_ONCE])
            parts.append(np.asarray(self._session.run(None, {self._input: chosen})[0], np.float32))
        return np.concatenate(parts)


def _codes(metadata: dict[str, str], weights: Path) -> tuple[str, ...]:
    """The cards that the network tells apart."""
    try:
        *cards, none = (str(name) for name in json.loads(metadata["classes"]))
        codes = tuple(parse_card(code).code for code in cards if none == NOT_AN_INDEX)
    except (KeyError, ValueError, TypeError, RuleError):
        codes = ()
    if not codes:
        raise ModelError(
            f"metadata {metadata} in {weights}",
            "classes: codes of cards and, last, an empty name for what is no index",
            "train the classifier with `nertz train faces`",
        )
    return codes
