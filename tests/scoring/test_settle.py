import pytest

from scoring.corrections import Correction, CorrectionKind
from scoring.flags import Flag, FlagKind, Zone, flag_key, worst_first
from scoring.reading import Reading
from scoring.tally import apply, open_flags
from tests.scoring.builders import correct, kinds, photo, pile, reading, undo


def flag(kind: FlagKind, *marks: str) -> Flag:
    return Flag(kind, "Look.", "center.jpg", Zone.CENTER, "x", None, marks)


def shot(asked: Flag) -> Reading:
    odd = pile("x", None, 3, squared=asked.kind is FlagKind.SQUARED_STACK)
    return reading(photo("center.jpg", odd, flags=(asked,)))


def is_open(asked: Flag, *log: Correction) -> bool:
    return bool(open_flags([asked], apply(shot(asked), log)))


GAP = flag(FlagKind.GAP, "x1", "x2")
UNKNOWN = flag(FlagKind.UNKNOWN_BACK, "x1", "x2", "x3")
ASSIGN = correct("1", CorrectionKind.ASSIGN_PILE, pile="x", owner="Ben")
COUNT = correct("1", CorrectionKind.SET_COUNT, pile="x", count=9)


def test_a_flag_is_open_until_somebody_looked() -> None:
    accept = correct("1", CorrectionKind.ACCEPT, flag=flag_key(GAP))
    assert is_open(GAP)
    assert not is_open(GAP, accept)
    assert is_open(GAP, accept, undo("2", "1"))


def test_an_accepted_flag_is_asked_again_when_its_number_changes() -> None:
    one, two = Flag(FlagKind.TOO_MANY_CARDS, "53"), Flag(FlagKind.TOO_MANY_CARDS, "54")
    tally = apply(shot(GAP), [correct("1", CorrectionKind.ACCEPT, flag=flag_key(one))])
    assert open_flags([one, two], tally) == [two]


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (UNKNOWN, ASSIGN),
        (flag(FlagKind.UNKNOWN_BACK), ASSIGN),
        (
            flag(FlagKind.ODD_BACK, "x1"),
            correct("1", CorrectionKind.OWNER, mark="x1", owner="Ben"),
        ),
        (flag(FlagKind.OWNER_UNSURE, "x1"), correct("1", CorrectionKind.REMOVE, mark="x1")),
        (flag(FlagKind.SQUARED_STACK), COUNT),
        (
            flag(FlagKind.SQUARED_STACK),
            correct("1", CorrectionKind.ZONE, pile="x", zone=Zone.FOUNDATIONS),
        ),
        (flag(FlagKind.THIN_STRIP, "x1"), COUNT),
        (
            GAP,
            correct("1", CorrectionKind.ADD, mark="n", pile="x", point_px=(35.0, 20.0)),
        ),
        (flag(FlagKind.LOW_CONFIDENCE, "x3"), correct("1", CorrectionKind.REMOVE, mark="x3")),
        (flag(FlagKind.NO_CARDS), correct("1", CorrectionKind.ADD, mark="n", point_px=(1.0, 1.0))),
    ],
)
def test_a_correction_answers_the_flag(asked: Flag, answer: Correction) -> None:
    assert is_open(asked)
    assert not is_open(asked, answer)


@pytest.mark.parametrize(
    ("asked", "other"),
    [
        (flag(FlagKind.ODD_BACK, "x1"), ASSIGN),
        (UNKNOWN, correct("1", CorrectionKind.OWNER, mark="x1", owner="Ben")),
        (UNKNOWN, COUNT),
        (GAP, correct("1", CorrectionKind.ADD, mark="n", pile="x", point_px=(90.0, 20.0))),
        (GAP, ASSIGN),
        (flag(FlagKind.BLURRED), COUNT),
        (
            flag(FlagKind.LOW_CONFIDENCE, "x2", "x3"),
            correct("1", CorrectionKind.REMOVE, mark="x3"),
        ),
        (
            flag(FlagKind.LOW_CONFIDENCE, "x3"),
            correct("1", CorrectionKind.OWNER, mark="x3", owner="Ben"),
        ),
        (
            flag(FlagKind.OWNER_UNSURE, "x1"),
            correct("1", CorrectionKind.OWNER, mark="x1", owner=None),
        ),
    ],
)
def test_another_correction_leaves_it_open(asked: Flag, other: Correction) -> None:
    assert is_open(asked, other)


def test_one_card_that_may_be_a_stack_is_asked_about_until_somebody_looked() -> None:
    asked = flag(FlagKind.SQUARED_STACK)
    shown = reading(photo("center.jpg", pile("x", "Ben", 1), flags=(asked,)))
    card = correct("1", CorrectionKind.ADD, mark="n", pile="x", point_px=(35.0, 20.0))
    look = correct("1", CorrectionKind.ACCEPT, flag=flag_key(asked))
    assert open_flags([asked], apply(shown)) == [asked]
    for answer in (card, look):
        assert not open_flags([asked], apply(shown, [answer]))


def test_every_gap_of_a_pile_wants_its_answer() -> None:
    asked = flag(FlagKind.GAP, "x1", "x2", "x4")
    shown = reading(photo("center.jpg", pile("x", "Ben", 5), flags=(asked,)))
    log = [
        correct(mark, CorrectionKind.ADD, mark=mark, pile="x", point_px=point)
        for mark, point in (("n", (35.0, 20.0)), ("o", (95.0, 20.0)))
    ]
    assert open_flags([asked], apply(shown, log[:1]))
    assert not open_flags([asked], apply(shown, log))


def test_the_worst_flag_comes_first() -> None:
    flags = [flag(FlagKind.DECK_NOT_WHOLE), flag(FlagKind.GAP), flag(FlagKind.NO_CARDS)]
    assert kinds(worst_first(flags)) == [FlagKind.NO_CARDS, FlagKind.GAP, FlagKind.DECK_NOT_WHOLE]
