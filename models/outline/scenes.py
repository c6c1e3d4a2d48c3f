"""Training pictures: photos as for enrolling, and which of their pixels belong to whole cards."""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.pool import ArtPool
from datasets.render import render
from datasets.sample import Regime, sample_scene
from datasets.scene import PlacedCard, Scene, card_corners_mm, to_pixels
from scoring.reading import Side

MADE_PX = 320
"""Side of a made picture; training sees parts of it at `vision.outline.SIDE_PX`."""

ENROLLING = Regime("enrolling", (0.95, 3.0), 2, None, 0.05, few=True, decoy_share=0.08)
"""One photo of a back: cards that are a quarter to nearly the whole of the photo long."""

ALONE_SHARE = 0.75
"""Of the pictures with cards: one card by itself, as it should be for enrolling."""

DOWN_SHARE = 0.85
"""Of these cards: face down, as it should be."""

WHOLE_SHARE = 0.97
"""A card of which so much is seen, and all of whose corners are on the picture, is whole."""


@dataclass(frozen=True, slots=True)
class OutlinePicture:
    """`pixels` (h, w, 3) RGB; `masks` (2, h, w) are true inside whole backs and whole faces."""

    pixels: NDArray[np.uint8]
    masks: NDArray[np.bool_]


def make_picture(rng: np.random.Generator, pool: ArtPool) -> OutlinePicture:
    """One picture and its truth."""
    scene = sample_scene(rng, pool, ENROLLING, MADE_PX)
    if scene.cards and rng.random() < ALONE_SHARE:
        scene = replace(scene, cards=(_alone(rng, pool, scene),))
    rendered = render(scene, pool)
    masks = np.zeros((2, MADE_PX, MADE_PX), bool)
    for number, card in enumerate(scene.cards):
        quad = to_pixels(scene.camera, card_corners_mm(card))
        inside = np.zeros((MADE_PX, MADE_PX), np.uint8)
        cv2.fillConvexPoly(inside, np.round(quad).astype(np.int32), 1)
        own = rendered.seen == number
        if _is_within(quad) and own.sum() >= WHOLE_SHARE * inside.sum():
            masks[int(card.side is Side.FACE)] |= own
    return OutlinePicture(rendered.rgb, masks)


def _alone(rng: np.random.Generator, pool: ArtPool, scene: Scene) -> PlacedCard:
    """The card nearest to the middle of the picture, face down as a rule."""
    middles = [to_pixels(scene.camera, card_corners_mm(card)).mean(axis=0) for card in scene.cards]
    off = np.linalg.norm(np.array(middles) - MADE_PX / 2, axis=1)
    card = scene.cards[int(np.argmin(off))]
    if card.side is Side.BACK or rng.random() >= DOWN_SHARE:
        return card
    return replace(card, side=Side.BACK, art=pool.sample_back(rng))


def _is_within(quad: NDArray[np.float64]) -> bool:
    return bool((quad >= 0).all() and (quad <= MADE_PX).all())
