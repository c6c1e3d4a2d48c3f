from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import Card, Rank, Suit, whole_deck
from scoring.check_decks import check_decks
from scoring.check_faces import check_face_total, check_face_twice, check_suit_chain
from scoring.check_foundations import check_foundations
from scoring.corrections import CorrectionKind
from scoring.flags import Flag, FlagKind, Zone
from scoring.reading import Pile, Reading
from scoring.rules import rule_set
from scoring.tally import apply
from tests.scoring.builders import correct, kinds, photo, pile, reading

OWNERS = ("Anna", "Ben")


def center(anna: int | list[str], ben: int | list[str]) -> Reading:
    return reading(photo("center.jpg", pile("a", "Anna", anna), pile("b", "Ben", ben)))


def run_of(top: int, suit: str = "S") -> list[str]:
    return [Card(rank, Suit(suit)).code for rank in Rank if rank <= top]


def chain(shots: Reading) -> list[Flag]:
    return check_suit_chain(apply(shots), OWNERS, rule_set())


def test_a_card_twice_in_one_deck() -> None:
    (flag,) = check_face_twice(apply(center(["AS", "2S", "AS"], ["AS"])), rule_set())
    assert flag.kind is FlagKind.FACE_TWICE
    assert (flag.owner, flag.marks) == ("Anna", ("a1", "a3"))
    assert "Anna's ace of spades was read twice" in flag.message


def test_a_card_in_the_centre_and_left_over() -> None:
    shots = reading(
        photo("1.jpg", pile("a", "Anna", ["AS"])),
        photo("2.jpg", pile("b", "Anna", ["AS"], Zone.NERTZ)),
    )
    (flag,) = check_face_twice(apply(shots), rule_set())
    assert "in the centre and among the leftover cards" in flag.message


def test_a_deck_has_as_many_jokers_as_agreed() -> None:
    tally = apply(center(["JK", "JK"], []))
    assert check_face_twice(tally, rule_set(jokers=2)) == []
    assert len(check_face_twice(tally, rule_set())) == 1


def test_faces_of_other_games_are_not_read() -> None:
    assert check_face_twice(apply(center(["AS", "AS"], [])), rule_set("ligretto")) == []


def test_a_card_more_often_than_there_are_decks() -> None:
    shots = reading(photo("1.jpg", pile("x", None, ["AS", "AS", "AS"])))
    assert len(check_face_total(apply(shots), OWNERS, rule_set())) == 1
    assert check_face_total(apply(shots), (*OWNERS, "Cleo"), rule_set()) == []


def test_suits_are_built_from_the_ace_up() -> None:
    assert chain(center(run_of(5), run_of(9))) == []


def test_a_missing_rank_breaks_the_chain() -> None:
    (flag,) = chain(center(run_of(5), ["AS", "3S"]))
    assert (flag.kind, flag.marks) == (FlagKind.SUIT_CHAIN, ("a3", "b2"))
    assert "three of spades lies in the centre twice, but the two of spades once" in flag.message
    assert "at the same time" in flag.message


def test_more_than_one_missing_is_no_tied_play() -> None:
    (flag,) = chain(center(["2S", "AH"], ["2S", "AH"]))
    assert "explains only one of them" in flag.message


def test_a_card_that_was_not_read_may_be_the_missing_one() -> None:
    shots = reading(
        photo("1.jpg", pile("a", "Anna", ["AS", "3S"]), pile("b", "Ben", 1)),
    )
    assert chain(shots) == []


def test_a_card_that_was_not_read_is_not_the_missing_one_twice() -> None:
    shots = reading(
        photo("1.jpg", pile("a", "Anna", ["2S"]), pile("b", "Ben", ["2S", "AH"])),
        photo("2.jpg", pile("c", "Ben", 1)),
    )
    (flag,) = chain(shots)
    assert "ace of spades at most once" in flag.message


def test_an_unread_card_of_a_deck_whose_card_is_known_cannot_be_it() -> None:
    shots = reading(
        photo("1.jpg", pile("a", "Anna", ["2S"]), pile("b", "Ben", ["AS", "2S"])),
        photo("2.jpg", pile("c", "Ben", 1)),
    )
    assert len(chain(shots)) == 1


def test_an_owner_not_photographed_may_have_the_missing_card() -> None:
    assert chain(center(["2S"], [])) == []


def test_jokers_stand_for_any_card() -> None:
    tally = apply(center(["3S"], ["3S"]))
    assert check_suit_chain(tally, OWNERS, rule_set(jokers=2)) == []


@given(
    tops=st.lists(st.tuples(st.sampled_from("CDHS"), st.integers(1, 13)), max_size=8),
    data=st.data(),
)
def test_a_centre_without_tied_plays_is_never_flagged(
    tops: list[tuple[str, int]], data: st.DataObject
) -> None:
    """Whoever played which card, whichever faces stay unread: two foundations of a suit at most."""
    dealt: dict[str, list[str]] = {"Anna": [], "Ben": []}
    for suit, top in tops:
        for code in run_of(top, suit):
            free = [owner for owner in OWNERS if code not in dealt[owner]]
            if not free:
                break
            dealt[data.draw(st.sampled_from(free))].append(code)
    piles = [_partly_read(owner, cards, data) for owner, cards in dealt.items()]
    assert chain(reading(photo("1.jpg", *piles))) == []


