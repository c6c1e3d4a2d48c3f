"""What the classifier of faces learns from, made once and kept in a folder: sheets and crops."""

import json
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.indices import CLASSES, DeckSet, IndexArt, Look, make_picture
from datasets.indices.fonts import load_fonts
from datasets.indices.sheets import Sheets, make_sheets
from datasets.pool import ArtPool, PoolSplit
from scoring.errors import DataError
from vision.faces.crops import Window, cut

PICTURES_A_SET = 500
"""Pictures made of one choice of decks, which are kept in memory."""

SETS_A_SHARD = 4
"""A shard is what one process makes at a time: some 3,000 crops."""

_SPLITS: dict[PoolSplit, int] = {"train": 0, "held": 1}


CORNERS_A_SHARD = 250
"""Corners on a shard of sheets, of decks of its own."""


@dataclass(frozen=True, slots=True)
class CropsConfig:
    """What to make: `shards` of one side of the split.

    `art` is the art cache, `fonts` a folder of typefaces for drawn indices, which only training
    sees; None leaves every deck its own.
    """

    shards: int
    split: PoolSplit = "train"
    seed: int = 0
    art: str | None = None
    fonts: str | None = None


@dataclass(frozen=True, slots=True)
class Crops:
    """Crops (n, 48, 32, 3) uint8; class, height of the index in px and deck of each, (n,)."""

    pixels: NDArray[np.uint8]
    classes: NDArray[np.int64]
    heights_px: NDArray[np.float32]
    decks: NDArray[np.str_]

    def __len__(self) -> int:
        return len(self.classes)


def make_crops(config: CropsConfig, folder: Path, workers: int = 1) -> Crops:
    """The rendered crops in a folder, after making those that are missing.

    Raises:
        DataError: the folder holds crops that were made otherwise.
    """
    return Crops(**_made(config, folder / config.split, workers, _write_crops))


def make_all_sheets(config: CropsConfig, folder: Path, workers: int = 1) -> Sheets:
    """The flat sheets in a folder, after making those that are missing.

    Raises:
        DataError: the folder holds sheets that were made otherwise.
    """
    return Sheets(**_made(config, folder / f"sheets-{config.split}", workers, _write_sheets))


def _made(
    config: CropsConfig, folder: Path, workers: int, write: Callable[[CropsConfig, Path], None]
) -> dict[str, NDArray[Any]]:
    folder.mkdir(parents=True, exist_ok=True)
    recipe = asdict(config) | {"shards": 0}
    note = folder / "made.json"
    if note.is_file() and json.loads(note.read_text()) != recipe:
        raise DataError(
            f"what was made with {note.read_text().strip()} in {folder}",
            f"the same as now, {json.dumps(recipe)}",
            "give an empty folder, or the settings with which this one was begun",
        )
    note.write_text(json.dumps(recipe) + "\n")
    files = [folder / f"{number:04d}.npz" for number in range(config.shards)]
    missing = [file for file in files if not file.is_file()]
    with ProcessPoolExecutor(workers, get_context("spawn"), cv2.setNumThreads, (1,)) as pool:
        for _ in pool.map(write, [config] * len(missing), missing):
            pass
    parts = [np.load(file) for file in files]
    return {key: np.concatenate([part[key] for part in parts]) for key in parts[0].files}


@lru_cache(maxsize=1)
def _art(config: CropsConfig) -> IndexArt:
    """The art of a process that draws."""
    fonts = load_fonts(Path(config.fonts)) if config.fonts else None
    return IndexArt(ArtPool(config.split, Path(config.art) if config.art else None), fonts)


def _write_crops(config: CropsConfig, file: Path) -> None:
    art = _art(config)
    rng = np.random.default_rng([config.seed, _SPLITS[config.split], int(file.stem)])
    pixels, classes, heights, decks = [], [], [], []
    for _ in range(SETS_A_SHARD):
        for rgb, look, deck in _pictures(rng, art, art.sample_set(rng)):
            pixels.append(cut(rgb, Window(look.x_px, look.y_px, look.height_px, look.turn_rad)))
            classes.append(CLASSES.index(look.code))
            heights.append(look.index_px)
            decks.append(deck)
    _save(
        file,
        pixels=np.stack(pixels),
        classes=np.array(classes, np.int64),
        heights_px=np.array(heights, np.float32),
        decks=np.array(decks),
    )


def _pictures(
    rng: np.random.Generator, art: IndexArt, decks: DeckSet
) -> list[tuple[NDArray[np.uint8], Look, str]]:
    made = [make_picture(rng, art, decks) for _ in range(PICTURES_A_SET)]
    return [(picture.rgb, look, picture.deck) for picture in made for look in picture.looks]


def _write_sheets(config: CropsConfig, file: Path) -> None:
    art = _art(config)
    rng = np.random.default_rng([config.seed, _SPLITS[config.split], int(file.stem), 1])
    sheets = make_sheets(rng, art, art.sample_set(rng, own=2, styled=5), CORNERS_A_SHARD)
    _save(file, **{name: getattr(sheets, name) for name in Sheets.__slots__})


def _save(file: Path, **arrays: NDArray[Any]) -> None:
    """Writes a shard; one that is there is whole, also after a kill."""
    part = file.with_suffix(".part.npz")
    np.savez(part, allow_pickle=False, **arrays)
    part.rename(file)
