import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.corrections import Correction, CorrectionKind
from scoring.deal import Counts, Deal
from scoring.errors import RuleError
from scoring.flags import Zone
from scoring.reading import Reading, Side
from scoring.rules import rule_set
from scoring.tally import apply, same_photos, score_tally
from tests.scoring.builders import correct, photo, pile, reading, sure, table, undo


def test_counts_are_per_owner_and_zone() -> None:
    assert apply(table()).counts == {"Anna": Counts(14, 0), "Ben": Counts(10, 3)}


def test_a_card_of_another_deck_counts_there() -> None:
    tally = apply(table(), [correct("c", CorrectionKind.OWNER, mark="a3", owner="Ben")])
    assert tally.counts == {"Anna": Counts(13, 0), "Ben": Counts(11, 3)}


def test_a_pile_that_is_nobodys_is_unknown() -> None:
    tally = apply(table(), [correct("c", CorrectionKind.ASSIGN_PILE, pile="a")])
    assert tally.unknown == Counts(14)
    assert tally.counts["Anna"] == Counts()


def test_a_pile_may_move_to_another_zone() -> None:
    tally = apply(table(), [correct("c", CorrectionKind.ZONE, pile="b", zone=Zone.NERTZ)])
    assert tally.counts["Ben"] == Counts(0, 13)


@pytest.mark.parametrize("zone", [Zone.FOUNDATIONS, Zone.DECK])
def test_foundations_and_decks_never_score(zone: Zone) -> None:
    tally = apply(reading(photo("x.jpg", pile("a", "Anna", 9, zone), pile("u", None, 2, zone))))
    assert tally.counts["Anna"] == tally.unknown == Counts()


def test_photos_of_different_piles_add_up() -> None:
    tally = apply(reading(photo("1", pile("a", "Anna", 9)), photo("2", pile("a", "Anna", 4))))
    assert tally.counts["Anna"] == Counts(13)


def test_photos_of_the_same_piles_count_once() -> None:
    first, again = photo("1", pile("a", "Anna", 9)), photo("2", pile("a", "Anna", 8), same_as="1")
    assert apply(reading(first, again)).counts["Anna"] == Counts(9)


def test_chains_of_same_photos_are_one_group_whatever_their_order() -> None:
    shots = [photo("1", same_as="3"), photo("2"), photo("3", same_as="4"), photo("4", same_as="1")]
    assert same_photos(reading(*shots)) == [["1", "3", "4"], ["2"]]


def test_a_photo_the_same_as_one_that_is_not_there_counts() -> None:
    assert apply(reading(photo("1", pile("a", "Anna", 9), same_as="0"))).counts["Anna"].center == 9


def test_two_photos_of_one_name_are_refused() -> None:
    with pytest.raises(RuleError, match=r"two photos called '1.jpg'"):
        apply(reading(photo("1.jpg"), photo("1.jpg")))


def test_a_squared_pile_counts_only_by_a_number_given() -> None:
    shot = reading(photo("center.jpg", pile("a", "Anna", 1, squared=True)))
    assert apply(shot).counts["Anna"] == Counts()
    given_count = correct("c", CorrectionKind.SET_COUNT, pile="a", count=12)
    assert apply(shot, [given_count]).counts["Anna"] == Counts(12)


def test_the_number_of_a_pile_leaves_other_decks_their_cards() -> None:
    log = [
        correct("1", CorrectionKind.OWNER, mark="a3", owner="Ben"),
        correct("2", CorrectionKind.SET_COUNT, pile="a", count=20),
    ]
    tally = apply(table(), log)
    assert tally.counts == {"Anna": Counts(19), "Ben": Counts(11, 3)}


def test_cards_given_to_another_after_a_number_was_given_are_theirs() -> None:
    log = [correct("1", CorrectionKind.SET_COUNT, pile="a", count=5)]
    log += [correct(f"a{n}", CorrectionKind.OWNER, mark=f"a{n}", owner="Ben") for n in range(1, 7)]
    assert apply(table(), log).counts == {"Anna": Counts(0), "Ben": Counts(16, 3)}


def test_a_card_removed_after_a_number_was_given_changes_the_number() -> None:
    log = [
        correct("1", CorrectionKind.SET_COUNT, pile="a", count=20),
        correct("2", CorrectionKind.REMOVE, mark="a1"),
    ]
    assert apply(table(), log).counts["Anna"] == Counts(19)


def test_a_stated_count_holds_where_no_photo_shows_it() -> None:
    stated = correct(
        "c", CorrectionKind.SET_COUNT, photo=None, owner="Anna", zone=Zone.NERTZ, count=5
    )
    assert apply(table(), [stated]).counts["Anna"] == Counts(14, 5)


def test_a_correction_of_something_taken_away_is_quiet() -> None:
    add = correct("1", CorrectionKind.ADD, mark="n", pile="a", point_px=(5.0, 5.0))
    log = [add, correct("2", CorrectionKind.OWNER, mark="n", owner="Ben"), undo("3", "1")]
    assert apply(table(), log).lost == ()


def test_a_correction_of_something_that_never_was_is_lost() -> None:
    entry = correct("1", CorrectionKind.REMOVE, mark="z1")
    assert apply(table(), [entry]).lost == (entry,)


def test_the_deal_is_scored_from_the_tally() -> None:
    score = score_tally(Deal(owners=("Anna", "Ben"), caller="Anna"), apply(table()), rule_set())
    assert [owner.points for owner in score.owners] == [14, 4]


