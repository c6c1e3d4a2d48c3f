"""Undo and redo: the latest change goes first, and comes back last undone first."""

from collections.abc import Sequence

from scoring.corrections import Correction, CorrectionKind, Values
from scoring.flags import Zone
from scoring.undo import redo_target, undo_target

WHEN = "2026-01-31T20:15:00+00:00"


def change(name: str) -> Correction:
    after = Values(owner="Anna", zone=Zone.CENTER, count=3)
    return Correction(id=name, kind=CorrectionKind.SET_COUNT, who="Ben", when=WHEN, after=after)


def undo(name: str, undoes: str | None) -> Correction:
    assert undoes is not None
    return Correction(id=name, kind=CorrectionKind.UNDO, who="Ben", when=WHEN, undoes=undoes)


def press(log: Sequence[Correction], keys: str) -> list[Correction]:
    """The log after presses of c(hange), u(ndo) and r(edo)."""
    after = list(log)
    for place, key in enumerate(keys):
        name = f"{key}{len(log) + place}"
        if key == "c":
            after.append(change(name))
        else:
            target = undo_target(after) if key == "u" else redo_target(after)
            after.append(undo(name, target))
    return after


def test_an_empty_log_has_nothing_to_undo_or_redo() -> None:
    assert undo_target([]) is None
    assert redo_target([]) is None


def test_undo_goes_back_one_change_after_the_other() -> None:
    assert undo_target(press([], "cc")) == "c1"
    assert undo_target(press([], "ccu")) == "c0"
    assert undo_target(press([], "ccuu")) is None


def test_redo_brings_changes_back_in_their_order() -> None:
    log = press([], "ccuu")
    assert redo_target(log) == "u3"
    log = press(log, "r")
    assert undo_target(log) == "c0"
    assert redo_target(log) == "u2"
    log = press(log, "r")
    assert undo_target(log) == "c1"
    assert redo_target(log) is None


def test_what_was_brought_back_can_be_undone_again() -> None:
    log = press([], "ccuru")
    assert undo_target(log) == "c0"
    assert redo_target(log) == "u4"


def test_a_new_change_ends_what_could_be_brought_back() -> None:
    assert redo_target(press([], "ccuc")) is None
