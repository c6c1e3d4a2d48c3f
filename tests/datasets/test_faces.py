import numpy as np
import pytest
from numpy.random import default_rng

from datasets.faces import RANKS, SUITS, FaceStyle, draw_face, sample_face_style

STYLE = FaceStyle()
CORNER = (slice(0, 220), slice(0, 110))


def test_all_52_faces_differ_in_their_corners() -> None:
    codes = [rank + suit for rank in RANKS for suit in SUITS]
    corners = {draw_face(STYLE, code)[CORNER].tobytes() for code in codes}
    assert len(corners) == 52


@pytest.mark.parametrize("code", ["AS", "10H", "QD", "KC"])
def test_a_face_has_its_index_in_both_corners(code: str) -> None:
    face = draw_face(STYLE, code)
    assert face.shape == (700, 500, 3)
    upright, turned = face[CORNER], face[::-1, ::-1][CORNER]
    assert (np.abs(upright.astype(int) - STYLE.paper).max(axis=2) > 70).sum() > 500
    assert np.abs(upright.astype(int) - turned).mean() < 2


def test_hearts_are_red_and_spades_black() -> None:
    def ink(code: str) -> list[int]:
        corner = draw_face(STYLE, code)[CORNER].reshape(-1, 3)
        return [int(v) for v in corner[corner.astype(int).sum(axis=1).argmin()]]

    assert ink("5H")[0] > 150
    assert max(ink("5S")) < 60


def test_a_face_is_drawn_the_same_again() -> None:
    style = sample_face_style(default_rng(4))
    assert style == sample_face_style(default_rng(4))
    assert np.array_equal(draw_face(style, "KH"), draw_face(style, "KH"))


def test_decks_have_courts_of_their_own() -> None:
    styles = [sample_face_style(default_rng(seed)) for seed in range(2)]
    first, second = (draw_face(style, "JS")[200:500, 150:350] for style in styles)
    assert not np.array_equal(first, second)


def test_some_decks_have_four_colours() -> None:
    counts = {len(set(sample_face_style(default_rng(seed)).colours)) for seed in range(40)}
    assert counts == {2, 4}
