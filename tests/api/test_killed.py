"""A server that is killed while it works: everything acknowledged is found again, once."""

from pathlib import Path

import pytest

from tests.api.killing import find_again, live_until_killed


@pytest.mark.parametrize("moment", [70, 95, 125])
def test_what_was_acknowledged_survives_a_kill(tmp_path: Path, moment: int) -> None:
    known, killed = live_until_killed(tmp_path, moment)
    assert killed
    find_again(tmp_path, known)
