"""Made pictures on disk: a JPEG and its masks as a PNG of 0, 1 in a back, 2 in a face."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from datasets.pool import ArtPool, PoolSplit
from models.outline.scenes import OutlinePicture, make_picture
from scoring.errors import DataError

JPEG_QUALITY = 93


def save_picture(picture: OutlinePicture, file: Path) -> None:
    """Writes `file` (.png) last: one that is there has its picture, also after a kill."""
    pixels = np.ascontiguousarray(picture.pixels[..., ::-1])
    cv2.imwrite(str(file.with_suffix(".jpg")), pixels, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    unfinished = file.with_name(f"part-{file.name}")
    cv2.imwrite(str(unfinished), picture.masks[0] + 2 * picture.masks[1].astype(np.uint8))
    unfinished.rename(file)


def load_picture(file: Path) -> OutlinePicture:
    """A picture that `save_picture` wrote.

    Raises:
        DataError: it is none.
    """
    pixels = cv2.imread(str(file.with_suffix(".jpg")))
    inside = cv2.imread(str(file), cv2.IMREAD_GRAYSCALE)
    if pixels is None or inside is None or pixels.shape[:2] != inside.shape:
        raise DataError(
            f"{file}, which has no picture or no masks",
            "a picture that `nertz train outline` made",
            "delete it, so that it is made again",
        )
    rgb = np.ascontiguousarray(pixels[..., ::-1], np.uint8)
    return OutlinePicture(rgb, np.stack([inside == 1, inside == 2]))


def make_pictures(
    folder: Path, split: PoolSplit, cache: Path | None, count: int, seed: int, workers: int = 1
) -> Iterator[Path]:
    """Pictures `0` to `count` of a seed, made where the folder lacks them, in order."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"{split}-{seed}-{number:06d}.png" for number in range(count)]
    missing = [(number, file) for number, file in enumerate(files) if not file.is_file()]
    with ProcessPoolExecutor(
        workers, get_context("spawn"), _start_worker, (split, cache, seed)
    ) as pool:
        made = pool.map(_make_one, missing, chunksize=16)
        for file in files:
            while not file.is_file():
                next(made)
            yield file


_worker: tuple[ArtPool, int] | None = None


def _start_worker(split: PoolSplit, cache: Path | None, seed: int) -> None:
    global _worker  # noqa: PLW0603 - a process pool has no other place for what a worker keeps
    cv2.setNumThreads(1)
    _worker = (ArtPool(split, cache), seed)


def _make_one(wanted: tuple[int, Path]) -> None:
    assert _worker is not None  # noqa: S101 - set when the process starts
    pool, seed = _worker
    number, file = wanted
    rng = np.random.default_rng([seed, int(pool.split == "held"), number])
    save_picture(make_picture(rng, pool), file)
