"""Folders of truth: walked, formats told apart by content, everything else named."""

from pathlib import Path

import pytest

from datasets.truth import read_truth
from scoring.errors import DataError
from tests.datasets.truth.builders import table, touch, write


def test_subfolders_are_walked_and_formats_may_mix(tmp_path: Path) -> None:
    touch(tmp_path / "one/a.jpg", tmp_path / "two/deep/b.jpg")
    write(tmp_path / "one/a.json", table())
    write(tmp_path / "two/deep/labels.json", {"b.jpg": "QD"})
    names = [truth.photo.name for truth in read_truth(tmp_path).photos]
    assert names == ["a.jpg", "b.jpg"]


def test_a_format_is_known_by_its_content_not_by_its_name(tmp_path: Path) -> None:
    touch(tmp_path / "edje/a.jpg")
    write(tmp_path / "edje/labels.deal.json", table())
    (truth,) = read_truth(tmp_path).photos
    assert truth.by_owner == {"red": 2, "blue": 0}


def test_files_that_are_no_truth_are_listed(tmp_path: Path) -> None:
    touch(tmp_path / "a.jpg")
    write(tmp_path / "a.json", table())
    report = write(tmp_path / "report.json", {"version": 1, "photos": 4})
    (tmp_path / "page.xml").write_text("<html/>")
    assert read_truth(tmp_path).skipped == (tmp_path / "page.xml", report)


def test_a_folder_without_truth_is_an_error(tmp_path: Path) -> None:
    touch(tmp_path / "a.jpg")
    with pytest.raises(DataError, match="no truth in"):
        read_truth(tmp_path)


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no folder"):
        read_truth(tmp_path / "gone")


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("a.json", "{", "which is not JSON"),
        ("a.json", "\udcff", "which is not JSON"),
        ("a.xml", "<annotation>", "which is not XML"),
        ("a.xml", "<!DOCTYPE a [<!ENTITY b 'c'>]><annotation/>", "declares a document type"),
    ],
)
def test_a_file_that_cannot_be_parsed_is_an_error(
    tmp_path: Path, name: str, text: str, said: str
) -> None:
    (tmp_path / name).write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(DataError) as caught:
        read_truth(tmp_path)
    assert said in caught.value.found


def test_two_truth_files_for_one_photo_are_an_error(tmp_path: Path) -> None:
    touch(tmp_path / "a.jpg")
    write(tmp_path / "a.json", table())
    write(tmp_path / "b.json", table())
    with pytest.raises(DataError, match="two truth files"):
        read_truth(tmp_path)
