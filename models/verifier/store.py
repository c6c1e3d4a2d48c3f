"""Judged regions on disk: one file for some pictures, so that a stopped collection goes on."""

from collections.abc import Callable
from pathlib import Path

import numpy as np

from datasets.build import closer_pictures
from models.verifier.regions import Judged, judged_regions
from scoring.errors import DataError
from vision.detector import Detector
from vision.verifier import INPUTS, Crops

PICTURES_A_FILE = 500


def collect(
    pictures: list[Path], folder: Path, detector: Detector, told: Callable[[str], None]
) -> Judged:
    """The regions of all closer looks of folders that `nertz data build` made.

    Raises:
        DataError: there is none.
    """
    folder.mkdir(parents=True, exist_ok=True)
    files = [file for made in pictures for file in closer_pictures(made)]
    parts = []
    for number, start in enumerate(range(0, len(files), PICTURES_A_FILE)):
        file = folder / f"regions-{number:03d}.npz"
        if not file.is_file():
            chosen = files[start : start + PICTURES_A_FILE]
            _save(joined(list(judged_regions(chosen, detector, number, start))), file)
        parts.append(_load(file))
        told(f"{min(start + PICTURES_A_FILE, len(files))} of {len(files)} pictures")
    if not parts or not sum(len(part.right) for part in parts):
        raise DataError(
            f"no regions on {len(files)} closer looks in {', '.join(map(str, pictures))}",
            "folders of training pictures",
            "make some with `nertz data build`",
        )
    return joined(parts)


def joined(parts: list[Judged]) -> Judged:
    """Several in one."""
    return Judged(
        Crops(*(np.concatenate([getattr(part.crops, name) for part in parts]) for name in INPUTS)),
        np.concatenate([part.right for part in parts]),
        np.concatenate([part.confidences for part in parts]),
        np.concatenate([part.pictures for part in parts]),
    )


def _save(regions: Judged, file: Path) -> None:
    """Writes regions; a file that is there is whole, also after a kill."""
    unfinished = file.with_suffix(".part")
    with unfinished.open("wb") as out:
        np.savez(
            out,
            **{name: getattr(regions.crops, name) for name in INPUTS},
            right=regions.right,
            confidences=regions.confidences,
            pictures=regions.pictures,
        )
    unfinished.rename(file)


def _load(file: Path) -> Judged:
    with np.load(file) as stored:
        return Judged(
            Crops(*(stored[name] for name in INPUTS)),
            stored["right"],
            stored["confidences"],
            stored["pictures"],
        )
