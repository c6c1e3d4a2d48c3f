from dataclasses import replace

import numpy as np
import pytest

from datasets.effects import lay_surface
from tests.datasets.builders import scene

HALVES = np.zeros((64, 64, 3), np.uint8)
HALVES[:, 32:] = 200


@pytest.mark.parametrize("mm_per_px", [0.05, 0.3, 2.0])
def test_the_table_fills_the_picture(mm_per_px: float) -> None:
    white = np.full((64, 64, 3), 255, np.uint8)
    table = lay_surface(replace(scene([]), surface_mm_per_px=mm_per_px), white)
    assert table.shape == (300, 400, 3)
    assert (table == 255).all()


def test_the_piece_lies_around_the_middle_at_its_scale() -> None:
    table = lay_surface(replace(scene([]), surface_mm_per_px=1.0), HALVES)[150, :, 0]
    assert table[150] == 0
    assert table[250] == 200  # 1 mm per px at 2 px per mm: 64 px on each side
    assert table[290] == 200  # mirrored beyond


def test_a_quarter_turn_turns_the_table() -> None:
    table = lay_surface(replace(scene([]), surface_mm_per_px=1.0, surface_turn_deg=90.0), HALVES)[
        ..., 0
    ]
    assert table[110, 200] == 0
    assert table[190, 200] == 200


def test_gains_change_the_colour_of_the_table() -> None:
    grey = np.full((64, 64, 3), 100, np.uint8)
    tinted = replace(scene([]), surface_gains=(0.5, 1.0, 4.0))
    assert lay_surface(tinted, grey)[150, 150].tolist() == [50, 100, 255]
