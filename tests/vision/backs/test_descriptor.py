import cv2
import numpy as np
import pytest

from tests.vision.builders import regions
from tests.vision.drawn_backs import BLUE, COLD, DAY, RED, WARM, back, lit_table, samples, strips
from vision.backs.descriptor import (
    PX_PER_MM,
    SIZE,
    TRIM_FRACTION,
    BackSample,
    card_white,
    describe,
    sample_back,
    upright_patch,
)

WHITE = np.full(3, 255.0, np.float32)


def away(first: BackSample, second: BackSample) -> float:
    return float(np.linalg.norm(first.descriptor - second.descriptor))


def test_a_descriptor_is_a_row_of_finite_numbers() -> None:
    for patch in (np.zeros((3, 3, 3), np.uint8), np.full((60, 20, 3), 255, np.uint8)):
        descriptor = describe(patch, WHITE)
        assert descriptor.shape == (SIZE,)
        assert descriptor.dtype == np.float32
        assert np.isfinite(descriptor).all()


@pytest.mark.parametrize("lamp", [WARM, COLD])
def test_the_light_changes_a_back_less_than_another_colour_does(
    lamp: tuple[float, float, float],
) -> None:
    day, other_light = samples([back(RED)] * 3), samples([back(RED)] * 3, lamp=lamp)
    twin = samples([back(BLUE)] * 3)
    for place in range(3):
        assert 2 * away(day[place], other_light[place]) < away(day[place], twin[place])


def test_a_back_upside_down_is_described_the_same() -> None:
    card = back(RED)
    upright, turned = samples([card]), samples([np.ascontiguousarray(card[::-1, ::-1])])
    assert away(upright[0], turned[0]) < 0.05


def test_prints_of_one_colour_differ() -> None:
    lattice, stripes = samples([back(RED)]), samples([back(RED, "stripes")])
    assert away(lattice[0], stripes[0]) > 0.1


def test_a_sample_knows_its_size_on_the_table() -> None:
    strip, whole = samples([back(RED)] * 2, step_mm=14.0)
    assert (strip.width_mm, strip.height_mm) == pytest.approx((14, 88.9), rel=0.1)
    assert (whole.width_mm, whole.height_mm) == pytest.approx((63.5, 88.9), rel=0.05)


@pytest.mark.parametrize("lamp", [DAY, WARM, COLD])
def test_white_is_what_the_cards_borders_show(lamp: tuple[float, float, float]) -> None:
    rgb = lit_table([back(RED)] * 3, 14.0, lamp)
    assert card_white(rgb, strips(3, 14.0)) == pytest.approx(245 * np.array(lamp), abs=4)


def test_without_cards_white_is_white() -> None:
    rgb = np.zeros((50, 50, 3), np.uint8)
    assert card_white(rgb, np.zeros((0, 4, 2), np.float32)).tolist() == [255, 255, 255]


def test_a_dark_photo_does_not_divide_by_zero() -> None:
    black = np.zeros((100, 100, 3), np.uint8)
    quads = regions([(50, 50, 60, 80, 0)]).quads_px
    assert np.isfinite(describe(black, card_white(black, quads))).all()


@pytest.mark.parametrize("turn_deg", [0, 30, 90, 200])
def test_a_patch_stands_upright_whatever_the_cards_turn(turn_deg: float) -> None:
    card = back(RED, "plain")
    card[:120] = (0, 200, 0)  # the upper half
    height, width = card.shape[:2]
    (box,) = regions([(300, 300, width, height, turn_deg)]).quads_px
    own = np.array([[0, 0], [width, 0], [width, height]], np.float32)
    placed = cv2.warpAffine(card, cv2.getAffineTransform(own, box[:3]), (600, 600))
    rgb = np.asarray(placed, np.uint8)
    patch = upright_patch(rgb, box, np.deg2rad(turn_deg + 90), 3.0)
    share = (1 - 2 * TRIM_FRACTION) * PX_PER_MM / 3.0
    assert patch.shape[:2] == pytest.approx((height * share, width * share), abs=1.5)
    assert patch[5, :, 1].mean() > 150
    assert patch[-5, :, 1].mean() < 80


@pytest.mark.parametrize("x", [10.0, 390.0])
def test_a_card_cut_by_the_photos_edge_is_described(x: float) -> None:
    rgb = np.full((300, 400, 3), 200, np.uint8)
    (box,) = regions([(x, 150, 60, 180, 0)]).quads_px
    assert np.isfinite(sample_back(rgb, box, np.pi / 2, 2.0, WHITE).descriptor).all()
