import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.checks import check_deal, deal_flags
from scoring.corrections import Correction, CorrectionKind
from scoring.deal import Deal
from scoring.flags import Flag, FlagKind, Zone, flag_key
from scoring.reading import Reading
from scoring.rules import RuleSet, rule_set
from scoring.tally import apply
from tests.scoring.builders import correct, kinds, photo, pile, reading, table

CALLED = Deal(owners=("Anna", "Ben"), caller="Anna")


def found(
    shots: Reading, *log: Correction, deal: Deal | None = CALLED, rules: RuleSet | None = None
) -> list[Flag]:
    return check_deal(shots, apply(shots, log), rules or rule_set(), deal)


def stated(name: str, owner: str, zone: Zone, count: int) -> Correction:
    return correct(name, CorrectionKind.SET_COUNT, photo=None, owner=owner, zone=zone, count=count)


@given(anna=st.integers(1, 52), ben=st.integers(1, 39), left=st.integers(1, 13))
def test_a_deal_that_can_be_is_not_flagged(anna: int, ben: int, left: int) -> None:
    assert found(table(anna, ben, ben_left=left)) == []


def test_more_cards_than_a_deck() -> None:
    flags = found(table(ben=50, ben_left=4))
    assert kinds(flags) == [FlagKind.TOO_MANY_CARDS]
    assert flags[0].message.startswith(
        "Ben's piles show 50 centre cards and 4 leftover cards, but a deck has 52. 2 cards were"
    )


def test_jokers_make_the_deck_larger() -> None:
    assert found(table(ben=51, ben_left=3), rules=rule_set("pagat", jokers=2)) == []


def test_more_leftover_cards_than_the_pile_had() -> None:
    assert found(table(ben_left=13)) == []
    assert kinds(found(table(ben_left=14))) == [FlagKind.LEFTOVER_TOO_LARGE]


def test_the_pile_of_that_player_decides() -> None:
    rules = rule_set(pile_sizes={"Ben": 2})
    assert kinds(found(table(ben_left=3), rules=rules)) == [FlagKind.LEFTOVER_TOO_LARGE]


def test_the_caller_has_none_left() -> None:
    assert kinds(found(table(anna_left=1))) == [FlagKind.CALLER_HAS_LEFTOVER]


def test_somebody_without_leftover_cards_is_asked_about() -> None:
    flags = found(table(anna_left=2, ben_left=0), deal=Deal(owners=("Anna", "Ben"), blocked=True))
    assert kinds(flags) == [FlagKind.NO_LEFTOVER_SEEN]
    assert flags[0].owner == "Ben"
    assert found(table(ben_left=0), stated("1", "Ben", Zone.NERTZ, 0)) == []


def test_somebody_without_centre_cards_is_asked_about() -> None:
    assert kinds(found(table(ben=0))) == [FlagKind.NO_CENTER_SEEN]


def test_a_zone_without_a_photo() -> None:
    shots = reading(photo("center.jpg", pile("a", "Anna", 9), pile("b", "Ben", 8)))
    flags = found(shots)
    assert kinds(flags) == [FlagKind.ZONE_NOT_PHOTOGRAPHED]
    assert "how many leftover cards Ben had" in flags[0].message
    assert found(shots, stated("1", "Ben", Zone.NERTZ, 2)) == []


def test_no_photo_at_all() -> None:
    assert kinds(found(reading())) == [FlagKind.ZONE_NOT_PHOTOGRAPHED] * 2


def test_one_owners_pile_in_two_photos() -> None:
    shots = table()
    more = reading(*shots.photos, photo("again.jpg", pile("a", "Anna", 9)))
    flags = found(more)
    assert kinds(flags) == [FlagKind.OWNER_IN_TWO_PHOTOS]
    assert (flags[0].owner, flags[0].photo) == ("Anna", "again.jpg")


def test_an_odd_card_in_another_photo_is_no_second_pile() -> None:
    shots = reading(*table().photos, photo("more.jpg", pile("e", "Cleo", 9)))
    odd = correct("1", CorrectionKind.OWNER, photo="more.jpg", mark="e1", owner="Anna")
    assert FlagKind.OWNER_IN_TWO_PHOTOS not in kinds(found(shots, odd))


def test_photos_of_the_same_piles_agree() -> None:
    def again(count: int) -> Reading:
        copy = photo("2.jpg", pile("a", "Anna", 14), pile("b", "Ben", count), same_as="center.jpg")
        return reading(*table().photos, copy)

    assert found(again(10)) == []
    flags = found(again(9))
    assert kinds(flags) == [FlagKind.PHOTOS_DISAGREE]
    assert "Ben has 10 centre cards on the first and 9 on the other" in flags[0].message


