"""The small program that the limits of stacks come from."""

import re

import pytest

from models import measure_stacks


def test_stacks_and_single_cards_are_counted_apart(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["measure_stacks", "--pictures", "6"])
    measure_stacks.main()
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 7
    assert re.fullmatch(r"above 0\.05: stacks \d/[0-3], single cards \d/[0-3]", lines[0])
