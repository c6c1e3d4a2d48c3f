"""A tiny SVG deck through the operating system's renderer: `make test-system` installs it."""

from pathlib import Path

import pytest

from datasets.art.canvas import card_on_canvas
from datasets.art.svg_decks import Layer, draw_layers

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


def test_each_layer_is_drawn_alone_and_whole(svg: Path) -> None:
    drawn = dict(draw_layers([Layer("AH", svg, "1_heart"), Layer("back", svg, "back")], 280))
    ace, back = card_on_canvas(drawn["AH"]), card_on_canvas(drawn["back"])
    assert ace[0, 0].min() > 250
    assert ace[350, 250, 0] > 180
    assert ace[350, 250, 1] < 40
    assert back[350, 250].tolist() == pytest.approx([0, 0, 192], abs=3)


def test_a_layer_that_is_not_there_is_left_out(svg: Path) -> None:
    drawn = dict(draw_layers([Layer("KH", svg, "king"), Layer("back", svg, "back")], 280))
    assert list(drawn) == ["back"]
