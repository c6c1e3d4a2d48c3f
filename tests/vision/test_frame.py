import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.builders import regions
from vision.frame import PAD_TONE, Frame, turned_view, whole_photo

POINTS = st.lists(st.tuples(st.floats(0, 4000), st.floats(0, 3000)), min_size=2, max_size=6)


@given(POINTS, st.floats(0, np.pi), st.floats(0.1, 5), st.floats(10, 200))
def test_there_and_back_is_where_it_was(
    points: list[tuple[float, float]], turn: float, scale: float, margin: float
) -> None:
    frame = turned_view(np.array(points, np.float32), turn, scale, margin)
    boxes = regions([(x, y, 60, 90, 20) for x, y in points])
    back = frame.to_photo(frame.to_view(boxes))
    assert np.allclose(back.quads_px, boxes.quads_px, atol=0.05)
    assert back.kinds.tolist() == boxes.kinds.tolist()


@given(POINTS, st.floats(0, np.pi), st.floats(0.1, 5), st.floats(10, 200))
def test_a_turned_view_holds_its_points_and_the_margin(
    points: list[tuple[float, float]], turn: float, scale: float, margin: float
) -> None:
    frame = turned_view(np.array(points, np.float32), turn, scale, margin)
    seen = np.array(points) @ frame.matrix[:2, :2].T + frame.matrix[:2, 2]
    size = np.array([frame.width_px, frame.height_px])
    assert (seen >= margin - 0.5).all()
    assert (seen <= size - margin + 0.5).all()
    assert frame.scale == pytest.approx(scale)
    assert (size % 32 == 0).all()


@given(POINTS, st.floats(0, np.pi), st.floats(0.1, 5), st.floats(10, 200))
def test_a_view_grows_around_what_it_held(
    points: list[tuple[float, float]], turn: float, scale: float, margin: float
) -> None:
    frame = turned_view(np.array([[10, 10], [60, 90]], np.float32), turn, scale, 10)
    there = np.array(points, np.float32) @ frame.matrix[:2, :2].T.astype(np.float32)
    there += frame.matrix[:2, 2].astype(np.float32)
    grown = frame.grown(there, margin)
    moved = grown.matrix[:2, 2] - frame.matrix[:2, 2]
    before, size = (np.array([view.width_px, view.height_px]) for view in (frame, grown))
    assert (there + moved >= margin - 0.5).all()
    assert (there + moved <= size - margin + 0.5).all()
    assert (moved >= 0).all()
    assert (moved + before <= size).all()
    assert grown.scale == pytest.approx(scale)


@pytest.mark.parametrize("turn_deg", [0, 40, 90, 170])
def test_the_cards_long_axis_points_down_in_a_turned_view(turn_deg: float) -> None:
    card = regions([(500, 400, 140, 100, turn_deg)])
    frame = turned_view(card.quads_px[0], np.deg2rad(turn_deg), 2.0, 20)
    long_side = np.diff(frame.to_view(card).quads_px[0, :2], axis=0)[0]
    assert np.allclose(long_side, [0, 280], atol=0.1)


def test_a_whole_photo_is_padded_to_the_stride() -> None:
    frame = whole_photo(1000, 700, 640, 32)
    assert (frame.width_px, frame.height_px) == (640, 448)
    assert frame.scale == pytest.approx(0.64)
    assert whole_photo(1000, 701, 640, 32).height_px == 480


def test_a_long_thin_photo_still_has_a_view() -> None:
    frame = whole_photo(12000, 4, 640)
    assert frame.height_px == 32
    assert frame.view(np.zeros((4, 12000, 3), np.uint8)).shape == (32, 640, 3)


@pytest.mark.parametrize("scale", [0.2, 0.5, 0.8, 1.0, 2.5])
@pytest.mark.parametrize("turn_deg", [90, 25])
def test_a_view_shows_things_where_regions_say(scale: float, turn_deg: float) -> None:
    rgb = np.zeros((600, 800, 3), np.uint8)
    box = regions([(300, 260, 120, 200, 15)])
    fixed = np.round((box.quads_px[0] - 0.5) * 16).astype(np.int32)
    cv2.fillConvexPoly(rgb, fixed, (255, 255, 255), cv2.LINE_AA, 4)
    frame = turned_view(box.quads_px[0], np.deg2rad(turn_deg), scale, 30)
    ys, xs = np.nonzero(frame.view(rgb)[..., 0] > 127)
    expected = frame.to_view(box).quads_px[0]
    assert (xs.min(), ys.min()) == pytest.approx(expected.min(axis=0), abs=2)
    assert (xs.mean() + 0.5, ys.mean() + 0.5) == pytest.approx(expected.mean(axis=0), abs=0.35)


def test_outside_the_photo_a_view_is_grey() -> None:
    frame = Frame(np.array([[1.0, 0, 40], [0, 1.0, 0], [0, 0, 1]]), 96, 32)
    view = frame.view(np.zeros((32, 32, 3), np.uint8))
    assert (view[:, :38] == PAD_TONE).all()
    assert (view[:, 42:70] == 0).all()
    assert (view[:, 75:] == PAD_TONE).all()


def test_fine_stripes_are_averaged_when_the_view_is_small() -> None:
    stripes = np.zeros((400, 400, 3), np.uint8)
    stripes[:, ::2] = 200
    view = whole_photo(400, 400, 96).view(stripes)
    assert np.abs(view[5:-5, 5:-5].astype(int) - 100).max() < 25
