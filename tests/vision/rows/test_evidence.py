"""What a row says of its cards: doubles go, missed ones come, and what is unreadable is left."""

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.builders import CARD_PX, BoxList, regions
from tests.vision.painted import ReadsColours, fan, paint, spread
from vision.geometry import ious
from vision.regions import FACE, INDEX, Regions
from vision.rows.evidence import DOUBTED, peaks, read_rows, read_spans
from vision.rows.picture import RowPicture

STEP = 26.0


class ReadsPadding(ReadsColours):
    """Takes what lies beyond the photo for cards."""

    def read(self, row: RowPicture) -> NDArray[np.float32]:
        """Something begins and ends every eight places."""
        heat = super().read(row)
        heat[:, ::8] = 4
        return heat


def ribbon(count: int) -> tuple[BoxList, list[tuple[float, float, float, float, float]]]:
    """Whole cards side by side, and the strips that are seen of them."""
    cards = spread(count, STEP)
    left = (CARD_PX[0] - STEP) / 2
    return cards, [*((x - left, y, STEP, h, t) for x, y, _, h, t in cards[:-1]), cards[-1]]


def counted(found: Regions) -> Regions:
    return found.take(found.confidences >= 0.5)


def test_what_is_right_gets_surer() -> None:
    cards, seen = ribbon(6)
    found = read_rows(paint(cards).rgb, regions(seen, confidences=0.7), ReadsColours())
    assert len(found) == 6
    assert (found.confidences > 0.9).all()


@pytest.mark.parametrize("missed", [1, 3, 5])
def test_a_card_that_the_looks_missed_is_added(missed: int) -> None:
    cards, seen = ribbon(7)
    known = [box for number, box in enumerate(seen) if number != missed]
    found = counted(read_rows(paint(cards).rgb, regions(known), ReadsColours()))
    assert len(found) == 7
    assert ious(found.quads_px, regions(seen).quads_px).max(axis=0).min() > 0.7


def test_a_card_that_the_looks_doubted_counts() -> None:
    cards, seen = ribbon(6)
    sure = [0.9, 0.9, 0.2, 0.9, 0.9, 0.9]
    found = read_rows(paint(cards).rgb, regions(seen, confidences=sure), ReadsColours())
    assert len(found) == len(counted(found)) == 6


def test_two_halves_of_a_strip_are_one_card() -> None:
    cards, seen = ribbon(6)
    x, y, _, height, turn = seen[2]
    halves = [(x - STEP / 4, y, STEP / 2, height, turn), (x + STEP / 4, y, STEP / 2, height, turn)]
    marks = regions([*seen[:2], *halves, *seen[3:]], confidences=0.8)
    found = counted(read_rows(paint(cards).rgb, marks, ReadsColours()))
    assert len(found) == 6
    assert ious(found.quads_px, regions(seen).quads_px).max(axis=0).min() > 0.7


def test_what_is_read_outside_the_photo_is_no_card() -> None:
    cards, seen = ribbon(7)
    edge = int(seen[4][0]) - 4
    rgb = np.ascontiguousarray(paint(cards).rgb[:, :edge])
    found = read_rows(rgb, regions(seen[:4]), ReadsPadding())
    assert len(found) > 4
    assert found.centres_px[:, 0].max() <= edge


def test_what_has_no_sides_is_doubted() -> None:
    cards, seen = ribbon(6)
    x, y, *_ = seen[-1]
    shadow = (x + CARD_PX[0] / 2 + 12, y, 9.0, CARD_PX[1], 0.0)
    marks = regions([*seen, shadow], confidences=[0.9] * 6 + [0.6])
    found = read_rows(paint(cards).rgb, marks, ReadsColours())
    assert len(counted(found)) == 6
    assert found.confidences.min() < 0.5


def test_a_fan_that_cannot_be_read_is_left_as_it_was() -> None:
    cards, width = fan(7, 50.0, 330.0, (400, 550)), 40.0
    back = (CARD_PX[0] - width) / 2
    wedges = [
        (x - back * np.cos(np.deg2rad(t)), y - back * np.sin(np.deg2rad(t)), width, height, t)
        for x, y, _, height, t in cards[:-1]
    ]
    marks = regions([*wedges, cards[-1]], confidences=[0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65])
    found = read_rows(paint(cards).rgb, marks, ReadsColours(deaf=True))
    assert np.array_equal(found.confidences, marks.confidences)
    assert np.array_equal(found.quads_px, marks.quads_px)


def test_a_straight_row_in_which_nothing_begins_is_doubted() -> None:
    cards, seen = ribbon(6)
    found = read_rows(paint(cards).rgb, regions(seen, confidences=0.6), ReadsColours(deaf=True))
    assert len(counted(found)) == 0
    assert found.confidences == pytest.approx([DOUBTED] * 6)
    surer = read_rows(paint(cards).rgb, regions(seen, confidences=0.97), ReadsColours(deaf=True))
    assert len(counted(surer)) == 6


def test_single_cards_and_indices_are_left_alone() -> None:
    boxes = [(150.0, 200.0, *CARD_PX, 0.0), (600.0, 400.0, *CARD_PX, 0.0), (560, 350, 12, 20, 0)]
    marks = regions(boxes, kinds=[FACE, FACE, INDEX], confidences=0.6)
    found = read_rows(paint(boxes[:2]).rgb, marks, ReadsColours())
    assert np.array_equal(found.confidences, marks.confidences)
    assert found.kinds.tolist() == [FACE, FACE, INDEX]


def test_no_regions_are_no_rows() -> None:
    assert len(read_rows(paint([]).rgb, Regions.empty(), ReadsColours())) == 0


def heat_of(begins: list[int], ends: list[int], places: int = 120) -> NDArray[np.float32]:
    heat = np.full((2, places), -6.0, np.float32)
    heat[0, begins], heat[1, ends] = 3.0, 3.0
    return heat


def test_each_beginning_is_a_card_up_to_its_end() -> None:
    spans = read_spans(heat_of([10, 20, 60], [20, 40, 100]), card_places=50)
    assert [span.tolist() for span in spans] == [[10.5, 20.5], [20.5, 40.5], [60.5, 100.5]]


def test_a_card_without_an_end_reaches_to_the_next_one_if_that_is_near() -> None:
    spans = read_spans(heat_of([10, 20, 100], [110]), card_places=50)
    assert [span.tolist() for span in spans] == [[10.5, 20.5], [100.5, 110.5]]


def test_of_places_beside_each_other_the_likeliest_is_the_peak() -> None:
    odds = np.full(30, -6.0, np.float32)
    odds[[4, 5, 6, 15, 16]] = (0.0, 2.0, 1.0, 1.5, 1.5)
    assert peaks(odds) == [5, 15]
