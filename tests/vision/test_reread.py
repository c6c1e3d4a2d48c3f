"""A photo that is read again keeps the ids of what is still there."""

from dataclasses import replace

import pytest

from scoring.flags import Flag, FlagKind, Zone
from scoring.reading import Mark, PhotoReading, Pile, Side
from vision.reread import with_kept_ids


def mark(name: str, left: float, top: float = 0.0) -> Mark:
    quad = ((left, top), (left + 20, top), (left + 20, top + 90), (left, top + 90))
    return Mark(name, 1, quad, Side.BACK, 0.9)


def reading(
    *piles: tuple[str, list[Mark]], zone: Zone = Zone.CENTER, flags: tuple[Flag, ...] = ()
) -> PhotoReading:
    made = tuple(Pile(name, zone, tuple(marks)) for name, marks in piles)
    return PhotoReading("photo 1", zone, 800, 600, made, flags)


FIRST = reading(
    ("p1", [mark("m1", 0), mark("m2", 20), mark("m3", 40)]),
    ("p2", [mark("m4", 0, 300), mark("m5", 20, 300)]),
)


def ids(photo: PhotoReading) -> list[tuple[str, list[str]]]:
    return [(pile.id, [one.id for one in pile.marks]) for pile in photo.piles]


def test_the_first_reading_is_as_it_is() -> None:
    assert with_kept_ids(FIRST, []) == FIRST


def test_what_is_still_there_keeps_its_id_and_a_new_card_gets_one_that_nobody_had() -> None:
    again = reading(
        ("p1", [mark("m1", 200, 500)]),
        ("p2", [mark("m2", -20), mark("m3", 1), mark("m4", 21), mark("m5", 41)]),
        ("p3", [mark("m6", 0, 301), mark("m7", 20, 301)]),
    )
    assert ids(with_kept_ids(again, [FIRST])) == [
        ("p3", ["m6"]),
        ("p1", ["m7", "m1", "m2", "m3"]),
        ("p2", ["m4", "m5"]),
    ]


def test_an_id_of_a_reading_before_the_last_is_not_given_again() -> None:
    second = with_kept_ids(reading(("p1", [mark("m1", 20), mark("m2", 40)])), [FIRST])
    assert ids(second) == [("p1", ["m2", "m3"])]
    third = with_kept_ids(reading(("p1", [mark("m1", 0), mark("m2", 20)])), [FIRST, second])
    assert ids(third) == [("p1", ["m6", "m2"])]


def test_flags_follow_their_cards() -> None:
    doubt = Flag(FlagKind.GAP, "a gap", photo="photo 1", pile="p1", marks=("m2",))
    whole = Flag(FlagKind.DARK, "dark", photo="photo 1")
    again = reading(("p1", [mark("m1", 0, 300), mark("m2", 20, 300)]), flags=(doubt, whole))
    kept = with_kept_ids(again, [FIRST])
    assert kept.flags == (replace(doubt, pile="p2", marks=("m5",)), whole)


@pytest.mark.parametrize("zone", [Zone.NERTZ, Zone.FOUNDATIONS])
def test_in_another_zone_nothing_is_the_same(zone: Zone) -> None:
    piles = [(pile.id, list(pile.marks)) for pile in FIRST.piles]
    assert ids(with_kept_ids(reading(*piles, zone=zone), [FIRST])) == [
        ("p3", ["m6", "m7", "m8"]),
        ("p4", ["m9", "m10"]),
    ]


def test_nothing_seen_is_nothing() -> None:
    assert with_kept_ids(reading(), [FIRST]).piles == ()
    assert ids(with_kept_ids(FIRST, [reading()])) == ids(FIRST)
