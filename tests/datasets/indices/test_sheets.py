import numpy as np
from numpy.random import default_rng

from datasets.indices import CLASSES
from datasets.indices.sheets import EDGE_MM, PX_PER_MM, Sheets, join_sheets, make_sheets
from tests.datasets.indices.painted import DECKS, BarArt, redness

NONE = len(CLASSES) - 1


def sheets() -> Sheets:
    return make_sheets(default_rng(2), BarArt(), DECKS, 40)


def test_the_index_of_a_corner_lies_where_it_is_said_to() -> None:
    made = sheets()
    for picture, place in zip(made.pixels[made.corner], made.places_mm[made.corner], strict=True):
        x0, y0, x1, y1 = np.round(place * PX_PER_MM).astype(int)
        middle = (y0 + y1) // 2
        assert redness(picture[y0 + 2 : middle - 2, x0 + 2 : x1 - 2]) > 150
        assert redness(picture[middle + 2 : y1 - 2, x0 + 2 : x1 - 2]) < -150
        edge = round(EDGE_MM * PX_PER_MM)
        assert abs(redness(picture[edge : y0 - 3, edge:])) < 10


def test_what_shows_no_corner_is_no_index() -> None:
    made = sheets()
    assert (made.classes[~made.corner] == NONE).all()
    assert (made.classes[made.corner] != NONE).all()
    assert 0 < (~made.corner).sum() < made.corner.sum()


def test_sheets_of_several_choices_are_joined() -> None:
    one = sheets()
    both = join_sheets([one, one])
    assert len(both) == 2 * len(one)
    assert np.array_equal(both.pixels[len(one) :], one.pixels)
