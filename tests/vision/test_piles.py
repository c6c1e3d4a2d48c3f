import numpy as np
import pytest
from numpy.random import default_rng

from datasets.labels import card_box, paint_order
from tests.vision.builders import BoxList, regions, ribbon
from tests.vision.painted import KnowsColours, fan, paint, spread
from vision.piles import card_length_px, group, order, rows
from vision.regions import Regions


def turned(boxes: BoxList, turn_deg: float, about: tuple[float, float] = (400, 300)) -> BoxList:
    turn = np.deg2rad(turn_deg)
    cos, sin = float(np.cos(turn)), float(np.sin(turn))
    out = []
    for x, y, width, height, own in boxes:
        dx, dy = x - about[0], y - about[1]
        place = (about[0] + dx * cos - dy * sin, about[1] + dx * sin + dy * cos)
        out.append((*place, width, height, own + turn_deg))
    return out


def column(count: int, step_px: float = 35.0) -> BoxList:
    """Visible strips of a column; the last card is whole."""
    strips = [(400.0, 100 + step_px * i, 100.0, step_px, 0.0) for i in range(count - 1)]
    return [*strips, (400.0, 100 + step_px * (count - 1) - step_px / 2 + 70, 100.0, 140.0, 0.0)]


def along(boxes: BoxList) -> list[int]:
    """The order that is found for boxes given in order but shuffled, as their true numbers."""
    shuffled = default_rng(len(boxes)).permutation(len(boxes))
    return [int(n) for n in shuffled[order(regions([boxes[i] for i in shuffled]))]]


def strips_of(cards: BoxList) -> BoxList:
    """Boxes of the visible parts of whole cards, lowest first, by the labelling rule."""
    outlines = regions(cards).quads_px.astype(np.float64)
    seen = paint_order(outlines, 1000, 1000)
    boxes = [card_box(quad, seen, number, face=False) for number, quad in enumerate(outlines)]
    quads = [box.quad_px for box in boxes if box is not None]
    assert len(quads) == len(cards)
    found = []
    for quad in quads:
        x, y = quad.mean(axis=0)
        (across, down), rise = quad[1] - quad[0], np.linalg.norm(quad[2] - quad[1])
        turn = np.rad2deg(np.arctan2(down, across))
        found.append((float(x), float(y), float(np.hypot(across, down)), float(rise), float(turn)))
    return found


def is_in_order(numbers: list[int]) -> bool:
    count = len(numbers)
    return numbers in (list(range(count)), list(range(count))[::-1])


def test_a_card_is_as_long_as_the_strips_of_a_ribbon() -> None:
    assert card_length_px(regions(ribbon(12))) == pytest.approx(140)
    assert card_length_px(regions([(0, 0, 100, 140, 30)])) == pytest.approx(140)
    assert card_length_px(Regions.empty()) == 0.0


@pytest.mark.parametrize("count", [2, 3, 6, 10, 20])
def test_a_card_is_longer_than_the_strips_of_a_column(count: int) -> None:
    assert card_length_px(regions(column(count))) == pytest.approx(140, rel=0.05)


def test_one_box_too_long_does_not_make_cards_longer() -> None:
    boxes = [*ribbon(12), (260.0, 400.0, 30.0, 260.0, 0.0)]
    assert card_length_px(regions(boxes)) == pytest.approx(140, rel=0.05)


@pytest.mark.parametrize("turn_deg", range(0, 360, 30))
def test_a_straight_ribbon_is_ordered_at_any_turn(turn_deg: float) -> None:
    assert is_in_order(along(turned(ribbon(9), turn_deg)))


@pytest.mark.parametrize("turn_deg", [0, 90, 200])
def test_a_column_is_ordered(turn_deg: float) -> None:
    assert is_in_order(along(turned(column(9), turn_deg)))


