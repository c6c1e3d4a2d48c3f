from dataclasses import replace

import pytest

from scoring.flags import Flag, FlagKind, Zone
from scoring.reading import Pile, Side
from tests.served import KnowsInks
from tests.vision.builders import (
    ANNA,
    BEN,
    BETWEEN,
    CLEO,
    DECKS,
    FADED,
    STRANGE,
    Ink,
    mark,
    pile,
    pile_sight,
    sight,
)
from vision.owners import bare_piles, give_by_elimination, group_owners, match_owners
from vision.sight import Sight


def matched(one: Sight) -> tuple[tuple[Pile, ...], list[Flag]]:
    return match_owners(one, bare_piles(one), DECKS, KnowsInks())


def owners_of(one: Pile) -> list[str | None]:
    return [mark.owner for mark in one.marks]


FACE_UP = pile("p1", [mark("m1", side=Side.FACE)])
BENS = pile("p2", [mark("m2", "Ben")], "Ben")


def test_marks_are_numbered_along_each_pile_and_named_through_the_photo() -> None:
    piles = bare_piles(sight([pile_sight([ANNA] * 2), pile_sight([BEN, None])], zone=Zone.NERTZ))
    assert [p.id for p in piles] == ["p1", "p2"]
    assert [m.id for p in piles for m in p.marks] == ["m1", "m2", "m3", "m4"]
    assert [m.number for p in piles for m in p.marks] == [1, 2, 1, 2]
    assert piles[1].marks[1].side is Side.FACE
    assert piles[0].zone is Zone.NERTZ
    assert piles[0].owner is None


def test_a_mark_keeps_outline_and_confidence() -> None:
    boxes = [(100.0, 50.0, 40.0, 60.0, 0.0)]
    ((one,),) = [p.marks for p in bare_piles(sight([pile_sight([ANNA], boxes=boxes)]))]
    assert one.quad_px == ((80.0, 20.0), (120.0, 20.0), (120.0, 80.0), (80.0, 80.0))
    assert one.confidence == 0.9


def test_backs_find_their_owner_without_a_flag() -> None:
    (first, second), flags = matched(sight([pile_sight([ANNA] * 3), pile_sight([CLEO] * 2)]))
    assert (first.owner, second.owner) == ("Anna", "Cleo")
    assert owners_of(first) == ["Anna"] * 3
    assert flags == []


def test_a_pile_that_is_told_only_just_is_asked_about() -> None:
    (pile,), flags = matched(sight([pile_sight([FADED] * 3)]))
    assert pile.owner == "Anna"
    assert [(flag.kind, flag.marks) for flag in flags] == [
        (FlagKind.OWNER_UNSURE, ("m1", "m2", "m3"))
    ]


def test_a_tag_card_gives_a_face_up_pile_its_owner() -> None:
    (tagged,), flags = matched(sight([pile_sight([None, None, BEN, None])]))
    assert tagged.owner == "Ben"
    assert owners_of(tagged) == ["Ben"] * 4
    assert flags == []


def test_an_odd_back_is_flagged_and_counts_for_its_own_deck() -> None:
    (pile_of_anna,), (flag,) = matched(sight([pile_sight([ANNA, ANNA, BEN, None, ANNA])]))
    assert pile_of_anna.owner == "Anna"
    assert owners_of(pile_of_anna) == ["Anna", "Anna", "Ben", "Anna", "Anna"]
    assert (flag.kind, flag.marks) == (FlagKind.ODD_BACK, ("m3",))
    assert flag.message == "A card of Ben lies in Anna's pile. It counts for Ben."


def test_an_undecided_back_is_flagged() -> None:
    (pile_of_anna,), (flag,) = matched(sight([pile_sight([ANNA, BETWEEN, ANNA, ANNA])]))
    assert owners_of(pile_of_anna) == ["Anna"] * 4
    assert (flag.kind, flag.marks) == (FlagKind.OWNER_UNSURE, ("m2",))


def test_a_pile_of_several_owners_is_asked_about() -> None:
    (mixed,), (flag,) = matched(sight([pile_sight([ANNA, BEN, ANNA, BEN])]))
    assert mixed.owner is None
    assert owners_of(mixed) == ["Anna", "Ben"] * 2
    assert (flag.kind, flag.marks) == (FlagKind.OWNER_UNSURE, ("m1", "m2", "m3", "m4"))


def test_a_pile_of_an_unknown_deck_is_nobodys_and_flagged() -> None:
    (unknown,), (flag,) = matched(sight([pile_sight([STRANGE, STRANGE, None])]))
    assert unknown.owner is None
    assert owners_of(unknown) == [None] * 3
    assert (flag.kind, flag.marks) == (FlagKind.UNKNOWN_BACK, ("m1", "m2", "m3"))


