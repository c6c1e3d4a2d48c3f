import numpy as np
import pytest

from datasets.pool import ArtPool
from models.evaluate.shares import Share
from models.measure_backs import TruePile, made_piles, measure, measured
from tests.served import KnowsInks
from vision.backs.match import Limits

LIMITS = Limits(alike=0.5, margin=0.1, odd_margin=0.2, sure_alike=0.8, sure_margin=0.2)


def pile(*rows: tuple[float, float, float], deck: int = 0, twins: tuple[int, ...] = ()) -> TruePile:
    """A pile of deck 0 unless said otherwise; a clear back of deck 1 may be laid into it."""
    stray = (1, np.array([0.1, 0.9, 0.1], np.float32))
    return TruePile(np.array(rows, np.float32), deck, twins, (stray,))


CLEAR, FAINT, WRONG = (0.9, 0.2, 0.1), (0.6, 0.2, 0.1), (0.2, 0.9, 0.1)
NOBODY = (0.3, 0.2, 0.1)


def test_piles_and_backs_are_counted_as_right_wrong_or_unknown() -> None:
    piles = [pile(*[row] * 3) for row in (CLEAR, FAINT, WRONG, NOBODY)]
    figures = measure(piles, LIMITS)
    assert figures.pile_right == Share(2, 4)
    assert figures.pile_wrong == Share(1, 4)
    assert figures.pile_sure == Share(2, 4)
    assert figures.sure_wrong == Share(1, 2)
    assert figures.cards_right == Share(6, 12)
    assert figures.single_wrong == Share(3, 12)


def test_small_piles_count_only_as_single_backs() -> None:
    figures = measure([pile(CLEAR, CLEAR)], LIMITS)
    assert figures.pile_right == Share(0, 0)
    assert figures.single_right == Share(2, 2)


def test_a_strange_pile_is_judged_without_its_own_deck() -> None:
    near = (0.9, 0.7, 0.1)
    figures = measure([pile(*[CLEAR] * 3), pile(*[near] * 3)], LIMITS)
    assert figures.strangers_accepted == Share(1, 2)
    assert figures.strangers_sure == Share(0, 2)


def test_a_stray_card_is_found_where_it_is_marked_by_itself() -> None:
    hidden = TruePile(
        np.array([CLEAR] * 3, np.float32), 0, (), ((1, np.array([0.8, 0.7, 0], np.float32)),)
    )
    figures = measure([pile(*[CLEAR] * 3), hidden], LIMITS)
    assert figures.strays_found == Share(1, 2)
    assert figures.odd_by_mistake == Share(0, 6)


def test_twins_are_counted_apart() -> None:
    figures = measure([pile(*[CLEAR] * 3, twins=(1,)), pile(*[WRONG] * 3)], LIMITS)
    assert figures.twins_right == Share(1, 1)


def test_every_figure_has_a_name() -> None:
    figures = measure([pile(*[CLEAR] * 3)], LIMITS)
    assert dict(measured(figures))["pile right"] == Share(1, 1)


@pytest.mark.parametrize("seed", [2])
def test_made_piles_are_compared_with_every_deck_of_their_table(seed: int) -> None:
    piles = list(made_piles(1, ArtPool("held"), seed, KnowsInks()))
    assert piles
    for one in piles:
        assert one.deck < one.alike.shape[1]
        assert one.alike.shape[1] >= 3
        assert np.isfinite(one.alike).all()
        assert all(deck != one.deck for deck, _ in one.strays)