def test_a_ribbon_is_numbered_from_the_left_and_a_column_from_the_top() -> None:
    assert along(ribbon(7)) == list(range(7))
    assert along(column(7)) == list(range(7))


@pytest.mark.parametrize("turn_deg", range(0, 360, 45))
@pytest.mark.parametrize("total_deg", [40, 90, 150, 230])
def test_arcs_and_fans_are_ordered_at_any_turn(turn_deg: float, total_deg: float) -> None:
    cards = turned(fan(11, total_deg, 220, (400, 400)), turn_deg, (500, 500))
    assert is_in_order(along(strips_of(cards)))


@pytest.mark.parametrize("seed", range(5))
def test_a_ribbon_laid_unevenly_is_ordered(seed: int) -> None:
    rng = default_rng(seed)
    boxes = [(x, y + float(rng.normal(0, 4)), w, h, t) for x, y, w, h, t in ribbon(12, 16.0)]
    assert is_in_order(along(boxes))


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_few_cards_are_ordered_too(count: int) -> None:
    assert along(ribbon(count) if count else []) == list(range(count))


def test_strips_that_touch_are_one_pile() -> None:
    (pile,) = group(regions(ribbon(12)))
    assert pile.tolist() == list(range(12))


def test_two_piles_side_by_side_are_two_the_larger_first() -> None:
    boxes = [*ribbon(4), *ribbon(9, x=100, y=380)]
    piles = group(regions(boxes))
    assert [pile.tolist() for pile in piles] == [list(range(4, 13)), list(range(4))]


@pytest.mark.parametrize(("gap_px", "piles"), [(6.0, 1), (40.0, 2)])
def test_cards_a_little_apart_are_still_one_pile(gap_px: float, piles: int) -> None:
    boxes = [(100.0, 100.0, 100.0, 140.0, 0.0), (200.0 + gap_px, 100.0, 100.0, 140.0, 0.0)]
    assert len(group(regions(boxes))) == piles


def test_rows_that_cover_each_other_are_one_pile() -> None:
    cards = [
        (150.0 + 40 * i, 150.0 + 70 * row, 100.0, 140.0, 0.0) for row in range(3) for i in range(5)
    ]
    found = KnowsColours().detect(paint(cards).rgb).regions
    (pile,) = group(found)
    assert sorted(order(found.take(pile)).tolist()) == list(range(15))


def in_rows(apart_px: float, turn_deg: float = 0.0) -> Regions:
    """What is seen of three rows of five cards, row by row."""
    cards = [
        (260.0 + 40 * i, 200.0 + apart_px * row, 100.0, 140.0, 0.0)
        for row in range(3)
        for i in range(5)
    ]
    found = KnowsColours().detect(paint(turned(cards, turn_deg), (900, 700)).rgb).regions
    assert len(found) == len(cards)
    return found


@pytest.mark.parametrize("turn_deg", [0, 30, 90, 215])
@pytest.mark.parametrize("apart_px", [40, 70, 150])
def test_rows_are_counted_one_after_the_other(turn_deg: float, apart_px: float) -> None:
    found = rows(in_rows(apart_px, turn_deg))
    assert sorted(sorted(row.tolist()) for row in found) == [
        list(range(first, first + 5)) for first in (0, 5, 10)
    ]
    assert all(is_in_order((row - row.min()).tolist()) for row in found)


def test_rows_are_numbered_from_the_top() -> None:
    assert order(in_rows(70)).tolist() == list(range(15))


def test_nothing_has_no_piles() -> None:
    assert group(Regions.empty()) == []


@pytest.mark.parametrize("turn_deg", [0, 45, 120])
def test_the_detector_of_the_tests_finds_every_painted_card(turn_deg: float) -> None:
    cards = spread(10, 30, turn_deg=turn_deg)
    found = KnowsColours().detect(paint(cards).rgb).regions
    assert len(found) == 10
    assert found.sides_px.max() == pytest.approx(140, abs=2)
