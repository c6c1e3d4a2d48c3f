import numpy as np
import pytest

from tests.vision.builders import ANNA, BEN, BETWEEN, CLEO, DECKS, FADED, STRANGE, deck, sample
from tests.vision.drawn_backs import BLUE, COLD, DAY, GREEN, RED, WARM, back, enrolled, samples
from vision.backs import match_pile
from vision.backs.match import MAX_DISTANCE, MIN_MARGIN, distances

TWINS = [enrolled("Anna", back(RED)), enrolled("Ben", back(BLUE))]


@pytest.mark.parametrize("lamp", [DAY, WARM, COLD])
@pytest.mark.parametrize(("colour", "owner"), [(RED, "Anna"), (BLUE, "Ben")])
def test_twins_are_told_apart_under_any_light(
    lamp: tuple[float, float, float], colour: tuple[int, int, int], owner: str
) -> None:
    match = match_pile(samples([back(colour)] * 6, lamp=lamp), TWINS)
    assert match.pile == owner
    assert match.marks == (owner,) * 6
    assert not match.odd.any()
    assert not match.unsure.any()


@pytest.mark.parametrize("lamp", [WARM, COLD])
def test_a_deck_enrolled_under_another_light_is_known(lamp: tuple[float, float, float]) -> None:
    decks = [enrolled("Anna", back(RED), lamp), enrolled("Ben", back(BLUE), DAY)]
    assert match_pile(samples([back(RED)] * 6), decks).pile == "Anna"


def test_a_design_that_nobody_enrolled_stays_unknown() -> None:
    match = match_pile(samples([back(GREEN, "plain")] * 6), TWINS)
    assert match.pile is None
    assert set(match.marks) == {None}


def test_one_other_back_in_a_pile_is_odd_and_counts_for_its_deck() -> None:
    cards = [back(RED)] * 6
    cards[2] = back(BLUE)
    match = match_pile(samples(cards), TWINS)
    assert match.pile == "Anna"
    assert match.marks == ("Anna", "Anna", "Ben", "Anna", "Anna", "Anna")
    assert np.flatnonzero(match.odd).tolist() == [2]
    assert not match.unsure.any()


def test_a_pile_is_sure_only_when_it_is_near_and_alone() -> None:
    twin = [deck("Anna", *ANNA), deck("Ben", 0.9, 0.1)]
    assert match_pile([sample(*ANNA)] * 3, DECKS).sure
    assert not match_pile([sample(*FADED)] * 3, DECKS).sure
    assert not match_pile([sample(*ANNA)] * 3, twin).sure


def test_an_undecided_back_follows_its_pile_and_is_unsure() -> None:
    match = match_pile([sample(*ANNA), sample(*ANNA), sample(*BETWEEN)], DECKS)
    assert match.marks == ("Anna",) * 3
    assert match.unsure.tolist() == [False, False, True]


def test_a_strange_back_in_a_known_pile_is_unsure() -> None:
    match = match_pile([sample(*BEN), sample(*BEN), sample(*STRANGE)], DECKS)
    assert match.marks[2] == "Ben"
    assert match.unsure.tolist() == [False, False, True]


def test_in_a_mixed_pile_each_clear_back_finds_its_owner() -> None:
    match = match_pile([sample(*n) for n in (ANNA, BEN, CLEO, STRANGE)], DECKS)
    assert match.pile is None
    assert match.marks == ("Anna", "Ben", "Cleo", None)


def test_decks_too_alike_leave_a_pile_unknown() -> None:
    alike = [deck("Anna", 1.0, 0.0), deck("Ben", 1.0, MIN_MARGIN * 0.9)]
    assert match_pile([sample(1.0, 0.0)] * 3, alike).pile is None


@pytest.mark.parametrize(("factor", "owner"), [(0.95, "Anna"), (1.05, None)])
def test_a_single_deck_is_not_given_everything(factor: float, owner: str | None) -> None:
    near = sample(1.0, MAX_DISTANCE * factor)
    assert match_pile([near], [deck("Anna", 1.0, 0.0)]).pile == owner


def test_pieces_of_another_shape_are_further_away() -> None:
    table = distances([sample(*ANNA, size_mm=(12, 88.9)), sample(*ANNA, size_mm=(50, 88.9))], DECKS)
    assert table[0, 0] == pytest.approx(0, abs=1e-6)
    assert 0 < table[1, 0] < 0.2


def test_without_decks_or_backs_nobody_owns_anything() -> None:
    assert match_pile([sample(*ANNA)], []).marks == (None,)
    assert match_pile([], DECKS).pile is None
