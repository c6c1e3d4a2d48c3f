import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.corrections import (
    Correction,
    CorrectionKind,
    correction_as_dict,
    correction_from_dict,
    in_force,
)
from scoring.errors import RuleError
from scoring.flags import Zone
from scoring.reading import Side
from tests.scoring.builders import correct, undo

REMOVE = correct("c1", CorrectionKind.REMOVE, mark="a1")


def test_an_undone_correction_is_not_in_force() -> None:
    assert in_force([REMOVE, undo("c2", "c1")]) == []


def test_undoing_the_undo_brings_it_back() -> None:
    assert in_force([REMOVE, undo("c2", "c1"), undo("c3", "c2")]) == [REMOVE]


@given(st.integers(0, 9))
def test_undo_and_redo_alternate(times: int) -> None:
    log = [REMOVE]
    for _ in range(times):
        log.append(undo(f"{log[-1].id}u", log[-1].id))
    assert bool(in_force(log)) == (times % 2 == 0)


EVERY_KIND = [
    correct("1", CorrectionKind.ADD, mark="n", point_px=(3.0, 4.0), pile="a", owner="Ben"),
    REMOVE,
    correct("3", CorrectionKind.OWNER, mark="a1", owner=None),
    correct("4", CorrectionKind.SIDE, mark="a1", side=Side.FACE),
    correct("5", CorrectionKind.CARD, mark="a1", card="10S"),
    correct("6", CorrectionKind.ZONE, pile="a", zone=Zone.NERTZ),
    correct("7", CorrectionKind.ASSIGN_PILE, pile="a", owner="Ben", zone=Zone.NERTZ),
    correct("8", CorrectionKind.SET_COUNT, pile="a", count=0),
    correct("9", CorrectionKind.SET_COUNT, photo=None, owner="Ben", zone=Zone.NERTZ, count=3),
    correct("10", CorrectionKind.ACCEPT, flag="0123456789abcdef"),
    undo("11", "1"),
]


def test_every_kind_is_covered() -> None:
    assert {entry.kind for entry in EVERY_KIND} == set(CorrectionKind)


@pytest.mark.parametrize("entry", EVERY_KIND, ids=lambda entry: f"{entry.kind}-{entry.id}")
def test_a_correction_survives_json(entry: Correction) -> None:
    assert correction_from_dict(json.loads(json.dumps(correction_as_dict(entry)))) == entry


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "paint"},
        {"colour": "red"},
        {"to": {"side": "edge"}},
        {"to": {"card": "1S"}},
        {"point_px": ["left"]},
        {"when": "yesterday"},
        {"kind": "set_count", "to": {"count": 3}},
        {"kind": "set_count", "pile": "a", "to": {"count": -3}},
        {"kind": "set_count", "photo": None, "to": {"count": 3, "owner": "A", "zone": "deck"}},
        {"kind": "side"},
        {"kind": "undo"},
        {"mark": None},
    ],
)
def test_an_entry_that_says_too_little_is_refused(change: dict[str, object]) -> None:
    plain = correction_as_dict(REMOVE)
    with pytest.raises(RuleError):
        correction_from_dict({**plain, **change})
