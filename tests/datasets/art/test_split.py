import pytest

from datasets.art.split import HELD_FRACTION, family_of, split_of


@pytest.mark.parametrize(
    "deck", ["anglo", "anglo_bitmap", "anglo_poker", "tango", "gnomangelo", "paris", "standard"]
)
def test_the_test_photos_decks_are_never_trained_on(deck: str) -> None:
    assert split_of(family_of(deck)) == "never"


def test_a_white_deck_of_another_program_is_the_same_family() -> None:
    assert split_of(family_of("pysolfc-nicu")) == "never"


def test_another_deck_that_is_also_called_standard_is_not_the_same() -> None:
    assert split_of(family_of("pysolfc-standard")) != "never"


def test_colour_twins_lie_on_one_side() -> None:
    assert family_of("neoclassical") == family_of("neoclassical_4_color")


def test_about_the_fraction_of_all_names_is_held() -> None:
    held = sum(split_of(f"design-{number}") == "held" for number in range(2000))
    assert held / 2000 == pytest.approx(HELD_FRACTION, abs=0.03)
