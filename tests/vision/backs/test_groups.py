import numpy as np
import pytest

from tests.served import KnowsInks, embedder
from tests.vision.builders import ANNA, BEN, CLEO, Ink, sample
from tests.vision.drawn_backs import BLUE, COLD, RED, WARM, back, samples
from vision.backs import BackSample, group_designs, unlike_backs
from vision.backs.groups import letter


def test_piles_of_one_design_get_one_letter() -> None:
    piles = [[sample(ink)] * 3 for ink in (ANNA, BEN, ANNA, CLEO, BEN)]
    assert group_designs(piles, KnowsInks()) == ["A", "B", "A", "C", "B"]


def test_a_pile_without_backs_has_no_letter() -> None:
    assert group_designs([[], [sample(ANNA)], []], KnowsInks()) == [None, "A", None]
    assert group_designs([], KnowsInks()) == []


def test_a_strip_and_a_whole_back_of_one_design_are_one_group() -> None:
    piles = [[sample(ANNA, (9, 88.9))], [sample(ANNA, (63.5, 88.9))], [sample(BEN, (63.5, 14))]]
    assert group_designs(piles, KnowsInks()) == ["A", "A", "B"]


def test_drawn_twins_are_two_groups_under_any_light() -> None:
    piles = [
        samples([back(RED)] * 5),
        samples([back(BLUE)] * 5, lamp=WARM),
        samples([back(RED)] * 5, lamp=COLD),
    ]
    assert group_designs(piles, embedder()) == ["A", "B", "A"]


def test_paper_tells_no_design() -> None:
    paper = BackSample(np.full((170, 10, 3), 224, np.uint8), 5, 88.9)
    assert group_designs([[paper] * 3, [sample(ANNA), paper]], KnowsInks()) == [None, "A"]
    unlike = unlike_backs([sample(ANNA), paper, sample(ANNA), sample(BEN)], KnowsInks())
    assert unlike.tolist() == [False, False, False, True]
    assert not unlike_backs([paper, paper], KnowsInks()).any()


def test_two_whole_backs_that_differ_are_two_designs_whatever_their_borders_say() -> None:
    strips = [sample(CLEO, (6, 88.9))] * 2

    def whole(ink: Ink) -> BackSample:
        framed = sample(CLEO, (63.5, 88.9))
        inner = framed.patch.copy()
        inner[:, 14:-14] = np.array(ink) * 255
        return BackSample(inner, framed.width_mm, framed.height_mm)

    piles = [[whole(ANNA), *strips], [whole(BEN), *strips]]
    assert group_designs(piles, KnowsInks()) == ["A", "B"]


@pytest.mark.parametrize(
    ("place", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (702, "AAA")]
)
def test_letters_go_on_after_z(place: int, name: str) -> None:
    assert letter(place) == name
