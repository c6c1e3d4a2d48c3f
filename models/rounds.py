"""Short rounds through a long set: checkpoints and the learning rate move in small steps."""

from typing import Any

import numpy as np


class Rounds:
    """A data set that shows the next `size` pictures of another one in each round.

    All pictures are shown once, in an order of the seed's, before any is shown again. What is asked
    for beside the pictures comes from the whole set.
    """

    def __init__(self, whole: Any, size: int, seed: int = 0) -> None:  # noqa: ANN401 - ultralytics' data set
        self._whole = whole
        self._size = min(size, len(whole))
        self._order = np.random.default_rng(seed).permutation(len(whole))
        self._first = 0

    def begin(self, number: int) -> None:
        """Begins round `number`, counted from 0."""
        self._first = number * self._size

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, place: int) -> Any:  # noqa: ANN401
        return self._whole[int(self._order[(self._first + place) % len(self._order)])]

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        return getattr(self._whole, name)
