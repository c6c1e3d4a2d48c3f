"""The reader of rows: a network that says where along a row cards begin and end."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.odds import probabilities_of
from vision.onnx_session import check_inputs, open_session, read_blend
from vision.rows.picture import RowPicture

STRIDE_PX = 2
"""Columns of a row's picture to one place of what the network says."""

INPUT = "pictures"
"""Of the network, by name."""


@dataclass(frozen=True, slots=True)
class RowBlend:
    """How much it weighs what the looks and the reader of rows say of a card: a logistic model.

    `seen` weighs the log odds that the looks give, `unseen` is added where they saw nothing; `side`
    weighs the reader's log odds of the card's doubtful side.
    """

    bias: float
    seen: float
    unseen: float
    side: float

    def probabilities(
        self, seen: NDArray[np.float32], unseen: NDArray[np.bool_], side: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Of one card each, (n,); `seen` (n,) and `side` (n,) are log odds."""
        total = self.bias + self.seen * seen + self.unseen * unseen + self.side * side
        return probabilities_of(total)


class RowReader(Protocol):
    """Says where along a row cards begin and end."""

    blend: RowBlend

    def read(self, row: RowPicture) -> NDArray[np.float32]:
        """Log odds (2, places) that a card begins, and ends, on each STRIDE_PX columns."""


class OnnxRowReader:
    """A reader from a weights file that `nertz train rows` wrote. Sessions are thread safe.

    Raises:
        ModelError: the file is missing, is no ONNX file or was not made for this program.
    """

    def __init__(self, weights: Path, threads: int = 2) -> None:
        self._session, self.metadata = open_session(
            weights,
            threads,
            made="a reader of rows",
            by="nertz train rows",
            find="give the right path, or check the project out whole",
            again="train it again",
        )
        again = "train the reader with `nertz train rows`"
        self.blend = read_blend(
            RowBlend, self.metadata, weights, "a blend of what the looks and the reader say", again
        )
        check_inputs(self._session, [INPUT], weights, again)

    def read(self, row: RowPicture) -> NDArray[np.float32]:
        """Log odds (2, places) that a card begins, and ends, on each STRIDE_PX columns.

        The mean of what is read there and back, as it lies and mirrored: a card that ends on the
        way back begins on the way there.
        """
        pixels = row.pixels[:, : len(row) // STRIDE_PX * STRIDE_PX]
        there = np.stack([pixels, pixels[::-1]])
        given = {INPUT: np.concatenate([there, there[:, :, ::-1]])}
        said = self._session.run(None, given)[0]
        back = said[2:, ::-1, ::-1]
        return np.asarray(np.concatenate([said[:2], back]).mean(axis=0), np.float32)
