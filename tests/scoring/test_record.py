import pytest

from scoring.corrections import Correction, CorrectionKind, Values
from scoring.errors import RuleError
from scoring.flags import Zone
from scoring.reading import Side
from scoring.record import record
from tests.scoring.builders import correct, table, undo

ADD = correct("1", CorrectionKind.ADD, mark="n", pile="a", point_px=(9.0, 9.0))


def test_the_log_keeps_what_was_there_before() -> None:
    (entry,) = record(table(), [], correct("1", CorrectionKind.OWNER, mark="a1", owner="Ben"))
    assert entry.before == Values(owner="Anna", side=Side.BACK)


def test_a_pile_keeps_owner_zone_and_count() -> None:
    (entry,) = record(table(), [], correct("1", CorrectionKind.SET_COUNT, pile="a", count=15))
    assert entry.before == Values(owner="Anna", zone=Zone.CENTER, count=14)


def test_a_stated_count_keeps_what_was_seen() -> None:
    stated = correct(
        "1", CorrectionKind.SET_COUNT, photo=None, owner="Ben", zone=Zone.NERTZ, count=4
    )
    (entry,) = record(table(), [], stated)
    assert entry.before.count == 3


def test_the_log_only_grows() -> None:
    log = record(table(), record(table(), [], ADD), undo("2", "1"))
    assert [entry.id for entry in log] == ["1", "2"]


def test_owners_of_the_deal_may_be_more_than_those_read() -> None:
    entry = correct("1", CorrectionKind.OWNER, mark="a1", owner="Cleo")
    assert record(table(), [], entry, owners=("Anna", "Ben", "Cleo"))


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        (correct("1", CorrectionKind.REMOVE, mark="a1"), "another id"),
        (correct("2", CorrectionKind.REMOVE, mark="z1"), "mark 'z1' on center.jpg"),
        (correct("2", CorrectionKind.REMOVE, mark="a1", photo="x.jpg"), "photo 'x.jpg'"),
        (correct("2", CorrectionKind.ZONE, pile="z", zone=Zone.DECK), "pile 'z'"),
        (correct("2", CorrectionKind.OWNER, mark="a1", owner="Zoe"), "owner 'Zoe'"),
        (correct("2", CorrectionKind.ADD, mark="a1", point_px=(1.0, 1.0)), "a second mark"),
        (correct("2", CorrectionKind.ADD, mark="n", point_px=(1.0, 1.0)), "a second mark"),
        (correct("2", CorrectionKind.ADD, mark="m", point_px=(9999.0, 1.0)), "within 4000 x 3000"),
        (undo("2", "0"), "id of an earlier correction"),
    ],
)
def test_a_correction_that_makes_no_sense_is_refused(entry: Correction, says: str) -> None:
    with pytest.raises(RuleError, match=says):
        record(table(), record(table(), [], ADD), entry)


def test_nothing_is_undone_twice() -> None:
    log = record(table(), record(table(), [], ADD), undo("2", "1"))
    with pytest.raises(RuleError, match="not in force"):
        record(table(), log, undo("3", "1"))


def test_a_pile_has_at_least_the_cards_of_other_decks() -> None:
    log = record(table(), [], correct("1", CorrectionKind.OWNER, mark="a1", owner="Ben"))
    with pytest.raises(RuleError, match="1 cards of other owners"):
        record(table(), log, correct("2", CorrectionKind.SET_COUNT, pile="a", count=0))
