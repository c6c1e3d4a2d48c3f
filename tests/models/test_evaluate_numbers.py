"""Shares, intervals, percentiles, overlaps and pairs, against numbers worked out by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.evaluate.matching import most_pairs
from models.evaluate.overlap import bounds, ious, quads_of, shared_areas
from models.evaluate.shares import Share, count_error, percentile, share_of
from models.evaluate.splits import strip_label
from vision.pairing import pair


def test_a_share_is_printed_with_its_interval() -> None:
    assert str(Share(9, 10)) == "9/10 = 90.0 % (59.6-98.2)"


def test_all_right_is_not_certain() -> None:
    interval = Share(50, 50).interval
    assert interval is not None
    assert list(interval) == pytest.approx([0.9286, 1.0], abs=1e-4)


def test_a_share_of_nothing_has_no_value() -> None:
    share = share_of([])
    assert (share.value, share.interval, str(share)) == (None, None, "-")
    assert share.as_json("recall") == {"recall": None, "recall_interval": None}


def test_count_errors_are_mean_absolute_and_signed() -> None:
    error = count_error([(10, 10), (10, 8), (5, 6), (3, 3)])
    assert (error.exact, error.mae, error.bias) == (Share(2, 4), 0.75, -0.25)


def test_percentiles_lie_between_neighbours() -> None:
    assert percentile([40.0, 10.0, 20.0, 30.0], 0.5) == 25.0
    assert percentile([1.0, 2.0], 0.95) == pytest.approx(1.95)


def test_overlap_of_a_square_and_its_diamond() -> None:
    square = quads_of([[(0, 0), (4, 0), (4, 4), (0, 4)]])
    diamond = quads_of([[(2, 0), (4, 2), (2, 4), (0, 2)]])
    assert shared_areas(square, diamond)[0, 0] == pytest.approx(8)
    assert ious(square, diamond)[0, 0] == pytest.approx(0.5)
    assert (bounds(diamond) == square).all()


@given(
    st.floats(0, 6.3), st.floats(5, 400), st.floats(5, 400), st.floats(-1e-3, 1e-3), st.booleans()
)
def test_nearly_the_same_outline_overlaps_wholly(
    turn: float, width: float, height: float, off: float, backwards: bool
) -> None:
    x, y = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
    quad = np.array([0 * x, width * x, width * x + height * y, height * y]) + 700
    other = quad[::-1] if backwards else quad
    assert ious(quad[None], (other + off)[None])[0, 0] > 0.99


def test_outlines_that_only_touch_do_not_overlap() -> None:
    one = quads_of([[(0, 0), (2, 0), (2, 2), (0, 2)]])
    assert ious(one, one + np.array([2.0, 0.0]))[0, 0] == 0


def test_pairs_are_one_to_one_the_most_alike_first() -> None:
    alike = np.array([[0.6, 0.5], [0.7, 0.31], [0.29, 0.0]])
    assert sorted(pair(alike)) == [(0, 1), (1, 0)]


def test_as_many_pairs_as_there_can_be() -> None:
    allowed = np.array([[True, True, False], [True, False, False], [True, True, False]])
    assert len(most_pairs(allowed)) == 2


def test_strips_fall_into_bins_by_width() -> None:
    assert [strip_label(px) for px in (7.9, 8.0, 15.9, 54.0, None)] == [
        "<8",
        "8-12",
        "12-16",
        ">=54",
        None,
    ]
