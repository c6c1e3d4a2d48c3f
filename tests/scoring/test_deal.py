import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.deal import Counts, Deal, owner_points, pass_decks, score_deal
from scoring.errors import RuleError
from scoring.rules import RULE_SETS, RuleSet, rule_set

RULES = st.sampled_from(list(RULE_SETS.values()))
NAMES = [f"P{seat}" for seat in range(12)]


@pytest.mark.parametrize(
    ("counts", "called", "points"),
    [((14, 0), False, 14), ((22, 3), False, 16), ((20, 0), True, 20), ((15, 4), False, 7)],
)
def test_the_printed_examples_hold(counts: tuple[int, int], called: bool, points: int) -> None:
    assert owner_points(Counts(*counts), rule_set(), called=called) == points


def test_a_score_may_be_negative() -> None:
    assert owner_points(Counts(2, 13), rule_set()) == -24


def test_a_bonus_may_be_agreed() -> None:
    assert owner_points(Counts(20), rule_set("classic", caller_bonus=25), called=True) == 45


def test_in_a_blocked_deal_nobody_may_have_to_pay() -> None:
    rules = rule_set(blocked_pays=False)
    assert owner_points(Counts(10, 4), rules, blocked=True) == 10
    assert owner_points(Counts(10, 4), rules) == 2


def test_a_wrong_call_earns_nothing() -> None:
    deal = Deal(owners=("Anna", "Ben"), caller="Ben", wrong_calls=("Anna",))
    counts = {"Anna": Counts(8, 2), "Ben": Counts(8)}
    score = score_deal(deal, counts, rule_set("racing-demon"))
    assert [owner.points for owner in score.owners] == [6, 18]


def test_a_void_deal_scores_nothing() -> None:
    deal = Deal(owners=("Anna", "Ben"), caller="Ben", void=True)
    score = score_deal(deal, {"Anna": Counts(8, 2), "Ben": Counts(8)}, rule_set("racing-demon"))
    assert [owner.points for owner in score.owners] == [0, 0]
    assert score.owners[0].center == 8


def test_unknown_cards_score_for_nobody() -> None:
    deal = Deal(owners=("Anna", "Ben"), blocked=True)
    counts = {"Anna": Counts(8), "Ben": Counts(9)}
    score = score_deal(deal, counts, rule_set(), unknown=Counts(3, 1))
    assert sum(owner.points for owner in score.owners) == 17
    assert score.unknown == Counts(3, 1)


def test_equal_highest_deal_scores_share() -> None:
    deal = Deal(owners=("Anna", "Ben", "Cleo"), blocked=True)
    counts = {"Anna": Counts(8), "Ben": Counts(10, 1), "Cleo": Counts(7)}
    assert score_deal(deal, counts, rule_set()).best == ("Anna", "Ben")


@pytest.mark.parametrize(
    "options",
    [
        {"owners": ("Anna",)},
        {"owners": tuple(f"P{seat}" for seat in range(13))},
        {"owners": ("Anna", "Anna")},
        {"owners": ("Anna", " ")},
        {"caller": "Zoe"},
        {"caller": None},
        {"blocked": True},
        {"wrong_calls": ("Zoe",)},
        {"decks": (("Zoe", "red"),)},
        {"decks": (("Anna", "red"), ("Ben", "red"))},
    ],
)
def test_a_deal_that_cannot_be_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(RuleError):
        Deal(**{"owners": ("Anna", "Ben"), "caller": "Ben", **options})  # type: ignore[arg-type]


@pytest.mark.parametrize("counts", [(-1, 0), (0, -1)])
def test_negative_counts_are_refused(counts: tuple[int, int]) -> None:
    with pytest.raises(RuleError, match="0 or more"):
        Counts(*counts)


@pytest.mark.parametrize("names", [["Anna"], ["Anna", "Ben", "Zoe"]])
def test_counts_are_for_the_owners_of_the_deal(names: list[str]) -> None:
    deal = Deal(owners=("Anna", "Ben"), blocked=True)
    with pytest.raises(RuleError):
        score_deal(deal, dict.fromkeys(names, Counts()), rule_set())


def test_a_handicap_of_somebody_who_sits_out_changes_nothing() -> None:
    deal = Deal(owners=("Anna", "Ben"), blocked=True)
    counts = {"Anna": Counts(8), "Ben": Counts(10, 1)}
    with_zoe = score_deal(deal, counts, rule_set(pile_sizes={"Zoe": 11}))
    assert with_zoe == score_deal(deal, counts, rule_set())


def test_decks_come_back_after_a_whole_round() -> None:
    owners = ("Anna", "Ben", "Cleo")
    deal = Deal(owners=owners, blocked=True)
    for _ in owners:
        deal = Deal(owners=owners, blocked=True, decks=pass_decks(deal))
    assert [deal.deck_of(owner) for owner in owners] == list(owners)


@given(rules=RULES, data=st.data(), called=st.booleans())
def test_a_score_stays_within_its_bounds(rules: RuleSet, data: st.DataObject, called: bool) -> None:
    nertz = data.draw(st.integers(0, rules.pile_size))
    center = data.draw(st.integers(0, rules.deck_size - nertz))
    points = owner_points(Counts(center, nertz), rules, called=called)
    lowest = rules.leftover_points * rules.pile_size
    highest = rules.center_points * rules.deck_size + rules.caller_bonus
    assert lowest <= points <= highest


@given(rules=RULES, data=st.data())
def test_the_order_of_players_does_not_matter(rules: RuleSet, data: st.DataObject) -> None:
    owners = data.draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=12, unique=True))
    counts = {
        owner: Counts(data.draw(st.integers(0, 39)), data.draw(st.integers(0, 13)))
        for owner in owners
    }
    caller = data.draw(st.sampled_from(owners))
    shuffled = data.draw(st.permutations(owners))
    one = score_deal(Deal(owners=tuple(owners), caller=caller), counts, rules)
    two = score_deal(Deal(owners=tuple(shuffled), caller=caller), counts, rules)
    assert set(one.owners) == set(two.owners)
