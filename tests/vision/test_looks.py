from dataclasses import dataclass, field, replace

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.builders import BoxList, photo, regions, ribbon
from tests.vision.painted import (
    COLOURS,
    KnowsColours,
    ReadsColours,
    SeesPadding,
    fan,
    paint,
    spread,
)
from vision.detector import Found
from vision.geometry import ious
from vision.looks import (
    CANDIDATE,
    CARD_LENGTH_PX,
    LEAN_RAD,
    MARGIN_FRACTION,
    MAX_ENLARGEMENT,
    MAX_VIEW_PX,
    closer_views,
    first_look,
    look,
    merged,
    sectors,
    upright_turns,
)
from vision.photo import Photo
from vision.regions import BACK, FACE, INDEX, Regions
from vision.verifier import Crops, Votes

TWO_PILES = [*spread(6, 28, turn_deg=20, at=(250, 170)), *spread(5, 34, at=(520, 430))]
BIG_FAN = fan(9, 150, 130, (400, 380))


def off(first: float, second: float) -> float:
    """Between two directions of an axis, in degrees."""
    return float(abs((np.rad2deg(first - second) + 90) % 180 - 90))


def truth(taken: Photo) -> Regions:
    """What is to be seen on a painted photo."""
    return KnowsColours().detect(taken.rgb, 0.5).regions


@pytest.mark.parametrize("cards", [TWO_PILES, BIG_FAN, spread(8, 30, turn_deg=75), spread(1, 0)])
def test_a_closer_look_comes_back_in_photo_pixels(cards: BoxList) -> None:
    taken = paint(cards)
    seen = look(taken, KnowsColours())
    expected = truth(taken)
    assert len(seen.regions) == len(expected) == len(cards)
    assert ious(expected.quads_px, seen.regions.quads_px).max(axis=1).min() > 0.85
    assert seen.agreed.all()
    assert len(seen.doubtful) == 0
    assert not seen.capped


@pytest.mark.parametrize("cards", [TWO_PILES, BIG_FAN])
def test_counts_are_equal_however_the_photo_is_turned(cards: BoxList) -> None:
    taken = paint(cards)
    turned = [photo(np.ascontiguousarray(np.rot90(taken.rgb, quarter))) for quarter in range(4)]
    counts = [len(look(one, KnowsColours()).regions) for one in turned]
    assert counts == [len(cards)] * 4


@pytest.mark.parametrize("shrink", [0.5, 2])
def test_counts_do_not_depend_on_how_far_the_camera_was(shrink: float) -> None:
    cards = [(x * shrink, y * shrink, w * shrink, h * shrink, t) for x, y, w, h, t in TWO_PILES]
    taken = paint(cards, (round(800 * shrink), round(600 * shrink)))
    assert len(look(taken, KnowsColours()).regions) == len(cards)


@pytest.mark.parametrize("knows", [KnowsColours(blind_turned=[3]), KnowsColours(blind_upright=[3])])
def test_what_one_pass_alone_sees_counts_and_is_doubted(knows: KnowsColours) -> None:
    taken = paint(TWO_PILES)
    seen = look(taken, knows)
    assert len(seen.regions) == len(TWO_PILES)
    (doubted,) = np.flatnonzero(~seen.agreed)
    assert seen.regions.confidences[doubted] == pytest.approx(0.45)
    place = ious(truth(taken).quads_px, seen.regions.quads_px[doubted][None])[:, 0]
    assert int(place.argmax()) == 3
    assert place[3] > 0.85


def test_what_one_pass_alone_sees_faintly_is_doubtful_and_not_counted() -> None:
    seen = look(paint(TWO_PILES), KnowsColours(blind_turned=[3], confidence=0.5))
    assert len(seen.regions) == len(TWO_PILES) - 1
    assert seen.agreed.all()
    assert len(seen.doubtful) == 1


def test_what_the_first_look_alone_sees_is_doubtful() -> None:
    taken = paint(TWO_PILES)
    seen = look(taken, KnowsColours(blind_closer=[4]))
    assert len(seen.regions) == len(TWO_PILES) - 1
    assert ious(truth(taken).quads_px[4:5], seen.doubtful.quads_px)[0, 0] > 0.8


def test_what_the_first_look_missed_is_found_by_the_closer_one() -> None:
    seen = look(paint(TWO_PILES), KnowsColours(blind_first=[2, 3]))
    assert len(seen.regions) == len(TWO_PILES)


