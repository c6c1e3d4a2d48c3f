"""Truth of whole deals."""

from pathlib import Path

import pytest

from datasets.truth import DealTruth, PlayerTruth, read_truth
from scoring.errors import DataError
from scoring.flags import Zone
from tests.datasets.truth.builders import touch, write

RED = {"owner": 0, "back": "red", "center": 15, "nertz": 11, "points": -7}
BLUE = {"owner": 1, "back": "blue", "center": 11, "nertz": 0}


def read_one(folder: Path, **changes: object) -> DealTruth:
    touch(folder / "c.jpg", folder / "n.jpg", folder / "n2.jpg")
    photos = {"center": "c.jpg", "nertz": ["n.jpg", "n2.jpg"]}
    document = {"caller": 1, "players": [RED, BLUE], "photos": photos, **changes}
    write(folder / "x.deal.json", document)
    (deal,) = read_truth(folder).deals
    return deal


def test_players_photos_and_caller_are_read(tmp_path: Path) -> None:
    deal = read_one(tmp_path, foundations_total=26)
    assert deal.caller == "blue"
    assert deal.players[0] == PlayerTruth("red", 15, 11, -7, None)
    assert deal.players[1].points is None
    assert [(zone, path.name) for zone, path in deal.photos] == [
        (Zone.CENTER, "c.jpg"),
        (Zone.NERTZ, "n.jpg"),
        (Zone.NERTZ, "n2.jpg"),
    ]
    assert deal.foundations_total == 26


@pytest.mark.parametrize("place", ["deals/enrol", "enrol", "rendered/enrol"])
def test_decks_are_found_in_the_folder_beside_it_or_with_a_sibling(
    tmp_path: Path, place: str
) -> None:
    touch(tmp_path / place / "red.jpg")
    assert read_one(tmp_path / "deals").decks == {"red": tmp_path / place / "red.jpg"}


def test_a_deal_without_a_caller_was_blocked(tmp_path: Path) -> None:
    assert read_one(tmp_path, caller=None).caller is None


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"caller": 7}, "caller 7"),
        ({"players": [RED, {**BLUE, "back": "red"}]}, "players red, red"),
        ({"players": [RED, {**BLUE, "owner": 0}]}, "players blue"),
        ({"players": [{**RED, "center": "15"}]}, "'15' as 'center' of players[0]"),
        ({"photos": {"attic": "c.jpg"}}, "photos of zone 'attic'"),
        ({"photos": {"center": "gone.jpg"}}, "no photo gone.jpg"),
        ({"photos": {"center": 4}}, "4 as a photo"),
    ],
)
def test_what_is_broken_is_said(tmp_path: Path, changes: dict[str, object], said: str) -> None:
    with pytest.raises(DataError) as caught:
        read_one(tmp_path, **changes)
    assert said in caught.value.found
