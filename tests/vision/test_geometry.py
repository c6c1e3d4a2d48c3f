import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.vision.builders import regions
from vision.geometry import areas, gaps, ious, overlaps, quads_from_boxes

BOX = st.tuples(
    st.floats(0, 4000), st.floats(0, 4000), st.floats(8, 300), st.floats(8, 500), st.floats(0, 180)
)


def test_a_turn_is_clockwise_as_in_a_picture() -> None:
    quad = regions([(0, 0, 40, 20, 90)]).quads_px[0]
    assert np.allclose(quad, [[10, -20], [10, 20], [-10, 20], [-10, -20]], atol=1e-4)


@given(BOX)
def test_area_is_width_times_height(box: tuple[float, float, float, float, float]) -> None:
    assert areas(regions([box]).quads_px)[0] == pytest.approx(box[2] * box[3], rel=2e-2)


@given(BOX)
@example((3689.0, 3688.375, 8.0, 8.0, 1.0))  # small and far from the origin
def test_a_box_shares_all_with_itself(box: tuple[float, float, float, float, float]) -> None:
    quads = regions([box]).quads_px
    assert ious(quads, quads)[0, 0] == pytest.approx(1, abs=0.02)


@given(BOX, st.floats(0, 1.5), st.floats(0, 1.5))
@example((0.0, 0.0, 8.0, 205.0, 2.0), 0.0, 0.25)  # edges on one line
def test_boxes_of_one_turn_share_a_smaller_box(
    box: tuple[float, float, float, float, float], right: float, down: float
) -> None:
    x, y, width, height, turn = box
    rad = np.deg2rad(turn)
    move = np.array([np.cos(rad), np.sin(rad)]) * right * width
    move = move + np.array([-np.sin(rad), np.cos(rad)]) * down * height
    first = regions([box])
    second = regions([(x + float(move[0]), y + float(move[1]), width, height, turn)])
    shared = max(0.0, 1 - right) * max(0.0, 1 - down) * width * height
    got = overlaps(first.quads_px, second.quads_px)[0, 0]
    assert got == pytest.approx(shared, abs=0.03 * width * height)


def test_crossed_boxes_share_their_crossing() -> None:
    first, second = regions([(50, 50, 100, 10, 0)]), regions([(50, 50, 10, 100, 0)])
    assert overlaps(first.quads_px, second.quads_px)[0, 0] == pytest.approx(100)
    assert ious(first.quads_px, second.quads_px)[0, 0] == pytest.approx(100 / 1900)


def test_nothing_shares_with_nothing() -> None:
    some = regions([(0, 0, 10, 10, 0)]).quads_px
    assert overlaps(some, some[:0]).shape == (1, 0)
    assert ious(some[:0], some).shape == (0, 1)


def test_boxes_whose_bounds_meet_may_still_be_apart() -> None:
    first, second = regions([(0, 0, 100, 8, 45)]), regions([(20, -20, 100, 8, 45)])
    assert overlaps(first.quads_px, second.quads_px)[0, 0] == 0


def test_the_gap_between_outlines_is_the_way_from_edge_to_edge() -> None:
    first = regions([(0, 0, 20, 100, 0)]).quads_px
    others = regions([(30, 0, 20, 40, 0), (12, 0, 20, 100, 0), (43, 94, 20, 20, 0)]).quads_px
    assert np.allclose(gaps(first, others), [[10, 0, np.hypot(23, 34)]], atol=1e-4)
    assert gaps(others, first).shape == (3, 1)


def test_no_outlines_have_no_gaps() -> None:
    none = regions([]).quads_px
    assert gaps(none, none).shape == (0, 0)


def test_outlines_that_differ_by_rounding_share_all_of_each_other() -> None:
    rng = np.random.default_rng(0)
    count = 1500
    quads = quads_from_boxes(
        rng.uniform(100, 900, (count, 2)).astype(np.float32),
        rng.uniform(10, 300, (count, 2)).astype(np.float32),
        rng.uniform(-3, 3, count).astype(np.float32),
    )
    nearly = (quads + rng.normal(0, 1e-5, quads.shape)).astype(np.float32)
    shares = [
        overlaps(one[None], other[None])[0, 0] for one, other in zip(quads, nearly, strict=True)
    ]
    assert (np.array(shares) / areas(quads)).min() > 0.99
