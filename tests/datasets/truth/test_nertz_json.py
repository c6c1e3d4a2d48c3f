"""Our own truth files: everything, parts of it, and broken ones."""

from pathlib import Path

import pytest

from datasets.truth import PhotoTruth, SideCounts, read_truth
from scoring.errors import DataError
from scoring.flags import Zone
from scoring.reading import Side
from tests.datasets.truth.builders import SQUARE, table, touch, write


def read_one(folder: Path, document: object) -> PhotoTruth:
    touch(folder / "a.jpg")
    write(folder / "a.json", document)
    (truth,) = read_truth(folder).photos
    return truth


def test_a_whole_truth_says_everything(tmp_path: Path) -> None:
    truth = read_one(tmp_path, table())
    assert truth.photo == tmp_path / "a.jpg"
    assert (truth.zone, truth.caller, truth.size_px) == (Zone.NERTZ, "blue", (640, 480))
    assert truth.by_owner == {"red": 2, "blue": 0}
    assert truth.sides == SideCounts(down=1, up=1)
    assert truth.decks == {
        "red": tmp_path / "enrol/red.jpg",
        "blue": tmp_path / "enrol/blue.jpg",
    }
    assert truth.cards is not None
    assert [card.card for card in truth.cards] == ["10S", "QD"]
    assert truth.cards[1].side is Side.FACE
    assert truth.cards[0].quad_px == ((10, 10), (50, 10), (50, 70), (10, 70))


def test_counts_alone_are_enough(tmp_path: Path) -> None:
    truth = read_one(tmp_path, {"photo": "a.jpg", "counts": {"down": 7, "up": 2}})
    assert (truth.total, truth.by_owner, truth.cards, truth.zone) == (9, None, None, None)


def test_a_pile_may_have_a_box_and_counts_instead_of_an_owner(tmp_path: Path) -> None:
    piles = [{"box": [0, 0, 100, 50], "counts": {"down": 4, "up": 1}}]
    truth = read_one(tmp_path, {"photo": "a.jpg", "piles": piles})
    assert truth.piles is not None
    assert (truth.piles[0].count, truth.piles[0].box_px) == (5, (0, 0, 100, 50))
    assert truth.by_owner is None
    assert truth.sides == SideCounts(4, 1)


def test_cards_may_lack_outlines(tmp_path: Path) -> None:
    cards = [{"owner": 0, "up": True}, {"owner": 0, "up": False}, {"owner": 3, "up": False}]
    truth = read_one(tmp_path, {"photo": "a.jpg", "cards": cards})
    assert truth.by_owner == {"owner 0": 2, "owner 3": 1}
    assert truth.total == 3


def test_a_back_without_its_photo_is_looked_for_beside_the_folder(tmp_path: Path) -> None:
    touch(tmp_path / "enrol/red.png", tmp_path / "photos/a.jpg")
    piles = [{"owner": 0, "back": "red", "count": 2}, {"owner": 1, "back": "blue", "count": 1}]
    write(tmp_path / "photos/a.json", {"photo": "a.jpg", "piles": piles})
    (truth,) = read_truth(tmp_path).photos
    assert truth.decks == {"red": tmp_path / "enrol/red.png"}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"photo": "b.jpg"}, "no photo b.jpg beside a.json"),
        ({"photo": 3}, "3 as 'photo' of a.json"),
        ({"zone": "kitchen"}, "zone 'kitchen' in a.json"),
        ({"caller": "Anna"}, "'Anna' as 'caller' of a.json"),
        ({"piles": {}}, "{} as 'piles' of a.json"),
        ({"piles": [4]}, "4 as piles[0] of a.json"),
        ({"piles": [{"owner": 0, "count": -1}]}, "-1 as 'count' of piles[0] of a.json"),
        ({"piles": [{"owner": 0, "count": 1}] * 2}, "owner 0 (owner 0) twice"),
        ({"piles": [{"box": [9, 9, 1, 1], "count": 1}]}, "'box' of piles[0]"),
        ({"piles": [{"count": 1, "counts": {"down": 1, "up": 1}}]}, "a count of 1 and 2 by side"),
        ({"counts": {"down": 1}}, "nothing as 'up' of counts of a.json"),
        ({"cards": [{"up": "yes"}]}, "'yes' as 'up' of cards[0]"),
        ({"cards": [{"rank": "1", "suit": "S"}]}, "1 and S as rank and suit of cards[0]"),
        ({"cards": [{"quad": [[0, 0]] * 3}]}, "'quad' of cards[0]"),
        ({"cards": [{"quad": [[0, float("inf")]] * 4}]}, "'quad' of cards[0]"),
        ({"cards": [{"quad": SQUARE}, {}]}, "1 of 2 cards with a quad"),
    ],
)
def test_what_is_broken_is_said_with_its_place(
    tmp_path: Path, changes: dict[str, object], said: str
) -> None:
    with pytest.raises(DataError) as caught:
        read_one(tmp_path, table(**changes))
    assert said in caught.value.found
    assert caught.value.expected
    assert caught.value.action