def test_a_face_up_pile_without_a_tag_asks_whose_it_is() -> None:
    (face_up,), (flag,) = matched(sight([pile_sight([None, None])]))
    assert face_up.owner is None
    assert (flag.kind, flag.marks) == (FlagKind.FACE_UP_OWNER, ("m1", "m2"))


def test_without_decks_piles_of_one_design_share_a_letter_across_photos() -> None:
    sights = [sight([pile_sight([BEN] * 2), pile_sight([None])]), sight([pile_sight([BEN] * 3)])]
    named, letters = group_owners(sights, [bare_piles(one) for one in sights], KnowsInks())
    assert [[p.owner for p in row] for row, _ in named] == [["A", None], ["A"]]
    assert owners_of(named[1][0][0]) == ["A"] * 3
    assert [flags for _, flags in named] == [[], []]
    assert letters == ("A",)


def test_without_decks_a_pile_of_two_designs_is_asked_about() -> None:
    one = sight([pile_sight([ANNA] * 5 + [BEN] * 2)])
    ((_, (flag,)),), letters = group_owners([one], [bare_piles(one)], KnowsInks())
    assert letters == ("A",)
    assert (flag.kind, flag.marks) == (FlagKind.OWNER_UNSURE, ("m6", "m7"))


def test_completed_foundations_are_nobodys_without_decks_too() -> None:
    completed = replace(pile_sight([ANNA]), samples=(None,), squared=True)
    one = sight([completed], zone=Zone.FOUNDATIONS)
    (((pile,), flags),), letters = group_owners([one], [bare_piles(one)], KnowsInks())
    assert (pile.owner, flags, letters) == (None, [], ())


@pytest.mark.parametrize("enrolled", [True, False])
@pytest.mark.parametrize(
    ("backs", "asked"),
    [
        ([ANNA] * 6 + [None], ()),
        ([None] * 6 + [ANNA], ()),
        ([ANNA] * 4 + [None] * 3, ("m5", "m6", "m7")),
    ],
)
def test_faces_among_backs_may_be_another_owners(
    backs: list[Ink | None], asked: tuple[str, ...], enrolled: bool
) -> None:
    one = sight([pile_sight(backs)])
    if enrolled:
        _, flags = matched(one)
    else:
        ((_, flags),), _ = group_owners([one], [bare_piles(one)], KnowsInks())
    assert [(f.kind, f.marks) for f in flags] == [(FlagKind.FACE_UP_OWNER, asked)] * bool(asked)


def test_the_one_face_up_leftover_goes_to_the_only_owner_left_and_is_flagged() -> None:
    photos = [("a.jpg", (FACE_UP, BENS))]
    ((given, kept),), (flag,) = give_by_elimination(photos, ["Anna", "Ben", "Cleo"], "Cleo")
    assert given.owner == "Anna"
    assert owners_of(given) == ["Anna"]
    assert kept == BENS
    assert (flag.kind, flag.photo, flag.pile) == (FlagKind.FACE_UP_OWNER, "a.jpg", "p1")
    assert (flag.owner, flag.marks) == ("Anna", ("m1",))


def nothing_given(photos: list[tuple[str, tuple[Pile, ...]]], caller: str | None) -> bool:
    given, flags = give_by_elimination(photos, ["Anna", "Ben", "Cleo"], caller)
    return given == [row for _, row in photos] and flags == []


def test_with_two_owners_left_a_face_up_leftover_is_nobodys() -> None:
    assert nothing_given([("a.jpg", (FACE_UP, BENS))], None)


def test_two_face_up_leftovers_are_nobodys() -> None:
    other = pile("p1", [mark("m1", side=Side.FACE)])
    assert nothing_given([("a.jpg", (FACE_UP, BENS)), ("b.jpg", (other,))], "Cleo")


def test_the_caller_gets_no_leftover() -> None:
    cleos = pile("p3", [mark("m3", "Cleo")], "Cleo")
    assert nothing_given([("a.jpg", (FACE_UP, BENS, cleos))], "Anna")


def test_center_piles_are_never_given_by_elimination() -> None:
    center = pile("p1", [mark("m1", side=Side.FACE)], zone=Zone.CENTER)
    assert nothing_given([("a.jpg", (center, BENS))], "Cleo")


def test_an_unknown_back_among_the_leftovers_could_be_the_last_owners() -> None:
    strange = pile("p3", [mark("m3")])
    assert nothing_given([("a.jpg", (FACE_UP, BENS, strange))], "Cleo")
