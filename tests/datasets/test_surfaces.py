import numpy as np
import pytest
from numpy.random import default_rng

from datasets.surfaces import SIZE_PX, draw_surface


@pytest.mark.parametrize("seed", range(14))
def test_a_table_is_a_whole_picture(seed: int) -> None:
    table = draw_surface(default_rng(seed))
    assert table.shape == (SIZE_PX, SIZE_PX, 3)
    assert table.dtype == np.uint8
    assert table.std() > 0.3


def test_a_table_is_the_same_for_the_same_seed() -> None:
    first, second, other = (draw_surface(default_rng(seed)) for seed in (1, 1, 2))
    assert np.array_equal(first, second)
    assert not np.array_equal(first, other)


def test_tables_are_dark_and_bright() -> None:
    means = [draw_surface(default_rng(seed)).mean() for seed in range(25)]
    assert min(means) < 70
    assert max(means) > 170