def test_a_detector_of_its_own_counts_in_the_closer_look() -> None:
    blind = KnowsColours(blind_first=[2], blind_closer=[2])
    assert len(look(paint(TWO_PILES), blind).regions) == len(TWO_PILES) - 1
    seen = look(paint(TWO_PILES), blind, closer=KnowsColours())
    assert len(seen.regions) == len(TWO_PILES)
    seen = look(paint(TWO_PILES), KnowsColours(), closer=KnowsColours(blind_closer=[4]))
    assert len(seen.regions) == len(TWO_PILES) - 1
    assert len(seen.doubtful) == 1


def test_a_card_at_the_end_that_only_the_closer_look_sees_is_not_cut_off() -> None:
    cards = spread(6, 28)
    blind = KnowsColours(blind_first=[5], blind_closer=[5])
    assert len(look(paint(cards), blind, closer=KnowsColours()).regions) == 6


def test_indices_are_found_with_their_cards_and_are_never_doubtful() -> None:
    cards = [(400.0, 300.0, 100.0, 140.0, 0.0), (370.0, 260.0, 16.0, 30.0, 0.0)]
    knows = KnowsColours(kinds={0: FACE, 1: INDEX}, blind_turned=[1], confidence=0.5)
    assert sorted(look(paint(cards), KnowsColours(kinds=knows.kinds)).regions.kinds) == [
        FACE,
        INDEX,
    ]
    assert len(look(paint(cards), knows).doubtful) == 0


def seen_as(kind: int, *seen: tuple[float, float]) -> list[Regions]:
    """One region a pass, so far to the right and so sure."""
    passes = []
    for right, sure in seen:
        region = regions([(100.0 + right, 200.0, 40.0, 140.0, 0.0)])
        kinds = np.array([kind], np.int8)
        passes.append(Regions(region.quads_px, kinds, np.array([sure], np.float32)))
    return passes


def test_passes_are_joined_by_their_means() -> None:
    found, times = merged([*seen_as(BACK, (0, 0.9), (4, 0.3), (0, 0.6)), Regions.empty()])
    assert times.tolist() == [3]
    assert found.confidences == pytest.approx([1.8 / 4])
    assert found.centres_px[0] == pytest.approx([100 + 4 * 0.3 / 1.8, 200])


def test_the_same_outline_may_begin_at_any_corner() -> None:
    first, second = seen_as(BACK, (0, 0.5), (0, 0.5))
    turned = replace(second, quads_px=np.roll(second.quads_px, 2, axis=1))
    assert merged([first, turned])[0].quads_px == pytest.approx(first.quads_px)


def test_two_passes_are_enough_for_an_index() -> None:
    found, _ = merged([*seen_as(INDEX, (0, 0.5), (0, 0.6)), Regions.empty(), Regions.empty()])
    assert found.confidences == pytest.approx([0.55])
    found, _ = merged(seen_as(INDEX, (0, 0.5), (0, 0.6), (0, 0.5), (0, 0.4)))
    assert found.confidences == pytest.approx([0.6])
    found, _ = merged([*seen_as(BACK, (0, 0.8)), *seen_as(FACE, (0, 0.9))])
    assert (found.kinds.tolist(), len(found)) == ([FACE], 1)
    assert len(merged([*seen_as(INDEX, (0, 0.8)), *seen_as(FACE, (0, 0.9))])[0]) == 2


def test_a_capped_view_is_said() -> None:
    assert look(paint(TWO_PILES), KnowsColours(capped=True)).capped


def test_an_empty_table_shows_nothing() -> None:
    seen = look(paint([]), KnowsColours())
    assert (len(seen.regions), len(seen.agreed), len(seen.doubtful)) == (0, 0, 0)


def test_cards_cut_by_the_photos_edge_are_counted() -> None:
    cards = spread(6, 30, at=(60, 300))
    taken = paint(cards)
    assert len(look(taken, KnowsColours()).regions) == len(truth(taken))


def test_nothing_outside_the_photo_is_counted() -> None:
    taken = paint(spread(1, 0, at=(60, 300)))
    assert len(look(taken, SeesPadding()).regions) == 1


def test_a_first_look_gives_each_card_once_and_no_index() -> None:
    found, capped = first_look(paint(TWO_PILES), KnowsColours(kinds={10: INDEX}))
    assert len(found) == len(TWO_PILES) - 1
    assert not capped


class FindsPrint:
    """Finds one card that fills a small view, and `parts` of what lies on it in larger ones."""

    stride_px = 32
    confidence = 0.25

    def __init__(self, parts: BoxList, sureness: float) -> None:
        self.parts, self.sureness = parts, sureness

    def detect(self, rgb: NDArray[np.uint8], confidence: float | None = None) -> Found:  # noqa: ARG002
        scale = max(rgb.shape[:2]) / 640
        if scale == 1:
            return Found(regions([(320.0, 240.0, 300.0, 420.0, 0.0)], FACE, 0.8))
        rows = [tuple(value * scale for value in row[:4]) + row[4:] for row in self.parts]
        return Found(regions(rows, FACE, self.sureness))


