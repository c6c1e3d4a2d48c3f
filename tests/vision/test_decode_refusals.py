import io
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from scoring.errors import PhotoError
from tests.vision.picture_files import (
    animation,
    cuts,
    encode,
    heic,
    png_of_size,
    scene,
    with_png_chunk,
)
from vision.decode import Limits, decode, decode_file


def zip_archive() -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("photo.jpg", encode(scene(), "JPEG"))
    return file.getvalue()


def media(brand: bytes) -> bytes:
    return b"\x00\x00\x00\x14ftyp" + brand + bytes(4) + brand + bytes(100)


STRANGERS = [
    ("GIF", encode(scene(), "GIF")),
    ("TIFF", encode(scene(), "TIFF")),
    ("BMP", encode(scene(), "BMP")),
    ("JPEG 2000", encode(scene(), "JPEG2000")),
    ("icon", encode(scene(), "ICO")),
    ("PDF", encode(scene(), "PDF")),
    ("SVG", b'<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    ("web page", b"<!DOCTYPE html><html><body>Sorry</body></html>"),
    ("text", b"not a photo"),
    ("empty", b""),
    ("ZIP", zip_archive()),
    ("video", media(b"isom")),
    ("video", media(b"qt  ")),
    ("video", b"\x00\x00\x00\x08wide\x00\x00\x00\x08mdat"),
    ("video", b"RIFF\x10\x00\x00\x00AVI LIST"),
    ("video", b"\x1a\x45\xdf\xa3" + bytes(50)),
    ("sequence", media(b"msf1")),
    ("raw", media(b"crx ")),
    ("RIFF", b"RIFF\x10\x00\x00\x00WAVEfmt "),
    ("no known picture format", bytes(100)),
]


@pytest.mark.parametrize(("what", "data"), STRANGERS)
def test_what_is_no_photo_is_named_by_its_content(what: str, data: bytes) -> None:
    with pytest.raises(PhotoError, match=f"holiday.jpg is .*{what}.*Expected: a JPEG") as error:
        decode(data, "holiday.jpg")
    assert error.value.action


@pytest.mark.parametrize("file_format", ["PNG", "WEBP"])
def test_animations_are_refused(file_format: str) -> None:
    with pytest.raises(PhotoError, match=r"animated.*one still photo"):
        decode(animation(file_format), "moving")


def test_a_sequence_of_pictures_is_refused() -> None:
    with pytest.raises(PhotoError, match=r"a sequence of HEIC or AVIF.*take a still"):
        decode(animation("AVIF"), "moving")


def test_an_animation_of_one_frame_is_a_still() -> None:
    control = (1).to_bytes(4, "big") + bytes(4)
    assert decode(with_png_chunk(encode(scene(), "PNG"), b"acTL", control), "still").width_px == 120


WHOLE = {
    "baseline": encode(scene(), "JPEG", quality=95),
    "progressive": encode(scene(), "JPEG", progressive=True),
    "png": encode(scene(), "PNG"),
    "webp": encode(scene(), "WEBP"),
    "lossless webp": encode(scene(), "WEBP", lossless=True),
    "avif": encode(scene(), "AVIF"),
    "heic": heic(scene()),
}


@pytest.mark.parametrize("kind", WHOLE)
def test_a_file_cut_anywhere_is_refused(kind: str) -> None:
    for cut in cuts(WHOLE[kind]):
        with pytest.raises(PhotoError):
            decode(cut, kind)


@pytest.mark.parametrize("kind", WHOLE)
def test_a_file_cut_in_the_middle_is_called_cut(kind: str) -> None:
    with pytest.raises(PhotoError, match=r"breaks off.*upload it again"):
        decode(WHOLE[kind][: len(WHOLE[kind]) // 2], kind)


def test_a_photo_whose_tail_was_filled_with_zeros_is_refused() -> None:
    jpeg = WHOLE["baseline"]
    with pytest.raises(PhotoError, match="breaks off"):
        decode(jpeg[:800] + bytes(len(jpeg) - 800), "half an upload")


@pytest.mark.parametrize("lost", [20, 200, 700])
def test_a_cut_jpeg_that_was_given_an_end_marker_is_refused(lost: int) -> None:
    with pytest.raises(PhotoError, match="cannot be decoded"):
        decode(WHOLE["baseline"][:-lost] + b"\xff\xd9", "repaired")


def test_a_png_with_a_wrong_checksum_is_refused() -> None:
    png = bytearray(WHOLE["png"])
    png[45] ^= 1
    with pytest.raises(PhotoError, match="wrong checksum"):
        decode(bytes(png), "photo")


def test_a_palette_png_without_its_palette_is_refused() -> None:
    png = encode(scene().quantize(4), "PNG")
    start = png.index(b"PLTE") - 4
    with pytest.raises(PhotoError, match="PNG picture that cannot be decoded"):
        decode(png[:start] + png[png.index(b"IDAT") - 4 :], "photo")


@pytest.mark.parametrize("kind", WHOLE)
def test_more_bytes_than_the_limit_are_refused(kind: str) -> None:
    with pytest.raises(PhotoError, match=r"more than 5e-05 MB"):
        decode(WHOLE[kind], kind, Limits(max_size_mb=0.00005))


@pytest.mark.parametrize("kind", WHOLE)
def test_more_pixels_than_the_limit_are_refused(kind: str) -> None:
    with pytest.raises(PhotoError, match=r"120 x 80 pixels.*0.009 megapixels"):
        decode(WHOLE[kind], kind, Limits(max_megapixels=0.009))


@pytest.mark.parametrize("kind", WHOLE)
def test_a_side_shorter_than_the_limit_is_refused(kind: str) -> None:
    with pytest.raises(PhotoError, match=r"120 x 80 pixels.*at least 81 pixels"):
        decode(WHOLE[kind], kind, Limits(min_side_px=81))


def test_a_small_file_that_unpacks_to_gigabytes_is_refused_by_its_header() -> None:
    with pytest.raises(PhotoError, match="50000 x 50000 pixels"):
        decode(png_of_size(50_000, 50_000), "bomb")


def test_a_webp_that_claims_a_huge_canvas_is_refused_by_its_header() -> None:
    webp = bytearray(encode(scene(), "WEBP", exif=b"x"))  # with a canvas size at byte 24
    webp[24:30] = b"\xff\x3f\x00\xff\x3f\x00"
    with pytest.raises(PhotoError, match="16384 x 16384 pixels"):
        decode(bytes(webp), "bomb")


@pytest.mark.parametrize("kind", ["avif", "heic"])
def test_a_heic_or_avif_that_claims_a_huge_size_is_refused_by_its_header(kind: str) -> None:
    size = b"ispe" + bytes(4)
    start = WHOLE[kind].index(size) + len(size)
    huge = (16_000).to_bytes(4, "big") * 2
    with pytest.raises(PhotoError, match="16000 x 16000 pixels"):
        decode(WHOLE[kind][:start] + huge + WHOLE[kind][start + 8 :], "bomb")


def test_the_default_limits_are_40_mb_and_120_megapixels() -> None:
    assert Limits() == Limits(max_size_mb=40, max_megapixels=120, min_side_px=64)
    assert Limits().max_bytes == 40_000_000


def test_a_large_photo_needs_no_change_of_pillows_own_limit() -> None:
    before = Image.MAX_IMAGE_PIXELS
    jpeg = encode(Image.new("L", (10_000, 10_000)), "JPEG")  # above Pillow's warning
    assert decode(jpeg, "large").rgb.shape == (10_000, 10_000, 3)
    assert before == Image.MAX_IMAGE_PIXELS


def test_a_file_that_is_missing_is_named(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match=r"gone\.jpg.*check the path"):
        decode_file(tmp_path / "gone.jpg")


def test_a_folder_is_no_photo(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match="cannot be read"):
        decode_file(tmp_path)


def test_a_large_file_is_not_read_whole(tmp_path: Path) -> None:
    with (tmp_path / "photo.jpg").open("wb") as file:
        file.write(b"\xff\xd8\xff")
        file.truncate(10**12)  # sparse: takes no disk
    with pytest.raises(PhotoError, match="more than 40 MB"):
        decode_file(tmp_path / "photo.jpg")


def test_a_real_photo_cut_anywhere_is_refused() -> None:
    photo = (Path(__file__).parents[1] / "photos" / "table-6.jpg").read_bytes()
    for cut in cuts(photo, 150):
        with pytest.raises(PhotoError):
            decode(cut, "table-6.jpg")
