import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.pool import ArtPool
from datasets.tables import SIZE_PX, different_backs, write_table
from datasets.truth import read_truth
from scoring.flags import Zone


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three tables with drawn art; among them a centre and a leftover photo."""
    made = tmp_path_factory.mktemp("tables")
    for number in (0, 1, 2, 3):
        write_table(number, 1, ArtPool("held"), made)
    return made


def test_made_tables_are_truth_that_can_be_measured(folder: Path) -> None:
    truths = read_truth(folder).photos
    assert len(truths) == 4
    assert {truth.zone for truth in truths} <= {Zone.CENTER, Zone.NERTZ}
    for truth in truths:
        assert truth.cards is not None
        counted = {pile.owner: pile.count for pile in truth.piles or ()}
        laid = [card.owner for card in truth.cards]
        assert {owner: laid.count(owner) for owner in counted} == counted


def test_all_cards_lie_on_the_photo(folder: Path) -> None:
    for file in folder.glob("*.json"):
        quads = np.array([card["quad"] for card in json.loads(file.read_text())["cards"]])
        assert quads.min() > 0
        assert quads.max() < SIZE_PX


def test_every_deck_has_a_photo_to_enrol_it_from(folder: Path) -> None:
    for file in folder.glob("*.json"):
        for pile in json.loads(file.read_text())["piles"]:
            assert cv2.imread(str(folder / pile["enrol"])) is not None


def test_the_caller_has_no_leftover_pile(folder: Path) -> None:
    for file in folder.glob("*.json"):
        truth = json.loads(file.read_text())
        if truth["zone"] == "nertz":
            assert truth["piles"][truth["caller"]]["count"] == 0


def test_the_same_table_for_the_same_seed(folder: Path, tmp_path: Path) -> None:
    write_table(2, 1, ArtPool("held"), tmp_path)
    for name in ("00002.json", "00002.jpg"):
        assert (tmp_path / name).read_bytes() == (folder / name).read_bytes()


def test_no_two_decks_of_a_table_have_one_back() -> None:
    backs = different_backs(np.random.default_rng(0), ArtPool("held"), 8)
    assert len(set(backs)) == 8