def test_parts_of_a_print_are_not_taken_for_cards() -> None:
    parts = [(320.0, y, 260.0, 120.0, 0.0) for y in (140.0, 340.0)]
    found, _ = first_look(paint([], (1280, 960)), FindsPrint(parts, 0.6))
    assert len(found) == 1
    assert found.sides_px.max() == pytest.approx(840, abs=1)


def test_cards_on_a_mat_that_has_the_shape_of_a_card_are_found() -> None:
    parts = [(200.0 + 60 * k, 240.0, 50.0, 70.0, 0.0) for k in range(5)]
    found, _ = first_look(paint([], (1280, 960)), FindsPrint(parts, 0.9))
    assert len(found) == 5


def test_strips_and_whole_cards_of_a_ribbon_point_along_the_cards() -> None:
    turns = upright_turns(regions(ribbon(6)), 140.0)
    assert max(off(turn, np.pi / 2) for turn in turns) < 1


def test_strips_of_a_column_lie_across_the_cards() -> None:
    boxes = [(100.0, 100.0, 100.0, 30.0, 0.0), (100.0, 185.0, 100.0, 140.0, 0.0)]
    turns = upright_turns(regions(boxes), 140.0)
    assert max(off(turn, np.pi / 2) for turn in turns) < 1


@pytest.mark.parametrize("size", [(30.0, 50.0), (50.0, 30.0)])
def test_a_small_piece_follows_the_card_beside_it(size: tuple[float, float]) -> None:
    boxes = [(100.0, 100.0, 100.0, 140.0, 15.0), (180.0, 60.0, *size, 15.0)]
    turns = upright_turns(regions(boxes), 140.0)
    assert max(off(turn, np.deg2rad(105)) for turn in turns) < 1


def test_a_ribbon_takes_one_closer_look_and_a_fan_several() -> None:
    assert len(sectors(np.full(9, 0.3))) == 1
    turns = np.deg2rad(np.linspace(-75, 75, 16)) % np.pi
    found = sectors(turns)
    assert len(found) > 3
    assert sorted(np.concatenate([members for _, members in found]).tolist()) == list(range(16))
    for middle, members in found:
        assert max(off(turns[m], middle) for m in members) <= np.rad2deg(LEAN_RAD)


def test_directions_at_the_seam_of_a_half_turn_are_alike() -> None:
    ((middle, members),) = sectors(np.array([0.02, np.pi - 0.02, 0.01]))
    assert len(members) == 3
    assert off(middle, 0.0) < 2


@pytest.mark.parametrize("length_px", [30.0, 140.0, 1500.0])
def test_a_closer_look_brings_cards_to_one_length(length_px: float) -> None:
    card = regions([(2000, 2000, length_px / 1.4, length_px, 0)])
    (view,) = closer_views(card, 32)
    assert view.scale == pytest.approx(min(CARD_LENGTH_PX / length_px, MAX_ENLARGEMENT))
    assert view.width_px % 32 == view.height_px % 32 == 0


def test_a_closer_look_is_never_huge() -> None:
    boxes = [(100.0 + 90 * i, 200.0, 90.0, 140.0, 0.0) for i in range(40)]
    (view,) = closer_views(regions(boxes), 32)
    assert view.width_px <= MAX_VIEW_PX + 2 * MARGIN_FRACTION * CARD_LENGTH_PX + 32


def test_a_column_is_looked_at_upright() -> None:
    strips = [(400.0, 100.0 + 35 * i, 100.0, 35.0, 0.0) for i in range(11)]
    boxes = [*strips, (400.0, 100.0 + 35 * 11 + 52, 100.0, 140.0, 0.0)]
    (view,) = closer_views(regions(boxes), 32)
    upright = view.to_view(regions([boxes[-1]])).quads_px[0]
    assert np.ptp(upright[:, 1]) == pytest.approx(CARD_LENGTH_PX, rel=0.05)


