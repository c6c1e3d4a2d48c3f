"""WebP: the RIFF chunks are walked before the decoder, which allocates as soon as it is made."""

import io
from collections.abc import Iterator

from PIL import Image, WebPImagePlugin

from vision.decode.container import AnimatedError, Container, DamagedError
from vision.decode.orientation import orientation_of

HEADER_BYTES = 12


def read_webp(data: bytes) -> Container:
    """The picture of a WebP file.

    Raises:
        DamagedError: if the file is shorter than its header says, or has no picture.
        AnimatedError: if it has several frames.
    """
    if len(data) < int.from_bytes(data[4:8], "little") + 8:
        raise DamagedError("a WebP file that breaks off")
    chunks: dict[bytes, bytes] = {}
    frames = 0
    for name, body in _chunks(data):
        chunks.setdefault(name, body)
        frames += name == b"ANMF"
    if frames > 1:
        raise AnimatedError(f"an animated WebP with {frames} frames")
    width_px, height_px = _size(chunks)
    return Container(
        width_px=width_px,
        height_px=height_px,
        load=lambda: _load(data),
        orientation=orientation_of(chunks.get(b"EXIF")),
        icc=chunks.get(b"ICCP"),
    )


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    place = HEADER_BYTES
    while place + 8 <= len(data):
        length = int.from_bytes(data[place + 4 : place + 8], "little")
        yield data[place : place + 4], data[place + 8 : place + 8 + length]
        place += 8 + length + length % 2


def _size(chunks: dict[bytes, bytes]) -> tuple[int, int]:
    """Width and height in pixels, after the WebP container specification (RFC 9649)."""
    if len(extended := chunks.get(b"VP8X", b"")) >= 10:
        width, height = extended[4:7], extended[7:10]
        return int.from_bytes(width, "little") + 1, int.from_bytes(height, "little") + 1
    if len(lossless := chunks.get(b"VP8L", b"")) >= 5:
        bits = int.from_bytes(lossless[1:5], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if len(lossy := chunks.get(b"VP8 ", b"")) >= 10:
        width, height = lossy[6:8], lossy[8:10]
        return int.from_bytes(width, "little") & 0x3FFF, int.from_bytes(height, "little") & 0x3FFF
    raise DamagedError("a WebP file without a picture in it")


def _load(data: bytes) -> Image.Image:
    picture = WebPImagePlugin.WebPImageFile(io.BytesIO(data))
    picture.load()
    return picture