def test_a_count_by_hand_agrees_with_the_photos() -> None:
    assert kinds(found(table(), stated("1", "Ben", Zone.NERTZ, 4))) == [FlagKind.PHOTOS_DISAGREE]
    assert found(table(), stated("1", "Ben", Zone.NERTZ, 3)) == []


def test_unknown_cards_are_asked_about_once() -> None:
    nobody = pile("x", None, 3)
    asked = Flag(FlagKind.UNKNOWN_BACK, "Whose?", "x.jpg", pile="x", marks=("x1", "x2", "x3"))
    silent = reading(*table().photos, photo("x.jpg", nobody))
    asking = reading(*table().photos, photo("x.jpg", nobody, flags=(asked,)))
    assert kinds(found(silent)) == [FlagKind.UNKNOWN_BACK]
    assert found(asking) == []


def test_cards_that_become_nobodys_are_asked_about_although_their_owner_was_accepted() -> None:
    unsure = Flag(FlagKind.OWNER_UNSURE, "Is it?", "center.jpg", pile="a", marks=("a1", "a2"))
    shots = table()
    center = photo("center.jpg", *shots.photos[0].piles, flags=(unsure,))
    asking = reading(center, *shots.photos[1:])
    accepted = correct("1", CorrectionKind.ACCEPT, flag=flag_key(unsure))
    nobodys = [correct(m, CorrectionKind.OWNER, mark=m, owner=None) for m in ("a1", "a2")]
    assert found(asking, accepted) == []
    assert kinds(found(asking, accepted, *nobodys)) == [FlagKind.UNKNOWN_BACK]


def test_a_deck_that_does_not_play_is_asked_about() -> None:
    flags = found(table(), deal=Deal(owners=("Anna", "Cleo"), caller="Anna"))
    assert [flag.owner for flag in flags if flag.kind is FlagKind.UNKNOWN_BACK] == ["Ben"]


def test_a_squared_pile_is_never_silent() -> None:
    shots = reading(*table(ben=0).photos, photo("x.jpg", pile("x", "Ben", 1, squared=True)))
    assert kinds(found(shots)) == [FlagKind.SQUARED_STACK]
    count = correct("1", CorrectionKind.SET_COUNT, photo="x.jpg", pile="x", count=9)
    assert found(shots, count) == []


def test_a_lost_correction_is_named() -> None:
    flags = found(table(), correct("1", CorrectionKind.REMOVE, mark="z1"))
    assert kinds(flags) == [FlagKind.CORRECTION_LOST]


def test_a_void_deal_is_not_asked_about() -> None:
    assert found(table(ben=60), deal=Deal(owners=("Anna", "Ben"), void=True)) == []


def test_without_a_deal_nobody_is_taken_for_the_caller() -> None:
    assert found(table(), deal=None) == []


def test_the_worst_comes_first() -> None:
    flags = found(table(anna_left=1, ben=60, ben_left=14))
    assert kinds(flags) == [
        FlagKind.TOO_MANY_CARDS,
        FlagKind.LEFTOVER_TOO_LARGE,
        FlagKind.CALLER_HAS_LEFTOVER,
    ]


def test_open_flags_come_from_photos_and_game() -> None:
    gap = Flag(FlagKind.GAP, "A gap.", "center.jpg", Zone.CENTER, "b")
    shots = reading(
        photo("center.jpg", pile("a", "Anna", 9), pile("b", "Ben", 60), flags=(gap,)),
        photo("nertz.jpg", pile("c", "Ben", 2, Zone.NERTZ)),
    )
    log = [correct("1", CorrectionKind.ACCEPT, flag=flag_key(gap))]
    opened = deal_flags(shots, apply(shots), rule_set(), CALLED)
    assert kinds(opened) == [FlagKind.GAP, FlagKind.TOO_MANY_CARDS]
    assert kinds(deal_flags(shots, apply(shots, log), rule_set(), CALLED)) == [
        FlagKind.TOO_MANY_CARDS
    ]


@pytest.mark.parametrize("same", [True, False])
def test_only_photos_that_count_bring_their_flags(same: bool) -> None:
    gap = Flag(FlagKind.GAP, "A gap.", "2.jpg", Zone.CENTER, "a")
    copy = photo("2.jpg", pile("a", "Anna", 14), pile("b", "Ben", 10), flags=(gap,))
    if same:
        copy = photo("2.jpg", *copy.piles, flags=(gap,), same_as="center.jpg")
    shots = reading(*table().photos, copy)
    assert (FlagKind.GAP in kinds(deal_flags(shots, apply(shots), rule_set()))) != same
