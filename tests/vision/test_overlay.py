from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from scoring.flags import Flag, FlagKind, Zone
from scoring.reading import PhotoReading, Pile, Side
from tests.vision.builders import mark, pile
from vision.overlay import FLAG_COLOUR, LONG_SIDE_PX, PALETTE, UNKNOWN_COLOUR, draw_overlay

DARK = np.full((300, 400, 3), 60, np.uint8)
OWNERS = ("Anna", "Ben")


def reading(piles: list[Pile], flags: tuple[Flag, ...] = ()) -> PhotoReading:
    return PhotoReading("photo.jpg", Zone.CENTER, 400, 300, tuple(piles), flags)


def ink(rgb: NDArray[np.uint8], colour: tuple[int, int, int]) -> int:
    """How many pixels have about this colour."""
    return int((np.abs(rgb.astype(int) - colour).max(axis=2) < 30).sum())


def test_the_overlay_has_the_photos_size_and_leaves_the_photo() -> None:
    photo = DARK.copy()
    drawn = draw_overlay(photo, reading([pile("p1", [mark("m1", "Ben")], "Ben")]), OWNERS)
    assert drawn.shape == photo.shape
    assert np.array_equal(photo, DARK)


def test_a_large_photo_is_drawn_smaller_and_marks_stay_on_their_cards() -> None:
    large = np.full((1500, 3200, 3), 60, np.uint8)
    drawn = draw_overlay(large, reading([pile("p1", [mark("m1", "Anna", x=1000)], "Anna")]), OWNERS)
    assert drawn.shape == (750, LONG_SIDE_PX, 3)
    assert ink(drawn[30:50, 485:515], PALETTE[0]) > 50


@pytest.mark.parametrize(
    ("owner", "colour"),
    [("Anna", PALETTE[0]), ("Ben", PALETTE[1]), (None, UNKNOWN_COLOUR), ("Zoe", UNKNOWN_COLOUR)],
)
def test_a_mark_has_its_owners_colour(owner: str | None, colour: tuple[int, int, int]) -> None:
    drawn = draw_overlay(DARK, reading([pile("p1", [mark("m1", owner, x=200)], owner)]), OWNERS)
    assert ink(drawn[40:120, 170:230], colour) > 300


def test_each_card_has_a_mark_of_its_own() -> None:
    marks = [mark(f"m{n}", "Anna", x=50.0 + 70 * n) for n in range(1, 4)]
    drawn = draw_overlay(DARK, reading([pile("p1", marks, "Anna")]), OWNERS)
    discs = [drawn[70:90, 40 + 70 * n : 60 + 70 * n] for n in range(1, 4)]
    assert all(ink(disc, PALETTE[0]) > 100 for disc in discs)
    assert not np.array_equal(discs[0], discs[1])  # another number


def test_flagged_marks_have_a_ring() -> None:
    marks = [mark("m1", "Anna", x=100), mark("m2", "Anna", x=300)]
    flag = Flag(FlagKind.GAP, "A gap", "photo.jpg", marks=("m2",))
    drawn = draw_overlay(DARK, reading([pile("p1", marks, "Anna")], (flag,)), OWNERS)
    assert ink(drawn[60:100, 80:120], FLAG_COLOUR) == 0
    assert ink(drawn[60:100, 280:320], FLAG_COLOUR) > 20


def test_a_card_that_was_read_says_its_name_below_its_number() -> None:
    plain = mark("m1", "Anna", side=Side.FACE, x=100)
    named = replace(plain, card="10S")
    unread = draw_overlay(DARK, reading([pile("p1", [plain])]), OWNERS)
    read = draw_overlay(DARK, reading([pile("p1", [named])]), OWNERS)
    label = (slice(94, 108), slice(84, 118))
    assert ink(read[label], (250, 250, 250)) > 100
    assert ink(unread[label], (250, 250, 250)) == 0


def test_a_pile_says_its_count_above_it() -> None:
    one = pile("p1", [mark("m1", "Anna", x=100)], "Anna")
    titled = draw_overlay(DARK, reading([one]), OWNERS)
    assert (titled[20:45, 80:200] != DARK[20:45, 80:200]).any()


def test_without_piles_the_photo_stays_bare() -> None:
    assert np.array_equal(draw_overlay(DARK, reading([pile("p1", [])]), OWNERS), DARK)


def test_more_owners_than_colours_can_still_be_drawn() -> None:
    owners = [f"O{n}" for n in range(len(PALETTE) + 1)]
    one = pile("p1", [mark("m1", owners[-1], x=200)], owners[-1])
    assert ink(draw_overlay(DARK, reading([one]), owners), PALETTE[0]) > 300
