"""Decides what lies on the table: from a generator and a pool of art to a scene.

Three regimes of pictures are made, for what the detector is shown: whole tables at any turn, close
views in which the cards of one pile stand upright at about the closer look's scale, and a few cards
that fill the view at any turn, as a near photo gives them.
"""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from datasets.layouts import LAYOUTS
from datasets.pool import ArtPool
from datasets.sample_clutter import sample_clutter
from datasets.sample_light import sample_light, sample_sensor
from datasets.scene import (
    NO_GAINS,
    CardLook,
    Gains,
    PlacedCard,
    Scene,
    card_corners_mm,
    to_pixels,
)
from scoring.reading import Side


@dataclass(frozen=True, slots=True)
class Regime:
    """How near the camera is.

    `px_per_mm` is the range of scales at the middle of the picture (log-uniform), `piles` the
    largest number of piles, `upright_deg` how far an upright card may be off (None: any turn).
    `few` says that a pile is one card or a handful, most of them face up. `decoy_share` of the
    pictures look straight at what is no card, as the closer look does when the first look erred,
    `middle_share` at the middle of a pile, as it does when the first look was right; the others at
    any card of it.
    """

    name: str
    px_per_mm: tuple[float, float]
    piles: int
    upright_deg: float | None
    empty_share: float = 0.02
    few: bool = False
    decoy_share: float = 0.0
    middle_share: float = 0.0


TABLE = Regime("table", (0.95, 3.2), 6, None)
"""Whole tables: cards 85 to 285 px long."""

CLOSER = Regime("closer", (3.6, 5.4), 3, 14.0, 0.01, decoy_share=0.15, middle_share=0.5)
"""The closer look at 4.5 px per mm: cards 320 to 480 px long."""

NEAR = Regime("near", (2.8, 6.2), 3, None, 0.02, few=True)
"""A few cards that fill the view: 250 to 550 px long, at any turn."""

TILED_DECOY_SHARE = 0.4
"""Of the pictures of what is no card: the joints of tiles as large as cards look like edges."""

ALIKE_SHARE = 0.1
"""Of the tables: as light and as coloured as one of the cards, so that only its edge shows."""


def sample_scene(rng: np.random.Generator, pool: ArtPool, regime: Regime, size_px: int) -> Scene:
    """One scene for a square picture of the given size."""
    px_per_mm = float(np.exp(rng.uniform(*np.log(regime.px_per_mm))))
    reach_mm = size_px / px_per_mm
    cards = [] if rng.random() < regime.empty_share else _piles(rng, pool, regime, reach_mm)
    surface, mm_per_px = pool.sample_surface(rng)
    gains = _gains(rng, pool, cards, surface)
    surface_turn_deg = float(rng.uniform(0, 360))
    decoy = rng.random() < regime.decoy_share
    if decoy:  # real cards, if any, only reach in from the side
        cards = [] if rng.random() < 0.5 else moved_pile(cards, reach_mm, 0.0, 0.0)
        if rng.random() < TILED_DECOY_SHARE:
            (surface, mm_per_px), gains = pool.sample_tiles(rng), NO_GAINS
    seen = [_upright(surface_turn_deg)] if decoy else cards
    camera = sample_camera(rng, regime, seen, px_per_mm, size_px)
    light = sample_light(rng)
    return Scene(
        width_px=size_px,
        height_px=size_px,
        camera=camera,
        surface=surface,
        surface_turn_deg=surface_turn_deg,
        surface_mm_per_px=mm_per_px,
        surface_gains=gains,
        cards=tuple(cards),
        clutter=tuple(
            sample_clutter(rng, pool, 0.3 * reach_mm, over_cards=False, turn_deg=surface_turn_deg)
            if decoy
            else sample_clutter(rng, pool, reach_mm, over_cards=bool(cards))
        ),
        light=light,
        sensor=sample_sensor(rng, px_per_mm),
        seed=int(rng.integers(2**31)),
    )


def _gains(rng: np.random.Generator, pool: ArtPool, cards: list[PlacedCard], surface: str) -> Gains:
    """What makes a table as light and as coloured as one of the cards, now and then."""
    if not cards or rng.random() >= ALIKE_SHARE:
        return NO_GAINS
    card = cards[int(rng.integers(len(cards)))]
    wanted = pool.card(card.side, card.art).mean(axis=(0, 1)) * rng.uniform(0.7, 1.2)
    gains = np.clip(wanted / np.maximum(pool.surface(surface).mean(axis=(0, 1)), 1.0), 0.05, 20.0)
    return float(gains[0]), float(gains[1]), float(gains[2])


