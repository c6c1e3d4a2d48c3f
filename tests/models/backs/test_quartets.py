import numpy as np
import pytest

from models.backs.quartets import cut_within, other_ink, other_light, quartets
from models.backs.views import Piece, View
from vision.backs.patch import BackSample, Patch

RED, BLUE, GREY = (200, 30, 30), (40, 40, 190), (120, 120, 120)


def card(colour: tuple[int, int, int]) -> Patch:
    """A back in one colour, its left edge black."""
    patch = np.full((178, 127, 3), colour, np.uint8)
    patch[:, :10] = 0
    return patch


def view(*colours: tuple[int, int, int], twins: tuple[tuple[int, int], ...] = ()) -> View:
    """A table with a strip of the first deck's left edge, and all decks enrolled."""
    cards = tuple(card(colour) for colour in colours)
    strip = BackSample(np.ascontiguousarray(cards[0][2:176, 2:26]), 13.6, 88.6)
    return View((Piece(strip, 0, False, 2, 2),), cards, twins)


def drawn(views: list[View], count: int = 50, seed: int = 0) -> list:  # type: ignore[type-arg]
    return list(quartets(np.random.default_rng(seed), views, count))


def test_a_piece_is_compared_with_the_same_place_of_all_decks() -> None:
    (one,) = drawn([view(RED, BLUE, GREY)])
    assert one.query.shape == one.enrolled.shape
    assert one.query.shape[0] >= one.query.shape[1]
    assert {design for design, _ in one.others} == {1, 2}
    assert all(piece.shape == one.query.shape for _, piece in one.others)
    assert one.enrolled[80].max() == max(RED)


def test_a_twin_comes_first_and_designs_are_numbered_through_all_views() -> None:
    views = [view(RED, BLUE), view(RED, GREY, GREY, BLUE, twins=((0, 3),))]
    by_design = {one.design: one for one in drawn(views)}
    assert set(by_design) == {0, 2}
    assert by_design[2].others[0][0] == 5
    assert len(by_design[2].others) == 2


def test_other_ink_is_left_out_where_it_changes_nothing() -> None:
    (red,), (grey,) = drawn([view(RED, BLUE)]), drawn([view(GREY, BLUE)])
    assert red.inked is not None
    assert grey.inked is None


def test_a_card_too_small_for_a_window_is_left_out() -> None:
    small = View(view(RED, BLUE).pieces, (card(RED), card(BLUE)[:60, :60]), ())
    assert drawn([small]) == []
    assert drawn([]) == []


def test_other_ink_changes_colours_and_says_by_how_much() -> None:
    inked, change = other_ink(np.random.default_rng(0), card(RED))
    assert change > 20
    assert tuple(inked[5, 50]) != RED
    assert other_ink(np.random.default_rng(0), card(GREY))[1] == 0


def test_other_light_keeps_the_print() -> None:
    lit = other_light(np.random.default_rng(3), card(RED))
    assert lit.shape == card(RED).shape
    assert lit[5, 50].argmax() == 0
    assert lit[:, :10].max() == 0


@pytest.mark.parametrize("turned", [False, True])
def test_a_window_beyond_the_back_is_moved_onto_it(turned: bool) -> None:
    piece = cut_within(card(RED), (-9, 400), (24, 160), turned=turned)
    assert piece.shape == (160, 24, 3)
    assert (piece[:, 0] == 0).all() != turned
