import math
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.decode import decode_file
from vision.photo import Photo
from vision.quality import Quality, is_blurred, is_dark, measure_quality

PHOTOS = Path(__file__).parents[1] / "photos"
TABLES = sorted(PHOTOS.glob("*.jpg")) + sorted(PHOTOS.glob("enrol/*.jpg"))
Rgb = npt.NDArray[np.uint8]


def quality_of(rgb: Rgb) -> Quality:
    return measure_quality(Photo("table.jpg", rgb, "0" * 64))


def pixels(path: Path) -> Rgb:
    return decode_file(path).rgb


def blurred(rgb: Rgb, at_1440_px: float) -> Rgb:
    sigma = at_1440_px * max(rgb.shape) / 1440
    return np.asarray(cv2.GaussianBlur(rgb, (0, 0), sigma), np.uint8)


def noisy(rgb: Rgb, levels: float) -> Rgb:
    noise = np.random.default_rng(7).normal(0, levels, rgb.shape)
    return np.clip(rgb + noise, 0, 255).astype(np.uint8)


def dimmed(rgb: Rgb, factor: float) -> Rgb:
    return (rgb * factor).astype(np.uint8)


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_sharp_photos_are_neither_blurred_nor_dark(path: Path) -> None:
    quality = quality_of(pixels(path))
    assert not is_blurred(quality)
    assert not is_dark(quality)


@pytest.mark.parametrize("path", TABLES, ids=lambda path: path.stem)
def test_blurred_copies_are_blurred(path: Path) -> None:
    assert is_blurred(quality_of(blurred(pixels(path), at_1440_px=4)))


@pytest.mark.parametrize("path", TABLES[:6], ids=lambda path: path.stem)
def test_noise_neither_blurs_nor_sharpens(path: Path) -> None:
    assert not is_blurred(quality_of(noisy(pixels(path), levels=8)))
    assert is_blurred(quality_of(noisy(blurred(pixels(path), at_1440_px=4), levels=8)))


def test_a_dim_photo_is_as_sharp_as_a_bright_one() -> None:
    table = pixels(PHOTOS / "table-1.jpg")
    bright, dim = quality_of(table), quality_of(dimmed(table, 0.4))
    assert dim.edge_width_px == pytest.approx(bright.edge_width_px, abs=0.1)
    assert dim.brightness_fraction == pytest.approx(0.4 * bright.brightness_fraction, abs=0.01)


def test_a_shaken_photo_is_blurred_in_one_direction() -> None:
    along_the_table = np.full((1, 20), 1 / 20, np.float32)
    shaken = cv2.filter2D(pixels(PHOTOS / "table-5.jpg"), -1, along_the_table)
    assert is_blurred(quality_of(np.asarray(shaken, np.uint8)))


def test_a_photo_in_which_borders_come_close_to_noise_is_dark() -> None:
    assert is_dark(quality_of(dimmed(pixels(PHOTOS / "table-6.jpg"), 0.3)))


def test_the_measure_does_not_depend_on_the_size_of_a_large_photo() -> None:
    table = pixels(PHOTOS / "table-1.jpg")
    larger = np.asarray(cv2.resize(table, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC))
    same = quality_of(larger.astype(np.uint8)).edge_width_px
    assert same == pytest.approx(quality_of(table).edge_width_px, abs=0.1)


@pytest.mark.parametrize("level", [0, 128, 255])
def test_a_photo_without_edges_counts_as_blurred(level: int) -> None:
    quality = quality_of(np.full((300, 400, 3), level, np.uint8))
    assert quality.edge_width_px == math.inf
    assert is_blurred(quality)


def test_flat_places_beside_an_edge_are_no_edges() -> None:
    ys, xs = np.mgrid[0:300, 0:400]
    squares = np.where((xs // 20 + ys // 20) % 2 == 0, 235, 40)
    quality = quality_of(np.asarray(np.dstack([squares] * 3), np.uint8))
    assert not is_blurred(quality)


def test_a_long_thin_photo_is_measured_too() -> None:
    assert is_blurred(quality_of(np.zeros((9000, 3, 3), np.uint8)))
