import numpy as np
import pytest

from datasets.layouts import stack
from datasets.pool import ArtPool
from datasets.render import render
from datasets.scene import CardLook, PlacedCard, Scene, card_corners_mm, to_pixels
from scoring.flags import FlagKind, Zone
from scoring.reading import Side
from tests.vision.builders import ANNA, pile_sight, sight
from vision.doubt import photo_flags
from vision.owners import bare_piles
from vision.sight import PileSight
from vision.stack import IS_STACK, MAY_BE_STACK, edges_beside

SCALE = 3.0
"""Pixels per mm of the drawn tables."""


def drawn(count: int, seed: int = 3) -> float:
    """The measure for a squared stack of so many cards on a plain table."""
    poses = stack(np.random.default_rng(seed), count)
    cards = tuple(
        PlacedCard(x, y, turn, Side.BACK, "drawn:8", CardLook(edge_tone=60), 0)
        for x, y, turn in poses.tolist()
    )
    camera = np.array([[SCALE, 0, 200], [0, SCALE, 220], [0, 0, 1.0]])
    scene = Scene(400, 440, camera, "own:12", 0.0, 0.5, cards)
    quad = to_pixels(camera, card_corners_mm(cards[-1])).astype(np.float32)
    return edges_beside(render(scene, ArtPool("train")).rgb, quad, SCALE)


def of_strength(strength: float) -> PileSight:
    pile = pile_sight([ANNA], boxes=[(300.0, 300.0, 100.0, 140.0, 0.0)])
    return PileSight(
        pile.cards,
        pile.agreed,
        pile.turns_rad,
        pile.samples,
        pile.doubtful,
        pile.card_px,
        squared=strength > IS_STACK,
        stack_strength=strength,
    )


def messages(strength: float) -> list[str]:
    seen = sight([of_strength(strength)], zone=Zone.CENTER)
    flags = photo_flags(seen, bare_piles(seen))
    return [flag.message for flag in flags if flag.kind is FlagKind.SQUARED_STACK]


@pytest.mark.parametrize("seed", [3, 4, 5])
def test_edges_beside_a_stack_are_stronger_than_beside_one_card(seed: int) -> None:
    assert drawn(12, seed) > MAY_BE_STACK > drawn(1, seed)


def test_one_card_alone_is_not_asked_about() -> None:
    assert messages(MAY_BE_STACK - 0.01) == []


def test_what_may_be_a_stack_is_asked_about() -> None:
    assert messages(MAY_BE_STACK + 0.01)[0].startswith("Is this one card or a squared stack?")


def test_a_stack_is_not_counted() -> None:
    assert messages(IS_STACK + 0.01)[0].startswith("This pile lies squared")
    seen = sight([of_strength(IS_STACK + 0.01)])
    assert bare_piles(seen)[0].squared
