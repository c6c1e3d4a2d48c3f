"""Truth of foundations: heights, completed ones, and whose pile a card is."""

from pathlib import Path

import pytest

from datasets.truth import FoundationTruth, PhotoTruth, read_truth
from scoring.errors import DataError
from scoring.flags import Zone
from tests.datasets.truth.builders import SQUARE, touch, write

PILES = [
    {"top": "2s", "complete": False, "count": 2},
    {"top": "KD", "complete": True, "count": 13},
]


def read_one(folder: Path, **changes: object) -> PhotoTruth:
    touch(folder / "f.jpg")
    write(folder / "f.json", {"photo": "f.jpg", "piles": PILES, "total": 15, **changes})
    (truth,) = read_truth(folder).photos
    return truth


def test_heights_and_tops_are_read(tmp_path: Path) -> None:
    truth = read_one(tmp_path)
    assert truth.zone is Zone.FOUNDATIONS
    assert truth.foundations_total == 15
    assert truth.foundations == (
        FoundationTruth(2, complete=False, top="2S"),
        FoundationTruth(13, complete=True, top="KD"),
    )


def test_cards_come_pile_after_pile(tmp_path: Path) -> None:
    truth = read_one(tmp_path, cards=[{"quad": SQUARE}] * 15)
    assert truth.foundations is not None
    assert truth.foundations[0].cards == (0, 1)
    assert truth.foundations[1].cards == tuple(range(2, 15))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"total": 14}, "a total of 14 for piles of 15"),
        ({"cards": [{"quad": SQUARE}] * 3}, "3 cards for a total of 15"),
        ({"piles": [{"top": "7X", "count": 7}], "total": 7}, "'7X' as 'top' of piles[0]"),
        ({"piles": [{"top": "7S"}]}, "nothing as 'count' of piles[0]"),
    ],
)
def test_what_is_broken_is_said(tmp_path: Path, changes: dict[str, object], said: str) -> None:
    with pytest.raises(DataError) as caught:
        read_one(tmp_path, **changes)
    assert said in caught.value.found
