import numpy as np
import pytest

from tests.vision.builders import regions, ribbon
from vision.regions import BACK, FACE, INDEX, Regions
from vision.suppress import suppress


def test_two_crossed_strips_are_both_kept() -> None:
    assert len(suppress(regions([(100, 100, 16, 180, 45), (100, 100, 16, 180, -45)]))) == 2


def test_all_strips_of_a_ribbon_are_kept() -> None:
    slanted = [(x, y + 0.1 * x, w, h, 12.0) for x, y, w, h, _ in ribbon(14, 12.0)]
    assert len(suppress(regions(slanted))) == 14


def test_neighbours_that_share_a_third_are_kept() -> None:
    assert len(suppress(regions([(100, 100, 30, 140, 0), (120, 100, 30, 140, 0)]))) == 2


def test_of_doubles_the_more_confident_stays() -> None:
    kept = suppress(regions([(100, 100, 30, 140, 0), (102, 101, 30, 140, 1)], BACK, [0.5, 0.8]))
    assert kept.confidences.tolist() == pytest.approx([0.8])


def test_a_double_of_another_class_is_removed() -> None:
    kept = suppress(regions([(100, 100, 30, 140, 0)] * 2, [BACK, FACE], [0.8, 0.7]))
    assert kept.kinds.tolist() == [BACK]


def test_a_part_inside_a_surer_card_is_removed() -> None:
    boxes = [(100, 100, 100, 140, 0), (100, 70, 60, 40, 0)]
    assert len(suppress(regions(boxes, BACK, [0.9, 0.6]))) == 1


def test_a_large_box_does_not_remove_a_surer_small_one() -> None:
    boxes = [(100, 100, 100, 140, 0), (60, 100, 20, 140, 0)]
    assert len(suppress(regions(boxes, BACK, [0.6, 0.9]))) == 2


def test_a_box_over_several_strips_that_are_surer_together_is_removed() -> None:
    strips = [(50 + 20 * i, 100, 20, 140, 0) for i in range(5)]
    kept = suppress(regions([(90, 100, 100, 140, 0), *strips], BACK, [0.8, *[0.5] * 5]))
    assert kept.sides_px.min(axis=1).tolist() == pytest.approx([20.0] * 5)


def test_a_sure_card_is_not_broken_by_two_weak_lines_of_its_print() -> None:
    lines = [(70, 100, 10, 140, 0), (120, 100, 10, 140, 0)]
    assert len(suppress(regions([(100, 100, 100, 140, 0), *lines], BACK, [0.9, 0.3, 0.3]))) == 1


def test_indices_never_suppress_cards_nor_cards_indices() -> None:
    boxes = [(100, 100, 20, 60, 0)] * 2
    for confidences in ([0.9, 0.5], [0.5, 0.9]):
        assert len(suppress(regions(boxes, [INDEX, FACE], confidences))) == 2


def test_a_double_index_is_removed() -> None:
    assert len(suppress(regions([(100, 100, 12, 20, 0), (101, 100, 12, 20, 0)], INDEX))) == 1


def test_the_surest_come_first() -> None:
    boxes = [(100, 100, 30, 90, 0), (300, 100, 30, 90, 0), (500, 100, 30, 90, 0)]
    kept = suppress(regions(boxes, BACK, [0.3, 0.9, 0.6]))
    assert np.allclose(kept.centres_px[:, 0], [300, 500, 100])


def test_nothing_stays_nothing() -> None:
    assert len(suppress(Regions.empty())) == 0
