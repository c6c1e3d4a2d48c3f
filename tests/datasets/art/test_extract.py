"""A whole cache from decks made here: no registry, no renderer."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from datasets.art.canvas import Rgba
from datasets.art.compile import write_index
from datasets.art.extract import extract_deck
from datasets.art.index import art_index, load_rgb
from datasets.art.packages import Client, Package
from datasets.art.recipe import FACES, Recipe
from datasets.art.twins import signature, twin_clusters
from scoring.errors import DataError

PACKAGE = Package(Client.NPM, "made-here", "1")


def blank(red: int, green: int, blue: int) -> Rgba:
    picture = np.full((140, 100, 4), 255, np.uint8)
    picture[20:120, 20:80, :3] = (red, green, blue)
    return picture


def striped(red: int, green: int, blue: int) -> Rgba:
    picture = blank(255, 255, 255)
    picture[20:120:20, :, :3] = (red, green, blue)
    picture[21:121:20, :, :3] = (red, green, blue)
    picture[40:60, 30:50, :3] = (red, green, blue)
    return picture


def deck(name: str, back: Rgba, faces: tuple[str, ...] = ("AS",)) -> Recipe:
    def pictures() -> Iterator[tuple[str, Rgba]]:
        for face in faces:
            yield face, blank(10, 20, 30)
        yield "back", back

    return Recipe(name, PACKAGE, name, pictures)


def extract(cache: Path, *decks: Recipe) -> None:
    for recipe in decks:
        items = extract_deck(recipe, cache, "CC0")
        entry = cache / "entries" / f"{recipe.id}.json"
        entry.parent.mkdir(parents=True, exist_ok=True)
        entry.write_text(json.dumps(items))
    write_index(cache)


def test_a_deck_and_its_back_are_found_again(tmp_path: Path) -> None:
    extract(tmp_path, deck("mine", striped(200, 0, 0), FACES))
    index = art_index(tmp_path)
    (made,) = index.decks
    assert made.licence == "CC0"
    assert made.faces == FACES
    assert load_rgb(made.face_path("10S")).shape == (700, 500, 3)
    assert load_rgb(index.backs[0].path).shape == (700, 500, 3)


def test_a_deck_with_a_card_missing_gives_its_back_only(tmp_path: Path) -> None:
    extract(tmp_path, deck("mine", striped(200, 0, 0), FACES[1:]))
    assert art_index(tmp_path).decks == ()
    assert len(art_index(tmp_path).backs) == 1


def test_a_deck_in_another_language_gives_its_back_only(tmp_path: Path) -> None:
    extract(tmp_path, replace(deck("mine", striped(200, 0, 0), FACES), faces=False))
    assert art_index(tmp_path).decks == ()
    assert len(art_index(tmp_path).backs) == 1


def test_a_back_that_is_a_test_decks_twin_is_never_trained_on(tmp_path: Path) -> None:
    extract(tmp_path, deck("mine", striped(200, 0, 0)), deck("paris", striped(0, 0, 200)))
    sides = {back.id: back.split for back in art_index(tmp_path).backs}
    assert sides == {"mine-back": "never", "paris-back": "never"}


def test_an_unlike_back_keeps_its_own_side(tmp_path: Path) -> None:
    extract(tmp_path, deck("mine", blank(200, 0, 0)), deck("paris", striped(0, 0, 200)))
    sides = {back.id: back.split for back in art_index(tmp_path).backs}
    assert sides["mine-back"] != "never"


def test_plain_backs_are_nobodys_twins() -> None:
    plain = np.full((700, 500, 3), 120, np.uint8)
    assert twin_clusters([signature(plain), signature(plain + 40)]) == [0, 1]


def test_a_folder_without_an_index_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="nertz data art"):
        _ = art_index(tmp_path).decks


def test_a_missing_picture_says_what_to_run(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="nertz data art"):
        load_rgb(tmp_path / "nothing.webp")
