"""Pictures of the worst photos: the truth beside what was found, and a contact sheet of all."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from datasets.look import contact_sheet
from models.evaluate.photo_result import PhotoResult
from scoring.errors import DataError
from vision.decode import decode_file
from vision.overlay import LONG_SIDE_PX, draw_overlay

Picture = NDArray[np.uint8]

FOUND_COLOUR = (0, 200, 90)
MISSED_COLOUR = (255, 0, 60)
FALSE_COLOUR = (255, 0, 255)
FORGIVEN_COLOUR = (160, 160, 160)
"""RGB of truth that was found and missed, of marks on no card and on ignored strips."""

SHEET_COLUMNS = 2
TILE_PX = 900


def draw_worst(photos: Sequence[PhotoResult], folder: Path) -> list[Path]:
    """Writes a picture for each photo and a contact sheet; returns their paths.

    Raises:
        DataError: the folder cannot be written.
        PhotoError: a photo has gone.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DataError(f"{folder} ({error})", "a folder to draw into", "give another") from error
    paths, pictures = [], []
    for number, photo in enumerate(photos, start=1):
        picture = draw_photo(photo)
        pictures.append(picture)
        paths.append(_save(picture, folder / f"{number:02}-{Path(photo.name).stem}.jpg"))
    if pictures:
        sheet = contact_sheet(pictures, SHEET_COLUMNS, TILE_PX)
        paths.append(_save(sheet, folder / "sheet.jpg"))
    return paths


def draw_photo(photo: PhotoResult) -> Picture:
    """The photo with its truth on the left, with the marks found on the right."""
    rgb = decode_file(photo.truth.photo).rgb
    found = draw_overlay(rgb, photo.reading, photo.owners)
    both = np.hstack([_draw_truth(rgb, photo), found])
    counts = {owner or "unknown": count for owner, count in photo.counted.items() if count}
    title = f"{photo.name}   truth {_text(photo.by_owner) or photo.total}   found {_text(counts)}"
    bar = np.full((44, both.shape[1], 3), 24, np.uint8)
    cv2.putText(
        bar, title, (10, 30), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (240, 240, 240), 1, cv2.LINE_AA
    )
    return np.asarray(np.vstack([bar, both]), np.uint8)


def _draw_truth(rgb: Picture, photo: PhotoResult) -> Picture:
    scale = min(1.0, LONG_SIDE_PX / max(rgb.shape[:2]))
    size = (round(rgb.shape[1] * scale), round(rgb.shape[0] * scale))
    out = np.asarray(cv2.resize(rgb, size, interpolation=cv2.INTER_AREA), np.uint8).copy()
    if photo.cards is None:
        return out
    for hit in photo.cards.hits:
        _outline(out, hit.card.quad_px * scale, MISSED_COLOUR if hit.mark is None else FOUND_COLOUR)
    for mark in photo.cards.false:
        _outline(out, np.array(mark.quad_px) * scale, FALSE_COLOUR)
    for mark in photo.cards.forgiven:
        _outline(out, np.array(mark.quad_px) * scale, FORGIVEN_COLOUR)
    return out


def _outline(out: Picture, quad: NDArray[np.float64], colour: tuple[int, int, int]) -> None:
    fixed = np.round(quad * 16).astype(np.int32)
    cv2.polylines(out, [fixed], True, colour, 2, cv2.LINE_AA, 4)


def _text(counts: Mapping[str, int] | None) -> str:
    return (
        "" if counts is None else ", ".join(f"{owner} {count}" for owner, count in counts.items())
    )


def _save(picture: Picture, path: Path) -> Path:
    Image.fromarray(picture).save(path, quality=88)
    return path
