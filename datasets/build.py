"""Makes a folder of training pictures: `images/`, `labels/` (YOLO oriented boxes) and `data.yaml`.

Every picture has a seed of its own, so one can be made again alone, and the folder is the same with
any number of workers.
"""

import hashlib
import json
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets import yolo_obb
from datasets.labels import Box, card_box, index_box
from datasets.pool import ArtPool, PoolSplit
from datasets.render import Rendered, render
from datasets.sample import CLOSER, NEAR, TABLE, Regime, sample_scene
from datasets.scene import Scene, card_corners_mm, to_pixels
from scoring.errors import DataError
from scoring.reading import Side

_SPLITS: dict[PoolSplit, int] = {"train": 0, "held": 1}


@dataclass(frozen=True, slots=True)
class BuildConfig:
    """What to make.

    `count` pictures of `size_px` from decks of `split`, starting at number `first` so that a set
    can grow. `closer_share` of them are closer looks, `near_share` a few cards that fill the view,
    the rest whole tables. `cache` is the art cache; None draws all art.
    """

    count: int
    seed: int = 0
    split: PoolSplit = "train"
    size_px: int = 512
    closer_share: float = 0.55
    near_share: float = 0.15
    first: int = 0
    cache: Path | None = None

    def __post_init__(self) -> None:
        if self.closer_share + self.near_share > 1:
            raise DataError(
                f"shares of {self.closer_share} closer looks and {self.near_share} near pictures",
                "shares that add up to 1 at most",
                "make one of them smaller; the rest are whole tables",
            )


@dataclass(frozen=True, slots=True)
class Sample:
    """One made picture with its truth."""

    number: int
    scene: Scene
    rendered: Rendered
    boxes: tuple[Box, ...] = field(default=())


def scene_boxes(scene: Scene, seen: NDArray[np.int16], pool: ArtPool) -> tuple[Box, ...]:
    """Every label of a drawn scene, by the labelling rule."""
    boxes = []
    for number, card in enumerate(scene.cards):
        quad = to_pixels(scene.camera, card_corners_mm(card))
        face = card.side is Side.FACE
        box = card_box(quad, seen, number, face=face)
        if box is None:
            continue
        boxes.append(box)
        if face:
            ends = (quad, np.roll(quad, 2, axis=0))
            for corners, place in zip(ends, pool.index_places(card.art), strict=True):
                index = index_box(corners, seen, number, place) if place else None
                if index is not None:
                    boxes.append(index)
    return tuple(boxes)


def make_sample(number: int, config: BuildConfig, pool: ArtPool) -> Sample:
    """Makes picture `number` of a set; the same for the same configuration and number."""
    rng = _generator(number, config)
    scene = sample_scene(rng, pool, _regime(rng, config), config.size_px)
    rendered = render(scene, pool)
    return Sample(number, scene, rendered, scene_boxes(scene, rendered.seen, pool))


def closer_pictures(folder: Path, split: PoolSplit = "train") -> list[Path]:
    """The finished pictures of a set that are closer looks.

    Raises:
        DataError: it is no folder that `build` made.
    """
    file = folder / "made.json"
    try:
        made = json.loads(file.read_text())[split]
        config = BuildConfig(
            0, made["seed"], split, made["size_px"], made["closer_share"], made["near_share"]
        )
    except (OSError, ValueError, KeyError) as error:
        raise DataError(
            f"no {split} pictures in {folder}",
            "a folder that `nertz data build` made",
            f"make one with `nertz data build {folder}`",
        ) from error
    numbers = sorted(int(label.stem) for label in (folder / "labels" / split).glob("*.txt"))
    closer = [n for n in numbers if _regime(_generator(n, config), config) is CLOSER]
    return [folder / "images" / split / f"{number:07d}.jpg" for number in closer]


def _generator(number: int, config: BuildConfig) -> np.random.Generator:
    return np.random.default_rng([config.seed, _SPLITS[config.split], number])


def _regime(rng: np.random.Generator, config: BuildConfig) -> Regime:
    draw = rng.random()
    if draw < config.closer_share:
        return CLOSER
    return NEAR if draw < config.closer_share + config.near_share else TABLE


_worker: tuple[BuildConfig, Path, ArtPool] | None = None


def _start_worker(config: BuildConfig, folder: Path) -> None:
    global _worker  # noqa: PLW0603 - a process pool has no other place for what a worker keeps
    cv2.setNumThreads(1)
    _worker = (config, folder, ArtPool(config.split, config.cache))


def _write_one(number: int) -> int:
    assert _worker is not None  # noqa: S101 - set when the process starts
    config, folder, pool = _worker
    write_sample(make_sample(number, config, pool), folder, config.split)
    return number


def write_sample(sample: Sample, folder: Path, split: PoolSplit) -> None:
    """Writes one picture and its labels; held-out pictures carry no ignore places."""
    name = f"{sample.number:07d}"
    picture = folder / "images" / split / f"{name}.jpg"
    quality = [cv2.IMWRITE_JPEG_QUALITY, 93]
    if not cv2.imwrite(str(picture), sample.rendered.rgb[..., ::-1], quality):
        raise DataError(
            f"{picture} could not be written",
            "a folder with room for pictures",
            "free some disk space or give another folder, then build again to go on",
        )
    height, width = sample.rendered.rgb.shape[:2]
    text = yolo_obb.format_boxes(sample.boxes, width, height, with_ignored=split == "train")
    label = folder / "labels" / split / f"{name}.txt"
    unfinished = label.with_suffix(".part")
    unfinished.write_text(text)
    unfinished.rename(label)  # a label that is there is whole, also after a kill


def build(config: BuildConfig, folder: Path, workers: int = 1) -> Iterator[int]:
    """Makes the set, yielding each picture's number when it is written; skips what is there."""
    _start_description(config, folder)
    numbers = [
        number
        for number in range(config.first, config.first + config.count)
        if not (folder / "labels" / config.split / f"{number:07d}.txt").is_file()
    ]
    with ProcessPoolExecutor(
        workers, get_context("spawn"), _start_worker, (config, folder)
    ) as pool:
        yield from pool.map(_write_one, numbers, chunksize=8)
    yolo_obb.write_data_file(folder)


def _start_description(config: BuildConfig, folder: Path) -> None:
    """Makes the folders and notes how this side of the split is made.

    Raises:
        DataError: the folder holds pictures of this side that were made otherwise.
    """
    for part in ("images", "labels"):
        (folder / part / config.split).mkdir(parents=True, exist_ok=True)
    file = folder / "made.json"
    made = json.loads(file.read_text()) if file.is_file() else {}
    recipe = {
        "seed": config.seed,
        "size_px": config.size_px,
        "closer_share": config.closer_share,
        "near_share": config.near_share,
        "art": config.cache is not None,
    }
    if made.setdefault(config.split, recipe) != recipe:
        raise DataError(
            f"{config.split} pictures made with {made[config.split]} in {folder}",
            f"the same as now, {recipe}",
            "give an empty folder, or the settings with which this one was begun",
        )
    file.write_text(json.dumps(made, indent=1) + "\n")


def data_hash(folder: Path) -> str:
    """Sixteen hex digits that stand for all labels of a set, and so for its pictures' truth."""
    digest = hashlib.sha256()
    for file in sorted((folder / "labels").rglob("*.txt")):
        digest.update(file.relative_to(folder).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
