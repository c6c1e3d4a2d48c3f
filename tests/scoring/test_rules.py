from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import RuleError
from scoring.options import OPTIONS, parse_options
from scoring.rules import RULE_SETS, RuleSet, changed_options, rule_set

# center, leftover, bonus, caller pays, pile, deck, target, as the design's table states them
TABLE = {
    "bicycle": (1, -2, 0, True, 13, 52, 100),
    "pagat": (1, -2, 0, False, 13, 52, 100),
    "playmore": (1, -2, 0, False, 13, 52, 100),
    "classic": (1, -2, 0, True, 13, 52, 100),
    "racing-demon": (1, -1, 10, True, 13, 52, None),
    "dutch-blitz": (1, -2, 0, True, 10, 40, 75),
    "ligretto": (1, -2, 0, True, 10, 40, 99),
}


def test_the_rule_sets_are_those_of_the_table() -> None:
    found = {
        name: (
            rules.center_points,
            rules.leftover_points,
            rules.caller_bonus,
            rules.caller_pays,
            rules.pile_size,
            rules.deck_size,
            rules.target,
        )
        for name, rules in RULE_SETS.items()
    }
    assert found == TABLE


def test_only_pagat_shows_margins() -> None:
    assert [name for name, rules in RULE_SETS.items() if rules.margins] == ["pagat"]


def test_bicycle_is_the_default() -> None:
    assert rule_set() == rule_set("bicycle")


def test_the_relatives_are_counted_by_backs_up_to_ten() -> None:
    for name in ("dutch-blitz", "ligretto"):
        assert not rule_set(name).faces_read
        assert rule_set(name).top_rank == 10


def test_every_option_is_explained_and_every_rule_set_says_its_source() -> None:
    options = {field.name for field in fields(RuleSet)} - {"name", "explanation", "source"}
    assert options == set(OPTIONS) | {"pile_sizes"}
    assert all(option.explanation.endswith(".") for option in OPTIONS.values())
    assert all(rules.explanation and rules.source for rules in RULE_SETS.values())


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        (["target=none"], {"target": None}),
        (["Single-Deal=yes"], {"single_deal": True}),
        (["leftover_points=-1"], {"leftover_points": -1}),
        (["pile_size.Anna=11", "pile_size=12"], {"pile_size": 12, "pile_sizes": {"Anna": 11}}),
        ([], {}),
    ],
)
def test_texts_set_options(pairs: list[str], expected: dict[str, object]) -> None:
    assert parse_options(pairs) == expected


@pytest.mark.parametrize(
    ("pair", "says"),
    [
        ("target", "option=value"),
        ("=3", "option=value"),
        ("speed=3", "one of center_points"),
        ("target=0", "from 1 to 100000 or none"),
        ("target=+-5", "from 1 to 100000 or none"),
        ("center_points=1.5", "from 0 to 100"),
        ("leftover_points=2", "from -100 to 0"),
        ("draw_one=maybe", "yes or no"),
        ("target.Anna=3", "only pile_size"),
        ("pile_size.=3", "only pile_size"),
        ("pile_size.Anna=none", "from 1 to 60"),
    ],
)
def test_a_wrong_text_says_what_was_expected(pair: str, says: str) -> None:
    with pytest.raises(RuleError, match=says):
        parse_options([pair])


def test_an_option_is_set_once() -> None:
    with pytest.raises(RuleError, match="each option once"):
        parse_options(["draw_one=yes", "draw-one=no"])


@pytest.mark.parametrize(
    "options",
    [
        {"pile_size": 53},
        {"pile_sizes": {"Anna": 53}},
        {"pile_sizes": {"Anna": 0}},
        {"deck_size": 54, "jokers": 0},
        {"deck_size": 2, "jokers": 2},
        {"top_rank": 12},
        {"target": True},
        {"caller_pays": 1},
        {"colour": 1},
    ],
)
def test_options_that_do_not_fit_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(RuleError):
        rule_set("bicycle", **options)


def test_a_short_deck_is_no_whole_pack() -> None:
    assert rule_set().is_whole_pack
    assert not rule_set(deck_size=51).is_whole_pack
    assert not rule_set("ligretto").is_whole_pack


@given(
    name=st.sampled_from(sorted(RULE_SETS)),
    target=st.none() | st.integers(1, 500),
    jokers=st.integers(0, 4),
    sizes=st.dictionaries(st.text(min_size=1), st.integers(1, 13), max_size=3),
)
def test_changed_options_make_the_same_rules_again(
    name: str, target: int | None, jokers: int, sizes: dict[str, int]
) -> None:
    rules = rule_set(name, target=target, jokers=jokers, pile_sizes=sizes)
    assert rule_set(name, **changed_options(rules)) == rules
