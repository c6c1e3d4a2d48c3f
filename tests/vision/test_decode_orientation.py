import numpy as np
import pytest
from PIL import Image

from tests.vision.picture_files import (
    as_stored,
    encode,
    exif,
    heic,
    scene,
    with_jpeg_segment,
    with_png_chunk,
)
from vision.decode import decode
from vision.decode.orientation import EXIF_PREFIX, orientation_of

TOLERANCE = 12  # lossy codecs at the borders of flat colours


def shows(data: bytes, upright: Image.Image) -> bool:
    """Whether all but the pixels at colour borders are those of `upright`."""
    rgb, truth = decode(data, "photo").rgb.astype(int), np.asarray(upright).astype(int)
    same_size = rgb.shape == truth.shape
    return same_size and bool((abs(rgb - truth).max(axis=2) <= TOLERANCE).mean() > 0.9)


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("file_format", ["JPEG", "PNG", "WEBP", "AVIF"])
def test_every_orientation_gives_the_same_upright_picture(
    file_format: str, orientation: int
) -> None:
    stored = as_stored(scene(), orientation)
    assert shows(encode(stored, file_format, exif=exif(orientation), quality=95), scene())


@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_orientation_of_a_heic_is_applied_once(orientation: int) -> None:
    # the encoder writes the turn into the file's boxes, as phones do
    stored = as_stored(scene(), orientation)
    assert shows(heic(stored, exif=exif(orientation)), scene())


def test_the_exif_orientation_of_a_heic_without_a_turn_is_not_applied() -> None:
    upright = heic(scene(), exif=exif(1))
    says_turned = upright.replace(exif(1)[6:], exif(6)[6:])
    assert says_turned != upright
    assert shows(says_turned, scene())


@pytest.mark.parametrize("orientation", [0, 9, 6000])
def test_an_orientation_that_does_not_exist_is_ignored(orientation: int) -> None:
    assert shows(encode(scene(), "JPEG", exif=exif(orientation)), scene())


@pytest.mark.parametrize(
    "block",
    [b"", b"II*\x00", b"XX*\x00\x08\x00\x00\x00", b"II*\x00\xff\xff\xff\xff", exif(6)[6:20]],
)
def test_a_broken_exif_block_does_not_cost_the_photo(block: bytes) -> None:
    jpeg = with_jpeg_segment(encode(scene(), "JPEG"), 0xE1, EXIF_PREFIX + block)
    assert shows(jpeg, scene())
    assert shows(with_png_chunk(encode(scene(), "PNG"), b"eXIf", block), scene())
    assert shows(encode(scene(), "WEBP", exif=block, quality=95), scene())


def test_a_broken_exif_block_does_not_cost_an_avif() -> None:
    maker = Image.Exif()
    maker[0x010F] = "maker"
    whole = maker.tobytes()[6:]
    broken = whole[:8] + b"\xff\xff" + whole[10:]  # more entries than there are bytes
    avif = encode(scene(), "AVIF", exif=maker, quality=95)
    assert whole in avif
    assert shows(avif.replace(whole, broken), scene())


def test_big_endian_orientations_are_read() -> None:
    block = b"MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00"
    assert orientation_of(EXIF_PREFIX + block) == 6
