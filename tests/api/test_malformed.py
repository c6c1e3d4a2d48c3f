"""Broken uploads are refused, each with a problem document, and leave nothing behind."""

from pathlib import Path

from tests.api.load import count_malformed
from tests.api.server import real_server


def test_broken_uploads_are_refused_and_leave_nothing(tmp_path: Path) -> None:
    with real_server(tmp_path) as url:
        statuses = count_malformed(url, 60)
    assert statuses.total() == 60
    assert statuses.keys() <= {400, 408, 413, 415, 422}
    assert [path for path in (tmp_path / "photos").rglob("*") if path.is_file()] == []
