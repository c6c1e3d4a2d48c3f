import numpy as np
import pytest

from scoring.flags import Zone
from tests.vision.builders import CARD_PX, regions
from tests.vision.painted import KnowsColours, SeesPadding, looking, paint, spread
from vision.looks import Seen
from vision.photo import Photo
from vision.regions import BACK, FACE
from vision.sight import see
from vision.stopwatch import Stopwatch

BELOW, ABOVE = spread(6, 28, at=(400, 450)), spread(4, 34, turn_deg=10, at=(300, 150))
CARDS = [*BELOW, *ABOVE]


def test_piles_are_numbered_from_the_top_and_ordered() -> None:
    sight = see(paint(CARDS), Zone.CENTER, looking(KnowsColours()), Stopwatch())
    assert [len(pile.cards) for pile in sight.piles] == [4, 6]
    for pile in sight.piles:
        assert (np.diff(pile.cards.centres_px[:, 0]) > 0).all()


def test_a_pile_knows_its_scale_and_its_cards_turn() -> None:
    above, below = see(paint(CARDS), Zone.CENTER, looking(KnowsColours()), Stopwatch()).piles
    assert below.card_px == pytest.approx(140, abs=3)
    assert below.px_per_mm == pytest.approx(140 / 88.9, rel=0.03)
    assert np.allclose(np.rad2deg(above.turns_rad), 100, atol=2)


def test_backs_are_described_and_faces_are_not() -> None:
    knows = KnowsColours(kinds={0: FACE, 5: FACE})
    (pile,) = see(paint(BELOW), Zone.NERTZ, looking(knows), Stopwatch()).piles
    described = [sample is not None for sample in pile.samples]
    assert described == (pile.cards.kinds == BACK).tolist()
    assert described.count(True) == len(pile.backs) == 4


def test_what_only_the_first_look_saw_is_doubted_at_its_pile() -> None:
    sight = see(paint(CARDS), Zone.CENTER, looking(KnowsColours(blind_closer=[9])), Stopwatch())
    assert [len(pile.doubtful) for pile in sight.piles] == [1, 0]


def test_what_lies_far_from_every_pile_is_not_its_doubt() -> None:
    lone = (700.0, 480.0, *CARD_PX, 0.0)
    knows = KnowsColours(blind_closer=[len(BELOW)])
    sight = see(paint([*BELOW, lone]), Zone.CENTER, looking(knows), Stopwatch())
    assert [len(pile.doubtful) for pile in sight.piles] == [0]
    assert len(sight.strays) == 1


def test_a_small_pile_nearby_does_not_hide_a_doubt_of_a_large_one() -> None:
    small = [(400.0, 150.0, 50.0, 70.0, 0.0)]
    large = [(400.0, 490.0, 150.0, 210.0, 0.0)]
    lost = regions([(400.0, 270.0, 60.0, 80.0, 0.0)])  # too far from the small pile's card
    cards = regions([*small, *large])

    def looks(_: Photo) -> Seen:
        return Seen(cards, np.ones(2, np.bool_), lost)

    sight = see(paint([*small, *large]), Zone.CENTER, looks, Stopwatch())
    assert [len(pile.doubtful) for pile in sight.piles] == [0, 1]
    assert len(sight.strays) == 0


def test_what_one_pass_saw_is_said_for_the_card_concerned() -> None:
    sight = see(paint(BELOW), Zone.CENTER, looking(KnowsColours(blind_turned=[2])), Stopwatch())
    assert sight.piles[0].agreed.tolist() == [True, True, False, True, True, True]


def test_what_a_detector_sees_outside_the_photo_is_no_card() -> None:
    taken = paint(spread(1, 0, at=(60, 300)))
    (pile,) = see(taken, Zone.CENTER, looking(SeesPadding()), Stopwatch()).piles
    assert len(pile.cards) == 1


def test_an_empty_table_has_no_piles() -> None:
    sight = see(paint([]), Zone.CENTER, looking(KnowsColours()), Stopwatch(), same_as="other.jpg")
    assert (sight.piles, sight.same_as, sight.zone) == ((), "other.jpg", Zone.CENTER)


def test_a_capped_view_and_the_time_of_each_stage_are_kept() -> None:
    watch = Stopwatch()
    assert see(paint(BELOW), Zone.CENTER, looking(KnowsColours(capped=True)), watch).capped
    assert set(watch.stages_ms) == {"detect", "group"}


def test_each_whole_card_of_the_foundations_tops_a_squared_pile() -> None:
    touching = [(200.0, 200.0, 100.0, 140.0, 0.0), (302.0, 210.0, 100.0, 140.0, 0.0)]
    edge_below = [(145.0, 200.0, 8.0, 140.0, 0.0)]
    sight = see(
        paint([*edge_below, *touching]), Zone.FOUNDATIONS, looking(KnowsColours()), Stopwatch()
    )
    assert [(len(pile.cards), pile.squared) for pile in sight.piles] == [(1, True), (1, True)]
