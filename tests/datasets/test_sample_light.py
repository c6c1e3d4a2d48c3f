import numpy as np
import pytest
from numpy.random import default_rng

from datasets.sample_light import kelvin_gains, sample_light, sample_sensor


def test_a_warm_lamp_is_red_and_a_cold_one_blue() -> None:
    warm, cold = kelvin_gains(2700), kelvin_gains(8000)
    assert warm[0] > warm[1] > warm[2]
    assert cold[0] < cold[1] < cold[2]


@pytest.mark.parametrize("kelvin", np.linspace(2600, 8500, 12))
def test_gains_stay_within_what_a_camera_leaves(kelvin: float) -> None:
    gains = kelvin_gains(kelvin)
    assert gains[1] == 1.0
    assert min(gains) > 0.4
    assert max(gains) < 1.7


def test_daylight_is_nearly_white() -> None:
    assert kelvin_gains(6600) == pytest.approx((1, 1, 1), abs=0.05)


def test_lamps_are_bright_and_dim() -> None:
    lamps = [sample_light(default_rng(seed)) for seed in range(60)]
    exposures = [lamp.exposure for lamp in lamps]
    assert min(exposures) < 0.4
    assert max(exposures) > 1.0
    assert all(0 < lamp.shadow_opacity < 1 for lamp in lamps)
    assert sample_light(default_rng(3)) == lamps[3]


def test_a_close_view_comes_from_a_coarser_photo() -> None:
    close = [sample_sensor(default_rng(seed), 4.5).coarseness for seed in range(40)]
    table = [sample_sensor(default_rng(seed), 1.5).coarseness for seed in range(40)]
    assert 1.0 <= min(close) < 1.2
    assert max(close) > 2.0
    assert min(table) >= 1.0
    assert max(table) < 1.4