def _partly_read(owner: str, cards: list[str], data: st.DataObject) -> Pile:
    full = pile(owner, owner, cards)
    unread = data.draw(st.sets(st.sampled_from(cards))) if cards else set()
    unread_log = [
        correct(f"u{mark.id}", CorrectionKind.CARD, mark=mark.id)
        for mark in full.marks
        if mark.card in unread
    ]
    return apply(reading(photo("center.jpg", full)), unread_log).photos[0].piles[0]


def foundations(*tops: str | None, anna: int, ben: int) -> list[Flag]:
    piles = [
        pile(f"f{number}", None, 1 if top is None else [top], Zone.FOUNDATIONS, squared=True)
        for number, top in enumerate(tops)
    ]
    sorted_out = photo("2.jpg", pile("a", "Anna", anna), pile("b", "Ben", ben))
    return check_foundations(apply(reading(photo("1.jpg", *piles), sorted_out)), rule_set())


def test_foundations_hold_what_was_sorted_out() -> None:
    assert foundations("9S", "JD", None, anna=20, ben=13) == []


def test_fewer_sorted_cards_mean_one_was_missed() -> None:
    (flag,) = foundations("9S", "JD", None, anna=20, ben=12)
    assert "1 card fewer" in flag.message


def test_more_sorted_cards_may_be_tied_plays() -> None:
    (flag,) = foundations("9S", anna=5, ben=5)
    assert "tied plays" in flag.message


def test_a_top_card_that_was_not_read_is_asked_about() -> None:
    top = pile("f", None, ["9S"], Zone.FOUNDATIONS)
    shots = reading(photo("center.jpg", top), photo("2.jpg", pile("a", "Anna", 9)))
    unread = [correct("1", CorrectionKind.CARD, mark="f1")]
    assert check_foundations(apply(shots), rule_set()) == []
    (flag,) = check_foundations(apply(shots, unread), rule_set())
    assert "could not be read" in flag.message


def deck(cards: int | list[str], *extra: Pile) -> Reading:
    return reading(photo("center.jpg", pile("d", "Ben", cards, Zone.DECK), *extra))


CODES = [card.code for card in whole_deck()]


def test_a_whole_deck_is_whole() -> None:
    assert check_decks(apply(deck(52)), rule_set()) == []
    assert check_decks(apply(deck(CODES)), rule_set()) == []
    assert check_decks(apply(deck(40)), rule_set("dutch-blitz")) == []


def test_missing_and_double_cards_are_named() -> None:
    (flag,) = check_decks(apply(deck([*CODES[1:], "KS"])), rule_set())
    assert "missing: ace of clubs; more than once: king of spades" in flag.message


def test_a_face_down_deck_is_only_counted() -> None:
    (flag,) = check_decks(apply(deck(51)), rule_set())
    assert "it shows 51 cards" in flag.message
    assert "missing" not in flag.message


def test_a_card_of_another_deck_is_named() -> None:
    odd = correct("1", CorrectionKind.OWNER, mark="d7", owner="Anna")
    (flag,) = check_decks(apply(deck(52), [odd]), rule_set())
    assert "it shows 51 cards; it also holds 1 card of Anna's deck" in flag.message


def test_a_deck_may_be_spread_on_two_photos() -> None:
    shots = reading(
        photo("1.jpg", pile("d", "Ben", 30, Zone.DECK)),
        photo("2.jpg", pile("d", "Ben", 22, Zone.DECK)),
    )
    assert check_decks(apply(shots), rule_set()) == []


def test_decks_are_checked_deck_by_deck() -> None:
    flags = check_decks(apply(deck(50, pile("e", "Anna", 53, Zone.DECK))), rule_set())
    assert kinds(flags) == [FlagKind.DECK_NOT_WHOLE] * 2


def test_a_chain_broken_further_up_is_seen_past_unread_cards() -> None:
    shots = reading(
        photo("1.jpg", pile("a", "Anna", ["2S", "3S"]), pile("b", "Ben", ["AS", "3S", "2H"])),
        photo("2.jpg", pile("c", "Ben", 1)),
    )
    flagged = [flag.message.split(" lies")[0] for flag in chain(shots)]
    assert flagged == ["The three of spades"]


def test_a_squared_pile_may_hide_the_missing_card() -> None:
    squared = pile("s", "Ben", 1, squared=True)
    shots = reading(photo("1.jpg", pile("a", "Anna", ["2S"]), pile("b", "Ben", ["AH"]), squared))
    assert chain(shots) == []


def test_what_is_missing_is_not_guessed_while_faces_are_unread() -> None:
    unread = correct("1", CorrectionKind.CARD, mark="d1")
    assert check_decks(apply(deck(CODES), [unread]), rule_set()) == []
    (flag,) = check_decks(apply(deck(CODES[1:]), [unread]), rule_set())
    assert "missing" not in flag.message
