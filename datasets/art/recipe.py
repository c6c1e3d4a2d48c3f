"""A recipe: how one deck's pictures are made from an unpacked package."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from datasets.art.canvas import Rgba
from datasets.art.packages import Package

SUITS = ("C", "D", "H", "S")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
FACES = tuple(rank + suit for suit in SUITS for rank in RANKS)
JOKERS = ("JK1", "JK2")

Pictures = Iterator[tuple[str, Rgba]]
"""Names (`10S`, `JK1`, anything beginning with `back`) with pictures."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """One deck of a package.

    `name` is the deck's own name in its package. `faces` is False where only the backs are
    wanted: indices in another language, cards too small to read. `low_resolution` marks
    pictures that are enlarged to the canvas.
    """

    id: str
    package: Package
    name: str
    pictures: Callable[[], Pictures]
    faces: bool = True
    low_resolution: bool = False
