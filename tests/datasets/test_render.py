from dataclasses import replace

import numpy as np
import pytest

from datasets.render import NOTHING, render
from datasets.scene import CardLook, Clutter, Sensor, card_corners_mm, to_pixels
from scoring.reading import Side
from tests.datasets.builders import BLUE, GREEN, RED, SHARP, TABLE_TONE, FlatArt, card, scene

SQUARE = ((-20.0, -20.0), (20.0, -20.0), (20.0, 20.0), (-20.0, 20.0))
WHITE = (240, 240, 240)


def test_the_last_card_lies_on_top() -> None:
    drawn = render(scene([card(-20, 0), card(20, 0, art="blue")]), FlatArt())
    assert (drawn.seen[150, 120], drawn.seen[150, 200], drawn.seen[10, 10]) == (0, 1, NOTHING)
    assert tuple(drawn.rgb[150, 120]) == RED
    assert tuple(drawn.rgb[150, 200]) == BLUE
    assert tuple(drawn.rgb[10, 10]) == (TABLE_TONE,) * 3


@pytest.mark.parametrize("turn_deg", [0, 30, 90])
def test_picture_and_map_of_seen_cards_show_the_same_outline(turn_deg: float) -> None:
    table = scene([card(0, 0, turn_deg)])
    drawn = render(table, FlatArt())
    red = np.abs(drawn.rgb.astype(int) - RED).max(axis=2) < 60
    quad = to_pixels(table.camera, card_corners_mm(table.cards[0]))
    ys, xs = np.nonzero(drawn.seen == 0)
    assert (red == (drawn.seen == 0)).mean() > 0.995
    low, high = quad.min(axis=0), quad.max(axis=0)
    assert (xs.min(), ys.min()) == pytest.approx(low, abs=1.6)
    assert (xs.max() + 1, ys.max() + 1) == pytest.approx(high, abs=1.6)
    assert (drawn.seen == 0).sum() == pytest.approx(63.5 * 88.9 * 4, rel=0.01)


def test_a_scene_draws_the_same_picture_again() -> None:
    table = replace(scene([card(0, 0, 20)]), sensor=Sensor(noise=8.0, blotch=3.0), seed=7)
    first, second = render(table, FlatArt()), render(table, FlatArt())
    other = render(replace(table, seed=8), FlatArt())
    assert np.array_equal(first.rgb, second.rgb)
    assert not np.array_equal(first.rgb, other.rgb)
    assert np.array_equal(first.seen, other.seen)


def test_faces_and_backs_have_pictures_of_their_own() -> None:
    drawn = render(scene([card(0, 0, side=Side.FACE)]), FlatArt())
    assert tuple(drawn.rgb[150, 200]) == tuple(value // 2 for value in RED)


def test_a_card_outside_the_picture_is_not_drawn() -> None:
    drawn = render(scene([card(500, 0)]), FlatArt())
    assert (drawn.seen == NOTHING).all()


def test_a_card_cut_by_the_border_is_drawn_as_far_as_it_is_in_it() -> None:
    drawn = render(scene([card(-100, 0)]), FlatArt())
    assert (drawn.seen[150, :60] == 0).all()
    assert (drawn.seen[150, 70:] == NOTHING).all()


def test_corners_are_round() -> None:
    square = render(scene([card(0, 0, look=SHARP)]), FlatArt()).seen
    rounded = render(scene([card(0, 0, look=CardLook(corner_mm=5.0))]), FlatArt()).seen
    lost = (square == 0).sum() - (rounded == 0).sum()
    assert lost == pytest.approx((4 - np.pi) * 5**2 * 4, rel=0.25)


def test_each_deck_keeps_its_own_edges() -> None:
    lined = replace(SHARP, edge_tone=0, edge_opacity=1.0)
    drawn = render(scene([card(-50, 0, look=SHARP), card(50, 0, look=lined, pile=1)]), FlatArt())
    top = drawn.rgb[58:66, :, 0].min(axis=0)  # the upper edges of both cards
    assert top[100] >= TABLE_TONE
    assert top[300] < 20


def test_things_on_the_table_lie_under_cards_or_over_them() -> None:
    below = Clutter(SQUARE, WHITE, 1.0)
    table = scene([card(0, 0)])
    under = render(replace(table, clutter=(below,)), FlatArt())
    over = render(replace(table, clutter=(replace(below, over_cards=True),)), FlatArt())
    assert under.seen[150, 200] == 0
    assert over.seen[150, 200] == NOTHING
    assert over.rgb[150, 200].min() > 200


@pytest.mark.parametrize("scale", [1.0, 0.25])
def test_a_cut_out_hides_cards_where_it_is_opaque(scale: float) -> None:
    thing = Clutter(SQUARE, WHITE, 0.0, over_cards=True, picture="green")
    table = scene([card(0, 0)])
    table = replace(table, camera=np.diag([scale, scale, 1.0]) @ table.camera, clutter=(thing,))
    drawn = render(table, FlatArt())
    left, right = ((round(150 * scale), round(x * scale)) for x in (180, 220))
    assert drawn.seen[left] == NOTHING
    assert tuple(drawn.rgb[left]) == GREEN
    assert drawn.seen[right] == 0
    assert tuple(drawn.rgb[right]) == RED


def test_a_sunk_card_dips_under_its_own_pile_only() -> None:
    cards = [
        card(-20, 0),
        card(60, 0, art="green", pile=1),
        replace(card(20, 0, art="blue"), sunk_mm=-100.0),
    ]
    drawn = render(scene(cards), FlatArt())
    assert drawn.seen[150, 190] == 0  # its own pile comes up through it
    assert drawn.seen[150, 270] == 2  # another pile does not
    assert tuple(drawn.rgb[150, 190]) == RED
    assert tuple(drawn.rgb[150, 350]) == GREEN


def test_a_card_beyond_the_line_is_not_sunk() -> None:
    cards = [card(-20, 0), replace(card(20, 0, art="blue"), sunk_mm=-20.0, sunk_deg=0.0)]
    drawn = render(scene(cards), FlatArt())
    assert drawn.seen[150, 200 - 20] == 1  # left of the line
    assert drawn.seen[150, 200 + 10] == 0  # right of it


def test_shade_is_a_gain_and_tilt_runs_across_the_card() -> None:
    shaded = replace(card(0, 0), shade=0.5)
    assert render(scene([shaded]), FlatArt()).rgb[150, 200, 0] == pytest.approx(100, abs=1)
    tilted = render(scene([replace(card(0, 0), tilt_shade=0.2)]), FlatArt()).rgb[150, :, 0]
    assert tilted[145] < tilted[200] < tilted[255]