@dataclass
class Judges:
    """A verifier that is told what to say of regions by their number along the spread."""

    said: dict[int, float]
    otherwise: float = 0.9
    votes: list[Votes] = field(default_factory=list)

    def verify(self, crops: Crops, votes: Votes) -> NDArray[np.float32]:
        """By the colour in the middle of each region."""
        self.votes.append(votes)
        assert len(crops) == len(votes.closer) == len(votes.agreed) == len(votes.approach)
        numbers = [self._number(picture) for picture in crops.near]
        return np.array([self.said.get(number, self.otherwise) for number in numbers], np.float32)

    def _number(self, near: NDArray[np.uint8]) -> int:
        middle = near[near.shape[0] // 2, near.shape[1] // 2].astype(int)
        return int(np.abs(np.array(COLOURS) - middle).sum(axis=1).argmin())


class KnowsColoursAtAnyConfidence(KnowsColours):
    """All regions are given, whatever confidence is asked for."""

    def detect(self, rgb: NDArray[np.uint8], confidence: float | None = None) -> Found:
        return super().detect(rgb, None if confidence == CANDIDATE else confidence)


def test_what_the_verifier_takes_for_no_card_is_gone() -> None:
    seen = look(paint(TWO_PILES), KnowsColoursAtAnyConfidence(), Judges({3: 0.05}))
    assert len(seen.regions) == len(TWO_PILES) - 1
    assert len(seen.doubtful) == 0


def test_what_the_verifier_cannot_tell_is_doubtful() -> None:
    seen = look(paint(TWO_PILES), KnowsColoursAtAnyConfidence(), Judges({3: 0.4}))
    assert len(seen.regions) == len(TWO_PILES) - 1
    assert seen.doubtful.confidences == pytest.approx([0.4])


@pytest.mark.parametrize(
    ("kind", "sure", "counted"), [(BACK, 0.8, 0), (BACK, 0.9, 1), (FACE, 0.8, 1)]
)
def test_a_back_by_itself_must_be_likelier(kind: int, sure: float, counted: int) -> None:
    lone = KnowsColoursAtAnyConfidence(kinds={0: kind})
    seen = look(paint(spread(1, 0)), lone, Judges({0: sure}))
    assert (len(seen.regions), len(seen.doubtful)) == (counted, 1 - counted)


def test_what_one_pass_saw_faintly_counts_if_the_verifier_is_sure() -> None:
    knows = KnowsColoursAtAnyConfidence(blind_turned=[3], confidence=0.5)
    seen = look(paint(TWO_PILES), knows, Judges({}))
    assert len(seen.regions) == len(TWO_PILES)
    assert seen.regions.confidences == pytest.approx([0.9] * len(TWO_PILES))
    assert (~seen.agreed).sum() == 1


def test_the_verifier_hears_what_the_approach_saw() -> None:
    judges, blind = Judges({}), KnowsColoursAtAnyConfidence(blind_first=[2], blind_closer=[2])
    look(paint(spread(6, 28)), blind, judges, closer=KnowsColoursAtAnyConfidence())
    before = np.concatenate([votes.approach for votes in judges.votes])
    assert 0 < (before == 0).sum() <= 2  # of the one card, in the views on both sides of it
    assert before[before > 0] == pytest.approx(0.9)


def test_the_verifier_is_not_asked_about_indices() -> None:
    cards = [(400.0, 300.0, 100.0, 140.0, 0.0), (370.0, 260.0, 16.0, 30.0, 0.0)]
    knows = KnowsColoursAtAnyConfidence(kinds={0: FACE, 1: INDEX})
    seen = look(paint(cards), knows, Judges({1: 0.0}))
    assert sorted(seen.regions.kinds) == [FACE, INDEX]


def test_the_rows_bring_what_both_detectors_missed() -> None:
    cards = spread(7, 28)
    knows = KnowsColoursAtAnyConfidence(blind_first=[3], blind_closer=[3])
    without = look(paint(cards), knows, Judges({}))
    seen = look(paint(cards), knows, Judges({}), rows=ReadsColours())
    assert len(without.regions) == 6
    assert len(seen.regions) == 7
    assert (~seen.agreed).sum() == 1


def test_a_row_bears_out_what_one_pass_saw() -> None:
    cards = spread(7, 28)
    knows = KnowsColoursAtAnyConfidence(blind_turned=[3])
    assert not look(paint(cards), knows, Judges({}, 0.8)).agreed.all()
    assert look(paint(cards), knows, Judges({}, 0.8), rows=ReadsColours()).agreed.all()


def test_what_the_looks_counted_and_the_row_does_not_bear_out_is_doubtful() -> None:
    cards = spread(7, 28)
    strip = (cards[0][0] - 57, cards[0][1], 12.0, 140.0, 0.0)  # beside the row, as a shadow
    knows = KnowsColoursAtAnyConfidence()
    seen = look(paint([*cards, strip]), knows, Judges({7: 0.55}), rows=ReadsColours(without=[7]))
    assert len(seen.regions) == 7
    assert len(seen.doubtful) > 0
