"""Regions: what a detector found on one picture, as one type from detection to counting."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

BACK, FACE, INDEX = 0, 1, 2
"""Kinds of regions, as the detector's classes."""


@dataclass(frozen=True, slots=True)
class Regions:
    """Oriented boxes found on a picture; an empty one is a value.

    `quads_px` is (n, 4, 2) float32 in pixels of the picture at hand, each a rectangle with corners
    in turning order; `kinds` (n,) int8 is BACK, FACE or INDEX; `confidences` (n,) float32 in 0..1.
    """

    quads_px: NDArray[np.float32]
    kinds: NDArray[np.int8]
    confidences: NDArray[np.float32]

    def __post_init__(self) -> None:
        count = len(self.kinds)
        if self.quads_px.shape != (count, 4, 2) or self.confidences.shape != (count,):
            raise ValueError(
                f"Found: quads {self.quads_px.shape}, kinds {self.kinds.shape}, confidences "
                f"{self.confidences.shape}. Expected: (n, 4, 2), (n,), (n,)."
            )

    def __len__(self) -> int:
        return len(self.kinds)

    @classmethod
    def empty(cls) -> "Regions":
        """No regions."""
        return cls(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.int8), np.zeros(0, np.float32))

    @classmethod
    def concatenate(cls, parts: "list[Regions]") -> "Regions":
        """The regions of several pictures of one frame, in order."""
        if not parts:
            return cls.empty()
        return cls(
            np.concatenate([part.quads_px for part in parts]),
            np.concatenate([part.kinds for part in parts]),
            np.concatenate([part.confidences for part in parts]),
        )

    def take(self, chosen: NDArray[np.bool_] | NDArray[np.intp]) -> "Regions":
        """The chosen regions, by mask or by place."""
        return Regions(self.quads_px[chosen], self.kinds[chosen], self.confidences[chosen])

    @property
    def cards(self) -> "Regions":
        """Without the indices: one region a card."""
        return self.take(self.kinds != INDEX)

    @property
    def centres_px(self) -> NDArray[np.float32]:
        """Centres, (n, 2)."""
        return np.asarray(self.quads_px.mean(axis=1), np.float32)

    @property
    def sides_px(self) -> NDArray[np.float32]:
        """Lengths (n, 2) of the side from the first to the second corner and of the next one."""
        first = np.linalg.norm(self.quads_px[:, 1] - self.quads_px[:, 0], axis=1)
        second = np.linalg.norm(self.quads_px[:, 2] - self.quads_px[:, 1], axis=1)
        return np.stack([first, second], axis=1)
