import numpy as np
import pytest

from tests.vision.builders import ANNA, sample
from vision.backs.patch import CARD_MM, PX_PER_MM
from vision.backs.windows import LADDER_PX, WIDEST_PX, Window, places, snapped, windows_of

CARD = np.zeros((round(CARD_MM[1] * PX_PER_MM), round(CARD_MM[0] * PX_PER_MM), 3), np.uint8)


def shown(width_mm: float, height_mm: float) -> list[tuple[bool, int, int]]:
    """Where a region of this size may lie on a card."""
    return places(sample(ANNA, (width_mm, height_mm)), CARD)


@pytest.mark.parametrize("side", [4, 5, 47, 100, 175])
def test_a_size_is_snapped_to_the_ladder_and_never_enlarged(side: int) -> None:
    assert snapped(side) in LADDER_PX
    assert 0.85 * side <= snapped(side) <= side


@pytest.mark.parametrize(("width", "height"), [(20, 174), (174, 20), (126, 176), (9, 40), (60, 60)])
def test_windows_lie_within_the_patch_and_are_narrow(width: int, height: int) -> None:
    windows = windows_of(width, height)
    assert windows
    for window in windows:
        assert window.x >= 0
        assert window.y >= 0
        assert window.x + window.width <= width
        assert window.y + window.height <= height
        assert min(window.width, window.height) <= WIDEST_PX


def test_a_whole_back_is_compared_at_both_sides() -> None:
    left, right = windows_of(126, 176)
    assert left.x == 0
    assert right.x + right.width == 126


def test_a_lying_window_is_cut_standing() -> None:
    patch = np.arange(30 * 50 * 3, dtype=np.int64).reshape(30, 50, 3).astype(np.uint8)
    assert Window(3, 4, 40, 10).cut(patch).shape == (40, 10, 3)
    assert Window(3, 4, 10, 20).cut(patch).shape == (20, 10, 3)


def test_a_strip_may_show_either_long_side_and_be_upside_down() -> None:
    assert len(shown(12, CARD_MM[1])) == 4
    assert {x for _, x, _ in shown(12, CARD_MM[1])} == {2, CARD.shape[1] - 2 - 24}


def test_a_strip_of_a_column_may_show_either_end() -> None:
    found = shown(CARD_MM[0], 15)
    assert len(found) == 4
    assert {y for _, _, y in found} == {2, CARD.shape[0] - 2 - 30}


def test_a_corner_may_be_any_of_four_and_a_whole_card_is_only_turned() -> None:
    assert len(shown(30, 40)) == 8
    assert len(shown(*CARD_MM)) == 2


def test_a_region_larger_than_the_enrolled_card_is_laid_on_its_middle() -> None:
    assert {(x, y) for _, x, y in shown(70, 95)} == {(0, 0)}
