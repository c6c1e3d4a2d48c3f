"""JPEGs of stored photos: upright, without any metadata, kept until the photo is erased."""

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from api.service.context import Context
from api.service.incoming import AT_ONCE
from scoring.reading import PhotoReading
from vision.decode import decode
from vision.overlay import draw_overlay

SIDES_PX = (320, 1600)
"""Long sides at which pictures are shown: a thumbnail, and a phone's screen."""

QUALITY = 88


def make_picture(context: Context, digest: str, long_side_px: int | None) -> bytes:
    """The photo as a JPEG, with a long side of at most so many pixels, or in its own size.

    Raises:
        DataError: the photo's file is gone or damaged.
    """
    kept = _folder(context.settings.data) / f"{digest}-{long_side_px or 'full'}.jpg"
    if kept.is_file():
        return kept.read_bytes()
    data = context.files.read(digest)
    with AT_ONCE:
        photo = decode(data, "photo", context.settings.limits)
        picture = Image.fromarray(photo.rgb)
        if long_side_px is not None:
            picture.thumbnail((long_side_px, long_side_px), Image.Resampling.LANCZOS)
        jpeg = _jpeg(picture)
    _keep(context, digest, kept, jpeg)
    return jpeg


def keep_back(context: Context, digest: str, back: NDArray[np.uint8]) -> None:
    """Keeps what was seen of a deck's back, (h, w, 3), beside the photo that shows it."""
    picture = Image.fromarray(back)
    picture.thumbnail((SIDES_PX[0], SIDES_PX[0]), Image.Resampling.LANCZOS)
    _keep(context, digest, _back(context, digest), _jpeg(picture))


def kept_back(context: Context, digest: str) -> bytes | None:
    """What was seen of the back on that photo, as a JPEG; None if nothing was learnt from it."""
    file = _back(context, digest)
    return file.read_bytes() if file.is_file() else None


def _back(context: Context, digest: str) -> Path:
    return _folder(context.settings.data) / f"{digest}-back.jpg"


def _keep(context: Context, digest: str, file: Path, jpeg: bytes) -> None:
    with context.files.lock:  # the photo may have been erased meanwhile
        if context.files.has(digest):
            temporary = file.with_suffix(".tmp")
            temporary.write_bytes(jpeg)
            temporary.replace(file)


def draw_marks(
    context: Context, digest: str, reading: PhotoReading, owners: Sequence[str]
) -> bytes:
    """The photo with numbered marks in the owners' colours.

    Raises:
        DataError: the photo's file is gone or damaged.
    """
    data = context.files.read(digest)
    with AT_ONCE:
        photo = decode(data, "photo", context.settings.limits)
        drawn: NDArray[np.uint8] = draw_overlay(photo.rgb, reading, owners)
        return _jpeg(Image.fromarray(drawn))


def forget_pictures(folder: Path, digest: str) -> None:
    """Removes the pictures made of a photo."""
    for path in _folder(folder).glob(f"{digest}-*"):
        path.unlink(missing_ok=True)


def _folder(folder: Path) -> Path:
    pictures = folder / "pictures"
    pictures.mkdir(exist_ok=True)
    return pictures


def _jpeg(picture: Image.Image) -> bytes:
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=QUALITY)
    return file.getvalue()
