"""What is said where the operating system's SVG renderer is missing."""

import sys
from pathlib import Path

import pytest

from datasets.art import svg_decks
from datasets.art.fetch import require_extra, run
from datasets.art.svg_decks import Layer, draw_layers
from scoring.errors import DataError


def test_a_machine_without_the_bindings_is_told_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deck = tmp_path / "deck.svg"
    deck.write_text('<svg xmlns="http://www.w3.org/2000/svg"><g id="back"/></svg>')
    monkeypatch.setattr(svg_decks, "_system_python", lambda: sys.executable)
    with pytest.raises(DataError, match="python3-gi"):
        list(draw_layers([Layer("back", deck, "back")], 280))


def test_a_missing_client_is_named() -> None:
    with pytest.raises(DataError, match="no-such-client"):
        run(["no-such-client"], "the art")


def test_missing_libraries_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("datasets.art.fetch._EXTRA", ("no_such_library",))
    with pytest.raises(DataError, match="no_such_library"):
        require_extra()
