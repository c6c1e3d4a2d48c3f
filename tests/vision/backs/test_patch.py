import cv2
import numpy as np
import pytest

from tests.vision.builders import regions
from tests.vision.drawn_backs import BLUE, COLD, RED, WARM, back, samples
from vision.backs import card_white, sample_back
from vision.backs.patch import PX_PER_MM, TRIM_MM, WHITE, px_per_mm_of, trim_mm

DAYLIGHT = np.full(3, 255.0, np.float32)


def test_a_sample_knows_its_size_on_the_table() -> None:
    strip, whole = samples([back(RED)] * 2, step_mm=14.0)
    assert (strip.width_mm, strip.height_mm) == pytest.approx((14, 88.9), rel=0.1)
    assert (whole.width_mm, whole.height_mm) == pytest.approx((63.5, 88.9), rel=0.05)
    inner = (whole.width_mm - 2 * TRIM_MM) * PX_PER_MM
    assert whole.patch.shape[1] == pytest.approx(inner, abs=1)


@pytest.mark.parametrize("lamp", [WARM, COLD])
def test_white_paper_is_white_under_any_lamp(lamp: tuple[float, float, float]) -> None:
    *_, whole = samples([back(RED)] * 3, lamp=lamp)
    border = whole.patch[10:-10, :3].reshape(-1, 3).mean(axis=0)
    assert border == pytest.approx(np.full(3, WHITE), rel=0.08)


@pytest.mark.parametrize("turn_deg", [0, 30, 90, 200])
def test_a_patch_stands_upright_whatever_the_cards_turn(turn_deg: float) -> None:
    card = back(RED, "plain")
    card[:120] = (0, 200, 0)  # the upper half
    height, width = card.shape[:2]
    (box,) = regions([(300, 300, width, height, turn_deg)]).quads_px
    own = np.array([[0, 0], [width, 0], [width, height]], np.float32)
    placed = cv2.warpAffine(card, cv2.getAffineTransform(own, box[:3]), (600, 600))
    rgb = np.asarray(placed, np.uint8)
    turn = float(np.deg2rad(turn_deg + 90))
    patch = sample_back(rgb, box, turn, 3.0, DAYLIGHT).patch
    sides = [side / 3.0 * PX_PER_MM - 2 * TRIM_MM * PX_PER_MM for side in (height, width)]
    assert patch.shape[:2] == pytest.approx(sides, abs=1)
    assert patch[14, :, 1].mean() > 150
    assert patch[-14, :, 1].mean() < 80


@pytest.mark.parametrize("x", [10.0, 390.0])
def test_a_card_cut_by_the_photos_edge_is_sampled(x: float) -> None:
    rgb = np.full((300, 400, 3), 200, np.uint8)
    (box,) = regions([(x, 150, 60, 180, 0)]).quads_px
    assert sample_back(rgb, box, np.pi / 2, 2.0, DAYLIGHT).patch.size


def test_a_dark_photo_does_not_divide_by_zero() -> None:
    black = np.zeros((100, 100, 3), np.uint8)
    (quad,) = regions([(50, 50, 60, 80, 0)]).quads_px
    white = card_white(black, quad[None])
    assert sample_back(black, quad, np.pi / 2, 2.0, white).patch.max() == 0


@pytest.mark.parametrize("lamp", [WARM, COLD])
def test_paper_without_print_is_blank_and_a_printed_strip_is_not(
    lamp: tuple[float, float, float],
) -> None:
    paper = np.full_like(back(RED), 245)
    noise = np.random.default_rng(0).normal(0, 12, paper.shape)
    grainy = np.clip(paper + noise, 0, 255).astype(np.uint8)
    assert all(sample.is_blank for sample in samples([grainy] * 3, lamp=lamp))
    for card in (back(RED), back(BLUE, "stripes"), back(RED, "plain")):
        assert not any(sample.is_blank for sample in samples([card] * 3, lamp=lamp))


def test_thin_strips_are_trimmed_less() -> None:
    assert trim_mm(60) == TRIM_MM
    assert trim_mm(4) == pytest.approx(0.48)


def test_scale_comes_from_the_cards_length() -> None:
    assert px_per_mm_of(177.8) == pytest.approx(2.0)
    assert px_per_mm_of(0.0) > 0
