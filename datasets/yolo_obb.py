"""The YOLO-OBB format: one text line a box, class and four corners in fractions of the picture.

Format after Ultralytics' documentation of oriented-box data sets: `class x1 y1 x2 y2 x3 y3 x4 y4`.
"""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.labels import Box, Label
from scoring.errors import DataError

CLASS_NAMES = ("back", "face", "index")
"""What a detector finds, in the order of its classes."""


def format_boxes(boxes: Iterable[Box], width_px: int, height_px: int, *, with_ignored: bool) -> str:
    """The label file's text; corners are clipped to the picture."""
    lines = []
    for box in boxes:
        if box.label is Label.IGNORE and not with_ignored:
            continue
        corners = np.clip(box.quad_px / (width_px, height_px), 0, 1)
        lines.append(f"{int(box.label)} " + " ".join(f"{value:.5f}" for value in corners.ravel()))
    return "\n".join(lines) + ("\n" if lines else "")


def parse_boxes(text: str, width_px: int, height_px: int, source: str = "label file") -> list[Box]:
    """The boxes of a label file.

    Raises:
        DataError: a line is not a class and eight fractions.
    """
    boxes = []
    for number, line in enumerate(text.splitlines()):
        fields = line.split()
        try:
            label = Label(int(fields[0]))
            corners = np.array([float(value) for value in fields[1:]]).reshape(4, 2)
        except (ValueError, IndexError) as error:
            raise DataError(
                f"{line[:60]!r} in line {number + 1} of {source}",
                "a class 0 to 3 and eight fractions",
                "make the label file again",
            ) from error
        quad = corners * (width_px, height_px)
        short = min(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[3] - quad[0]))
        boxes.append(Box(label, quad, number, float(short)))
    return boxes


def write_data_file(folder: Path, extra: Sequence[Path] = ()) -> Path:
    """Writes `data.yaml`: where the pictures are and what the classes mean.

    `extra` are further folders of this format whose training pictures are taken as well; pictures
    to validate on are those of `folder` alone.
    """
    names = "\n".join(f"  {place}: {name}" for place, name in enumerate((*CLASS_NAMES, "ignore")))
    held = "images/held" if (folder / "images" / "held").is_dir() else "images/train"
    train = "".join(
        f"\n  - {json.dumps(str(more.resolve() / 'images' / 'train'))}" for more in extra
    )
    file = folder / "data.yaml"
    file.write_text(
        f"path: {folder.resolve()}\ntrain:\n  - images/train{train}\nval: {held}\nnames:\n{names}\n"
    )
    return file


def read_sample(picture: Path) -> tuple[NDArray[np.uint8], list[Box]]:
    """A picture (H, W, 3) RGB in a folder of this format, and its boxes.

    Raises:
        DataError: the picture or its label file is missing, or the latter is none.
    """
    bgr = cv2.imread(str(picture))
    label = Path(str(picture.with_suffix(".txt")).replace("/images/", "/labels/"))
    if bgr is None or not label.is_file():
        raise DataError(
            f"no picture {picture} with its labels", "both", "make them with `nertz data build`"
        )
    height, width = bgr.shape[:2]
    rgb = np.ascontiguousarray(bgr[..., ::-1], np.uint8)
    return rgb, parse_boxes(label.read_text(), width, height, str(label))
