import base64
import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from scoring.errors import DeckError
from tests.vision.drawn_backs import RED, WARM, back, enrolled
from vision.backs import load_deck, save_deck
from vision.backs.gallery import MAX_PICTURES, is_deck_file, join_decks
from vision.backs.patch import CARD_MM, PX_PER_MM, WHITE

DECK = enrolled("Anna", back(RED))
SIDES = [round(side * PX_PER_MM) for side in reversed(CARD_MM)]


def png(height: int = SIDES[0], width: int = SIDES[1], ending: str = ".png") -> str:
    picture = np.full((height, width, 3), 200, np.uint8)
    return base64.b64encode(cv2.imencode(ending, picture)[1].tobytes()).decode()


def document(**changes: object) -> bytes:
    """A deck file of one picture with some of it changed."""
    good = {"version": 2, "name": "Anna", "px_per_mm": PX_PER_MM, "backs": [png()]}
    return json.dumps({k: v for k, v in {**good, **changes}.items() if v is not None}).encode()


def test_a_deck_is_learnt_as_its_whole_upright_back() -> None:
    (card,) = DECK.cards
    assert card.shape[:2] == pytest.approx(SIDES, abs=2)


def test_the_white_of_the_paper_is_taken_out_when_a_deck_is_learnt() -> None:
    (card,) = enrolled("Anna", back(RED), WARM).cards
    border = card[20:-20, 2:5].reshape(-1, 3).mean(axis=0)
    assert border == pytest.approx(np.full(3, WHITE), rel=0.08)


def test_a_saved_deck_is_loaded_the_same(tmp_path: Path) -> None:
    file = tmp_path / "anna.deck.json"
    both = join_decks("Anna", [DECK, enrolled("Ann", back(RED), WARM)])
    save_deck(both, file)
    loaded = load_deck(file.read_bytes(), "Anna", file.name)
    assert loaded.name == "Anna"
    assert len(loaded.cards) == 2
    for card, again in zip(both.cards, loaded.cards, strict=True):
        assert np.array_equal(card, again)


def test_a_deck_file_is_small(tmp_path: Path) -> None:
    save_deck(DECK, tmp_path / "deck")
    assert (tmp_path / "deck").stat().st_size < 100_000


def test_a_deck_is_loaded_under_the_name_given_now() -> None:
    assert load_deck(document(), "Ben", "anna.deck.json").name == "Ben"


def test_more_pictures_than_can_be_enrolled_are_left_out() -> None:
    many = document(backs=[png()] * (MAX_PICTURES + 3))
    assert len(load_deck(many, "Anna", "anna.deck.json").cards) == MAX_PICTURES


def test_a_deck_file_is_told_from_a_photo(tmp_path: Path) -> None:
    save_deck(DECK, tmp_path / "deck")
    assert is_deck_file((tmp_path / "deck").read_bytes())
    assert is_deck_file(b' \n{"version": 2}')
    assert not is_deck_file(b"\x89PNG\r\n\x1a\n{")
    assert not is_deck_file(b"")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"{",
        b"[1, 2]",
        b"\xff\xfe{}",
        b"{}",
        b'{"a":' * 100_000,
        document(backs=None),
        document(backs=[]),
        document(backs="text"),
        document(backs=[None]),
        document(backs=["not base64!"]),
        document(backs=[png(ending=".jpg")]),
        document(backs=[png()[:200]]),
        document(backs=[png(height=20)]),
        document(backs=[png(height=4000, width=4000)]),
        document(px_per_mm=3.0),
    ],
)
def test_a_broken_deck_file_is_refused(data: bytes) -> None:
    with pytest.raises(DeckError, match=r"anna\.deck\.json.*enrol the deck again"):
        load_deck(data, "Anna", "anna.deck.json")


@pytest.mark.parametrize("version", [1, "2", [2], 3])
def test_a_deck_file_of_another_version_is_refused(version: object) -> None:
    with pytest.raises(DeckError, match="version 2"):
        load_deck(document(version=version), "Anna", "anna.deck.json")
