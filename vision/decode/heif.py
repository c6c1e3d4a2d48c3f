"""HEIC and AVIF: pictures in ISO media boxes.

Files whose main brand is a sequence are refused when they are sniffed; a still picture that has a
sequence beside it (a burst, a live photo) is read as that still.
"""

import io
import threading
import warnings
from collections.abc import Iterator

import pillow_heif
from PIL import AvifImagePlugin, Image

from vision.decode.container import Container, DamagedError
from vision.decode.orientation import orientation_of

NEEDED_BOXES = {b"ftyp", b"meta", b"mdat"}
_one_at_a_time = threading.Lock()


def read_heif(data: bytes) -> Container:
    """The primary picture of a HEIC file.

    The decoder applies the rotation that the file's own boxes state, and ISO 23008-12 says that
    the EXIF orientation is only a copy of it: applying it would turn the photo twice.

    Raises:
        DamagedError: if a box is cut.
    """
    _check_boxes(data, "a HEIC file that breaks off")
    picture = pillow_heif.open_heif(data, convert_hdr_to_8bit=True)
    width_px, height_px = picture.size
    return Container(
        width_px=width_px,
        height_px=height_px,
        load=picture.to_pillow,
        icc=picture.info.get("icc_profile"),
    )


def read_avif(data: bytes) -> Container:
    """The picture of an AVIF file; Pillow turns the rotation of its boxes into EXIF.

    Raises:
        DamagedError: if a box is cut.
    """
    _check_boxes(data, "an AVIF file that breaks off")
    # Pillow warns about a broken EXIF block here. Filters belong to the whole process, so one
    # thread at a time may change them, and only while the header is read.
    with _one_at_a_time, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        picture = AvifImagePlugin.AvifImageFile(io.BytesIO(data))

    def load() -> Image.Image:
        picture.load()
        return picture

    return Container(
        width_px=picture.width,
        height_px=picture.height,
        load=load,
        orientation=orientation_of(picture.info.get("exif")),
        icc=picture.info.get("icc_profile"),
    )


def _check_boxes(data: bytes, broken: str) -> None:
    for name, end in _boxes(data):
        if name in NEEDED_BOXES and end > len(data):
            raise DamagedError(broken)


def _boxes(data: bytes) -> Iterator[tuple[bytes, int]]:
    """Name and stated end of each top-level box; phones append bytes that are no boxes."""
    place = 0
    while place + 8 <= len(data):
        length = int.from_bytes(data[place : place + 4], "big")
        if length == 1:  # a 64-bit length follows the name
            length = int.from_bytes(data[place + 8 : place + 16], "big")
        if length == 0:  # the box goes on to the end of the file
            length = len(data) - place
        yield data[place + 4 : place + 8], place + length
        if length < 8:
            return
        place += length
