import pytest

from scoring.cards import JOKER, Card, Rank, parse_card, whole_deck
from scoring.errors import RuleError


@pytest.mark.parametrize("card", whole_deck(jokers=1), ids=lambda card: card.code)
def test_every_code_reads_back(card: Card) -> None:
    assert parse_card(card.code) == card


@pytest.mark.parametrize("code", ["", "S", "1S", "11H", "10", "QX", "TS", "JOKER", "ASS"])
def test_a_wrong_code_says_how_to_write_it(code: str) -> None:
    with pytest.raises(RuleError, match="10S or QD"):
        parse_card(code)


def test_a_card_has_rank_and_suit_or_is_the_joker() -> None:
    with pytest.raises(RuleError, match="give both"):
        Card(Rank.ACE, None)


def test_a_deck_has_every_card_once() -> None:
    deck = whole_deck(jokers=2)
    assert len(set(deck)) == 53
    assert deck.count(JOKER) == 2
