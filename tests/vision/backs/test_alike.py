from tests.served import KnowsInks, embedder
from tests.vision.builders import ANNA, BEN, deck
from tests.vision.drawn_backs import BLUE, COLD, RED, WARM, back, enrolled
from vision.backs import Deck, alike_decks


def pairs(decks: list[Deck]) -> list[tuple[str, str]]:
    return [(pair.first, pair.second) for pair in alike_decks(decks, KnowsInks())]


def test_every_pair_of_decks_with_one_back_is_named_once() -> None:
    decks = [deck("Anna", ANNA), deck("Ben", BEN), deck("Cleo", ANNA), deck("Dora", ANNA)]
    assert pairs(decks) == [("Anna", "Cleo"), ("Anna", "Dora"), ("Cleo", "Dora")]


def test_different_decks_and_a_single_one_are_fine() -> None:
    assert pairs([deck("Anna", ANNA), deck("Ben", BEN)]) == []
    assert pairs([deck("Anna", ANNA)]) == []
    assert pairs([]) == []


def test_the_message_names_both_and_says_what_helps() -> None:
    (pair,) = alike_decks([deck("Anna", ANNA), deck("Ben", ANNA)], KnowsInks())
    for words in ("Anna's and Ben's", "another deck", "mark", "enrol it again"):
        assert words in pair.message


def test_one_deck_twice_is_named_and_colour_twins_are_not() -> None:
    red, blue = enrolled("Anna", back(RED), WARM), enrolled("Ben", back(BLUE))
    again = enrolled("Cleo", back(RED), COLD)
    found = alike_decks([red, blue, again], embedder())
    assert [(pair.first, pair.second) for pair in found] == [("Anna", "Cleo")]
