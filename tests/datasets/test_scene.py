import numpy as np
import pytest

from datasets.scene import card_corners_mm, to_pixels
from tests.datasets.builders import card


def test_corners_go_clockwise_from_the_cards_own_top_left() -> None:
    corners = card_corners_mm(card(10, 20))
    left, right, top, bottom = 10 - 31.75, 10 + 31.75, 20 - 44.45, 20 + 44.45
    assert np.allclose(corners, [[left, top], [right, top], [right, bottom], [left, bottom]])


def test_a_quarter_turn_is_clockwise() -> None:
    corners = card_corners_mm(card(0, 0, 90))
    assert np.allclose(corners[0], [44.45, -31.75])


def test_a_camera_from_above_scales_and_moves() -> None:
    camera = np.array([[2.0, 0, 100], [0, 2.0, 50], [0, 0, 1]])
    assert np.allclose(to_pixels(camera, np.array([[3.0, 4.0]])), [[106, 58]])


def test_what_is_further_away_is_smaller() -> None:
    camera = np.array([[2.0, 0, 0], [0, 2.0, 0], [0, -0.001, 1]])
    near, far = (to_pixels(camera, np.array([[0.0, y], [10.0, y]])) for y in (100.0, -100.0))
    assert near[1, 0] - near[0, 0] == pytest.approx(20 / 0.9)
    assert far[1, 0] - far[0, 0] == pytest.approx(20 / 1.1)
