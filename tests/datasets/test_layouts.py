import numpy as np
import pytest
from numpy.random import default_rng

from datasets.layouts import LAYOUTS, column, fan, loose, ribbon, rows, stack


@pytest.mark.parametrize("kind", LAYOUTS)
@pytest.mark.parametrize("count", [1, 2, 40])
def test_every_spread_poses_every_card(kind: str, count: int) -> None:
    poses = LAYOUTS[kind][0](default_rng(3), count)
    assert poses.shape == (count, 3)
    assert np.isfinite(poses).all()


@pytest.mark.parametrize("kind", LAYOUTS)
def test_a_spread_is_the_same_for_the_same_seed(kind: str) -> None:
    layout = LAYOUTS[kind][0]
    assert np.array_equal(layout(default_rng(5), 9), layout(default_rng(5), 9))
    assert not np.array_equal(layout(default_rng(5), 9), layout(default_rng(6), 9))


def test_shares_of_the_spreads_add_up_to_one() -> None:
    assert sum(share for _, share in LAYOUTS.values()) == pytest.approx(1)


@pytest.mark.parametrize("seed", range(5))
def test_a_ribbon_runs_along_the_short_side_and_a_column_along_the_long_one(seed: int) -> None:
    reach = np.ptp(ribbon(default_rng(seed), 15)[:, :2], axis=0)
    assert reach[0] > 4 * reach[1]
    reach = np.ptp(column(default_rng(seed), 15)[:, :2], axis=0)
    assert reach[1] > 4 * reach[0]


@pytest.mark.parametrize("seed", range(10))
def test_a_fan_turns_steadily_and_by_less_than_a_half_turn(seed: int) -> None:
    turns = fan(default_rng(seed), 20)[:, 2]
    assert 20 < turns[-1] - turns[0] < 170
    assert (np.diff(turns) > -3).all()


def test_a_stack_lies_on_one_place() -> None:
    assert np.abs(stack(default_rng(0), 30)[:, :2]).max() < 10


def test_rows_come_back_to_the_left() -> None:
    poses = rows(default_rng(1), 20)
    assert (np.diff(poses[:, 0]) < -10).any()


def test_loose_cards_lie_at_any_turn() -> None:
    turns = loose(default_rng(2), 40)[:, 2]
    assert np.histogram(turns, 4, (0, 360))[0].min() > 3
