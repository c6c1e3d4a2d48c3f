"""What the network's eyes see of all training pieces: looked at once, learnt from often."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from models.backs.network import SEEN, Eyes
from models.backs.quartets import Quartet
from vision.backs.embedder import bin_weights
from vision.backs.patch import Patch

AT_ONCE = 128


@dataclass(frozen=True, slots=True)
class Compared:
    """One quartet by rows of `SeenPieces.numbers`; `others` with their designs."""

    design: int
    query: int
    enrolled: int
    others: tuple[tuple[int, int], ...]
    inked: int | None


@dataclass(frozen=True, slots=True)
class SeenPieces:
    """Numbers (pieces, SEEN) float16 that sum up all pieces, and the quartets that they make."""

    numbers: Tensor
    quartets: tuple[Compared, ...]


@dataclass(frozen=True, slots=True)
class Keys:
    """What the queries of a batch are compared with.

    `seen` (m, SEEN): first each query's own enrolled piece. `designs` (m,): other ink is a design
    of its own, below 0. `others` and `inked` are (k, 2): query and key of each such pair.
    """

    seen: Tensor
    designs: Tensor
    others: Tensor
    inked: Tensor


def look_at(quartets: Iterable[Quartet], eyes: Eyes) -> SeenPieces:
    """Looks at every piece, those of one size together."""
    by_size: dict[tuple[int, ...], list[tuple[int, Patch]]] = {}
    count = 0

    def kept(piece: Patch) -> int:
        nonlocal count
        by_size.setdefault(piece.shape[:2], []).append((count, piece))
        count += 1
        return count - 1

    compared = numbered(quartets, kept)
    numbers = torch.zeros(count, SEEN, dtype=torch.float16)
    eyes.eval()
    for pieces in by_size.values():
        for start in range(0, len(pieces), AT_ONCE):
            part = pieces[start : start + AT_ONCE]
            rows = torch.tensor([row for row, _ in part])
            numbers[rows] = seen_by(eyes, np.stack([piece for _, piece in part])).half()
    return SeenPieces(numbers, tuple(compared))


def seen_by(eyes: Eyes, pieces: NDArray[np.uint8]) -> Tensor:
    """What the eyes see of pieces (n, h, w, 3) of one size: (n, SEEN)."""
    rows, columns = (torch.from_numpy(part) for part in bin_weights(*pieces.shape[1:3]))
    pictures = torch.from_numpy(pieces).permute(0, 3, 1, 2).float() / 255
    with torch.no_grad():
        found: Tensor = eyes(pictures, rows, columns)
    return found


def batch_of(seen: SeenPieces, places: Sequence[int]) -> tuple[Tensor, Tensor, Keys]:
    """Queries (n, SEEN), their designs (n,), and what they are compared with."""
    chosen = [seen.quartets[place] for place in places]
    rows, keys = keys_of(chosen)
    queries = seen.numbers[[one.query for one in chosen]].float()
    own = torch.tensor([one.design for one in chosen])
    return queries, own, replace(keys, seen=seen.numbers[rows].float())


def keys_of(chosen: Sequence[Compared]) -> tuple[list[int], Keys]:
    """The rows of all that some quartets' queries are compared with, and the keys without them."""
    rows = [one.enrolled for one in chosen]
    designs = [one.design for one in chosen]
    others, inked = [], []
    for place, one in enumerate(chosen):
        for design, row in one.others:
            others.append((place, len(rows)))
            rows.append(row)
            designs.append(design)
        if one.inked is not None:
            inked.append((place, len(rows)))
            rows.append(one.inked)
            designs.append(-1 - place)
    keys = Keys(
        torch.zeros(0),
        torch.tensor(designs),
        torch.tensor(others, dtype=torch.long).reshape(-1, 2),
        torch.tensor(inked, dtype=torch.long).reshape(-1, 2),
    )
    return rows, keys


def numbered(quartets: Iterable[Quartet], kept: Callable[[Patch], int]) -> list[Compared]:
    """Quartets by the numbers that `kept` gives their pieces."""
    return [
        Compared(
            one.design,
            kept(one.query),
            kept(one.enrolled),
            tuple((design, kept(piece)) for design, piece in one.others),
            None if one.inked is None else kept(one.inked),
        )
        for one in quartets
    ]
