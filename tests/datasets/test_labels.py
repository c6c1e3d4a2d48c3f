import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from datasets.labels import (
    HIDDEN_COST,
    THIN_PX,
    Box,
    Label,
    best_rectangle,
    card_box,
    index_box,
    oriented_quad,
    paint_order,
)
from datasets.layouts import CARD_H_MM, CARD_W_MM, LAYOUTS, Poses
from tests.datasets.builders import outline
from vision.geometry import areas, overlaps

PX_PER_MM = 3.0
WIDTH, HEIGHT = CARD_W_MM * PX_PER_MM, CARD_H_MM * PX_PER_MM
CORNER = (0.03, 0.03, 0.17, 0.26)


def boxes_of(outlines: NDArray[np.float64], size_px: tuple[int, int] = (700, 600)) -> list[Box]:
    """The label of every card that is seen, cards lowest first."""
    seen = paint_order(outlines, *size_px)
    boxes = [card_box(quad, seen, number, face=False) for number, quad in enumerate(outlines)]
    return [box for box in boxes if box is not None]


def two_cards(right: float, down: float, turn_deg: float = 0.0) -> NDArray[np.float64]:
    """A card and one that covers it, moved along the lower card's own axes (mm)."""
    turn = np.deg2rad(turn_deg)
    across, along = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    place = np.array([300.0, 300.0])
    moved = place + PX_PER_MM * (right * across + down * along)
    return np.array(
        [
            outline(place[0], place[1], WIDTH, HEIGHT, turn_deg),
            outline(moved[0], moved[1], WIDTH, HEIGHT, turn_deg),
        ]
    )


def laid(poses: Poses) -> NDArray[np.float64]:
    """Outlines of cards in these poses, moved into the picture's positive quarter."""
    places = poses[:, :2] - poses[:, :2].min(axis=0) + 120
    return np.array(
        [
            outline(x * 2, y * 2, CARD_W_MM * 2, CARD_H_MM * 2, turn)
            for (x, y), turn in zip(places, poses[:, 2], strict=True)
        ]
    )


def sides(box: Box) -> tuple[float, float]:
    quad = box.quad_px
    return float(np.linalg.norm(quad[1] - quad[0])), float(np.linalg.norm(quad[3] - quad[0]))


@pytest.mark.parametrize("turn_deg", [0, 17, 45, 90, 133, 200, 290])
def test_a_strip_is_boxed_along_the_cards_own_axes(turn_deg: float) -> None:
    strip = boxes_of(two_cards(12.0, 0.0, turn_deg))[0]
    first = strip.quad_px[1] - strip.quad_px[0]
    off = (np.rad2deg(np.arctan2(first[1], first[0])) - turn_deg + 180) % 360 - 180
    assert abs(off) < 0.5
    assert sides(strip) == pytest.approx((12 * PX_PER_MM, HEIGHT), abs=4.5)
    assert strip.strip_px == pytest.approx(12 * PX_PER_MM, abs=4.5)


def test_the_first_corner_of_a_whole_card_is_its_own_top_left() -> None:
    quad = outline(300, 300, WIDTH, HEIGHT, 160)
    (box,) = boxes_of(quad[None])
    assert np.allclose(box.quad_px, quad, atol=4)


def test_a_card_laid_askew_leaves_a_strip_and_no_l() -> None:
    strip = boxes_of(two_cards(10.0, 4.0))[0]
    assert sides(strip)[0] == pytest.approx(10 * PX_PER_MM, abs=4.5)
    assert sides(strip)[1] > 0.9 * HEIGHT


def test_an_l_with_two_equal_arms_is_not_boxed_whole() -> None:
    strip = boxes_of(two_cards(20.0, 20.0))[0]
    assert areas(strip.quad_px[None].astype(np.float32))[0] < 0.5 * WIDTH * HEIGHT


@pytest.mark.parametrize("kind", ["ribbon", "arc", "fan", "column"])
@pytest.mark.parametrize("seed", range(4))
def test_label_boxes_of_a_spread_share_less_than_half(kind: str, seed: int) -> None:
    outlines = laid(LAYOUTS[kind][0](np.random.default_rng(seed), 12))
    size = np.ceil(outlines.max(axis=(0, 1))).astype(int) + 5
    boxes = [b for b in boxes_of(outlines, (int(size[0]), int(size[1]))) if b.label != Label.IGNORE]
    quads = np.array([box.quad_px for box in boxes], np.float32)
    size_px = areas(quads)
    shared = overlaps(quads, quads) / np.minimum(size_px[:, None], size_px[None])
    np.fill_diagonal(shared, 0)
    assert len(boxes) > 6
    assert shared.max() < 0.5


