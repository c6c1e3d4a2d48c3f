"""From what was typed to files: commas and equals signs in names, folders, home."""

from pathlib import Path

import pytest

from scoring.flags import Zone
from vision.command_files import deck_sources, photo_names, photo_sources, split_files


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("a.png", "b.png", "a,b.png", "x=y.png", "c,.png"):
        (tmp_path / name).write_bytes(name.encode())
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("text", "files"),
    [
        ("a.png", ["a.png"]),
        ("a.png,b.png", ["a.png", "b.png"]),
        ("a,b.png", ["a,b.png"]),
        ("a,b.png,a.png", ["a,b.png", "a.png"]),
        ("b.png,a,b.png", ["b.png", "a,b.png"]),
        ("c,.png,b.png", ["c,.png", "b.png"]),
        ("none.png,b.png", ["none.png", "b.png"]),
        ("a.png,", ["a.png"]),
        ("", []),
    ],
)
def test_commas_part_files_unless_they_belong_to_a_name(text: str, files: list[str]) -> None:
    assert split_files(text) == [Path(file) for file in files]


@pytest.mark.usefixtures("folder")
def test_an_equals_sign_may_be_part_of_a_file_name() -> None:
    (deck,) = deck_sources([" Anna =x=y.png"])
    assert deck.owner == "Anna"
    assert [file.data for file in deck.files] == [b"x=y.png"]


def test_the_home_folder_is_found_after_an_equals_sign(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(folder))
    assert split_files("~/a.png,~/b.png") == [folder / "a.png", folder / "b.png"]


def test_names_have_as_many_folders_as_tell_them_apart() -> None:
    paths = [Path("a/b/p.jpg"), Path("c/b/p.jpg"), Path("c/q.jpg"), Path("c/q.jpg")]
    assert photo_names(paths) == ["a/b/p.jpg", "c/b/p.jpg", "q (1).jpg", "q (2).jpg"]


def test_pairs_may_name_photos_as_they_were_typed(folder: Path) -> None:
    zones = [(Zone.CENTER, [Path("a.png"), Path("x=y.png"), folder / "b.png"])]
    pairs = ["x=y.png=a.png", f"{folder}/b.png=a.png"]
    photos = photo_sources(zones, pairs)
    assert [photo.same_as for photo in photos] == [None, "a.png", "a.png"]
