"""Piles as the reading groups them: which were counted exactly, and how sure it was."""

from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from models.evaluate.certainty import JudgedPile, sum_certainty
from models.evaluate.plots import draw_certainty
from models.evaluate.shares import Share
from scoring.flags import Flag, FlagKind
from tests.models.truths import marks, measured, reading_of, ribbon, strips, truth_of

TWO = truth_of(("red", ribbon("red", 4, 50)), ("blue", ribbon("blue", 5, 250)))
RED, BLUE = strips(4, 50), strips(5, 250)


def test_a_pile_is_exact_if_all_that_lies_there_is_counted() -> None:
    photo = measured(TWO, reading_of(marks(RED, "red"), marks(BLUE[:4], "blue", first=5)))
    assert [pile.exact for pile in photo.judged] == [True, False]


def test_a_pile_that_was_torn_in_two_is_exact_if_both_are_whole() -> None:
    halves = (marks(RED[:2], "red"), marks(RED[2:], "red", first=3))
    photo = measured(TWO, reading_of(*halves, marks(BLUE, "blue", first=5)))
    assert [pile.exact for pile in photo.judged] == [True, True, True]


def test_a_pile_of_nothing_is_wrong() -> None:
    far = [[(x + 500, y) for x, y in quad] for quad in strips(1, 50)]
    photo = measured(
        TWO, reading_of(marks(RED, "red"), marks([tuple(q) for q in far], None, first=9))
    )
    assert [pile.exact for pile in photo.judged] == [True, False]


def test_a_flag_on_the_pile_or_on_the_photo_asks_about_it() -> None:
    reading = reading_of(marks(RED, "red"), marks(BLUE, "blue", first=5))
    name = reading.photos[0].piles[0].id
    for pile, asked in ((name, [True, False]), (None, [True, True])):
        flag = Flag(FlagKind.GAP, "A gap.", reading.photos[0].photo, pile=pile)
        flagged = replace(reading, photos=(replace(reading.photos[0], flags=(flag,)),))
        assert [judged.flagged for judged in measured(TWO, flagged).judged] == asked


def test_what_was_said_is_compared_with_what_came_true() -> None:
    said = [(0.99, True), (0.99, True), (0.93, True), (0.91, False), (0.1, False), (1.0, True)]
    piles = [JudgedPile(str(n), p, exact, exact) for n, (p, exact) in enumerate(said)]
    sums = sum_certainty([*piles, JudgedPile("x", None, False, True)])
    assert sums.unflagged_exact == Share(1, 3)
    assert [(round(mean, 3), share) for mean, share in sums.bins] == [
        (0.1, Share(0, 1)),
        (0.92, Share(1, 2)),
        (0.993, Share(3, 3)),
    ]
    assert sums.coverage[-1] == 1
    assert sums.risk[:4] == (0, 0, 0, 0)
    assert sums.risk[-1] == pytest.approx(2 / 6)


def test_the_plot_can_be_looked_at(tmp_path: Path) -> None:
    piles = [JudgedPile(str(n), n / 10, False, n > 4) for n in range(11)]
    picture = cv2.imread(str(draw_certainty(sum_certainty(piles), tmp_path / "plot.png")))
    assert picture is not None
    assert picture.shape == (520, 1040, 3)
    assert picture.min() < 100
