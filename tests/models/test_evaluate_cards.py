"""Cards: found, missed and false, by the visible part of each."""

from dataclasses import replace
from pathlib import Path

import pytest

from datasets.truth import CardTruth, PhotoTruth
from models.evaluate.report import Report, sum_cards
from models.evaluate.shares import Share
from models.evaluate.splits import split_cards
from scoring.cards import Rank
from scoring.errors import DataError
from scoring.reading import Side
from tests.models.truths import marks, measured, outline, reading_of, ribbon, strips, truth_of

FOUR = truth_of(("red", ribbon("red", 4, 50)))


def test_marks_on_all_visible_parts_find_everything() -> None:
    photo = measured(FOUR, reading_of(marks(strips(4, 50), "red")))
    cards = sum_cards((photo,))
    assert (cards.recall, cards.precision) == (Share(4, 4), Share(4, 4))
    assert photo.exact is True


def test_the_whole_outline_of_a_covered_card_is_not_its_visible_part() -> None:
    whole = [outline(20, 50, 120), outline(300, 300)]
    cards = sum_cards((measured(FOUR, reading_of(marks(whole, "red"))),))
    assert cards.recall == Share(0, 4)


def test_a_missing_mark_is_a_missed_card() -> None:
    photo = measured(FOUR, reading_of(marks(strips(4, 50)[1:], "red")))
    cards = sum_cards((photo,))
    assert (cards.recall, cards.precision) == (Share(3, 4), Share(3, 3))
    assert photo.cards is not None
    assert [card.number for card in photo.cards.missed] == [0]


def test_a_double_mark_and_one_on_the_table_are_false() -> None:
    outlines = [*strips(4, 50), outline(22, 52, 30), outline(400, 300)]
    cards = sum_cards((measured(FOUR, reading_of(marks(outlines, "red"))),))
    assert (cards.recall, cards.precision) == (Share(4, 4), Share(4, 6))


def test_a_strip_too_thin_to_see_is_neither_missed_nor_false() -> None:
    thin = [CardTruth(Side.BACK, "red", quad_px=outline(20 + 3 * n, 50)) for n in range(2)]
    truth = truth_of(("red", thin))
    unseen = measured(truth, reading_of(marks([outline(23, 50)], "red")))
    seen = measured(truth, reading_of(marks([outline(23, 50), outline(20, 50, 3)], "red")))
    for photo in (unseen, seen):
        assert sum_cards((photo,)).recall == Share(1, 1)
        assert sum_cards((photo,)).precision == Share(1, 1)
    assert seen.cards is not None
    assert len(seen.cards.forgiven) == 1


def test_a_hidden_card_and_one_outside_the_picture_are_not_asked_for() -> None:
    hidden = CardTruth(Side.BACK, "red", quad_px=outline(20, 50))
    outside = CardTruth(Side.BACK, "red", quad_px=outline(700, 50))
    photo = measured(truth_of(("red", [hidden, hidden, outside])), reading_of())
    assert sum_cards((photo,)).truth == 1


def test_a_face_taken_for_a_back_is_found_on_the_wrong_side() -> None:
    face = CardTruth(Side.FACE, "red", card="10S", quad_px=outline(20, 50))
    photo = measured(truth_of(("red", [face])), reading_of(marks([outline(20, 50)], "red")))
    assert sum_cards((photo,)).right_side == Share(0, 1)


def test_upright_boxes_are_compared_with_the_rectangle_around_a_mark() -> None:
    box = CardTruth(side=Side.FACE, rank=Rank.KING, box_px=(100, 100, 200, 200))
    truth = PhotoTruth(Path("a.png"), Path("a.xml"), cards=(box,))
    slanted = ((110.0, 100.0), (200.0, 190.0), (190.0, 200.0), (100.0, 110.0))
    photo = measured(truth, reading_of(marks([slanted], None)))
    assert sum_cards((photo,)).recall == Share(1, 1)
    assert photo.exact is True
    assert split_cards(Report((photo,)))["truth"] == {"upright box": Share(1, 1)}


def test_recall_is_split_by_strip_side_zone_and_kind() -> None:
    photo = measured(FOUR, reading_of(marks(strips(4, 50)[1:], "red")))
    splits = split_cards(Report((photo,)))
    assert splits["strip_px"] == {"24-36": Share(2, 3), ">=54": Share(1, 1)}
    assert splits["side"] == {"back": Share(3, 4)}
    assert splits["zone"] == {"center": Share(3, 4)}
    assert splits["kind"] == {"ribbon": Share(3, 4)}


def test_truth_of_another_size_is_refused() -> None:
    with pytest.raises(DataError, match="truth for 10 x 10 px"):
        measured(replace(FOUR, size_px=(10, 10)), reading_of())
