"""The picture of a row: cards upright along the spread, and where each begins and ends."""

import numpy as np
import pytest

from tests.vision.builders import CARD_PX, BoxList, regions
from tests.vision.painted import COLOURS, fan, paint, spread
from vision.geometry import ious
from vision.regions import Regions
from vision.rows.picture import CARD_LENGTH_PX, RowPicture, row_picture

LENGTH = CARD_PX[1]


def strips(count: int, step_px: float, turn_deg: float) -> tuple[BoxList, Regions]:
    """Whole cards of a ribbon, and what is seen of each: strips and the whole card on top."""
    cards = spread(count, step_px, turn_deg=turn_deg)
    turn = np.deg2rad(turn_deg)
    back = (CARD_PX[0] - step_px) / 2
    seen = [
        (x - back * float(np.cos(turn)), y - back * float(np.sin(turn)), step_px, LENGTH, turn_deg)
        for x, y, *_ in cards[:-1]
    ]
    return cards, regions([*seen, cards[-1]])


def row_of(cards: BoxList, marks: Regions) -> RowPicture:
    picture = row_picture(paint(cards).rgb, marks, LENGTH)
    assert picture is not None
    return picture


@pytest.mark.parametrize("turn_deg", [0.0, 33.0, 90.0, 200.0])
def test_a_ribbon_lies_straight_at_any_turn(turn_deg: float) -> None:
    cards, marks = strips(7, 22.0, turn_deg)
    row = row_of(cards, marks)
    spans = row.spans(marks)
    scale = CARD_LENGTH_PX / LENGTH
    assert np.diff(spans, axis=1)[:-1, 0] == pytest.approx([22.0 * scale] * 6, abs=3)
    assert spans[1:, 0] == pytest.approx(spans[:-1, 1], abs=3)
    for number, (begin, end) in enumerate(spans):
        inside = row.pixels[10:-10, round(begin) + 4 : round(end) - 4]
        assert np.abs(inside.astype(int) - COLOURS[number]).max() < 40


def test_the_cards_of_a_fan_stand_upright() -> None:
    cards, width = fan(7, 50.0, 330.0, (400, 550)), 46.0
    back = (CARD_PX[0] - width) / 2
    wedges = [
        (x - back * np.cos(np.deg2rad(t)), y - back * np.sin(np.deg2rad(t)), width, LENGTH, t)
        for x, y, *_, t in cards[:-1]
    ]
    marks = regions([*wedges, cards[-1]])
    row = row_of(cards, marks)
    spans = row.spans(marks)
    assert (np.diff(spans[:, 0]) > 20).all()
    for begin, number in zip(spans[1:, 0], range(1, 7), strict=True):
        near = row.pixels[10:54, round(begin) - 40 :].astype(int)
        changes = (np.abs(near - COLOURS[number]).sum(axis=2) < 40).argmax(axis=1)
        assert changes[len(changes) // 2] == pytest.approx(40, abs=6)
        assert np.ptp(changes) < 26  # 4 of the 8 degrees between neighbours: half a step


def test_where_a_card_lies_along_the_row_leads_back_to_the_photo() -> None:
    cards, marks = strips(6, 30.0, 25.0)
    row = row_of(cards, marks)
    quads = np.array([row.quad(*span) for span in row.spans(marks)])
    assert np.diagonal(ious(quads, marks.quads_px)).min() > 0.8


def test_missed_cards_change_little() -> None:
    cards, marks = strips(9, 24.0, 10.0)
    fewer = marks.take(np.array([0, 1, 4, 8]))
    assert len(row_of(cards, fewer)) == pytest.approx(len(row_of(cards, marks)), rel=0.03)


def test_a_row_holds_what_lies_level_and_parallel() -> None:
    cards, marks = strips(6, 30.0, 0.0)
    row = row_of(cards, marks)
    x, y = cards[2][:2]
    others = [
        (x, y, 30.0, LENGTH, 3.0),
        (x, y + 0.6 * LENGTH, 30.0, LENGTH, 0.0),
        (x, y, 30.0, LENGTH, 50.0),
        (x, y, 30.0, 0.5 * LENGTH, 0.0),
        (x + 900, y, 30.0, LENGTH, 0.0),
    ]
    assert row.holds(regions(others)).tolist() == [True, False, False, False, False]
    assert row.meets(regions(others)).tolist() == [True, True, True, True, False]


def test_cards_laid_corner_to_corner_are_no_row() -> None:
    steps = np.arange(6) * 40.0
    heap = [(200.0 + s, 150.0 + s, *CARD_PX, 0.0) for s in steps.tolist()]
    assert row_picture(paint(heap).rgb, regions(heap), LENGTH) is None


@pytest.mark.parametrize("count", [0, 1])
def test_one_card_is_no_row(count: int) -> None:
    marks = regions(spread(1, 20.0)[:count])
    assert row_picture(paint([]).rgb, marks, LENGTH) is None


def test_cards_on_one_place_are_harmless() -> None:
    same = [(400.0, 300.0, *CARD_PX, 0.0)] * 3
    row = row_picture(paint(same).rgb, regions(same), LENGTH)
    assert row is None or len(row) > 1
