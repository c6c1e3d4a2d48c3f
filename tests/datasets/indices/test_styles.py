from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.random import default_rng

from datasets.indices import styles
from datasets.indices.fonts import Fonts, load_fonts
from datasets.indices.styles import IndexStyle, draw_index, print_index, sample_style
from scoring.errors import DataError

STYLE = IndexStyle(
    rank_font=Path("rank.ttf"),
    suit_font=Path("suit.ttf"),
    rank_mm=8.0,
    suit_share=0.75,
    squeeze=0.8,
    suit_squeeze=1.0,
    inset_x_mm=2.0,
    inset_y_mm=3.0,
    gap_mm=1.0,
    inks=((0, 0, 0), (200, 0, 0), (0, 0, 200), (0, 120, 0)),
    corners=2,
)
FACE = np.full((700, 500, 3), 250, np.uint8)


@pytest.fixture(autouse=True)
def block_signs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every sign is a full block, twice as high as wide."""
    monkeypatch.setattr(styles, "sign", lambda *_: np.ones((100, 50), np.float32))


def test_the_rank_stands_above_the_suit_with_a_gap() -> None:
    mask, ink = draw_index(STYLE, "7D")
    rows = mask.max(axis=1) > 0.5
    assert rows[0]
    assert rows[-1]
    assert np.diff(rows.astype(int)).tolist().count(-1) == 1
    assert ink == (0, 0, 200)


def test_an_index_is_printed_in_two_corners_where_it_is_said_to_be() -> None:
    face, (x0, y0, x1, y1) = print_index(FACE, STYLE, "7H", (None, None))
    inked = (face.astype(int)[..., 1] < 100).astype(np.uint8)
    box = np.zeros_like(inked)
    box[int(y0 * 700) : int(y1 * 700) + 1, int(x0 * 500) : int(x1 * 500) + 1] = 1
    box |= box[::-1, ::-1]
    assert inked.any()
    assert not (inked & ~box & 1).any()
    assert np.array_equal(inked, inked[::-1, ::-1])


def test_the_old_index_is_cleared() -> None:
    old = FACE.copy()
    old[20:200, 20:90] = 0
    face, place = print_index(old, STYLE, "7H", ((0.04, 0.02, 0.18, 0.29), None))
    x1, y1 = int(place[2] * 500) + 2, int(place[3] * 700) + 2
    assert (face[y1:200, 20:90] > 200).all()
    assert (face[20:200, x1:90] > 200).all()


def test_four_corners_have_one_each() -> None:
    face, _ = print_index(FACE, replace(STYLE, corners=4), "7H", (None, None))
    inked = face.astype(int)[..., 1] < 100
    quarters = [inked[:350, :250], inked[:350, 250:], inked[350:, :250], inked[350:, 250:]]
    assert len({int(quarter.sum()) for quarter in quarters}) == 1


def test_inks_are_often_not_red_and_black() -> None:
    fonts = Fonts((Path("a.ttf"), Path("b-italic.ttf")), (Path("a.ttf"),))
    rng = default_rng(0)
    made = [sample_style(rng, fonts) for _ in range(60)]
    four = [style for style in made if style.inks[1] != style.inks[2]]
    assert 8 < len(four) < 40
    assert {style.corners for style in made} == {2, 4}


def test_a_folder_without_typefaces_is_refused(tmp_path: Path) -> None:
    (tmp_path / "broken.ttf").write_bytes(b"no font")
    with pytest.raises(DataError, match="fonts-urw-base35"):
        load_fonts(tmp_path)