@pytest.mark.parametrize(("strip_mm", "label"), [(1.0, Label.IGNORE), (5.0, Label.BACK)])
def test_a_strip_that_is_thin_on_the_table_is_ignored(strip_mm: float, label: Label) -> None:
    outlines = two_cards(strip_mm, 0.0) * 3
    assert boxes_of(outlines, (1500, 1500))[0].label is label


def test_a_strip_that_is_thin_in_the_picture_is_ignored() -> None:
    small = two_cards(4.0, 0.0) / 3  # 4 mm wide, 4 px wide
    thin, whole = boxes_of(small)
    assert thin.label is Label.IGNORE
    assert thin.strip_px < THIN_PX
    assert whole.label is Label.BACK


def test_a_card_of_which_nothing_is_seen_has_no_box() -> None:
    outlines = two_cards(0.0, 0.0)
    assert len(boxes_of(outlines)) == 1


def test_only_the_part_of_a_card_inside_the_picture_is_boxed() -> None:
    (box,) = boxes_of(outline(0, 300, WIDTH, HEIGHT)[None])
    assert sides(box)[0] == pytest.approx(WIDTH / 2, abs=4)
    assert box.quad_px[:, 0].min() == pytest.approx(0, abs=4)


def test_a_box_says_which_side_and_which_card() -> None:
    outlines = two_cards(20.0, 0.0)
    seen = paint_order(outlines, 700, 600)
    box = card_box(outlines[1], seen, 1, face=True)
    assert box is not None
    assert (box.label, box.card) == (Label.FACE, 1)


@pytest.mark.parametrize(
    ("covered_mm", "label"),
    [(0.0, Label.INDEX), (5.5, Label.IGNORE), (10.0, None)],
)
def test_an_index_half_hidden_is_ignored(covered_mm: float, label: Label | None) -> None:
    """An index 1.9 to 10.8 mm from the left edge, covered from the left by a card."""
    card, over = two_cards(covered_mm - CARD_W_MM, 0.0)
    seen = paint_order(np.array([card, over]), 700, 600)
    box = index_box(card, seen, 0, CORNER)
    assert (box.label if box else None) == label


def test_an_index_lies_at_its_place_on_the_card() -> None:
    card = outline(300, 300, 200, 280)
    box = index_box(card, paint_order(card[None], 700, 600), 0, (0.1, 0.2, 0.2, 0.5))
    assert box is not None
    assert box.label is Label.INDEX
    assert np.allclose(box.quad_px, [[220, 216], [240, 216], [240, 300], [220, 300]], atol=1e-3)


def test_a_tiny_index_is_ignored() -> None:
    card = outline(300, 300, 40, 56)
    box = index_box(card, paint_order(card[None], 700, 600), 0, CORNER)
    assert box is not None
    assert box.label is Label.IGNORE


def test_the_last_card_painted_is_the_one_seen() -> None:
    seen = paint_order(np.array([outline(20, 20, 20, 20), outline(30, 20, 20, 20)]), 50, 40)
    assert (seen[20, 15], seen[20, 25], seen[20, 35], seen[5, 5]) == (0, 1, 1, -1)


def test_a_card_is_painted_on_the_pixels_it_covers() -> None:
    seen = paint_order(outline(20, 20, 20, 10)[None], 50, 40)
    ys, xs = np.nonzero(seen == 0)
    assert (xs.min(), xs.max(), ys.min(), ys.max()) == pytest.approx((10, 29, 15, 24), abs=1)


@pytest.mark.parametrize(("width", "height"), [(80, 20), (20, 80)])
def test_a_rectangle_stands_for_itself(width: float, height: float) -> None:
    quad = outline(50, 60, width, height, 25)
    assert np.allclose(oriented_quad(quad), quad, atol=1e-6)


def gain(grid: NDArray[np.bool_], rectangle: tuple[int, int, int, int]) -> float:
    x0, y0, x1, y1 = rectangle
    part = grid[y0:y1, x0:x1]
    return float(part.sum() - HIDDEN_COST * (~part).sum())


@given(st.lists(st.lists(st.booleans(), min_size=5, max_size=5), min_size=1, max_size=5))
def test_no_rectangle_gains_more_than_the_best(rows: list[list[bool]]) -> None:
    grid = np.array(rows)
    best = best_rectangle(grid)
    if best is None:
        assert not grid.any()
        return
    height, width = grid.shape
    assert gain(grid, best) == max(
        gain(grid, (x0, y0, x1, y1))
        for y0 in range(height)
        for y1 in range(y0 + 1, height + 1)
        for x0 in range(width)
        for x1 in range(x0 + 1, width + 1)
    )
