import hashlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from tests.vision.picture_files import encode, heic, scene, with_jpeg_segment
from vision.decode import decode, decode_file

TRUTH = np.asarray(scene()).astype(int)


def is_scene(data: bytes, name: str = "photo") -> bool:
    """Whether all but the pixels at colour borders are those of the scene."""
    rgb = decode(data, name).rgb.astype(int)
    return rgb.shape == TRUTH.shape and bool((abs(rgb - TRUTH).max(axis=2) <= 12).mean() > 0.9)


FILES = {
    "JPEG": encode(scene(), "JPEG", quality=95),
    "progressive JPEG": encode(scene(), "JPEG", quality=95, progressive=True),
    "PNG": encode(scene(), "PNG"),
    "WebP": encode(scene(), "WEBP", quality=95),
    "lossless WebP": encode(scene(), "WEBP", lossless=True),
    "HEIC": heic(scene()),
    "tiled HEIC": heic(scene(), tile_size=64),
    "AVIF": encode(scene(), "AVIF", quality=95),
}


@pytest.mark.parametrize("kind", FILES)
def test_each_format_shows_the_picture(kind: str) -> None:
    assert is_scene(FILES[kind])


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize("name", ["photo.jpg", "photo.png", "photo.heic", "photo.txt", ""])
def test_the_name_of_a_file_changes_nothing(kind: str, name: str) -> None:
    assert np.array_equal(decode(FILES[kind], name).rgb, decode(FILES[kind], "photo").rgb)


@pytest.mark.parametrize("kind", FILES)
def test_the_pixels_are_contiguous_and_read_only(kind: str) -> None:
    rgb = decode(FILES[kind], "photo").rgb
    assert rgb.flags.c_contiguous
    assert not rgb.flags.writeable


def test_the_digest_is_that_of_the_bytes() -> None:
    assert decode(FILES["PNG"], "photo").digest == hashlib.sha256(FILES["PNG"]).hexdigest()


def test_of_a_multi_picture_jpeg_it_is_the_first() -> None:
    second = Image.new("RGB", (200, 300), "white")
    mpo = encode(scene(), "MPO", quality=95, save_all=True, append_images=[second])
    assert is_scene(mpo)
    assert is_scene(mpo[:-20])  # the second one broke off


def test_a_video_appended_by_a_phone_is_left_alone() -> None:
    video = b"\x00\x00\x00\x18ftypmp42" + bytes(12) + b"trailer of no format"
    assert is_scene(FILES["JPEG"] + video)
    assert is_scene(FILES["HEIC"] + video)
    assert is_scene(FILES["PNG"] + video)


def test_an_avif_under_its_general_brand_is_an_avif() -> None:
    assert is_scene(FILES["AVIF"].replace(b"ftypavif", b"ftypmif1"))


def test_a_thumbnail_inside_a_jpeg_is_not_the_picture() -> None:
    thumbnail = encode(Image.new("RGB", (80, 80), "white"), "JPEG")
    assert is_scene(with_jpeg_segment(FILES["JPEG"], 0xE1, b"Exif\x00\x00" + thumbnail))


def test_restart_markers_and_fill_bytes_are_part_of_a_jpeg() -> None:
    jpeg = encode(scene(), "JPEG", quality=95, restart_marker_blocks=2)
    assert b"\xff\xd0" in jpeg
    assert is_scene(jpeg[:2] + b"\xff\xff" + jpeg[2:])


def test_editors_blocks_do_not_reach_the_decoder() -> None:
    broken = b"Photoshop 3.0\x008BIM"
    assert is_scene(with_jpeg_segment(FILES["JPEG"], 0xED, broken))


def test_a_file_is_decoded_under_its_own_name(tmp_path: Path) -> None:
    (tmp_path / "table.jpg").write_bytes(FILES["HEIC"])
    photo = decode_file(tmp_path / "table.jpg")
    assert (photo.name, photo.width_px, photo.height_px) == ("table.jpg", 120, 80)
