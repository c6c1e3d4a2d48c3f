import json
from pathlib import Path

import numpy as np
import pytest

from scoring.errors import DeckError
from tests.vision.drawn_backs import RED, back, enrolled, samples
from vision.backs import load_deck, save_deck
from vision.backs.descriptor import SIZE
from vision.backs.gallery import STRIP_MM, is_deck_file, px_per_mm_of
from vision.backs.match import distances

DECK = enrolled("Anna", back(RED))


def document(**changes: object) -> bytes:
    """A deck file of one piece with some of it changed."""
    good = {"version": 1, "name": "Anna", "sizes_mm": [[12.0, 88.9]], "descriptors": [[0.1] * SIZE]}
    return json.dumps({k: v for k, v in {**good, **changes}.items() if v is not None}).encode()


def test_a_deck_is_learnt_whole_and_in_strips_from_all_sides() -> None:
    assert len(DECK.descriptors) == 1 + 4 * len(STRIP_MM)
    assert DECK.sizes_mm[:, 0].min() == pytest.approx(min(STRIP_MM), abs=0.3)
    assert DECK.sizes_mm[:, 1].min() == pytest.approx(min(STRIP_MM), abs=0.3)


def test_a_saved_deck_is_loaded_the_same(tmp_path: Path) -> None:
    file = tmp_path / "anna.deck.json"
    save_deck(DECK, file)
    loaded = load_deck(file.read_bytes(), "Anna", file.name)
    assert loaded.name == "Anna"
    assert np.allclose(loaded.descriptors, DECK.descriptors, atol=1e-5)
    assert np.allclose(loaded.sizes_mm, DECK.sizes_mm, atol=0.01)
    table = samples([back(RED)] * 4)
    assert np.allclose(distances(table, [DECK]), distances(table, [loaded]), atol=1e-3)


def test_a_deck_is_loaded_under_the_name_given_now() -> None:
    assert load_deck(document(), "Ben", "anna.deck.json").name == "Ben"


def test_a_deck_file_is_told_from_a_photo(tmp_path: Path) -> None:
    save_deck(DECK, tmp_path / "deck")
    assert is_deck_file((tmp_path / "deck").read_bytes())
    assert is_deck_file(b' \n{"version": 1}')
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
        document(descriptors=None),
        document(sizes_mm=None),
        document(descriptors=[["x"] * SIZE]),
        document(descriptors=[[0.1] * SIZE, [0.1]]),
        document(descriptors=[[10**400] * SIZE]),
    ],
)
def test_a_broken_deck_file_is_refused(data: bytes) -> None:
    with pytest.raises(DeckError, match=r"anna\.deck\.json"):
        load_deck(data, "Anna", "anna.deck.json")


@pytest.mark.parametrize(
    "data",
    [
        document(version=2),
        document(version="1"),
        document(descriptors=[]),
        document(descriptors=[[0.1] * (SIZE - 1)]),
        document(sizes_mm=[[12.0, 88.9]] * 2),
        document(sizes_mm=[[12.0]]),
        document(descriptors=[[float("nan")] * SIZE]),
        document(sizes_mm=[[float("inf"), 88.9]]),
    ],
)
def test_a_deck_file_that_cannot_be_compared_is_refused(data: bytes) -> None:
    with pytest.raises(DeckError, match="enrol the deck again"):
        load_deck(data, "Anna", "anna.deck.json")


def test_scale_comes_from_the_cards_length() -> None:
    assert px_per_mm_of(177.8) == pytest.approx(2.0)
    assert px_per_mm_of(0.0) > 0