def _upright(turn_deg: float) -> PlacedCard:
    """A card that nobody draws, for the camera to look at."""
    return PlacedCard(0.0, 0.0, turn_deg, Side.BACK, "", CardLook(), 0)


def _count(rng: np.random.Generator, regime: Regime) -> int:
    """Cards of one pile: mostly what a deal gives, sometimes one or a whole deck."""
    draw = rng.random()
    if regime.few:
        return 1 if draw < 0.5 else int(rng.integers(2, 7))
    if draw < 0.12:
        return 1
    if draw < 0.75:
        return int(rng.integers(2, 16))
    return int(rng.integers(10, 40 if draw > 0.95 else 26))


def sample_look(rng: np.random.Generator) -> CardLook:
    """How one deck's cards are made."""
    width = 63.5 if rng.random() < 0.6 else float(rng.uniform(56.0, 64.0))
    lined = rng.random() < 0.7
    return CardLook(
        width_mm=width,
        height_mm=float(rng.uniform(86.0, 89.5)),
        corner_mm=float(rng.uniform(1.8, 4.5)),
        edge_tone=int(rng.choice([20, 60, 110, 170, 235, 255])) if lined else None,
        edge_opacity=float(rng.uniform(0.2, 0.9)),
        gloss=float(rng.uniform(0.0, 0.10)),
        wear_fraction=float(rng.uniform(0, 1)) if rng.random() < 0.2 else 0.0,
    )


def _faces_up(rng: np.random.Generator, count: int, regime: Regime) -> NDArray[np.bool_]:
    """Which cards of a pile lie face up: none, all, all but a tag card, the top one, any."""
    draw = rng.random()
    up = np.zeros(count, bool)
    if regime.few and draw < 0.5:
        return ~up
    if draw < 0.40:
        return up
    if draw < 0.55:
        up[:] = True
    elif draw < 0.75:
        up[:] = True
        up[(0, count - 1, int(rng.integers(count)))[int(rng.integers(3))]] = False
    elif draw < 0.92:
        up[-1] = True
    else:
        up[:] = rng.random(count) < rng.uniform(0.1, 0.9)
    return up


@dataclass(frozen=True, slots=True)
class PilePlan:
    """What one pile is made of; the rest is how it happens to fall.

    `layout` names a spread, `faces_up` says of each card, lowest first, which side is up. `deck`
    and `back` are names in the pool. `bent_share` of the cards dip under their neighbours,
    `odd_share` of the backs are of another deck.
    """

    number: int
    layout: str
    deck: str
    back: str
    faces_up: tuple[bool, ...]
    bent_share: float = 0.0
    odd_share: float = 0.0


def _plan(
    rng: np.random.Generator, pool: ArtPool, regime: Regime, number: int, designs: list[str]
) -> PilePlan:
    """Any pile, tidy or not."""
    shares = np.array([share for _, share in LAYOUTS.values()])
    layout = str(rng.choice(list(LAYOUTS), p=shares / shares.sum()))
    return PilePlan(
        number,
        layout,
        pool.sample_deck(rng),
        designs[int(rng.integers(len(designs)))],
        tuple(bool(up) for up in _faces_up(rng, _count(rng, regime), regime)),
        bent_share=0.2 if rng.random() < 0.18 else 0.0,
        odd_share=0.015,
    )


def lay_pile(rng: np.random.Generator, pool: ArtPool, plan: PilePlan) -> list[PlacedCard]:
    """A pile around the origin, lowest card first."""
    count = len(plan.faces_up)
    poses = LAYOUTS[plan.layout][0](rng, count)
    poses[:, :2] -= poses[:, :2].mean(axis=0)
    if rng.random() < 0.5:
        poses[:, 2] += 180.0
    if rng.random() < 0.5:
        poses = poses[::-1]
    look = sample_look(rng)
    codes = pool.sample_codes(rng, count)
    cards = []
    for (x, y, turn), up, code in zip(poses, plan.faces_up, codes, strict=True):
        back = pool.sample_back(rng) if rng.random() < plan.odd_share else plan.back
        upside_down = 180.0 if rng.random() < 0.3 else 0.0
        sunk = rng.random() < plan.bent_share
        cards.append(
            PlacedCard(
                float(x),
                float(y),
                float(turn + upside_down),
                Side.FACE if up else Side.BACK,
                f"{plan.deck}/{code}" if up else back,
                look,
                plan.number,
                shade=float(1 + 0.5 * look.gloss * rng.standard_normal()),
                tilt_shade=float(look.gloss * rng.uniform(-1, 1)),
                tilt_deg=float(rng.uniform(0, 360)),
                sunk_mm=float(rng.uniform(-25, 30)) if sunk else None,
                sunk_deg=float(rng.choice([0, 90, 180, 270]) + turn) if sunk else 0.0,
            )
        )
    return cards


