"""What is said where the operating system's SVG renderer is missing."""

import sys
from pathlib import Path

import pytest

from datasets.art import svg_decks
from datasets.art.fetch import require_extra, run
from datasets.art.svg_decks import Layer, draw_layers
from scoring.errors import DataError

DECK = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
 width="400" height="200" viewBox="0 0 400 200">
<defs><rect id="pip" width="20" height="20" fill="#d00000"/></defs>
<g id="1_heart"><rect x="10" y="10" width="100" height="140" rx="8" fill="#ffffff"/>
<use xlink:href="#pip" x="50" y="70"/></g>
<g id="back"><rect x="150" y="10" width="100" height="140" rx="8" fill="#0000c0"/></g></svg>"""


@pytest.fixture
def svg(tmp_path: Path) -> Path:
    file = tmp_path / "deck.svg"
    file.write_text(DECK)
    return file


def test_a_machine_without_the_bindings_is_told_what_to_install(
    svg: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(svg_decks, "_system_python", lambda: sys.executable)
    with pytest.raises(DataError, match="python3-gi"):
        list(draw_layers([Layer("back", svg, "back")], 280))


def test_a_missing_client_is_named() -> None:
    with pytest.raises(DataError, match="no-such-client"):
        run(["no-such-client"], "the art")


def test_missing_libraries_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("datasets.art.fetch._EXTRA", ("no_such_library",))
    with pytest.raises(DataError, match="no_such_library"):
        require_extra()
