import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.deal import Counts, Deal
from scoring.errors import RuleError
from scoring.match import Match, PlayedDeal, add_deal, correct_deal, standings
from scoring.owners import Owner
from scoring.rules import rule_set

NAMES = ("Anna", "Ben", "Cleo")
OWNERS = tuple(Owner(name) for name in NAMES)


def played(*centers: int, void: bool = False) -> PlayedDeal:
    names = NAMES[: len(centers)]
    counts = {name: Counts(center) for name, center in zip(names, centers, strict=True)}
    return PlayedDeal(Deal(owners=names, blocked=True, void=void), counts)


def test_the_match_ends_after_the_deal_that_reaches_the_target() -> None:
    match = Match(OWNERS, rule_set(target=30), (played(20, 10, 5), played(10, 25, 5)))
    now = standings(match)
    assert now.winners == ("Ben",)
    assert now.ended_after == 2


def test_before_the_target_there_are_leaders_but_no_winner() -> None:
    now = standings(Match(OWNERS, rule_set(), (played(20, 20, 5),)))
    assert (now.leaders, now.winners, now.is_over) == (("Anna", "Ben"), (), False)


def test_equal_highest_totals_share_the_win() -> None:
    now = standings(Match(OWNERS, rule_set(target=20), (played(20, 20, 5),)))
    assert now.winners == ("Anna", "Ben")
    assert [row.place for row in now.rows] == [1, 1, 3]


def test_without_a_target_nothing_ends_the_match() -> None:
    now = standings(Match(OWNERS, rule_set("racing-demon"), (played(39, 39, 39),) * 9))
    assert not now.is_over


def test_a_single_deal_is_a_match() -> None:
    now = standings(Match(OWNERS, rule_set(single_deal=True), (played(1, 2, 0),)))
    assert now.winners == ("Ben",)


def test_a_void_deal_ends_nothing_and_stays() -> None:
    match = Match(OWNERS, rule_set(single_deal=True), (played(1, 2, 0, void=True),))
    now = standings(match)
    assert not now.is_over
    assert now.rows[0].points == (None,)
    assert len(now.deals) == 1


def test_correcting_an_earlier_deal_recomputes() -> None:
    match = Match(OWNERS, rule_set(target=30), (played(20, 10, 5), played(10, 25, 5)))
    corrected = standings(correct_deal(match, 1, played(30, 10, 5)))
    assert corrected.winners == ("Anna",)
    assert (corrected.ended_after, corrected.surplus) == (1, (2,))
    assert corrected.rows[0].points == (30, None)


def test_a_deal_that_is_not_there_cannot_be_corrected() -> None:
    with pytest.raises(RuleError, match="deal 0"):
        correct_deal(Match(OWNERS, rule_set(), (played(1, 2, 3),)), 0, played(1, 2, 3))


def test_no_deal_follows_the_last() -> None:
    match = add_deal(Match(OWNERS, rule_set(target=20)), played(20, 1, 2))
    with pytest.raises(RuleError, match="ended with deal 1"):
        add_deal(match, played(1, 1, 1))


def test_pagat_shows_margins_over_everybody() -> None:
    now = standings(Match(OWNERS, rule_set("pagat"), (played(20, 12, 5),)))
    assert now.rows[1].margins == (("Anna", -8), ("Cleo", 7))


def test_an_owner_may_sit_a_deal_out() -> None:
    now = standings(Match(OWNERS, rule_set(), (played(20, 12),)))
    assert now.rows[2].points == (None,)


def test_six_people_play_as_three_pairs() -> None:
    pairs = tuple(Owner(name, (name + " 1", name + " 2")) for name in NAMES)
    now = standings(Match(pairs, rule_set(), (played(3, 2, 1),)))
    assert now.rows[0].players == ("Anna 1", "Anna 2")


def test_nobody_plays_in_two_partnerships() -> None:
    with pytest.raises(RuleError, match="two players called 'Ben'"):
        Match((Owner("Reds", ("Anna", "Ben")), Owner("Blues", ("Ben", "Cleo"))), rule_set())


def test_a_deal_of_strangers_is_refused() -> None:
    with pytest.raises(RuleError, match="'Cleo' in a deal"):
        Match(OWNERS[:2], rule_set(), (played(1, 2, 3),))


@given(
    centers=st.lists(st.tuples(*[st.integers(0, 39)] * 3), max_size=8),
    order=st.permutations(OWNERS),
    target=st.none() | st.integers(1, 120),
)
def test_the_order_of_owners_does_not_matter(
    centers: list[tuple[int, int, int]], order: list[Owner], target: int | None
) -> None:
    deals, rules = tuple(played(*deal) for deal in centers), rule_set(target=target)
    one, two = standings(Match(OWNERS, rules, deals)), standings(Match(tuple(order), rules, deals))
    assert set(one.rows) == set(two.rows)
    assert set(one.winners) == set(two.winners)
    assert one.ended_after == two.ended_after


def test_a_handicap_of_nobody_in_the_match_is_refused() -> None:
    with pytest.raises(RuleError, match="a pile size for 'Zoe'"):
        Match((Owner("Anna"), Owner("Ben")), rule_set(pile_sizes={"Zoe": 11}))
