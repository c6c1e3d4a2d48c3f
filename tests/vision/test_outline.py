"""The outline of a whole card, by a network that knows the colours of a painted table."""

import tracemalloc
from pathlib import Path

import cv2
import numpy as np
import pytest

from scoring.errors import ModelError
from tests.vision.builders import BoxList, regions
from tests.vision.painted import TABLE_TONE, paint, spread
from vision.outline import SIDE_PX, OnnxOutliner, outline_card, rectified
from vision.regions import BACK

WEIGHTS = Path(__file__).parents[2] / "models" / "weights"


class SeesCards:
    """Sees whatever is not of the table's tone; `masks` may be coarser than the picture."""

    def __init__(self, coarse: int = 2) -> None:
        self.coarse, self.looks = coarse, 0

    def masks(self, picture: np.ndarray) -> np.ndarray:
        self.looks += 1
        assert picture.shape == (SIDE_PX, SIDE_PX, 3)
        inside = np.abs(picture.astype(int) - TABLE_TONE).max(axis=2) > 12
        side = SIDE_PX // self.coarse
        masks = np.zeros((2, side, side), np.float32)
        masks[0] = inside.reshape(side, self.coarse, side, self.coarse).mean(axis=(1, 3))
        return masks


def off_px(quad: np.ndarray, truth: np.ndarray) -> float:
    """How far the worst corner lies from the nearest true one."""
    away = np.linalg.norm(quad[:, None] - truth[None], axis=2)
    return float(away.min(axis=1).max())


@pytest.mark.parametrize("turn", [0.0, 25.0, 45.0, 90.0, 170.0])
@pytest.mark.parametrize("size", [(800, 600), (600, 900), (3000, 2000)])
def test_a_card_is_outlined_to_its_edges(turn: float, size: tuple[int, int]) -> None:
    width = 0.2 * min(size)
    card = [(0.6 * size[0], 0.4 * size[1], width, 1.4 * width, turn)]
    found = outline_card(paint(card, size).rgb, SeesCards())
    assert found is not None
    assert found.kind == BACK
    assert off_px(found.quad_px, regions(card).quads_px[0]) < 0.02 * 1.4 * width


def test_a_card_seen_aslant_is_outlined_by_its_corners() -> None:
    rgb = paint([]).rgb.copy()
    corners = np.array([[280, 120], [480, 150], [530, 480], [250, 460]], np.float32)
    cv2.fillConvexPoly(rgb, corners.astype(np.int32), (200, 40, 60))
    found = outline_card(rgb, SeesCards())
    assert found is not None
    assert off_px(found.quad_px, corners) < 5
    picture, quad = rectified(rgb, found.quad_px)
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    assert sides[:2] == pytest.approx(sides[2:])
    seen = (np.abs(picture.astype(int) - (200, 40, 60)).max(axis=2) < 60).astype(np.uint8)
    left, top, width, height = cv2.boundingRect(seen)
    assert [left, top] == pytest.approx(quad.min(axis=0), abs=4)
    assert [left + width, top + height] == pytest.approx(quad.max(axis=0), abs=4)
    assert seen[top : top + height, left : left + width].mean() > 0.97


def test_a_card_at_the_edge_of_the_photo_is_outlined() -> None:
    card = [(55.0, 75.0, 100.0, 140.0, 0.0)]
    found = outline_card(paint(card).rgb, SeesCards())
    assert found is not None
    assert off_px(found.quad_px, regions(card).quads_px[0]) < 3


@pytest.mark.parametrize(
    "cards",
    [
        pytest.param([], id="nothing"),
        pytest.param([(400.0, 300.0, 300.0, 300.0, 0.0)], id="a square"),
        pytest.param([(400.0, 300.0, 60.0, 300.0, 0.0)], id="a ruler"),
        pytest.param([(400.0, 300.0, 12.0, 17.0, 0.0)], id="a crumb"),
        pytest.param(
            [*spread(1, 0), (440.0, 350.0, 100.0, 140.0, 60.0)], id="two cards that touch"
        ),
    ],
)
def test_what_is_no_whole_card_is_not_outlined(cards: BoxList) -> None:
    assert outline_card(paint(cards).rgb, SeesCards()) is None


@pytest.mark.parametrize("at", [(400.0, 20.0), (400.0, 590.0), (400.0, 645.0)])
def test_a_card_cut_by_the_edge_is_no_whole_card(at: tuple[float, float]) -> None:
    assert outline_card(paint([(*at, 140.0, 100.0, 0.0)]).rgb, SeesCards()) is None


def test_a_long_thin_photo_takes_little_memory() -> None:
    rgb = np.full((60, 12_000, 3), TABLE_TONE, np.uint8)
    rgb[5:55, 7_000:7_036] = (200, 40, 60)
    tracemalloc.start()
    outline_card(rgb, SeesCards())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 50e6


def test_the_larger_of_two_cards_is_outlined() -> None:
    cards = [(200.0, 300.0, 100.0, 140.0, 0.0), (550.0, 300.0, 130.0, 182.0, 0.0)]
    found = outline_card(paint(cards).rgb, SeesCards())
    assert found is not None
    assert off_px(found.quad_px, regions(cards[1:]).quads_px[0]) < 4


def test_another_network_is_refused() -> None:
    with pytest.raises(ModelError, match="train it with `nertz train outline`"):
        OnnxOutliner(WEIGHTS / "rows.onnx")
