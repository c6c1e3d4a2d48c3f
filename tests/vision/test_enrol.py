from dataclasses import replace

import numpy as np
import pytest

from scoring.errors import DeckError
from tests.served import networks
from tests.vision.painted import TABLE_TONE, KnowsColours, paint, spread
from vision.enrol import MIN_CARD_PX, enrol_deck, find_back
from vision.networks import Networks
from vision.regions import BACK, FACE

ONE = spread(1, 0)


def test_a_whole_back_is_found_with_its_turn_and_scale() -> None:
    _, quad, turn, px_per_mm = find_back(
        paint(spread(1, 0, turn_deg=25)), "Anna", networks(KnowsColours())
    )
    assert np.allclose(quad.mean(axis=0), [400, 300], atol=1)
    assert np.rad2deg(turn) == pytest.approx(115, abs=1)
    assert px_per_mm == pytest.approx(140 / 88.9, rel=0.02)


def test_in_a_spread_the_one_whole_back_is_taken() -> None:
    _, quad, _, _ = find_back(paint(spread(6, 30)), "Anna", networks(KnowsColours()))
    assert quad.mean(axis=0)[0] == pytest.approx(475, abs=2)


def test_of_several_whole_backs_the_largest_is_taken() -> None:
    cards = [(200.0, 300.0, 100.0, 140.0, 0.0), (550.0, 300.0, 130.0, 182.0, 0.0)]
    _, quad, _, _ = find_back(paint(cards), "Anna", networks(KnowsColours()))
    assert quad.mean(axis=0)[0] == pytest.approx(550, abs=2)


@pytest.mark.parametrize("photos", [1, 3])
def test_a_deck_is_learnt_from_every_photo(photos: int) -> None:
    deck = enrol_deck("Anna", [paint(ONE)] * photos, networks(KnowsColours()))
    assert deck.name == "Anna"
    assert len(deck.cards) == photos


def test_a_photo_without_a_card_is_refused_by_name() -> None:
    with pytest.raises(DeckError, match=r"no card on anna\.jpg"):
        find_back(paint([], name="anna.jpg"), "Anna", networks(KnowsColours()))


def test_a_card_face_up_is_no_back() -> None:
    with pytest.raises(DeckError, match=r"1 cards?, none of them a whole back"):
        find_back(paint(ONE), "Anna", networks(KnowsColours(kinds={0: FACE})))


def test_a_back_too_small_is_refused() -> None:
    small = [(400.0, 300.0, 70.0, MIN_CARD_PX * 0.8, 0.0)]
    with pytest.raises(DeckError, match="come closer"):
        find_back(paint(small), "Anna", networks(KnowsColours()))


class Outlines:
    """An outliner that sees everything that differs from the table as one whole card."""

    def __init__(self, kind: int) -> None:
        self.kind = kind

    def masks(self, picture: np.ndarray) -> np.ndarray:
        masks = np.zeros((2, *picture.shape[:2]), np.float32)
        masks[self.kind] = np.abs(picture.astype(int) - TABLE_TONE).max(axis=2) > 20
        return masks


def outlining(kind: int, detector: KnowsColours) -> Networks:
    return replace(networks(detector), outliner=Outlines(kind))


def test_a_back_that_the_detector_takes_for_print_is_outlined() -> None:
    blind = KnowsColours(blind_first=[0])
    with pytest.raises(DeckError):
        find_back(paint(ONE), "Anna", networks(blind))
    picture, quad, turn, px_per_mm = find_back(paint(ONE), "Anna", outlining(BACK, blind))
    assert quad.mean(axis=0) == pytest.approx(np.array(picture.shape[1::-1]) / 2, abs=1)
    assert abs(np.sin(turn)) * np.ptp(quad[:, 1]) + abs(np.cos(turn)) * np.ptp(
        quad[:, 0]
    ) == pytest.approx(140, rel=0.03)
    assert px_per_mm == pytest.approx(140 / 88.9, rel=0.03)


def test_what_is_outlined_as_a_face_is_refused() -> None:
    with pytest.raises(DeckError, match=r"face up on photo\.jpg.*lay one card face down"):
        find_back(paint(ONE), "Anna", outlining(FACE, KnowsColours()))


def test_without_an_outline_the_detector_finds_the_back() -> None:
    two = [(330.0, 300.0, 100.0, 140.0, 0.0), (400.0, 380.0, 130.0, 182.0, 60.0)]
    _, quad, _, _ = find_back(paint(two), "Anna", outlining(BACK, KnowsColours()))
    assert quad.mean(axis=0)[0] == pytest.approx(400, abs=2)
