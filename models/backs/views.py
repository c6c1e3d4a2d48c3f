"""Training pieces of backs, cut out of made pictures as they are out of photos.

One view is a table with a few designs, one of them a colour twin now and then, and a photo of one
card of each design under another lamp, as for enrolling. Where each region lies on its card is
known.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.labels import Box, Label, card_box
from datasets.layouts import LAYOUTS
from datasets.pool import ArtPool
from datasets.render import Rendered, render
from datasets.sample import TABLE, PilePlan, lay_pile, moved_pile, sample_look, sample_scene
from datasets.scene import PlacedCard, Scene, card_corners_mm, to_pixels
from scoring.reading import Side
from vision.backs.patch import (
    CARD_MM,
    PX_PER_MM,
    BackSample,
    Patch,
    px_per_mm_of,
    sample_back,
)
from vision.backs.white import card_white

SIZE_PX = 720
MAX_PX_PER_MM = 4.5
FILLED_FRACTION = (0.9, 1.15)
"""How much of the picture the piles fill; beyond 1 some are cut."""

GAP_MM = 14.0
TWIN_SHARE = 0.4

ENROL_SIZE_PX = 400
ENROL_PX_PER_MM = (2.0, 4.0)

SIDE_JITTER_MM = 0.5
SIDE_JITTER_FRACTION = 0.03
"""How far a detector's box is off, each side."""

TURN_JITTER_DEG = 1.5
SCALE_JITTER = 0.025

MAX_PIECES = 24
"""Of one table, so that no table fills a batch."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A back region and its truth: its design, and where its patch lies on the whole back.

    `turned` says that the patch is upside down; `x` and `y` are the patch's left and upper end in
    px on the back as the patch is read.
    """

    sample: BackSample
    design: int
    turned: bool
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class View:
    """The pieces of one table, and the enrolled picture of each of its designs.

    `twins` are pairs of designs that are one drawing in two colours.
    """

    pieces: tuple[Piece, ...]
    cards: tuple[Patch, ...]
    twins: tuple[tuple[int, int], ...]


def make_view(rng: np.random.Generator, pool: ArtPool) -> View:
    """One table with its enrolment pictures."""
    scene = sorted_table(rng, pool)
    rendered = render(scene, pool)
    found = back_boxes(scene, rendered)
    backs = sorted({scene.cards[number].art for number, _ in found})
    pieces = _pieces(rng, scene, rendered, found, backs)
    cards = tuple(enrolled_card(rng, pool, back, scene) for back in backs)
    bases = [back.split("@")[0] for back in backs]
    twins = tuple(
        (i, j)
        for i in range(len(backs))
        for j in range(len(backs))
        if i != j and bases[i] == bases[j]
    )
    return View(tuple(pieces), cards, twins)


def sorted_table(rng: np.random.Generator, pool: ArtPool) -> Scene:
    """A table of two to four small piles, each of another design."""
    designs = [pool.sample_back(rng)]
    if rng.random() < TWIN_SHARE:
        designs.append(pool.twin(rng, designs[0]))
    while len(designs) < 2 or (rng.random() < 0.5 and len(designs) < 4):
        designs.append(pool.sample_back(rng))
    spreads = {name: share for name, (_, share) in LAYOUTS.items() if name != "stack"}
    shares = np.array(list(spreads.values())) / sum(spreads.values())
    cards: list[PlacedCard] = []
    below_mm = 0.0
    for number, back in enumerate(designs):
        up = tuple(bool(u) for u in rng.random(int(rng.integers(2, 8))) < 0.1)
        layout = str(rng.choice(list(spreads), p=shares))
        plan = PilePlan(number, layout, pool.sample_deck(rng), back, up)
        pile = moved_pile(lay_pile(rng, pool, plan), 0.0, 0.0, float(rng.normal(0, 9)))
        corners = np.concatenate([card_corners_mm(card) for card in pile])
        across = float(rng.uniform(-20, 20)) - float(corners[:, 0].mean())
        cards += moved_pile(pile, across, below_mm - float(corners[:, 1].min()), 0.0)
        below_mm += float(np.ptp(corners[:, 1])) + GAP_MM
    base = sample_scene(rng, pool, TABLE, SIZE_PX)
    camera = _fitted(rng, base.camera, cards)
    return replace(base, cards=tuple(cards), camera=camera, clutter=())


def _fitted(
    rng: np.random.Generator, camera: NDArray[np.float64], cards: list[PlacedCard]
) -> NDArray[np.float64]:
    """The camera moved and zoomed to the cards."""
    quads = np.array([to_pixels(camera, card_corners_mm(card)) for card in cards])
    low, high = quads.min(axis=(0, 1)), quads.max(axis=(0, 1))
    zoom = float(rng.uniform(*FILLED_FRACTION)) * SIZE_PX / float((high - low).max())
    scale = float(np.linalg.norm(quads[:, 3] - quads[:, 0], axis=1).mean()) / CARD_MM[1]
    zoom = min(zoom, MAX_PX_PER_MM / scale)
    middle = (low + high) / 2
    fit = np.array([[zoom, 0, SIZE_PX / 2], [0, zoom, SIZE_PX / 2], [0, 0, 1]])
    shift = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]])
    return np.asarray(fit @ shift @ camera, np.float64)


