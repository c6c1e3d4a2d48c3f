"""PNG: chunks are checked one by one, and only those that make the picture reach the decoder."""

import io
import struct
import zlib
from collections.abc import Iterator

from PIL import Image, PngImagePlugin

from vision.decode.container import AnimatedError, Container, DamagedError
from vision.decode.orientation import orientation_of

SIGNATURE = b"\x89PNG\r\n\x1a\n"
PICTURE_CHUNKS = {b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND"}
MAX_PROFILE_BYTES = 4_000_000  # real ones are 0.5 KB to 2 MB; more is a bomb


def read_png(data: bytes) -> Container:
    """The picture of a PNG file.

    Raises:
        DamagedError: if a chunk is cut or its checksum is wrong.
        AnimatedError: for an APNG of several frames.
    """
    kept = [SIGNATURE]
    chunks: dict[bytes, bytes] = {}
    for name, body, whole in _chunks(data):
        chunks.setdefault(name, body)
        if name in PICTURE_CHUNKS:
            kept.append(whole)
    header = chunks.get(b"IHDR", b"")
    if len(header) != 13 or b"IDAT" not in chunks:
        raise DamagedError("a PNG without a picture in it")
    frames = int.from_bytes(chunks.get(b"acTL", b"")[:4], "big")
    if frames > 1:
        raise AnimatedError(f"an animated PNG with {frames} frames")
    width_px, height_px = struct.unpack(">II", header[:8])
    return Container(
        width_px=width_px,
        height_px=height_px,
        load=lambda: _load(b"".join(kept)),
        orientation=orientation_of(chunks.get(b"eXIf")),
        icc=_profile(chunks.get(b"iCCP")),
    )


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes, bytes]]:
    """Name, body and whole bytes of each chunk, up to and with IEND."""
    place, name = len(SIGNATURE), b""
    while name != b"IEND":
        length = int.from_bytes(data[place : place + 4], "big")
        end = place + 12 + length
        if end > len(data):
            raise DamagedError("a PNG that breaks off")
        name, body = data[place + 4 : place + 8], data[place + 8 : end - 4]
        if zlib.crc32(body, zlib.crc32(name)) != int.from_bytes(data[end - 4 : end], "big"):
            raise DamagedError("a PNG with a wrong checksum")
        yield name, body, data[place:end]
        place = end


def _profile(chunk: bytes | None) -> bytes | None:
    """The colour profile of an iCCP chunk; None where it is missing, broken or too large."""
    if chunk is None:
        return None
    packed = chunk.partition(b"\x00")[2][1:]
    unpack = zlib.decompressobj()
    try:
        profile = unpack.decompress(packed, MAX_PROFILE_BYTES)
    except zlib.error:
        return None
    return profile if unpack.eof else None


def _load(png: bytes) -> Image.Image:
    picture = PngImagePlugin.PngImageFile(io.BytesIO(png))
    picture.load()
    return picture
