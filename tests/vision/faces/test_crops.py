import numpy as np
import pytest

from vision.faces.crops import CROP_PX, OUTSIDE_TONE, Window, cut


def sign() -> np.ndarray:
    """A picture 240 px high: red above blue at (120, 130), 40 x 60 px, green at its left."""
    rgb = np.full((240, 240, 3), 200, np.uint8)
    rgb[100:130, 100:140] = (250, 0, 0)
    rgb[130:160, 100:140] = (0, 0, 250)
    rgb[100:160, 90:100] = (0, 250, 0)
    return rgb


@pytest.mark.parametrize("height_px", [20.0, 60.0, 200.0])
def test_a_crop_is_upright_and_of_one_size(height_px: float) -> None:
    crop = cut(sign(), Window(120, 130, height_px, 0.0))
    assert crop.shape == (CROP_PX[1], CROP_PX[0], 3)
    assert crop[22, 16].argmax() == 0
    assert crop[25, 16].argmax() == 2


def test_a_turned_sign_is_read_along_its_turn() -> None:
    turned = np.ascontiguousarray(np.rot90(sign(), k=-1))  # by 90 degrees clockwise
    upright = cut(sign(), Window(120, 130, 66.0, 0.0))
    assert np.abs(upright.astype(int) - cut(turned, Window(110, 120, 66.0, np.pi / 2))).max() < 3


def test_half_a_turn_shows_it_upside_down() -> None:
    upright = cut(sign(), Window(120, 130, 66.0, 0.0))
    turned = cut(sign(), Window(120, 130, 66.0, np.pi))
    assert np.abs(upright[::-1, ::-1].astype(int) - turned).max() < 3


def test_beyond_the_photo_is_grey() -> None:
    crop = cut(sign(), Window(0, 120, 60.0, 0.0))
    assert (crop[:, :15] == OUTSIDE_TONE).all()
    assert not (crop[:, 17:] == OUTSIDE_TONE).all()


def test_small_print_is_averaged_and_not_skipped() -> None:
    stripes = np.zeros((480, 480, 3), np.uint8)
    stripes[::2] = 255
    crop = cut(stripes, Window(240, 240, 384.0, 0.0))
    assert np.abs(crop.astype(int) - 127).max() < 30


@pytest.mark.parametrize("turn", [0.0, 0.5, np.pi])
def test_what_lies_beyond_the_outline_is_painted_over(turn: float) -> None:
    left_of_green = np.array([[100, 60], [160, 60], [160, 200], [100, 200]], np.float32)
    window = Window(110, 130, 80.0, turn)
    seen = cut(sign(), window).astype(int)
    kept = cut(sign(), window, left_of_green).astype(int)
    green = (seen[..., 1] - seen[..., 0] > 100) & (seen[..., 1] - seen[..., 2] > 100)
    red = (seen[..., 0] - seen[..., 1] > 150) & (seen[..., 0] - seen[..., 2] > 150)
    assert green.sum() > 20
    assert (np.ptp(kept[green], axis=1) < 60).mean() > 0.8  # not where they adjoin
    assert (kept[red] == seen[red]).mean() > 0.9
