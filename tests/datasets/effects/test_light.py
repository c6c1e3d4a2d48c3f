import numpy as np
import pytest

from datasets.effects import apply_light, card_shadow
from datasets.scene import Light

GREY = np.full((60, 80, 3), 100, np.uint8)


def block() -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    alpha = np.zeros((60, 60), np.float32)
    alpha[20:40, 20:40] = 1
    return alpha


def test_a_plain_lamp_changes_nothing() -> None:
    assert np.array_equal(apply_light(GREY, Light()), GREY)


def test_gains_and_exposure_multiply() -> None:
    lit = apply_light(GREY, Light(gains=(1.2, 1.0, 0.5), exposure=0.5))
    assert lit[30, 40] == pytest.approx([60, 50, 25])


def test_light_falls_off_towards_one_side() -> None:
    lit = apply_light(GREY, Light(falloff=0.3, falloff_deg=0.0))[..., 0]
    assert lit[30, 0] == pytest.approx(70, abs=1)
    assert lit[30, -1] == pytest.approx(130, abs=1)


def test_a_dark_patch_darkens_its_own_place() -> None:
    lit = apply_light(GREY, Light(dark_patches=((0.25, 0.5, 0.1, 0.5),)))[..., 0]
    assert lit[30, 20] < 65
    assert lit[30, 75] > 95


def test_glare_adds_light_in_its_own_place() -> None:
    lit = apply_light(GREY, Light(glare_patches=((0.75, 0.5, 0.1, 200.0),)))[..., 0]
    assert lit[30, 60] > 240
    assert lit[30, 5] == pytest.approx(100, abs=1)


def test_a_shadow_falls_away_from_the_lamp() -> None:
    light = Light(shadow_deg=0.0, shadow_mm=5.0, shadow_blur_mm=0.2, shadow_opacity=0.4)
    left = card_shadow(block(), 1.0, light)
    assert left[30, 42] == pytest.approx(0.6, abs=0.02)
    assert left[30, 17] == pytest.approx(1.0, abs=0.02)


@pytest.mark.parametrize("blur_mm", [0.5, 4.0])
def test_a_blurred_shadow_keeps_its_darkness(blur_mm: float) -> None:
    light = Light(shadow_mm=0.0, shadow_blur_mm=blur_mm, shadow_opacity=0.5)
    taken = 1 - card_shadow(block(), 1.0, light)
    assert taken.sum() == pytest.approx(0.5 * 400, rel=0.05)


def test_a_lamp_without_shadows_takes_no_light() -> None:
    assert (card_shadow(block(), 1.0, Light(shadow_opacity=0.0)) == 1).all()
