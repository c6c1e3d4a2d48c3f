"""Piles: counted by place, cut ones by what can be seen, with and without owners."""

from pathlib import Path

import pytest

from datasets.truth import CardTruth, PhotoTruth, PileTruth, SideCounts
from models.evaluate.report import Report, summarise
from models.evaluate.shares import Share
from models.evaluate.splits import split_piles
from scoring.reading import Side
from tests.models.truths import (
    STEP_PX,
    marks,
    measured,
    outline,
    reading_of,
    ribbon,
    strips,
    truth_of,
)

TWO = truth_of(("red", ribbon("red", 4, 50)), ("blue", ribbon("blue", 5, 250)))


def test_piles_are_counted_by_place_whoever_they_were_given_to() -> None:
    reading = reading_of(marks(strips(4, 50), "blue"), marks(strips(5, 250)[:3], None, first=5))
    photo = measured(TWO, reading)
    assert [(pile.owner, pile.truth, pile.found) for pile in photo.piles] == [
        ("red", 4, 4),
        ("blue", 5, 3),
    ]
    summary = summarise(Report((photo,)))
    assert (summary.piles.exact, summary.piles.mae, summary.piles.bias) == (Share(1, 2), 1.0, -1.0)


def test_a_card_in_a_strangers_pile_counts_for_its_own() -> None:
    stray = CardTruth(Side.BACK, "blue", quad_px=outline(20 + 2 * STEP_PX, 50))
    red = ribbon("red", 4, 50)
    truth = truth_of(("red", [*red[:2], red[3]]), ("blue", [stray]))
    cards = (*red[:2], stray, red[3])
    truth = truth_of(("red", [*red[:2], red[3]]), ("blue", [stray]), piles=truth.piles, cards=cards)
    photo = measured(truth, reading_of(marks(strips(4, 50), "red")))
    assert [(pile.owner, pile.truth, pile.found) for pile in photo.piles] == [
        ("red", 3, 3),
        ("blue", 1, 1),
    ]
    assert photo.owners_exact is False


def test_a_double_mark_counts_for_the_pile_on_which_it_lies() -> None:
    outlines = [*strips(4, 50), outline(22, 52, 26)]
    photo = measured(TWO, reading_of(marks(outlines, "red")))
    assert [pile.found for pile in photo.piles] == [5, 0]


def test_a_mark_far_from_every_pile_counts_for_none() -> None:
    photo = measured(TWO, reading_of(marks([outline(500, 380)], "red")))
    assert [pile.found for pile in photo.piles] == [0, 0]


def test_an_owner_without_cards_is_no_pile() -> None:
    truth = truth_of(("red", ribbon("red", 2, 50)), ("blue", []))
    assert [pile.owner for pile in measured(truth, reading_of()).piles] == ["red"]


def test_a_pile_that_runs_out_of_the_picture_counts_what_is_seen_of_it() -> None:
    cut = truth_of(("red", ribbon("red", 6, 50, x=500)))
    photo = measured(cut, reading_of(marks(strips(6, 50, x=500)[:5], "red")))
    (pile,) = photo.piles
    assert (pile.truth, pile.found, pile.cut) == (5, 5, True)
    assert photo.by_owner == {"red": 5}
    assert (photo.total, photo.owners_exact) == (5, True)
    assert split_piles(Report((photo,)))["cut"]["cut"].exact == Share(1, 1)


def test_piles_in_boxes_need_no_owner() -> None:
    piles = (
        PileTruth(count=2, sides=SideCounts(2, 0), box_px=(0, 0, 300, 200)),
        PileTruth(count=1, sides=SideCounts(0, 1), box_px=(0, 200, 300, 400)),
    )
    truth = PhotoTruth(Path("a.png"), Path("a.json"), piles=piles)
    photo = measured(truth, reading_of(marks(strips(3, 50), None)))
    assert [(pile.side, pile.truth, pile.found) for pile in photo.piles] == [
        ("back", 2, 3),
        ("face", 1, 0),
    ]
    assert (photo.total, photo.exact, photo.sides_exact) == (3, True, False)
    assert photo.owners_exact is None


def test_counts_alone_measure_the_total() -> None:
    truth = PhotoTruth(Path("a.png"), Path("a.json"), counts=SideCounts(3, 0))
    photo = measured(truth, reading_of(marks(strips(3, 50), None)))
    assert (photo.cards, photo.piles) == (None, ())
    assert (photo.exact, photo.sides_exact) == (True, True)
    assert summarise(Report((photo,))).totals.exact == Share(1, 1)


@pytest.mark.parametrize("owner", ["blue", None])
def test_owners_are_exact_only_if_nothing_is_given_away_or_unknown(owner: str | None) -> None:
    right = marks(strips(4, 50), "red")
    wrong = [*right[:3], *marks([strips(4, 50)[3]], owner, first=4)]
    truth = truth_of(("red", ribbon("red", 4, 50)))
    assert measured(truth, reading_of(right)).owners_exact is True
    assert measured(truth, reading_of(wrong)).owners_exact is False


def test_without_decks_to_enrol_a_photo_is_judged_by_its_total() -> None:
    piles = (PileTruth("red", 4, enrol=None),)
    truth = truth_of(("red", ribbon("red", 4, 50)), piles=piles)
    photo = measured(truth, reading_of(marks(strips(4, 50), "A")))
    assert (photo.owners_exact, photo.exact, photo.owner_pairs) == (None, True, ())
