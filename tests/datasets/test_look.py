import numpy as np
import pytest

from datasets.labels import Box, Label
from datasets.look import COLOURS, contact_sheet, draw_boxes
from tests.datasets.builders import outline

DARK = np.zeros((60, 80, 3), np.uint8)


def test_a_box_is_outlined_on_a_copy() -> None:
    drawn = draw_boxes(DARK, [Box(Label.FACE, outline(40, 30, 40, 20), 0, 20.0)])
    assert drawn.shape == DARK.shape
    assert drawn[20, 40] == pytest.approx(COLOURS[Label.FACE], abs=30)
    assert not drawn[30, 40].any()
    assert not DARK.any()


def test_the_first_corner_carries_a_dot() -> None:
    drawn = draw_boxes(DARK, [Box(Label.BACK, outline(40, 30, 40, 20), 0, 20.0)])
    assert drawn[17:24, 17:24].any(axis=2).sum() > drawn[37:44, 57:64].any(axis=2).sum()


def test_pictures_lie_in_reading_order() -> None:
    tones = [np.full((60, 80, 3), tone, np.uint8) for tone in (50, 100, 150)]
    sheet = contact_sheet(tones, 2, 40)
    assert sheet.shape == (60, 80, 3)
    assert [int(sheet[y, x, 0]) for y, x in ((10, 10), (10, 50), (50, 10))] == [50, 100, 150]
    assert sheet[50, 50, 0] == 32


def test_a_sheet_of_no_pictures_is_one_empty_row() -> None:
    assert contact_sheet([], 3, 20).shape == (20, 60, 3)
