"""From bytes to a photo: sniff, read the header, check the limits, decode, turn, convert."""

import hashlib
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import numpy as np
from PIL import Image

from scoring.errors import PhotoError
from vision.decode.colour import to_srgb
from vision.decode.container import AnimatedError, Container, DamagedError
from vision.decode.heif import read_avif, read_heif
from vision.decode.jpeg import read_jpeg
from vision.decode.limits import Limits
from vision.decode.orientation import upright
from vision.decode.png import read_png
from vision.decode.sniff import TAKE_A_STILL, Format, sniff
from vision.decode.webp import read_webp
from vision.photo import Photo

EXPECTED = "a JPEG, PNG, WebP, HEIC or AVIF photo"
READERS: dict[Format, Callable[[bytes], Container]] = {
    Format.JPEG: read_jpeg,
    Format.PNG: read_png,
    Format.WEBP: read_webp,
    Format.HEIF: read_heif,
    Format.AVIF: read_avif,
}
# What Pillow, its codecs and libheif are known to raise on bytes that are not what they claim.
# MemoryError stays out: the limits bound what is asked for, so it says something about the machine.
CODEC_ERRORS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    EOFError,
    Image.DecompressionBombError,
    LookupError,
    OSError,
    RuntimeError,
    SyntaxError,
    TypeError,
    ValueError,
    struct.error,
    zlib.error,
)
DEFAULT_LIMITS = Limits()


def decode_file(path: Path, limits: Limits = DEFAULT_LIMITS) -> Photo:
    """The photo in a file; its name is used in messages only.

    Raises:
        PhotoError: if there is no such file, it cannot be read, or `decode` refuses it.
    """
    try:
        with path.open("rb") as file:
            data = file.read(limits.max_bytes + 1)
    except (OSError, ValueError) as error:
        raise PhotoError(
            f"{path}, which cannot be read ({error})", EXPECTED, "check the path and its rights"
        ) from error
    return decode(data, path.name, limits)


def decode(data: bytes, name: str, limits: Limits = DEFAULT_LIMITS) -> Photo:
    """The upright sRGB picture that `data` shows.

    Of a file with several still pictures (MPO, HEIC) it is the first or primary one.

    Args:
        data: the bytes of the file; only they say what it is.
        name: what to call the photo in messages.
        limits: bounds that are checked before any pixel is decoded.

    Raises:
        PhotoError: for anything but one whole still picture within the limits.
    """
    content = sniff(data)
    if content.format is None:
        raise PhotoError(f"{name} is {content.what}", EXPECTED, content.action)
    if len(data) > limits.max_bytes:
        raise PhotoError(
            f"{name} has more than {limits.max_size_mb:g} MB",
            f"at most {limits.max_size_mb:g} MB",
            "send the photo as the phone saved it, or export it smaller",
        )
    try:
        container = READERS[content.format](data)
        _check_size(container, name, limits)
        pixels = _pixels(container)
    except AnimatedError as error:
        raise PhotoError(f"{name} is {error}", "one still photo", TAKE_A_STILL) from error
    except CODEC_ERRORS as error:
        raise _damaged(name, content.what, error) from error
    return Photo(name, np.asarray(pixels), hashlib.sha256(data).hexdigest())


def _check_size(container: Container, name: str, limits: Limits) -> None:
    width_px, height_px = container.width_px, container.height_px
    found = f"{name} is {width_px} x {height_px} pixels"
    if min(width_px, height_px) < limits.min_side_px:
        raise PhotoError(
            found,
            f"at least {limits.min_side_px} pixels on each side",
            "send the photo itself, not a thumbnail of it",
        )
    if width_px * height_px > limits.max_megapixels * 1_000_000:
        raise PhotoError(
            found, f"at most {limits.max_megapixels:g} megapixels", "export the photo smaller"
        )


def _pixels(container: Container) -> Image.Image:
    """Mode RGB, upright, sRGB.

    Raises:
        DamagedError: if the picture is not as large as the header said.
    """
    picture = container.load()
    if picture.size != (container.width_px, container.height_px):
        raise DamagedError("a picture of another size than its header says")
    return upright(to_srgb(picture, container.icc), container.orientation)


def _damaged(name: str, what: str, error: BaseException) -> PhotoError:
    found = f"{error}" if isinstance(error, DamagedError) else f"{what} that cannot be decoded"
    return PhotoError(
        f"{name} is {found}", "a whole photo", "copy or upload it again, or take it again"
    )
