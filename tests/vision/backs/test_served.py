"""Drawn backs through the trained network: what a player relies on."""

import pytest

from tests.served import embedder
from tests.vision.drawn_backs import BLUE, COLD, DAY, GREEN, RED, WARM, back, enrolled, samples
from vision.backs import BackSample, Deck, Match, match_pile, similarities

TWINS = [enrolled("Anna", back(RED)), enrolled("Ben", back(BLUE))]


def matched(regions: list[BackSample], decks: list[Deck]) -> Match:
    return match_pile(similarities(regions, decks, embedder()), [deck.name for deck in decks])


@pytest.mark.parametrize("lamp", [DAY, WARM, COLD])
@pytest.mark.parametrize(("colour", "owner"), [(RED, "Anna"), (BLUE, "Ben")])
def test_twins_are_told_apart_under_any_light(
    lamp: tuple[float, float, float], colour: tuple[int, int, int], owner: str
) -> None:
    match = matched(samples([back(colour)] * 6, lamp=lamp), TWINS)
    assert match.pile == owner
    assert match.marks == (owner,) * 6
    assert not match.odd.any()


@pytest.mark.parametrize("lamp", [WARM, COLD])
def test_a_deck_enrolled_under_another_light_is_known(lamp: tuple[float, float, float]) -> None:
    decks = [enrolled("Anna", back(RED), lamp), enrolled("Ben", back(BLUE), DAY)]
    assert matched(samples([back(RED)] * 6), decks).pile == "Anna"


def test_prints_of_one_colour_are_told_apart() -> None:
    decks = [enrolled("Anna", back(RED)), enrolled("Ben", back(RED, "stripes"))]
    assert matched(samples([back(RED)] * 6), decks).pile == "Anna"
    assert matched(samples([back(RED, "stripes")] * 6), decks).pile == "Ben"


def test_a_design_that_nobody_enrolled_stays_unknown() -> None:
    match = matched(samples([back(GREEN, "stripes")] * 6), TWINS)
    assert match.pile is None
    assert set(match.marks) == {None}


def test_one_other_back_in_a_pile_is_odd_and_counts_for_its_deck() -> None:
    cards = [back(RED)] * 6
    cards[2] = back(BLUE)
    match = matched(samples(cards), TWINS)
    assert match.pile == "Anna"
    assert match.marks == ("Anna", "Anna", "Ben", "Anna", "Anna", "Anna")
