import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.random import default_rng

from datasets.faces import RANKS
from datasets.pool import CODES, ArtPool, PoolSplit, shift_colours
from scoring.errors import DataError
from scoring.reading import Side


def names_of(pool: ArtPool, draws: int = 80) -> dict[str, set[str]]:
    """What a pool gives: names of backs without their tint, decks and surfaces."""
    rng = default_rng(0)
    return {
        "backs": {pool.sample_back(rng).split("@")[0] for _ in range(draws)},
        "decks": {pool.sample_deck(rng) for _ in range(draws)},
        "surfaces": {pool.sample_surface(rng)[0] for _ in range(draws)},
    }


def cache(folder: Path) -> Path:
    """An art cache with a deck, two backs (one of them small) and a surface for each side."""
    items: list[dict[str, object]] = []
    for split in ("train", "held"):
        base: dict[str, object] = {
            "package": split,
            "split": split,
            "source": "drawn",
            "licence": "CC0-1.0",
        }
        tone = 60 if split == "train" else 120
        for kind, name in (("back", "back"), ("back", "small"), ("surface", "oak")):
            path = folder / f"{split}-{name}.png"
            cv2.imwrite(str(path), np.full((140, 100, 3), tone, np.uint8))
            item = {"kind": kind, "id": f"{split}-{name}", "group": name, "path": path.name}
            items.append(base | item | {"low_resolution": name == "small"})
        cut_out = folder / f"{split}-pear.webp"
        cv2.imwrite(str(cut_out), np.full((40, 60, 4), tone, np.uint8))
        item = {"kind": "thing", "id": f"{split}-pear", "group": "pear", "path": cut_out.name}
        items.append(base | item)
        deck = folder / f"{split}-deck"
        deck.mkdir()
        cv2.imwrite(str(deck / "QS.webp"), np.full((140, 100, 3), tone, np.uint8))
        for language in ("en", "fr"):
            item = {"kind": "faces", "id": f"{split}-{language}", "group": language}
            item |= {"path": deck.name, "indices_language": language}
            items.append(base | item | {"faces": ["QS"]})
    (folder / "index.json").write_text(json.dumps({"items": items}))
    return folder


def test_there_are_52_codes() -> None:
    assert len(set(CODES)) == 52
    assert {"10S", "QD"} <= set(CODES)


def test_a_split_of_another_name_is_refused() -> None:
    with pytest.raises(DataError, match="train or held"):
        ArtPool("test")  # type: ignore[arg-type]


def test_drawn_art_of_the_two_sides_never_shares_a_seed() -> None:
    train, held = names_of(ArtPool("train")), names_of(ArtPool("held"))
    for kind in train:
        assert all(name.split(":")[0] in ("drawn", "own") for name in train[kind])
        assert {int(name.split(":")[1]) % 2 for name in train[kind]} == {0}
        assert {int(name.split(":")[1]) % 2 for name in held[kind]} == {1}


def test_ready_made_art_of_the_two_sides_is_kept_apart(tmp_path: Path) -> None:
    folder = cache(tmp_path)
    sides: dict[PoolSplit, dict[str, set[str]]] = {
        "train": names_of(ArtPool("train", folder)),
        "held": names_of(ArtPool("held", folder)),
    }
    for split, names in sides.items():
        ready = {n for kind in names.values() for n in kind if n.startswith(("art:", "deck:"))}
        assert all(name.split(":")[1].startswith(split) for name in ready)
        assert len(ready) == 4
    for kind in ("backs", "decks", "surfaces"):
        assert not sides["train"][kind] & sides["held"][kind]


def test_decks_with_other_letters_on_them_are_not_used(tmp_path: Path) -> None:
    assert "deck:train-fr" not in names_of(ArtPool("train", cache(tmp_path)))["decks"]


def test_small_pictures_are_seldom_chosen(tmp_path: Path) -> None:
    pool, rng = ArtPool("train", cache(tmp_path)), default_rng(0)
    backs = [pool.sample_back(rng).split("@")[0] for _ in range(400)]
    assert 0 < backs.count("art:train-small") < 0.4 * backs.count("art:train-back")


def test_cut_outs_of_other_things_come_with_their_shape(tmp_path: Path) -> None:
    assert ArtPool("train").sample_thing(default_rng(0)) is None
    pool = ArtPool("train", cache(tmp_path))
    assert pool.sample_thing(default_rng(0)) == ("train-pear", 1.5)
    assert pool.thing("train-pear").shape == (40, 60, 4)


def test_ready_made_pictures_are_loaded_by_name(tmp_path: Path) -> None:
    pool = ArtPool("held", cache(tmp_path))
    assert (pool.card(Side.BACK, "art:held-back") == 120).all()
    assert (pool.surface("art:held-oak") == 120).all()
    assert np.abs(pool.card(Side.FACE, "deck:held-en/QS").astype(int) - 120).max() < 4


def test_a_cache_without_an_index_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cache of card art"):
        ArtPool("train", tmp_path)


@pytest.mark.parametrize("name", ["drawn:8", "drawn:8@3"])
def test_a_name_always_means_the_same_picture(name: str) -> None:
    first, second = (ArtPool("train").card(Side.BACK, name) for _ in range(2))
    assert np.array_equal(first, second)


def test_a_twin_is_the_same_design_in_other_colours() -> None:
    pool = ArtPool("train")
    twin = pool.twin(default_rng(1), "drawn:8@5")
    assert twin.startswith("drawn:8@")
    first, second = (pool.card(Side.BACK, name) for name in ("drawn:8", twin))
    assert first.shape == second.shape
    assert not np.array_equal(first, second)


def test_other_inks_leave_white_paper_white() -> None:
    picture = np.full((20, 20, 3), 255, np.uint8)
    picture[5:15, 5:15] = (180, 20, 30)
    shifted = shift_colours(default_rng(2), picture)
    assert (shifted[0, 0] >= 254).all()
    assert np.abs(shifted[10, 10].astype(int) - (180, 20, 30)).max() > 60


@pytest.mark.parametrize("seed", [0, 7, 22])
def test_an_index_is_found_where_it_is_printed(seed: int) -> None:
    pool = ArtPool("train")
    place, turned = pool.index_places(f"own:{seed}/QS")
    assert place is not None
    assert turned is not None
    assert place == pytest.approx(turned, abs=0.02)
    x0, y0, x1, y1 = (round(v * s) for v, s in zip(place, (500, 700, 500, 700), strict=True))
    assert x1 < 250
    assert y1 < 350
    for rank in RANKS[1:10]:
        face = pool.card(Side.FACE, f"own:{seed}/{rank}S")
        corner = np.abs(face[:196, :110].astype(int) - face[350, 8]).max(axis=2) > 70
        inside = corner[y0:y1, x0:x1]
        assert inside.sum() > 0.9 * corner.sum()
        assert 0.08 < inside.mean() < 0.9


def test_codes_of_a_pile_differ_as_far_as_a_deck_reaches() -> None:
    pool = ArtPool("train")
    assert len(set(pool.sample_codes(default_rng(0), 52))) == 52
    assert len(pool.sample_codes(default_rng(0), 60)) == 60
