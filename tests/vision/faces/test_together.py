import numpy as np
import pytest
from numpy.typing import NDArray

from vision.faces.together import DOUBT, one_voice, speak_together


def sign(*shares: float) -> NDArray[np.float64]:
    """Shares of three cards; the rest is no index."""
    return np.array([*shares, 1 - sum(shares)])


CODES = ("AS", "10H", "JK")
NOTHING = sign(0.001, 0.001, 0.001)


def test_one_clear_sign_among_empty_corners_names_the_card() -> None:
    read = speak_together(np.stack([NOTHING, sign(0.001, 0.99, 0.001), NOTHING]))
    assert read.best == 1
    assert read.probability > 0.98
    assert read.conflict < 0.02


def test_two_half_sure_signs_of_one_card_are_surer_together() -> None:
    alone = speak_together(sign(0.7, 0.1, 0.1)[None])
    both = speak_together(np.stack([sign(0.7, 0.1, 0.1), sign(0.7, 0.1, 0.1)]))
    assert alone.probability == pytest.approx(0.7)
    assert both.probability > 0.85


def test_two_sure_signs_of_different_cards_are_a_conflict() -> None:
    read = speak_together(np.stack([sign(0.99, 0.002, 0.002), sign(0.002, 0.99, 0.002)]))
    assert read.conflict > 0.9
    assert read.probability < 0.6


def test_no_sign_at_all_is_no_card() -> None:
    read = speak_together(np.stack([NOTHING, NOTHING]))
    assert read.probability < 0.01
    assert read.conflict < 0.01


def test_the_window_that_sees_an_index_best_speaks_for_its_place() -> None:
    poor, good = sign(0.05, 0.05, 0.1), sign(0.96, 0.01, 0.01)
    voice = one_voice(np.log(np.stack([poor, good])).astype(np.float32), CODES)
    assert voice.argmax() == 0
    assert voice.sum() == pytest.approx(1)


def test_no_single_sign_is_trusted_without_limit() -> None:
    certain = np.log(np.array([[1 - 3e-9, 1e-9, 1e-9, 1e-9]])).astype(np.float32)
    assert one_voice(certain, CODES).max() < 1 - DOUBT / 2


def test_a_joker_is_believed_only_if_it_is_very_sure() -> None:
    card = np.log(sign(0.9, 0.0001, 0.0001))[None].astype(np.float32)
    joker = np.log(sign(0.0001, 0.0001, 0.9))[None].astype(np.float32)
    assert speak_together(one_voice(card, CODES)[None]).probability > 0.85
    assert speak_together(one_voice(joker, CODES)[None]).probability < 0.4
    surer = np.log(sign(0.0001, 0.0001, 0.999))[None].astype(np.float32)
    both = np.stack([one_voice(surer, CODES)] * 2)
    assert speak_together(both).best == 2
