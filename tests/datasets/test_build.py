from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from datasets.build import (
    BuildConfig,
    build,
    closer_pictures,
    data_hash,
    make_sample,
    write_sample,
)
from datasets.labels import Label
from datasets.pool import ArtPool
from datasets.yolo_obb import parse_boxes
from scoring.errors import DataError

CONFIG = BuildConfig(count=5, seed=3, size_px=160)


def contents(folder: Path) -> dict[str, bytes]:
    """Every file but `data.yaml`, which names the folder's own place."""
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file.name != "data.yaml"
    }


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("one") / "set"
    assert sorted(build(CONFIG, folder)) == list(range(5))
    return folder


def test_a_set_has_a_picture_and_a_label_file_of_every_number(built: Path) -> None:
    for number in range(5):
        picture = cv2.imread(str(built / "images" / "train" / f"{number:07d}.jpg"))
        assert picture is not None
        assert picture.shape == (160, 160, 3)
        assert (built / "labels" / "train" / f"{number:07d}.txt").is_file()
    assert (built / "data.yaml").is_file()


def test_two_workers_make_the_same_set(built: Path, tmp_path: Path) -> None:
    list(build(CONFIG, tmp_path, workers=2))
    assert contents(tmp_path) == contents(built)
    assert data_hash(tmp_path) == data_hash(built)


def test_a_picture_made_again_alone_is_the_same(built: Path, tmp_path: Path) -> None:
    for part in ("images", "labels"):
        (tmp_path / part / "train").mkdir(parents=True)
    write_sample(make_sample(4, CONFIG, ArtPool("train")), tmp_path, "train")
    again = contents(tmp_path)
    assert len(again) == 2
    assert again.items() <= contents(built).items()


def test_a_build_that_goes_on_makes_only_what_is_missing(built: Path, tmp_path: Path) -> None:
    for name, data in contents(built).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    label = tmp_path / "labels" / "train" / "0000002.txt"
    label.unlink()
    kept = tmp_path / "images" / "train" / "0000001.jpg"
    kept.write_bytes(b"looked at, not made again")
    assert list(build(CONFIG, tmp_path)) == [2]
    assert label.is_file()
    assert kept.read_bytes() == b"looked at, not made again"


@pytest.mark.parametrize(
    "change", [{"seed": 4}, {"size_px": 192}, {"closer_share": 0.1}, {"near_share": 0.0}]
)
def test_a_set_is_never_mixed_from_two_recipes(
    built: Path, tmp_path: Path, change: dict[str, float]
) -> None:
    (tmp_path / "made.json").write_bytes((built / "made.json").read_bytes())
    with pytest.raises(DataError, match="the same as now"):
        list(build(replace(CONFIG, **change), tmp_path))  # type: ignore[arg-type]


def test_labels_stay_in_the_picture(built: Path) -> None:
    lines = [
        [float(value) for value in line.split()[1:]]
        for file in (built / "labels").rglob("*.txt")
        for line in file.read_text().splitlines()
    ]
    assert lines
    assert min(map(min, lines)) >= 0
    assert max(map(max, lines)) <= 1
    assert min(map(min, lines)) == 0 or max(map(max, lines)) == 1  # something is cut


def test_held_out_pictures_carry_no_places_to_ignore(tmp_path: Path) -> None:
    config = BuildConfig(count=1, split="held", size_px=256)
    pool = ArtPool("held")
    samples = (make_sample(number, config, pool) for number in range(40))
    sample = next(s for s in samples if any(b.label is Label.IGNORE for b in s.boxes))
    labels = {}
    for split in ("train", "held"):
        for part in ("images", "labels"):
            (tmp_path / part / split).mkdir(parents=True)
        write_sample(sample, tmp_path, split)
        text = (tmp_path / "labels" / split / f"{sample.number:07d}.txt").read_text()
        labels[split] = {box.label for box in parse_boxes(text, 256, 256)}
    assert Label.IGNORE in labels["train"]
    assert labels["held"] == labels["train"] - {Label.IGNORE}


def test_pictures_of_another_seed_number_or_side_differ() -> None:
    pool = ArtPool("train")
    first = make_sample(0, CONFIG, pool).rendered.rgb
    other_seed = BuildConfig(count=5, seed=4, size_px=160)
    assert np.array_equal(first, make_sample(0, CONFIG, pool).rendered.rgb)
    assert not np.array_equal(first, make_sample(1, CONFIG, pool).rendered.rgb)
    assert not np.array_equal(first, make_sample(0, other_seed, pool).rendered.rgb)


def test_a_box_is_the_visible_part_of_its_card() -> None:
    config = BuildConfig(count=1, seed=11, size_px=256)
    pool = ArtPool("train")
    checked = 0
    for number in range(8):
        sample = make_sample(number, config, pool)
        for box in sample.boxes:
            if box.label in (Label.BACK, Label.FACE):
                mask = np.zeros((256, 256), np.uint8)
                cv2.fillConvexPoly(mask, np.round(box.quad_px).astype(np.int32), 1)
                inside = sample.rendered.seen[mask > 0]
                assert (inside == box.card).mean() > 0.5
                checked += 1
    assert checked > 5


def test_the_hash_stands_for_the_labels(built: Path, tmp_path: Path) -> None:
    (tmp_path / "labels").mkdir()
    (tmp_path / "labels" / "a.txt").write_text("0 0 0 1 0 1 1 0 1\n")
    first = data_hash(tmp_path)
    (tmp_path / "labels" / "a.txt").write_text("1 0 0 1 0 1 1 0 1\n")
    assert len(first) == 16
    assert len({first, data_hash(tmp_path), data_hash(built)}) == 3


def test_a_set_can_grow(built: Path, tmp_path: Path) -> None:
    parts = [BuildConfig(count=1, seed=3, size_px=160, first=first) for first in (0, 1)]
    made = [number for part in parts for number in build(part, tmp_path)]
    assert made == [0, 1]
    assert contents(tmp_path).items() <= contents(built).items()


def test_a_picture_that_cannot_be_written_leaves_no_label(tmp_path: Path) -> None:
    (tmp_path / "labels" / "train").mkdir(parents=True)  # and no folder for pictures
    with pytest.raises(DataError, match=r"0000000\.jpg"):
        write_sample(make_sample(0, CONFIG, ArtPool("train")), tmp_path, "train")
    assert not list((tmp_path / "labels").rglob("*.txt"))


def test_shares_of_more_than_everything_are_refused() -> None:
    with pytest.raises(DataError, match="add up to 1"):
        BuildConfig(count=1, closer_share=0.8, near_share=0.3)


@pytest.mark.parametrize(("share", "kept"), [(0.0, 0), (1.0, 5)])
def test_the_closer_looks_of_a_set_are_known(tmp_path: Path, share: float, kept: int) -> None:
    list(build(replace(CONFIG, closer_share=share, near_share=0.0), tmp_path))
    found = closer_pictures(tmp_path)
    assert len(found) == kept
    assert all(file.is_file() for file in found)


def test_only_some_pictures_of_a_mixed_set_are_closer_looks(built: Path) -> None:
    assert 0 < len(closer_pictures(built)) < 5


def test_a_folder_that_was_not_built_has_no_closer_looks(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="nertz data build"):
        closer_pictures(tmp_path)