def moved_pile(cards: list[PlacedCard], x: float, y: float, turn_deg: float) -> list[PlacedCard]:
    """A pile turned about the origin and moved."""
    turn = np.deg2rad(turn_deg)
    cos, sin = float(np.cos(turn)), float(np.sin(turn))
    return [
        replace(
            card,
            x_mm=card.x_mm * cos - card.y_mm * sin + x,
            y_mm=card.x_mm * sin + card.y_mm * cos + y,
            angle_deg=card.angle_deg + turn_deg,
            sunk_deg=card.sunk_deg + turn_deg,
        )
        for card in cards
    ]


def _piles(
    rng: np.random.Generator, pool: ArtPool, regime: Regime, reach_mm: float
) -> list[PlacedCard]:
    """Piles beside each other; most keep apart, some touch or lie on one another."""
    designs = [pool.sample_back(rng) for _ in range(int(rng.integers(1, 5)))]
    if rng.random() < 0.25:
        designs.append(pool.twin(rng, designs[0]))
    piles: list[list[PlacedCard]] = []
    common_turn = float(rng.uniform(0, 360))
    tidy = rng.random() < 0.5
    for number in range(int(rng.integers(1, regime.piles + 1))):
        pile = lay_pile(rng, pool, _plan(rng, pool, regime, number, designs))
        turn = common_turn + rng.normal(0, 6) if tidy else float(rng.uniform(0, 360))
        for _ in range(8):
            x, y = rng.uniform(-0.6, 0.6, 2) * reach_mm if number else (0.0, 0.0)
            placed = moved_pile(pile, float(x), float(y), float(turn))
            if not number or _apart(placed, piles, rng):
                piles.append(placed)
                break
    return [card for pile in piles for card in pile]


def _apart(
    pile: list[PlacedCard], others: list[list[PlacedCard]], rng: np.random.Generator
) -> bool:
    """Whether a pile lies clear of the others, or is let lie where it is."""
    if rng.random() < 0.04:
        return True
    own = np.array([[card.x_mm, card.y_mm] for card in pile])
    for other in others:
        theirs = np.array([[card.x_mm, card.y_mm] for card in other])
        gaps = np.linalg.norm(own[:, None] - theirs[None], axis=-1)
        if gaps.min() < 105.0:
            return False
    return True


def sample_camera(
    rng: np.random.Generator,
    regime: Regime,
    cards: list[PlacedCard],
    px_per_mm: float,
    size_px: int,
) -> NDArray[np.float64]:
    """The homography from table to picture: a tilted camera that looks at one of the cards."""
    tilt = np.deg2rad(min(abs(rng.normal(0, 16)), 42))
    distance_mm = max(rng.uniform(350, 1100), 1.2 * size_px / px_per_mm)
    heading = rng.uniform(0, 2 * np.pi)
    turn = np.array(
        [[np.cos(heading), -np.sin(heading), 0], [np.sin(heading), np.cos(heading), 0], [0, 0, 1]]
    )
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), 0], [0, np.sin(tilt) / distance_mm, 1]])
    anchor = cards[int(rng.integers(len(cards)))] if cards else None
    target = np.array([anchor.x_mm, anchor.y_mm]) if anchor else np.zeros(2)
    if anchor and regime.middle_share and rng.random() < regime.middle_share:
        pile = [(card.x_mm, card.y_mm) for card in cards if card.pile == anchor.pile]
        target = np.mean(pile, axis=0)
    target = target + rng.normal(0, 0.18, 2) * size_px / px_per_mm
    centred = np.array([[1, 0, -target[0]], [0, 1, -target[1]], [0, 0, 1]])
    view = turn.T @ lean @ turn @ centred
    roll = rng.uniform(0, 2 * np.pi)
    if anchor is not None and regime.upright_deg is not None:
        quad = to_pixels(view, card_corners_mm(anchor))
        down = quad[3] - quad[0]
        off = np.clip(rng.normal(0, 0.5), -1, 1) * np.deg2rad(regime.upright_deg)
        roll = np.pi / 2 - np.arctan2(down[1], down[0]) + off
        roll += np.pi * rng.integers(2)
    scale = px_per_mm
    rotate = np.array(
        [
            [scale * np.cos(roll), -scale * np.sin(roll), size_px / 2],
            [scale * np.sin(roll), scale * np.cos(roll), size_px / 2],
            [0, 0, 1],
        ]
    )
    return np.asarray(rotate @ view, np.float64)
