import numpy as np
import pytest

from scoring.errors import DeckError
from tests.vision.painted import KnowsColours, paint, spread
from vision.enrol import MIN_CARD_PX, enrol_deck, find_back
from vision.regions import FACE

ONE = spread(1, 0)


def test_a_whole_back_is_found_with_its_turn_and_scale() -> None:
    _, quad, turn, px_per_mm = find_back(paint(spread(1, 0, turn_deg=25)), "Anna", KnowsColours())
    assert np.allclose(quad.mean(axis=0), [400, 300], atol=1)
    assert np.rad2deg(turn) == pytest.approx(115, abs=1)
    assert px_per_mm == pytest.approx(140 / 88.9, rel=0.02)


def test_in_a_spread_the_one_whole_back_is_taken() -> None:
    _, quad, _, _ = find_back(paint(spread(6, 30)), "Anna", KnowsColours())
    assert quad.mean(axis=0)[0] == pytest.approx(475, abs=2)


def test_of_several_whole_backs_the_largest_is_taken() -> None:
    cards = [(200.0, 300.0, 100.0, 140.0, 0.0), (550.0, 300.0, 130.0, 182.0, 0.0)]
    _, quad, _, _ = find_back(paint(cards), "Anna", KnowsColours())
    assert quad.mean(axis=0)[0] == pytest.approx(550, abs=2)


@pytest.mark.parametrize("photos", [1, 3])
def test_a_deck_is_learnt_from_every_photo(photos: int) -> None:
    deck = enrol_deck("Anna", [paint(ONE)] * photos, KnowsColours())
    assert deck.name == "Anna"
    assert len(deck.cards) == photos


def test_a_photo_without_a_card_is_refused_by_name() -> None:
    with pytest.raises(DeckError, match=r"no card on anna\.jpg"):
        find_back(paint([], name="anna.jpg"), "Anna", KnowsColours())


def test_a_card_face_up_is_no_back() -> None:
    with pytest.raises(DeckError, match=r"1 cards?, none of them a whole back"):
        find_back(paint(ONE), "Anna", KnowsColours(kinds={0: FACE}))


def test_a_back_too_small_is_refused() -> None:
    small = [(400.0, 300.0, 70.0, MIN_CARD_PX * 0.8, 0.0)]
    with pytest.raises(DeckError, match="come closer"):
        find_back(paint(small), "Anna", KnowsColours())
