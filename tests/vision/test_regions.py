import numpy as np
import pytest

from tests.vision.builders import regions
from vision.regions import BACK, FACE, INDEX, Regions


def test_arrays_that_do_not_fit_each_other_are_refused() -> None:
    with pytest.raises(ValueError, match=r"Expected: \(n, 4, 2\)"):
        Regions(np.zeros((2, 4, 2), np.float32), np.zeros(1, np.int8), np.zeros(1, np.float32))


def test_nothing_found_is_a_value() -> None:
    nothing = Regions.empty()
    assert len(nothing) == 0
    assert nothing.centres_px.shape == (0, 2)
    assert nothing.sides_px.shape == (0, 2)
    assert len(nothing.cards) == 0
    assert len(Regions.concatenate([])) == 0


def test_parts_are_joined_in_order() -> None:
    first, second = regions([(10, 10, 4, 8, 0)]), regions([(50, 10, 4, 8, 0)], FACE, 0.5)
    both = Regions.concatenate([first, Regions.empty(), second])
    assert both.centres_px[:, 0].tolist() == [10, 50]
    assert both.kinds.tolist() == [BACK, FACE]
    assert both.confidences.tolist() == pytest.approx([0.9, 0.5])


def test_indices_are_no_cards() -> None:
    found = regions([(0, 0, 9, 9, 0)] * 3, [BACK, INDEX, FACE])
    assert found.cards.kinds.tolist() == [BACK, FACE]


def test_some_are_taken_by_mask_or_by_place() -> None:
    found = regions([(x, 0, 9, 9, 0) for x in (1, 2, 3)])
    assert found.take(np.array([True, False, True])).centres_px[:, 0].tolist() == [1, 3]
    assert found.take(np.array([2, 0], np.intp)).centres_px[:, 0].tolist() == [3, 1]


@pytest.mark.parametrize("turn_deg", [0, 33, 120])
def test_sides_are_measured_along_the_box(turn_deg: float) -> None:
    assert regions([(50, 50, 12, 88, turn_deg)]).sides_px[0] == pytest.approx([12, 88], rel=1e-4)
