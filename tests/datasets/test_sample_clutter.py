from pathlib import Path

import numpy as np
import pytest
from numpy.random import default_rng

from datasets.pool import ArtPool
from datasets.sample_clutter import sample_clutter
from datasets.scene import Clutter
from tests.datasets.test_pool import cache

SEEDS = range(60)


def things(pool: ArtPool, **how: float | None) -> list[Clutter]:
    found: list[Clutter] = []
    for seed in SEEDS:
        found += sample_clutter(default_rng(seed), pool, 200.0, over_cards=True, **how)
    return found


def test_drawn_things_have_a_size_that_lies_on_a_table() -> None:
    sizes = [np.ptp(np.array(thing.outline_mm), axis=0).max() for thing in things(ArtPool("train"))]
    assert len(sizes) > 60
    assert min(sizes) > 5
    assert max(sizes) < 600


def test_some_things_lie_over_the_cards_with_all_their_parts() -> None:
    over = [thing.over_cards for thing in things(ArtPool("train"))]
    assert 0 < sum(over) < 0.4 * len(over)


def test_photographs_of_things_keep_their_shape(tmp_path: Path) -> None:
    shown = [thing for thing in things(ArtPool("train", cache(tmp_path))) if thing.picture]
    assert shown
    for thing in shown:
        corners = np.array(thing.outline_mm)
        width, height = (np.linalg.norm(corners[k + 1] - corners[k]) for k in (0, 1))
        assert width / height == pytest.approx(1.5)


def test_things_can_be_set_straight() -> None:
    turned = things(ArtPool("train"), turn_deg=30.0)
    corners = [np.array(thing.outline_mm) for thing in turned if len(thing.outline_mm) == 4]
    turns = [np.rad2deg(np.arctan2(*(quad[1] - quad[0])[::-1])) for quad in corners]
    assert np.allclose(turns, 30)
