"""No bytes whatever may raise anything but `PhotoError`; warnings count as errors here."""

import contextlib
import struct
import zlib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scoring.errors import PhotoError
from tests.vision import colour_profiles
from tests.vision.picture_files import animation, encode, exif, heic, plain, scene
from vision.decode import decode

SMALL = scene(80, 64)
P3 = colour_profiles.display_p3()
FILES = {
    "jpeg": encode(SMALL, "JPEG", exif=exif(6), icc_profile=P3),
    "progressive": encode(SMALL, "JPEG", progressive=True),
    "cmyk": encode(
        plain("CMYK", (9, 8, 7, 6)), "JPEG", icc_profile=colour_profiles.cmyk_with_green_cyan()
    ),
    "mpo": encode(SMALL, "MPO", save_all=True, append_images=[SMALL]),
    "webp": encode(SMALL, "WEBP", exif=exif(6), icc_profile=P3),
    "lossless webp": encode(SMALL, "WEBP", lossless=True),
    "animated webp": animation("WEBP"),
    "heic": heic(SMALL, exif=exif(6)),
    "avif": encode(SMALL, "AVIF", exif=exif(6), icc_profile=P3),
}
PNGS = {
    "png": encode(SMALL, "PNG", exif=exif(6), icc_profile=P3),
    "palette png": encode(SMALL.quantize(8), "PNG", transparency=b"\x00\x80"),
    "animated png": animation("PNG"),
}
CHANGES = st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), max_size=8)
often = settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow])


def gives_a_photo_or_a_photo_error(data: bytes) -> None:
    with contextlib.suppress(PhotoError):
        assert decode(data, "fuzz").rgb.ndim == 3


def changed(data: bytes, changes: list[tuple[float, int]]) -> bytes:
    """`data` with some bytes set; places are fractions of its length."""
    mutable = bytearray(data)
    for place, value in changes:
        mutable[int(place * len(mutable))] = value
    return bytes(mutable)


def with_right_checksums(png: bytes) -> bytes:
    """The chunks as long as their lengths fit, each with the checksum of its changed body."""
    out, place = png[:8], 8
    while place + 12 <= len(png):
        end = place + 8 + int.from_bytes(png[place : place + 4], "big")
        out += png[place:end] + struct.pack(">I", zlib.crc32(png[place + 4 : end]))
        place = end + 4
    return out


@often
@given(st.binary(max_size=300))
def test_random_bytes(data: bytes) -> None:
    gives_a_photo_or_a_photo_error(data)


@often
@given(st.sampled_from([*FILES.values(), *PNGS.values()]), st.integers(4, 40), st.binary())
def test_a_true_start_and_a_random_end(data: bytes, kept: int, end: bytes) -> None:
    gives_a_photo_or_a_photo_error(data[:kept] + end)


@pytest.mark.parametrize("kind", FILES)
@often
@given(changes=CHANGES)
def test_changed_bytes(kind: str, changes: list[tuple[float, int]]) -> None:
    gives_a_photo_or_a_photo_error(changed(FILES[kind], changes))


@pytest.mark.parametrize("kind", FILES)
@often
@given(changes=CHANGES)
def test_changed_headers(kind: str, changes: list[tuple[float, int]]) -> None:
    data = FILES[kind]
    gives_a_photo_or_a_photo_error(changed(data[:500], changes) + data[500:])


@pytest.mark.parametrize("kind", PNGS)
@often
@given(changes=CHANGES)
def test_changed_chunks_with_right_checksums(kind: str, changes: list[tuple[float, int]]) -> None:
    gives_a_photo_or_a_photo_error(with_right_checksums(changed(PNGS[kind], changes)))


@often
@given(st.sampled_from([*FILES.values(), *PNGS.values()]), st.floats(0, 1), st.floats(0, 1))
def test_a_piece_cut_out_or_doubled(data: bytes, first: float, second: float) -> None:
    start, end = int(first * len(data)), int(second * len(data))
    gives_a_photo_or_a_photo_error(data[:start] + data[end:])