def test_cards_of_a_deck_that_does_not_play_are_unknown() -> None:
    deal = Deal(owners=("Anna", "Cleo"), caller="Anna")
    score = score_tally(deal, apply(table()), rule_set())
    assert score.unknown == Counts(10, 3)
    assert score.points_of("Cleo") == 0


OWNERS = st.sampled_from(["Anna", "Ben", None])
ZONES = st.sampled_from([Zone.CENTER, Zone.NERTZ])
NUMBERS = st.integers(1, 5)


@st.composite
def readings(draw: st.DrawFn) -> Reading:
    """Up to three photos with up to three piles a, b, c each, with cards of several owners."""
    photos = []
    for name in draw(st.lists(st.sampled_from("123"), unique=True, max_size=3)):
        piles = tuple(
            pile(letter, draw(OWNERS), draw(NUMBERS), draw(ZONES))
            for letter in draw(st.lists(st.sampled_from("abc"), unique=True))
        )
        photos.append(photo(name, *piles))
    return reading(*photos)


@st.composite
def logs(draw: st.DrawFn) -> list[Correction]:
    """Corrections of marks and piles that may or may not be there."""
    log: list[Correction] = []
    for number in range(draw(st.integers(0, 6))):
        place = {"photo": draw(st.sampled_from("123")), "pile": draw(st.sampled_from("abc"))}
        mark, name = f"{place['pile']}{draw(NUMBERS)}", f"c{number}"
        log.append(
            draw(
                st.sampled_from(
                    [
                        correct(
                            name, CorrectionKind.ADD, mark="n" + name, point_px=(9.0, 9.0), **place
                        ),
                        correct(name, CorrectionKind.REMOVE, mark=mark, photo=place["photo"]),
                        correct(name, CorrectionKind.OWNER, mark=mark, owner=draw(OWNERS), **place),
                        correct(name, CorrectionKind.SIDE, mark=mark, side=Side.FACE, **place),
                        correct(name, CorrectionKind.CARD, mark=mark, card="QD", **place),
                        correct(name, CorrectionKind.ZONE, zone=draw(ZONES), **place),
                        correct(name, CorrectionKind.ASSIGN_PILE, owner=draw(OWNERS), **place),
                        correct(name, CorrectionKind.SET_COUNT, count=draw(NUMBERS), **place),
                        undo(name, f"c{draw(st.integers(0, max(0, number - 1)))}"),
                    ]
                )
            )
        )
    return log


@given(readings(), logs())
def test_the_tally_conserves_cards(shots: Reading, log: list[Correction]) -> None:
    tally = apply(shots, log)
    piles = [
        (photo, pile) for zone in (Zone.CENTER, Zone.NERTZ) for photo, pile in tally.piles_in(zone)
    ]
    cards = sum(
        tally.pile_counts.get((photo.photo, pile.id), len(pile.marks)) for photo, pile in piles
    )
    assert sum(counts.total for counts in tally.counts.values()) + tally.unknown.total == cards


@given(readings(), logs(), st.data())
def test_an_undone_correction_leaves_no_trace(
    shots: Reading, log: list[Correction], data: st.DataObject
) -> None:
    place = data.draw(st.integers(0, len(log)))
    extra = correct("x", CorrectionKind.ASSIGN_PILE, photo="1", pile="a", owner="Cleo")
    undone = [*log[:place], extra, *log[place:], undo("u", "x")]
    assert apply(shots, undone) == apply(shots, log)


@given(readings(), logs(), st.sampled_from(["c0", "c1", "c5"]))
def test_a_redone_correction_is_as_if_never_undone(
    shots: Reading, log: list[Correction], name: str
) -> None:
    redone = [*log, undo("u", name), undo("r", "u")]
    assert apply(shots, redone) == apply(shots, log)


@given(readings(), logs())
def test_the_reading_itself_never_changes(shots: Reading, log: list[Correction]) -> None:
    before = repr(shots)
    apply(shots, log)
    assert repr(shots) == before


def unsure_table() -> Reading:
    return reading(photo("center.jpg", sure(pile("a", "Anna", 9), 0.7), pile("b", "Ben", 8)))


@pytest.mark.parametrize(
    "change",
    [
        correct("c", CorrectionKind.REMOVE, mark="a3"),
        correct("c", CorrectionKind.ADD, mark="n", point_px=(1.0, 1.0), pile="a"),
        correct("c", CorrectionKind.SET_COUNT, pile="a", count=9),
    ],
)
def test_a_pile_that_a_person_counted_is_sure(change: Correction) -> None:
    assert apply(unsure_table()).exact_probability("Anna") == 0.7
    assert apply(unsure_table(), [change]).exact_probability("Anna") == 1


def test_naming_a_card_makes_no_count_surer() -> None:
    log = [correct("c", CorrectionKind.SIDE, mark="a3", side=Side.FACE)]
    assert apply(unsure_table(), log).exact_probability("Anna") == 0.7


def test_an_owner_with_a_pile_that_nobody_counted_is_not_counted_exactly() -> None:
    piles = sure(pile("a", "Anna", 9), 0.9), sure(pile("b", "Anna", 1, squared=True), 0.9)
    shots = reading(photo("center.jpg", *piles))
    assert apply(shots).exact_probability("Anna") == 0
    count = correct("c", CorrectionKind.SET_COUNT, pile="b", count=4)
    assert apply(shots, [count]).exact_probability("Anna") == 0.9


def test_nothing_is_said_of_an_owner_whose_piles_are_not_known() -> None:
    tally = apply(unsure_table())
    assert tally.exact_probability("Ben") is None
    assert tally.exact_probability("Cleo") is None
