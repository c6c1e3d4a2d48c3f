from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from scoring.flags import Flag, FlagKind, Zone
from tests.vision.builders import (
    ANNA,
    CARD_PX,
    BoxList,
    crisp_photo,
    photo,
    pile_sight,
    regions,
    ribbon,
    sight,
)
from vision.doubt import (
    EDGE_PX,
    FAR_CARD_PX,
    GAP_RATIO,
    LOW_CONFIDENCE,
    THIN_STRIP_MM,
    THIN_STRIP_PX,
    photo_flags,
)
from vision.owners import bare_piles
from vision.sight import PileSight, Sight

BLACK = photo(np.zeros((600, 800, 3), np.uint8), "black.jpg")
DIM = photo((crisp_photo().rgb // 10).astype(np.uint8), "dim.jpg")


def flags_of(one: Sight) -> list[Flag]:
    return photo_flags(one, bare_piles(one))


def kinds_of(one: Sight) -> set[FlagKind]:
    return {flag.kind for flag in flags_of(one)}


def one_pile(
    count: int = 6, step_px: float = 30.0, *, confidences: float | Sequence[float] = 0.9
) -> PileSight:
    return pile_sight([ANNA] * count, boxes=ribbon(count, step_px), confidences=confidences)


def strips(widths: Sequence[float]) -> BoxList:
    """Strips of these widths side by side, then a whole card."""
    left = 100 + np.concatenate([[0.0], np.cumsum(widths)])
    boxes = [
        (float(x) + width / 2, 200.0, width, CARD_PX[1], 0.0)
        for x, width in zip(left, widths, strict=False)
    ]
    return [*boxes, (float(left[-1]) + 50, 200.0, *CARD_PX, 0.0)]


def of_strips(widths: Sequence[float]) -> Sight:
    return sight([pile_sight([ANNA] * (len(widths) + 1), boxes=strips(widths))])


def only(kind: FlagKind, one: Sight) -> Flag:
    (flag,) = [flag for flag in flags_of(one) if flag.kind is kind]
    return flag


def test_a_clean_photo_raises_nothing() -> None:
    assert flags_of(sight([one_pile(), one_pile(4)])) == []


def test_a_photo_without_cards_says_so() -> None:
    flag = only(FlagKind.NO_CARDS, sight([]))
    assert (flag.photo, flag.zone, flag.pile) == ("photo.jpg", Zone.CENTER, None)


def test_more_cards_than_can_be_looked_at_are_said() -> None:
    assert kinds_of(sight([one_pile()], capped=True)) == {FlagKind.OUTPUT_CAP}


def test_a_blurred_photo_is_said() -> None:
    assert FlagKind.BLURRED in kinds_of(sight([one_pile()], taken=BLACK))


def test_a_dark_photo_is_said() -> None:
    assert kinds_of(sight([one_pile()], taken=DIM)) == {FlagKind.DARK}


@pytest.mark.parametrize(("factor", "far"), [(0.9, True), (1.1, False)])
def test_small_cards_ask_to_come_closer(factor: float, far: bool) -> None:
    pile = replace(one_pile(), card_px=FAR_CARD_PX * factor)
    assert (FlagKind.TOO_FAR in kinds_of(sight([pile]))) is far


def test_one_near_pile_is_near_enough() -> None:
    far = replace(one_pile(), card_px=FAR_CARD_PX * 0.9)
    assert FlagKind.TOO_FAR not in kinds_of(sight([far, one_pile()]))


def test_a_card_hardly_made_out_is_named() -> None:
    sure = LOW_CONFIDENCE + 0.01
    pile = one_pile(confidences=[0.9, 0.9, LOW_CONFIDENCE - 0.01, 0.9, sure, 0.9])
    flag = only(FlagKind.LOW_CONFIDENCE, sight([pile]))
    assert flag.marks == ("m3",)
    assert flag.pile == "p1"
    assert flag.message.startswith("1 card of this pile")


def test_a_card_that_one_pass_saw_is_named() -> None:
    pile = pile_sight([ANNA] * 3, agreed=[True, False, True])
    assert only(FlagKind.LOOKS_DISAGREE, sight([pile])).marks == ("m2",)


def test_an_uncounted_place_is_said_at_its_pile() -> None:
    doubted = pile_sight([ANNA] * 3, doubtful=[(300.0, 200.0, 30.0, 140.0, 0.0)])
    flag = only(FlagKind.LOOKS_DISAGREE, sight([one_pile(), doubted]))
    assert (flag.pile, flag.marks) == ("p2", ())


def test_an_uncounted_place_far_from_all_piles_is_said_with_where_it_is() -> None:
    places = regions([(750.0, 40.0, 30.0, 40.0, 0.0), (400.0, 300.0, 30.0, 40.0, 0.0)])
    flag = only(FlagKind.LOOKS_DISAGREE, replace(sight([one_pile()]), strays=places))
    assert (flag.pile, flag.marks) == (None, ())
    assert "the top right and the middle of" in flag.message


@pytest.mark.parametrize(("factor", "thin"), [(0.9, True), (1.2, False)])
def test_strips_too_thin_on_the_table_are_named(factor: float, thin: bool) -> None:
    width = THIN_STRIP_MM * 300 / 88.9 * factor  # a close photo: cards 300 px long
    pile = replace(one_pile(4, width), card_px=300.0)
    assert (FlagKind.THIN_STRIP in kinds_of(sight([pile]))) is thin


@pytest.mark.parametrize(("factor", "thin"), [(0.9, True), (1.2, False)])
def test_strips_too_thin_on_the_photo_are_named(factor: float, thin: bool) -> None:
    pile = one_pile(4, THIN_STRIP_PX * factor)
    found = [f for f in flags_of(sight([pile])) if f.kind is FlagKind.THIN_STRIP]
    assert [flag.marks for flag in found] == ([("m1", "m2", "m3")] if thin else [])


@pytest.mark.parametrize(("factor", "wide"), [(1.2, True), (0.8, False)])
def test_a_strip_that_may_hold_two_cards_is_named(factor: float, wide: bool) -> None:
    one = of_strips([20, 20, 20 * GAP_RATIO * factor, 20, 20, 20])
    assert (FlagKind.GAP in kinds_of(one)) is wide
    if wide:
        assert only(FlagKind.GAP, one).marks == ("m3",)


def without(place: int, boxes: BoxList) -> Sight:
    left = [box for number, box in enumerate(boxes) if number != place]
    return sight([pile_sight([ANNA] * len(left), boxes=left)])


def test_the_place_of_a_card_that_no_look_saw_is_named() -> None:
    unseen = without(3, ribbon(8, 25))
    assert only(FlagKind.GAP, unseen).marks == ("m3", "m4")


def test_a_pile_torn_in_two_by_an_unseen_card_is_named() -> None:
    boxes = ribbon(9, 40)
    left, right = pile_sight([ANNA] * 4, boxes=boxes[:4]), pile_sight([ANNA] * 4, boxes=boxes[5:])
    torn = sight([left, right])
    piles = tuple(replace(pile, owner="Anna") for pile in bare_piles(torn))
    (flag,) = [flag for flag in photo_flags(torn, piles) if flag.kind is FlagKind.GAP]
    assert (flag.pile, flag.marks) == ("p2", ("m4", "m5"))


def test_neighbouring_piles_of_two_owners_are_not_torn() -> None:
    boxes = ribbon(9, 40)
    left, right = pile_sight([ANNA] * 4, boxes=boxes[:4]), pile_sight([ANNA] * 4, boxes=boxes[5:])
    both = sight([left, right])
    first, second = bare_piles(both)
    piles = (replace(first, owner="Anna"), replace(second, owner="Ben"))
    assert FlagKind.GAP not in {flag.kind for flag in photo_flags(both, piles)}


def test_the_foundations_are_not_asked_to_be_spread() -> None:
    pile = replace(one_pile(1), squared=True)
    assert flags_of(sight([pile], zone=Zone.FOUNDATIONS)) == []


def test_marks_that_lie_on_each_other_are_named() -> None:
    boxes = [(300.0, 250.0, 100.0, 110.0, 0.0), (300.0, 295.0, 100.0, 110.0, 0.0)]
    flag = only(FlagKind.LOOKS_DISAGREE, sight([pile_sight([ANNA] * 2, boxes=boxes)]))
    assert flag.marks == ("m1", "m2")


def test_halves_of_one_strip_are_named() -> None:
    halves = [(115.0, 165.0, 30.0, 68.0, 0.0), (115.0, 235.0, 30.0, 68.0, 0.0)]
    pile = pile_sight([ANNA] * 5, boxes=[*halves, *ribbon(3, 30, x=130)])
    assert only(FlagKind.LOW_CONFIDENCE, sight([pile])).marks == ("m1", "m2")


def test_strips_of_a_column_are_no_pieces() -> None:
    boxes = [(200.0, 100.0 + 30 * i, 100.0, 30.0, 0.0) for i in range(4)]
    whole = (200.0, 100.0 + 30 * 4 + 55, 100.0, 140.0, 0.0)
    pile = pile_sight([ANNA] * 5, boxes=[*boxes, whole])
    assert FlagKind.LOW_CONFIDENCE not in kinds_of(sight([pile]))


def test_an_uneven_hand_is_no_gap() -> None:
    assert flags_of(of_strips([20, 26, 18, 30, 34, 22, 19])) == []


def test_the_whole_card_at_the_end_is_no_gap() -> None:
    assert FlagKind.GAP not in kinds_of(of_strips([20] * 6))


@pytest.mark.parametrize(("left_px", "cut"), [(EDGE_PX - 1, True), (EDGE_PX + 1, False)])
def test_a_pile_that_runs_out_of_the_photo_is_named(left_px: float, cut: bool) -> None:
    pile = pile_sight([ANNA] * 4, boxes=ribbon(4, x=left_px))
    found = [f for f in flags_of(sight([pile])) if f.kind is FlagKind.CUT_BY_EDGE]
    assert [flag.marks for flag in found] == ([("m1",)] if cut else [])


@pytest.mark.parametrize("place", [(740.0, 300.0), (400.0, 520.0)])
def test_right_and_lower_edges_cut_too(place: tuple[float, float]) -> None:
    boxes = [(*place, 120.0, 160.0, 0.0)]
    assert FlagKind.CUT_BY_EDGE in kinds_of(sight([pile_sight([ANNA], boxes=boxes)]))