def back_boxes(scene: Scene, rendered: Rendered) -> list[tuple[int, Box]]:
    """The back regions of a drawn scene with the numbers of their cards."""
    found = []
    for number, card in enumerate(scene.cards):
        if card.side is Side.FACE:
            continue
        quad = to_pixels(scene.camera, card_corners_mm(card))
        box = card_box(quad, rendered.seen, number, face=False)
        if box is not None and box.label is Label.BACK:
            found.append((number, box))
    return found


def table_white(scene: Scene, rendered: Rendered) -> NDArray[np.float32]:
    """White by all regions of cards, faces too."""
    quads = []
    for number, card in enumerate(scene.cards):
        quad = to_pixels(scene.camera, card_corners_mm(card))
        box = card_box(quad, rendered.seen, number, face=card.side is Side.FACE)
        if box is not None and box.label is not Label.IGNORE:
            quads.append(box.quad_px)
    return card_white(rendered.rgb, np.array(quads, np.float32).reshape(-1, 4, 2))


def _pieces(
    rng: np.random.Generator,
    scene: Scene,
    rendered: Rendered,
    found: list[tuple[int, Box]],
    backs: list[str],
) -> list[Piece]:
    white = table_white(scene, rendered)
    lengths: dict[int, list[float]] = {}
    for number, _ in found:
        card = scene.cards[number]
        quad = to_pixels(scene.camera, card_corners_mm(card))
        lengths.setdefault(card.pile, []).append(float(np.linalg.norm(quad[3] - quad[0])))
    scales = {
        pile: px_per_mm_of(float(np.median(long_px))) * float(np.exp(rng.normal(0, SCALE_JITTER)))
        for pile, long_px in lengths.items()
    }
    chosen = rng.permutation(len(found))[:MAX_PIECES]
    pieces = []
    for place in chosen:
        number, box = found[int(place)]
        card = scene.cards[number]
        piece = _piece(rng, scene, rendered.rgb, (card, box), scales[card.pile], white)
        pieces.append(replace(piece, design=backs.index(card.art)))
    return pieces


def _piece(
    rng: np.random.Generator,
    scene: Scene,
    rgb: NDArray[np.uint8],
    seen: tuple[PlacedCard, Box],
    scale: float,
    white: NDArray[np.float32],
) -> Piece:
    card, box = seen
    outline = to_pixels(scene.camera, card_corners_mm(card))
    quad = jittered(rng, box.quad_px.astype(np.float64), scale)
    down = outline[3] - outline[0]
    turned = bool(rng.random() < 0.5)
    turn = float(np.arctan2(down[1], down[0])) + np.deg2rad(rng.normal(0, TURN_JITTER_DEG))
    sample = sample_back(rgb, quad.astype(np.float32), turn + np.pi * turned, scale, white)
    # The patch's middle on the card, by the card's own homography, in px of an enrolled picture.
    target = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32)
    to_card = cv2.getPerspectiveTransform(outline.astype(np.float32), target)
    middle = to_pixels(np.asarray(to_card, np.float64), quad.mean(axis=0)[None])[0]
    middle = 1 - middle if turned else middle
    height = CARD_MM[1] * PX_PER_MM
    width = height * card.look.width_mm / card.look.height_mm
    x = round(float(middle[0] * width - sample.patch.shape[1] / 2))
    y = round(float(middle[1] * height - sample.patch.shape[0] / 2))
    return Piece(sample, -1, turned, x, y)


def jittered(
    rng: np.random.Generator, quad: NDArray[np.float64], px_per_mm: float
) -> NDArray[np.float64]:
    """A box with each side moved as a detector would."""
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    moved = quad.copy()
    for side, (first, second) in (
        (across, (0, 3)),
        (across, (1, 2)),
        (down, (0, 1)),
        (down, (3, 2)),
    ):
        long_px = float(np.linalg.norm(side))
        spread = SIDE_JITTER_MM * px_per_mm + SIDE_JITTER_FRACTION * long_px
        off = float(np.clip(rng.normal(0, spread), -0.2 * long_px, 0.2 * long_px))
        moved[[first, second]] += side / max(long_px, 1e-6) * off
    return moved


def enrolled_card(rng: np.random.Generator, pool: ArtPool, back: str, table: Scene) -> Patch:
    """The whole back of one card alone, by the table's camera under another lamp."""
    base = sample_scene(rng, pool, TABLE, ENROL_SIZE_PX)
    card = PlacedCard(0.0, 0.0, 0.0, Side.BACK, back, sample_look(rng), 0)
    turn = float(rng.uniform(0, 2 * np.pi))
    scale = float(rng.uniform(*ENROL_PX_PER_MM))
    cos, sin = scale * np.cos(turn), scale * np.sin(turn)
    middle = ENROL_SIZE_PX / 2
    camera = np.array([[cos, -sin, middle], [sin, cos, middle], [0, 0, 1.0]])
    sensor = replace(base.sensor, gamma=table.sensor.gamma, saturation=table.sensor.saturation)
    light = replace(base.light, exposure=max(base.light.exposure, 0.45))
    scene = replace(base, cards=(card,), camera=camera, clutter=(), sensor=sensor, light=light)
    rgb = render(scene, pool).rgb
    quad = jittered(rng, to_pixels(camera, card_corners_mm(card)), scale * 0.6)
    white = card_white(rgb, quad[None].astype(np.float32))
    down = quad[3] - quad[0]
    length = px_per_mm_of(float(np.linalg.norm(down)))
    turn = float(np.arctan2(down[1], down[0]))
    return sample_back(rgb, quad.astype(np.float32), turn, length, white, trimmed=False).patch
