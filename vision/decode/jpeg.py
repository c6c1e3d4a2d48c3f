"""JPEG: the first picture of the file, cut out segment by segment.

libjpeg fills what is missing with grey, and phones append second pictures (MPO) and videos after
the first, so the segments are walked here up to the picture's own end marker. Only what the
decoder needs is handed on: EXIF and editors' blocks never reach it.
"""

import io
import re
import struct
from collections.abc import Iterator
from typing import NamedTuple

from PIL import Image, JpegImagePlugin

from vision.decode.container import Container, DamagedError
from vision.decode.orientation import EXIF_PREFIX, orientation_of

# Markers of ITU T.81, table B.1.
SOI, EOI, SOS, APP1, APP2, COM = 0xD8, 0xD9, 0xDA, 0xE1, 0xE2, 0xFE
APPLICATION = range(0xE0, 0xF0)
FOR_THE_DECODER = {0xE0, 0xEE}  # JFIF and Adobe: they say how the channels are to be understood
FRAMES = set(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
SEQUENTIAL_FRAMES = {0xC0, 0xC1}
STANDALONE = {0x01, *range(0xD0, 0xD8)}  # markers without a length
AFTER_SCAN = re.compile(rb"\xff[\x02-\xcf\xd8-\xfe]")  # neither stuffing, fill nor restart
ICC_PREFIX = b"ICC_PROFILE\x00"
# At an end marker, libjpeg invents what a scan lacks; at the end of the bytes it complains. It
# reads a few bytes ahead (4 were measured), so that many more must follow a whole scan.
INSTEAD_OF_END = bytes(16)


class _Segment(NamedTuple):
    marker: int
    whole: bytes

    @property
    def body(self) -> bytes:
        return self.whole[4:]


def read_jpeg(data: bytes) -> Container:
    """The first picture of a JPEG file.

    Raises:
        DamagedError: if the file ends before that picture does, or has no frame.
    """
    segments = list(_segments(data))
    frame = next((s for s in segments if s.marker in FRAMES and len(s.body) >= 6), None)
    if frame is None:
        raise DamagedError("a JPEG without a picture in it")
    height_px, width_px = struct.unpack(">HH", frame.body[1:5])
    blocks = (s.body for s in segments if s.marker == APP1)
    return Container(
        width_px=width_px,
        height_px=height_px,
        load=lambda: _load(_picture_only(segments)),
        orientation=orientation_of(next((b for b in blocks if b.startswith(EXIF_PREFIX)), None)),
        icc=_profile(segments),
    )


def _segments(data: bytes) -> Iterator[_Segment]:
    """Each segment up to the end marker; a scan's segment includes its data."""
    place = 2
    while True:
        marker, start = _marker(data, place)
        if marker == EOI:
            yield _Segment(EOI, data[start : start + 2])
            return
        if marker in STANDALONE:
            place = start + 2
            continue
        length = int.from_bytes(data[start + 2 : start + 4], "big")
        place = start + 2 + length
        if length < 2 or place > len(data):
            raise DamagedError("a JPEG that breaks off in its header")
        if marker == SOS:
            after = AFTER_SCAN.search(data, place)
            if after is None:
                raise DamagedError("a JPEG that breaks off in the middle of the picture")
            place = after.start()
        yield _Segment(marker, data[start:place])


def _marker(data: bytes, place: int) -> tuple[int, int]:
    """The next marker and where it starts; fill bytes before it are skipped."""
    if data[place : place + 1] != b"\xff":
        raise DamagedError("a JPEG that breaks off or is garbled between two segments")
    while data[place + 1 : place + 2] == b"\xff":
        place += 1
    if place + 1 >= len(data):
        raise DamagedError("a JPEG that breaks off between two segments")
    return data[place + 1], place


def _profile(segments: list[_Segment]) -> bytes | None:
    """The colour profile, put together from its numbered parts (ICC.1:2010, annex B.4)."""
    parts: dict[int, bytes] = {}
    for segment in segments:
        if segment.marker == APP2 and segment.body.startswith(ICC_PREFIX):
            parts.setdefault(int.from_bytes(segment.body[12:13], "big"), segment.body[14:])
    return b"".join(parts[number] for number in sorted(parts)) or None


def _picture_only(segments: list[_Segment]) -> bytes:
    """The file without its comments, and so ended that a scan which lacks data is an error."""
    kept = [
        segment
        for segment in segments
        if segment.marker in FOR_THE_DECODER
        or (segment.marker not in APPLICATION and segment.marker not in (COM, EOI))
    ]
    markers = [segment.marker for segment in kept]
    # Only in a picture of one sequential scan: for several, libjpeg waits for the end marker.
    checked = markers.count(SOS) == 1 and not SEQUENTIAL_FRAMES.isdisjoint(markers)
    end = INSTEAD_OF_END if checked else bytes((0xFF, EOI))
    return bytes((0xFF, SOI)) + b"".join(segment.whole for segment in kept) + end


def _load(jpeg: bytes) -> Image.Image:
    picture = JpegImagePlugin.JpegImageFile(io.BytesIO(jpeg))
    picture.load()
    return picture
