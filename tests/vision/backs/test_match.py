import numpy as np
import pytest

from vision.backs import match_pile
from vision.backs.match import SERVED, pile_alike

NAMES = ("Anna", "Ben", "Cleo")
HIGH, LOW = SERVED.sure_alike + 0.05, SERVED.alike - 0.3


def rows(*owners: str | None) -> np.ndarray:
    """Backs that are clearly these owners', None for a stranger's."""
    return np.array(
        [[HIGH if name == owner else LOW for name in NAMES] for owner in owners], np.float32
    )


def test_a_pile_of_one_deck_is_its_owners_for_sure() -> None:
    match = match_pile(rows("Ben", "Ben", "Ben"), NAMES)
    assert (match.pile, match.marks, match.sure) == ("Ben", ("Ben",) * 3, True)
    assert not match.odd.any()
    assert not match.unsure.any()


def test_with_one_deck_alone_no_pile_is_sure() -> None:
    match = match_pile(rows("Anna", "Anna")[:, :1], NAMES[:1])
    assert (match.pile, match.sure) == ("Anna", False)


def test_a_pile_like_no_deck_stays_unknown() -> None:
    match = match_pile(rows(None, None), NAMES)
    assert match.pile is None
    assert match.marks == (None, None)
    assert not match.sure


def test_one_other_back_in_a_pile_is_odd_and_counts_for_its_deck() -> None:
    match = match_pile(rows("Anna", "Anna", "Ben", "Anna", "Anna"), NAMES)
    assert match.pile == "Anna"
    assert match.marks == ("Anna", "Anna", "Ben", "Anna", "Anna")
    assert np.flatnonzero(match.odd).tolist() == [2]


def test_a_back_that_is_hardly_more_like_another_deck_follows_its_pile() -> None:
    alike = rows("Anna", "Anna", "Anna")
    alike[2, 1] = alike[2, 0] + SERVED.odd_margin * 0.8
    match = match_pile(alike, NAMES)
    assert match.marks == ("Anna",) * 3
    assert match.unsure.tolist() == [False, False, True]
    assert not match.odd.any()


def test_a_strange_back_in_a_known_pile_is_unsure() -> None:
    match = match_pile(rows("Ben", "Ben", None), NAMES)
    assert match.marks[2] == "Ben"
    assert match.unsure.tolist() == [False, False, True]


def test_in_a_mixed_pile_each_clear_back_finds_its_owner() -> None:
    match = match_pile(rows("Anna", "Ben", "Cleo", None), NAMES)
    assert match.pile is None
    assert match.marks == ("Anna", "Ben", "Cleo", None)


@pytest.mark.parametrize(("share", "owner"), [(0.9, None), (1.1, "Anna")])
def test_decks_too_alike_leave_a_pile_unknown(share: float, owner: str | None) -> None:
    alike = rows("Anna", "Anna", "Anna")
    alike[:, 1] = HIGH - SERVED.margin * share
    assert match_pile(alike, NAMES).pile == owner


@pytest.mark.parametrize(("off", "owner"), [(-0.02, None), (0.02, "Anna")])
def test_a_single_deck_is_not_given_everything(off: float, owner: str | None) -> None:
    alike = np.array([[SERVED.alike + off]], np.float32)
    assert match_pile(alike, NAMES[:1]).pile == owner


def test_a_pile_that_is_told_only_just_is_not_sure() -> None:
    alike = rows("Anna", "Anna", "Anna")
    alike[:, 0] = SERVED.sure_alike - 0.02
    match = match_pile(alike, NAMES)
    assert match.pile == "Anna"
    assert not match.sure


def test_a_few_backs_under_glare_do_not_speak_for_their_pile() -> None:
    alike = rows(*["Anna"] * 8)
    alike[:2, 0] = -1
    assert pile_alike(alike)[0] == pytest.approx(HIGH)


def test_borders_without_print_do_not_speak_for_their_pile_and_follow_it() -> None:
    alike = rows("Anna", "Anna", "Anna", "Anna")
    alike[:2] = -1
    match = match_pile(alike, NAMES)
    assert (match.pile, match.marks) == ("Anna", ("Anna",) * 4)
    assert match.unsure.tolist() == [True, True, False, False]
    assert match_pile(alike[:2], NAMES).pile is None


def test_without_decks_or_backs_nobody_owns_anything() -> None:
    assert match_pile(np.zeros((1, 0), np.float32), ()).marks == (None,)
    assert match_pile(np.zeros((0, 3), np.float32), NAMES).pile is None
