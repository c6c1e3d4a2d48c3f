import numpy as np
import pytest
from numpy.random import default_rng
from numpy.typing import NDArray

from datasets.effects import apply_sensor
from datasets.scene import Sensor

PERFECT = Sensor(jpeg_quality=100)


def scenery() -> NDArray[np.float32]:
    """Smooth colours with one sharp edge."""
    ys, xs = np.mgrid[0:60, 0:80]
    rgb = np.stack([xs * 2.0, ys * 3.0, 120 + 0 * xs], axis=2).astype(np.float32)
    rgb[:, 40:] += 40
    return rgb


def take(sensor: Sensor, seed: int = 0) -> NDArray[np.uint8]:
    return apply_sensor(scenery(), sensor, default_rng(seed))


def test_a_perfect_camera_keeps_the_picture() -> None:
    assert np.abs(take(PERFECT) - scenery()).max() < 1


def test_too_much_light_is_white_and_not_black() -> None:
    glare = np.full((8, 8, 3), 400, np.float32)
    assert (apply_sensor(glare, PERFECT, default_rng(0)) == 255).all()


@pytest.mark.parametrize("sensor", [Sensor(noise=6.0, jpeg_quality=100), Sensor(coarseness=2.5)])
def test_the_light_that_fell_in_is_left_as_it_was(sensor: Sensor) -> None:
    lit = scenery()
    apply_sensor(lit, sensor, default_rng(0))
    assert np.array_equal(lit, scenery())


def test_noise_comes_from_the_generator_alone() -> None:
    noisy = Sensor(noise=6.0, blotch=4.0, jpeg_quality=100)
    assert np.array_equal(take(noisy, 1), take(noisy, 1))
    assert not np.array_equal(take(noisy, 1), take(noisy, 2))


def test_noise_is_as_strong_as_said() -> None:
    grey = np.full((100, 100, 3), 128, np.float32)
    photo = apply_sensor(grey, Sensor(noise=6.0, jpeg_quality=100), default_rng(0))
    assert photo.std() == pytest.approx(6, rel=0.1)


@pytest.mark.parametrize("coarseness", [1.0, 1.7, 4.0])
def test_the_photo_has_the_size_of_the_scene(coarseness: float) -> None:
    assert take(Sensor(coarseness=coarseness)).shape == (60, 80, 3)


@pytest.mark.parametrize(
    "sensor",
    [
        Sensor(blur_px=2.0, jpeg_quality=100),
        Sensor(coarseness=4.0, jpeg_quality=100),
        Sensor(motion_px=9.0, jpeg_quality=100),
    ],
)
def test_blur_softens_an_edge(sensor: Sensor) -> None:
    def step(photo: NDArray[np.uint8]) -> int:
        return int(np.abs(np.diff(photo[30, :, 2].astype(int))).max())

    assert step(take(sensor)) < 0.7 * step(take(PERFECT))


def test_sharpening_widens_an_edge() -> None:
    sharp = take(Sensor(sharpen=1.0, jpeg_quality=100))[30, :, 2]
    assert sharp.max() > 165
    assert sharp.min() < 115


def test_without_saturation_all_is_grey() -> None:
    assert np.ptp(take(Sensor(saturation=0.0, jpeg_quality=100)), axis=2).max() <= 1


def test_jpeg_keeps_red_red() -> None:
    photo = take(Sensor(jpeg_quality=90))
    assert np.abs(photo.astype(int) - scenery()).mean() < 4
