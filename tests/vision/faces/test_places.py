import numpy as np
import pytest

from tests.vision.builders import regions
from vision.faces.places import CARD_MM, EDGE_MM, CardPlaces, places_on

CARD_PX = 4 * CARD_MM
NO_INDICES = np.zeros((0, 4, 2), np.float32)


def looks_at(card: CardPlaces, x: float, y: float, turn_deg: float) -> bool:
    """Whether a window of usual size sees that point well inside, read in that direction."""
    for window in (window for place in card.places for window in place):
        off = np.rad2deg(window.turn_rad) - turn_deg
        away = np.hypot(window.x_px - x, window.y_px - y)
        if abs((off + 180) % 360 - 180) < 10 and away < 0.25 * window.height_px:
            return True
    return False


@pytest.mark.parametrize("turn_deg", [0.0, 30.0, 90.0, 200.0])
def test_both_indices_of_a_whole_card_are_looked_at(turn_deg: float) -> None:
    turn = np.deg2rad(turn_deg)
    quad = regions([(500, 400, 254, 356, turn_deg)]).quads_px[0]
    long_turn = turn + np.pi / 2
    places = places_on(quad, float(long_turn % np.pi), CARD_PX, NO_INDICES)
    around = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    for sign, reading in ((-1.0, turn_deg), (1.0, turn_deg + 180)):
        x, y = around @ (sign * np.array([103.0, 128.0])) + (500, 400)
        assert looks_at(places, float(x), float(y), reading)


def test_the_index_of_a_strip_at_the_left_edge_is_looked_at() -> None:
    strip = regions([(100, 200, 48, 356, 0.0)]).quads_px[0]
    places = places_on(strip, np.pi / 2, CARD_PX, NO_INDICES)
    assert looks_at(places, 100 - 24 + 24, 200 - 178 + 50, 0.0)


def test_one_sign_on_a_narrow_strip_speaks_once() -> None:
    strip = regions([(100, 200, 40, 356, 0.0)]).quads_px[0]
    upright = [
        place
        for place in places_on(strip, np.pi / 2, CARD_PX, NO_INDICES).places
        if abs(place[0].turn_rad) < 0.1
    ]
    assert len(upright) == 1


def test_a_region_whose_long_side_is_not_sure_is_looked_at_both_ways() -> None:
    piece = regions([(300, 300, 150, 200, 0.0)]).quads_px[0]
    places = places_on(piece, np.pi / 2, CARD_PX, NO_INDICES)
    assert looks_at(places, 300 - 75 + 24, 300 - 100 + 50, 0.0)
    assert looks_at(places, 300 + 75 - 50, 300 - 100 + 24, 90.0)


def test_a_detected_index_away_from_the_corners_is_looked_at_both_ways_round() -> None:
    quad = regions([(500, 400, 254, 356, 0.0)]).quads_px[0]
    index = regions([(500, 400, 30, 70, 0.0)]).quads_px
    places = places_on(quad, np.pi / 2, CARD_PX, index)
    assert looks_at(places, 500, 400, 0.0)
    assert looks_at(places, 500, 400, 180.0)


def test_a_detected_index_in_its_corner_is_no_second_sign() -> None:
    quad = regions([(500, 400, 254, 356, 0.0)]).quads_px[0]
    index = regions([(500 - 127 + 26, 400 - 178 + 50, 30, 70, 0.0)]).quads_px
    with_index = places_on(quad, np.pi / 2, CARD_PX, index)
    without = places_on(quad, np.pi / 2, CARD_PX, NO_INDICES)
    upright = [
        [p for p in card.places if abs(p[0].turn_rad) < 0.1] for card in (with_index, without)
    ]
    assert len(upright[0]) == len(upright[1])
    assert sum(map(len, upright[0])) > sum(map(len, upright[1]))


def test_what_lies_beyond_the_card_is_left_out() -> None:
    strip = regions([(100, 200, 48, 356, 90.0)]).quads_px[0]
    within = places_on(strip, 0.0, CARD_PX, NO_INDICES).within
    assert np.ptp(within, axis=0) == pytest.approx(np.ptp(strip, axis=0) + 8 * EDGE_MM, abs=0.1)
