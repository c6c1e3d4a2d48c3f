"""The EXIF orientation: how the camera was held.

Read with ten lines of our own, because Pillow's reader warns about, or raises on, the broken EXIF
blocks that real phones and editors write; a broken block must not cost the photo.
"""

import struct

from PIL import Image

from vision.decode.container import UPRIGHT

ORIENTATION_TAG = 0x0112
SHORT, LONG = 3, 4  # TIFF 6.0, section 2: field types
EXIF_PREFIX = b"Exif\x00\x00"

# What undoes each orientation, after EXIF 2.32, section 4.6.4 A (as PIL.ImageOps.exif_transpose).
UNDO = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}


def orientation_of(exif: bytes | None) -> int:
    """The orientation, 1 to 8, that an EXIF block states; 1 where it is missing or broken."""
    if not exif:
        return UPRIGHT
    try:
        value = _first_directory(exif.removeprefix(EXIF_PREFIX)).get(ORIENTATION_TAG, UPRIGHT)
    except struct.error:
        return UPRIGHT
    return value if value in UNDO else UPRIGHT


def upright(picture: Image.Image, orientation: int) -> Image.Image:
    """The picture as it was seen; `orientation` is 1 to 8."""
    return picture.transpose(UNDO[orientation]) if orientation in UNDO else picture


def _first_directory(tiff: bytes) -> dict[int, int]:
    """Tag to value of the whole-number entries, as far as they can be read."""
    order = {b"II": "<", b"MM": ">"}.get(tiff[:2])
    if order is None:
        return {}
    (start,) = struct.unpack_from(order + "I", tiff, 4)
    (count,) = struct.unpack_from(order + "H", tiff, start)
    values: dict[int, int] = {}
    for place in range(start + 2, min(start + 2 + 12 * count, len(tiff) - 11), 12):
        tag, kind = struct.unpack_from(order + "HH", tiff, place)
        if kind in (SHORT, LONG):
            shape = order + ("H" if kind == SHORT else "I")
            values.setdefault(tag, struct.unpack_from(shape, tiff, place + 8)[0])
    return values
