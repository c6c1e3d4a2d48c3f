import pytest

from tests.vision.builders import ANNA, BEN, CLEO, sample
from tests.vision.drawn_backs import BLUE, COLD, RED, WARM, back, samples
from vision.backs import group_designs
from vision.backs.groups import letter


def test_piles_of_one_design_get_one_letter() -> None:
    piles = [[sample(*near)] * 3 for near in (ANNA, BEN, ANNA, CLEO, BEN)]
    assert group_designs(piles) == ["A", "B", "A", "C", "B"]


def test_a_pile_without_backs_has_no_letter() -> None:
    assert group_designs([[], [sample(*ANNA)], []]) == [None, "A", None]
    assert group_designs([]) == []


def test_drawn_twins_are_two_groups_under_any_light() -> None:
    piles = [
        samples([back(RED)] * 5),
        samples([back(BLUE)] * 5, lamp=WARM),
        samples([back(RED)] * 5, lamp=COLD),
    ]
    assert group_designs(piles) == ["A", "B", "A"]


@pytest.mark.parametrize(
    ("place", "name"), [(0, "A"), (25, "Z"), (26, "AA"), (51, "AZ"), (52, "BA"), (702, "AAA")]
)
def test_letters_go_on_after_z(place: int, name: str) -> None:
    assert letter(place) == name
