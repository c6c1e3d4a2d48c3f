"""The verb `nertz data look`: a contact sheet of made pictures with their labels drawn."""

from pathlib import Path

import cv2
import numpy as np

from datasets.look import Picture, contact_sheet, draw_boxes
from datasets.yolo_obb import parse_boxes
from scoring.errors import DataError

COLUMNS = 4
TILE_PX = 480


def write_sheet(folder: Path, out: Path, count: int, seed: int) -> int:
    """Writes `out` (JPEG) with `count` pictures of a built folder; returns how many there are.

    Raises:
        DataError: the folder has no pictures, a label file is missing or wrong, or `out` cannot
            be written.
    """
    pictures = sorted((folder / "images").rglob("*.jpg"))
    if not pictures:
        raise DataError(
            f"no pictures in {folder / 'images'}",
            "a folder that `nertz data build` made",
            "build it first, or give the right path",
        )
    rng = np.random.default_rng(seed)
    chosen = np.sort(rng.permutation(len(pictures))[:count])
    drawn = [draw_labels(pictures[place], folder) for place in chosen]
    sheet = contact_sheet(drawn, min(COLUMNS, len(drawn)), TILE_PX)
    written, data = cv2.imencode(".jpg", cv2.cvtColor(sheet, cv2.COLOR_RGB2BGR))
    assert written  # noqa: S101 - a picture in memory can always be encoded
    try:
        out.write_bytes(data.tobytes())
    except OSError as error:
        raise DataError(
            f"{out}, which cannot be written ({error.strerror})",
            "a place where files can be written",
            "choose another --out",
        ) from error
    return len(drawn)


def draw_labels(picture: Path, folder: Path) -> Picture:
    """One picture of the folder, RGB, with its labels.

    Raises:
        DataError: the picture cannot be read, or its label file is missing or wrong.
    """
    label = folder / "labels" / picture.relative_to(folder / "images").with_suffix(".txt")
    bgr = cv2.imread(str(picture), cv2.IMREAD_COLOR)
    if bgr is None or not label.is_file():
        raise DataError(
            f"{picture} that cannot be read" if bgr is None else f"no label file {label}",
            "a picture and its label file",
            "delete both and run `nertz data build` again; it makes what is missing",
        )
    rgb = np.asarray(cv2.cvtColor(bgr, cv2.COLOR_BGR2RGB), np.uint8)
    boxes = parse_boxes(label.read_text(), rgb.shape[1], rgb.shape[0], str(label))
    return draw_boxes(rgb, boxes)
