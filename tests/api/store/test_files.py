"""Photos as files: named by their content, whole or not there."""

import hashlib
from pathlib import Path

import pytest

from api.store import PhotoFiles
from scoring.errors import DataError

DATA = b"a photo"
DIGEST = hashlib.sha256(DATA).hexdigest()


def everything(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


def test_a_file_is_named_by_its_content(tmp_path: Path) -> None:
    files = PhotoFiles(tmp_path)
    assert files.put(DATA) == files.put(DATA) == DIGEST
    assert files.read(DIGEST) == DATA
    assert everything(tmp_path) == [DIGEST]


def test_a_file_that_was_cut_off_is_written_again(tmp_path: Path) -> None:
    files = PhotoFiles(tmp_path)
    files.put(DATA)
    (tmp_path / DIGEST[:2] / DIGEST).write_bytes(b"a ph")
    files.put(DATA)
    assert files.read(DIGEST) == DATA


def test_a_damaged_file_is_not_believed(tmp_path: Path) -> None:
    files = PhotoFiles(tmp_path)
    files.put(DATA)
    (tmp_path / DIGEST[:2] / DIGEST).write_bytes(b"another")
    with pytest.raises(DataError, match="other bytes"):
        files.read(DIGEST)


def test_a_missing_file_is_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no file"):
        PhotoFiles(tmp_path).read(DIGEST)


def test_what_no_record_names_is_swept(tmp_path: Path) -> None:
    files = PhotoFiles(tmp_path)
    kept, other = files.put(DATA), files.put(b"another")
    (tmp_path / DIGEST[:2] / f"{DIGEST}.0a1b.tmp").write_bytes(b"half")
    assert files.sweep({kept}) == 2
    assert files.has(kept)
    assert not files.has(other)
    assert everything(tmp_path) == [kept]


@pytest.mark.parametrize("name", ["", "../../etc/passwd", "a" * 63, "A" * 64, "a" * 64 + "\n", "."])
def test_nothing_but_a_digest_becomes_a_path(tmp_path: Path, name: str) -> None:
    files = PhotoFiles(tmp_path)
    for use in (files.read, files.has, files.remove):
        with pytest.raises(ValueError, match="digest"):
            use(name)


def test_a_full_disk_is_said_plainly_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    files = PhotoFiles(tmp_path)
    monkeypatch.setattr("os.fsync", full)
    (tmp_path / DIGEST[:2]).mkdir()
    with pytest.raises(DataError, match="No space left"):
        files.put(DATA)
    assert everything(tmp_path) == []
