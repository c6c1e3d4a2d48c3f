import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.served import KnowsInks
from tests.vision.builders import ANNA, BEN, CLEO, DECKS, sample
from vision.backs import BackSample, Deck, similarities
from vision.backs.patch import CARD_MM, PX_PER_MM, Patch
from vision.backs.similarity import mutual

WIDTH, HEIGHT = (round(side * PX_PER_MM) for side in CARD_MM)


class KnowsPixels:
    """Describes a piece by itself, made small: alike is what looks the same at the same place."""

    def embed(self, pieces: NDArray[np.uint8]) -> NDArray[np.float32]:
        flat = [piece[::4, ::2].astype(np.float32).ravel() - 127 for piece in pieces]
        rows = np.array(flat)
        return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), np.float32)


def card() -> Patch:
    """A back on which no place looks like another."""
    noise = np.random.default_rng(3).integers(0, 256, (9, 7, 3), dtype=np.uint8)
    return np.asarray(cv2.resize(noise, (WIDTH, HEIGHT), interpolation=cv2.INTER_CUBIC), np.uint8)


def region(x: int, y: int, width: int, height: int, *, turned: bool = False) -> BackSample:
    """A region with these px of the card, trimmed by 2 px on each side."""
    patch = np.rot90(card()[y : y + height, x : x + width], 2 * turned)
    return BackSample(
        np.ascontiguousarray(patch), (width + 3.2) / PX_PER_MM, (height + 3.2) / PX_PER_MM
    )


def test_each_region_is_compared_with_each_deck() -> None:
    table = similarities([sample(ANNA), sample(CLEO, (50, 60))], DECKS, KnowsInks())
    assert table.shape == (2, 3)
    assert table.argmax(axis=1).tolist() == [0, 2]
    assert table[0] == pytest.approx([1, -0.5, -0.5], abs=0.05)


def test_a_deck_is_as_alike_as_the_best_of_its_pictures() -> None:
    both = Deck("Ann", (*DECKS[0].cards, *DECKS[1].cards))
    assert similarities([sample(BEN)], [both], KnowsInks())[0, 0] == pytest.approx(1, abs=0.01)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    "place",
    [(2, 2, 24, 174), (WIDTH - 26, 2, 24, 174), (2, 2, 123, 30), (2, HEIGHT - 32, 123, 30)],
)
def test_a_strip_finds_its_place_on_the_back(
    place: tuple[int, int, int, int], turned: bool
) -> None:
    deck = Deck("Ann", (card(),))
    own = region(*place, turned=turned)
    assert similarities([own], [deck], KnowsPixels())[0, 0] > 0.9
    elsewhere = region(50, 2, 24, 174)
    assert similarities([elsewhere], [deck], KnowsPixels())[0, 0] < 0.5


def test_a_region_without_print_is_like_no_deck() -> None:
    table = similarities([sample((0.95, 0.95, 0.95)), sample(ANNA)], DECKS, KnowsInks())
    assert table[0].tolist() == [-1, -1, -1]
    assert table[1].argmax() == 0


def test_nothing_to_compare_is_no_error() -> None:
    assert similarities([], DECKS, KnowsInks()).shape == (0, 3)
    assert similarities([sample(ANNA)], [], KnowsInks()).shape == (1, 0)


def test_regions_are_compared_with_each_other_at_every_turn() -> None:
    strip, same = region(2, 2, 24, 174), region(2, 2, 24, 174, turned=True)
    other = region(60, 2, 24, 174)
    alike = mutual([strip], [same, other], KnowsPixels())
    assert alike[0, 0] > 0.9
    assert alike[0, 1] < 0.5


def test_a_narrow_strip_is_laid_on_both_ends_of_a_wide_one() -> None:
    wide = region(2, 2, 60, 174)
    for x in (2, 38):
        assert mutual([region(x, 2, 24, 174)], [wide], KnowsPixels())[0, 0] > 0.9
