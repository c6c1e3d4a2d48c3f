"""Photographs of things that are no cards, cut out: fruit, tools, dishes, toys, flowers."""

from pathlib import Path

import cv2
import numpy as np

from datasets.art.canvas import Rgba
from datasets.art.packages import TUXPAINT_STAMPS, Package
from datasets.art.svg_decks import read_rgba

MAX_SIDE_PX = 420

_DRAWN = {"alphabets", "symbols", "cartoon", "seasonal", "math", "roadsigns", "flags", "people"}
"""Folders of the package that hold drawings and signs, some of them card suits."""


def thing_files(unpacked: Path) -> list[tuple[Package, str, Path]]:
    """Package, name and file of every cut-out photograph."""
    root = TUXPAINT_STAMPS.folder(unpacked) / "usr/share/tuxpaint/stamps"
    files = [
        file
        for file in sorted(root.rglob("*.png"))
        if not _DRAWN & set(file.relative_to(root).parts)
    ]
    return [
        (TUXPAINT_STAMPS, "-".join(file.relative_to(root).with_suffix("").parts).lower(), file)
        for file in files
    ]


def thing_picture(file: Path) -> Rgba:
    """The thing, trimmed to what is not transparent, its longer side at most 420 px."""
    rgba = read_rgba(file.read_bytes())
    ys, xs = np.nonzero(rgba[..., 3] > 127)
    if len(ys) < 400:
        raise ValueError(f"{file.name} shows nothing")
    rgba = np.ascontiguousarray(rgba[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1])
    scale = MAX_SIDE_PX / max(rgba.shape[:2])
    if scale < 1:
        small = cv2.resize(rgba, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        return np.asarray(small, np.uint8)
    return rgba
