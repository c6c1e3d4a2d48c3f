"""Made views on disk: one compressed file for some of them, so that training can go on later."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.pool import ArtPool
from models.backs.views import Piece, View, make_view
from scoring.errors import DataError
from vision.backs.patch import BackSample, Patch

VIEWS_A_FILE = 50


def save_views(views: list[View], file: Path) -> None:
    """Writes views; a file that is there is whole, also after a kill."""
    patches: list[Patch] = []
    pieces, cards, twins = [], [], []
    for number, view in enumerate(views):
        for piece in view.pieces:
            sample = piece.sample
            place = (number, piece.design, int(piece.turned), piece.x, piece.y)
            pieces.append((*place, sample.width_mm, sample.height_mm))
            patches.append(sample.patch)
        twins += [(number, *pair) for pair in view.twins]
    for number, view in enumerate(views):
        cards += [number] * len(view.cards)
        patches += view.cards
    unfinished = file.with_suffix(".part")
    with unfinished.open("wb") as out:
        np.savez_compressed(
            out,
            count=len(views),
            pieces=np.array(pieces, np.float64).reshape(-1, 7),
            cards=np.array(cards, np.int64),
            twins=np.array(twins, np.int64).reshape(-1, 3),
            sizes=np.array([patch.shape[:2] for patch in patches], np.int64).reshape(-1, 2),
            pixels=np.concatenate([np.zeros(0, np.uint8), *(p.ravel() for p in patches)]),
        )
    unfinished.rename(file)


def load_views(file: Path) -> list[View]:
    """The views in a file.

    Raises:
        DataError: it is none that `save_views` wrote.
    """
    try:
        with np.load(file) as stored:
            data = {name: stored[name] for name in stored.files}
        patches = _patches(data["pixels"], data["sizes"])
        pieces, cards, twins = data["pieces"], data["cards"], data["twins"]
        count = int(data["count"])
    except (OSError, ValueError, KeyError) as error:
        raise DataError(
            f"{file}, which holds no views of backs",
            "a file that `nertz train backs` wrote",
            "delete it, so that it is made again",
        ) from error
    backs = patches[len(pieces) :]
    return [
        View(
            tuple(_piece(row, patches[place]) for place, row in enumerate(pieces) if row[0] == n),
            tuple(back for back, owner in zip(backs, cards, strict=True) if owner == n),
            tuple((int(i), int(j)) for owner, i, j in twins if owner == n),
        )
        for n in range(count)
    ]


def _patches(pixels: NDArray[np.uint8], sizes: NDArray[np.int64]) -> list[Patch]:
    ends = np.cumsum(sizes.prod(axis=1) * 3)
    parts = np.split(pixels, ends[:-1]) if len(sizes) else []
    return [part.reshape(*size, 3) for part, size in zip(parts, sizes, strict=True)]


def _piece(row: NDArray[np.float64], patch: Patch) -> Piece:
    _, design, turned, x, y, width_mm, height_mm = row.tolist()
    sample = BackSample(patch, width_mm, height_mm)
    return Piece(sample, int(design), bool(turned), int(x), int(y))


def made_views(folder: Path, pool: ArtPool, count: int, seed: int) -> Iterator[list[View]]:
    """Views `0` to `count` of a seed, made where the folder lacks them, some at a time."""
    folder.mkdir(parents=True, exist_ok=True)
    for first in range(0, count, VIEWS_A_FILE):
        numbers = range(first, min(first + VIEWS_A_FILE, count))
        file = folder / f"{pool.split}-{seed}-{numbers[0]:06d}-{len(numbers)}.npz"
        if not file.is_file():
            made = [make_view(np.random.default_rng([seed, number]), pool) for number in numbers]
            save_views(made, file)
        yield load_views(file)
