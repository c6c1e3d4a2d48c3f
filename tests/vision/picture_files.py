"""Builders of picture files in memory: every format, and every way to be odd or broken."""

import io
import struct
import zlib
from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt
import pillow_heif
from PIL import Image

from vision.decode.orientation import EXIF_PREFIX, UNDO

RED, GREEN, BLUE, YELLOW = (220, 40, 40), (40, 200, 60), (40, 60, 220), (230, 220, 50)
BACKWARDS = {Image.Transpose.ROTATE_270: Image.Transpose.ROTATE_90}
BACKWARDS[Image.Transpose.ROTATE_90] = Image.Transpose.ROTATE_270
Colour = int | tuple[int, ...]


def scene(width_px: int = 120, height_px: int = 80) -> Image.Image:
    """Four quarters of four colours, so that no turn or mirroring of it is the same picture."""
    picture = Image.new("RGB", (width_px, height_px), RED)
    picture.paste(GREEN, (width_px // 2, 0, width_px, height_px // 2))
    picture.paste(BLUE, (0, height_px // 2, width_px // 2, height_px))
    picture.paste(YELLOW, (width_px // 2, height_px // 2, width_px, height_px))
    return picture


def plain(mode: str, colour: Colour) -> Image.Image:
    return Image.new(mode, (96, 72), colour)


def encode(picture: Image.Image, file_format: str, **options: object) -> bytes:
    """The file's bytes; `options` go to Pillow."""
    file = io.BytesIO()
    picture.save(file, file_format, **options)
    return file.getvalue()


def heic(picture: Image.Image, **options: object) -> bytes:
    file = io.BytesIO()
    pillow_heif.from_pillow(picture).save(file, quality=95, **options)
    return file.getvalue()


def exif(orientation: int) -> bytes:
    """A whole EXIF block with nothing but the orientation."""
    entry = struct.pack("<HHIHH", 0x0112, 3, 1, orientation, 0)
    directory = struct.pack("<H", 1) + entry + struct.pack("<I", 0)
    return EXIF_PREFIX + b"II*\x00" + struct.pack("<I", 8) + directory


def as_stored(upright: Image.Image, orientation: int) -> Image.Image:
    """The pixels that a camera stores so that `orientation` turns them upright."""
    if orientation not in UNDO:
        return upright
    return upright.transpose(BACKWARDS.get(UNDO[orientation], UNDO[orientation]))


def animation(file_format: str) -> bytes:
    frames = [Image.new("RGB", (120, 80), colour) for colour in (BLUE, YELLOW)]
    return encode(scene(), file_format, save_all=True, append_images=frames, duration=100)


def png_chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png_of_size(width_px: int, height_px: int) -> bytes:
    """A few bytes that claim to be a picture of that size."""
    header = struct.pack(">IIBBBBB", width_px, height_px, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(bytes(99))), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(png_chunk(*chunk) for chunk in chunks)


def with_png_chunk(png: bytes, name: bytes, body: bytes) -> bytes:
    """`png` with one more chunk right after its header."""
    return png[:33] + png_chunk(name, body) + png[33:]


def png_16_bit(values: npt.NDArray[np.uint16]) -> bytes:
    """Grey or RGB with 16 bits a channel."""
    pixels = values[..., ::-1] if values.ndim == 3 else values
    return bytes(cv2.imencode(".png", np.ascontiguousarray(pixels))[1])


def jpeg_segment(marker: int, body: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(body) + 2) + body


def with_jpeg_segment(jpeg: bytes, marker: int, body: bytes) -> bytes:
    """`jpeg` with one more segment right after its start."""
    return jpeg[:2] + jpeg_segment(marker, body) + jpeg[2:]


def cuts(data: bytes, number: int = 60) -> Sequence[bytes]:
    """The file broken off at many places, the last one a few bytes before its end."""
    places = np.linspace(1, len(data) - 3, number).astype(int)
    return [data[:place] for place in places]
