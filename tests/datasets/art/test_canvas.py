import numpy as np
import pytest

from datasets.art.canvas import Rgba, card_on_canvas, flatten


def card(
    height: int = 420, width: int = 300, *, outline: int = 0, paper: int = 250, margin: int = 10
) -> Rgba:
    """A blank card with a black outline, on a transparent page."""
    page = np.zeros((height + 2 * margin, width + 2 * margin, 4), np.uint8)
    page[margin : margin + height, margin : margin + width] = (0, 0, 0, 255)
    inner = margin + outline
    page[inner : margin + height - outline, inner : margin + width - outline] = (
        paper,
        paper,
        paper,
        255,
    )
    return page


def test_a_card_fills_the_canvas_whatever_its_page() -> None:
    drawn = card_on_canvas(card(margin=40))
    assert drawn.shape == (700, 500, 3)
    assert drawn.min() >= 248


def test_an_outline_is_cut_off() -> None:
    assert card_on_canvas(card(outline=3)).min() >= 240


def test_a_frame_line_further_in_stays() -> None:
    picture = card(outline=2)
    picture[10 + 6 : 10 + 8, 30:290, :3] = 0
    top = card_on_canvas(picture)[:20, 250]
    assert top.min() < 120
    assert top[0].min() > 230


def test_transparent_corners_take_the_cards_own_colour() -> None:
    picture = card(paper=90)
    picture[10:30, 10:30] = 0
    assert card_on_canvas(picture)[0, 0].tolist() == [90, 90, 90]


def test_holes_inside_the_card_become_paper() -> None:
    picture = card(paper=40)
    picture[200:220, 150:170, 3] = 0
    assert card_on_canvas(picture).max() == 255


def test_flatten_puts_half_transparent_ink_on_white() -> None:
    grey = flatten(np.array([[[0, 0, 0, 128]]], np.uint8))
    assert grey[0, 0].tolist() == [127, 127, 127, 255]


def test_an_empty_picture_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing opaque"):
        card_on_canvas(np.zeros((50, 40, 4), np.uint8))
