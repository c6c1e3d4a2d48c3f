"""Which regions teach the verifier what a card is, and what is none."""

from collections.abc import Iterable

import numpy as np
import pytest

from datasets.labels import Box, Label
from models.verifier.regions import RIGHT, UNCLEAR, WRONG, judge, made_regions
from tests.vision.builders import BoxList, regions

CARD = (200.0, 200.0, 100.0, 300.0, 0.0)
STRIP = (320.0, 200.0, 16.0, 300.0, 0.0)


def boxes(cards: BoxList, label: Label = Label.BACK) -> list[Box]:
    quads = regions(cards).quads_px.astype(np.float64)
    return [Box(label, quad, number, 50.0) for number, quad in enumerate(quads)]


def judged(found: BoxList, cards: BoxList = (CARD, STRIP)) -> list[int]:
    return [int(what) for what in judge(regions(found), boxes(cards))]


def test_a_region_on_a_card_is_right_and_so_is_one_a_little_off() -> None:
    assert judged([CARD, (204.0, 196.0, 104.0, 290.0, 1.0)]) == [RIGHT, RIGHT]


@pytest.mark.parametrize(
    "found",
    [
        (200.0, 125.0, 100.0, 150.0, 0.0),  # a half, above
        (175.0, 200.0, 45.0, 300.0, 0.0),  # a half, left
        (250.0, 200.0, 210.0, 300.0, 0.0),  # two cards
        (200.0, 200.0, 55.0, 170.0, 0.0),  # a frame of the print
        (200.0, 500.0, 100.0, 140.0, 0.0),  # the table
        (255.0, 200.0, 100.0, 300.0, 0.0),  # half the card and half of what is beside it
    ],
)
def test_parts_pairs_and_table_are_wrong(found: tuple[float, ...]) -> None:
    assert judged([found]) == [WRONG]  # type: ignore[list-item]


def test_a_thin_strip_may_be_a_little_more_off_than_a_wide_one() -> None:
    off = 0.3
    strip = (STRIP[0] + off * STRIP[2], *STRIP[1:])
    card = (CARD[0] + off * CARD[2], *CARD[1:])
    assert judged([strip, card]) == [RIGHT, UNCLEAR]


def test_nothing_is_learnt_at_places_to_ignore() -> None:
    found = regions([(320.0, 200.0, 20.0, 290.0, 0.0), CARD])
    told = judge(found, [*boxes([CARD]), *boxes([STRIP], Label.IGNORE)])
    assert told.tolist() == [UNCLEAR, RIGHT]


def test_a_picture_without_cards_has_only_wrong_regions() -> None:
    assert judged([CARD, STRIP], []) == [WRONG, WRONG]
    assert judged([], []) == []


def share(values: Iterable[int], what: int) -> float:
    told = list(values)
    return told.count(what) / len(told)


def test_made_regions_are_one_on_each_card_and_one_that_errs() -> None:
    rng = np.random.default_rng(0)
    cards = boxes([CARD, (500.0, 200.0, 100.0, 300.0, 8.0)] * 30)
    made = made_regions([*cards, *boxes([STRIP], Label.INDEX)], rng)
    assert len(made) == 2 * len(cards)
    assert (made.confidences == 0).all()
    told = judge(made, cards)
    assert share(told[0::2], RIGHT) > 0.9
    assert share(told[1::2], WRONG) > 0.6
    assert share(told[1::2], RIGHT) < 0.2
