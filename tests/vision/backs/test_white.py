import numpy as np
import pytest

from tests.vision.drawn_backs import BLUE, COLD, DAY, RED, WARM, back, lit_table, strips
from vision.backs.white import card_white, of_a_lamp


def colour(white: np.ndarray) -> list[float]:
    return [float(v) for v in white / white[1]]


@pytest.mark.parametrize("lamp", [DAY, WARM, COLD])
def test_white_is_what_the_cards_borders_show(lamp: tuple[float, float, float]) -> None:
    rgb = lit_table([back(RED)] * 3, 14.0, lamp)
    assert card_white(rgb, strips(3, 14.0)) == pytest.approx(245 * np.array(lamp), rel=0.08)


@pytest.mark.parametrize("ink", [RED, BLUE])
def test_ink_printed_to_the_edge_is_not_taken_for_white(ink: tuple[int, int, int]) -> None:
    card = np.full_like(back(ink), ink)
    white = card_white(lit_table([card], 0), strips(1, 0))
    red, _, blue = colour(white)
    assert 0.8 < red < 1.7
    assert 0.4 < blue < 1.4


@pytest.mark.parametrize("kelvin_white", [(1.0, 1.0, 1.0), (1.31, 1.0, 0.70), (0.96, 1.0, 1.09)])
def test_the_white_of_a_lamp_is_kept(kelvin_white: tuple[float, float, float]) -> None:
    white = 180 * np.array(kelvin_white, np.float32)
    assert of_a_lamp(white) == pytest.approx(white, rel=0.03)


def test_brightness_is_kept() -> None:
    assert of_a_lamp(np.array([10, 10, 200], np.float32)).mean() == pytest.approx(220 / 3, rel=1e-3)


def test_without_cards_white_is_white() -> None:
    rgb = np.zeros((50, 50, 3), np.uint8)
    assert card_white(rgb, np.zeros((0, 4, 2), np.float32)).tolist() == [255, 255, 255]
