"""Made tables to measure on: sorted piles of held-out decks, as photos with truth files.

Each photo shows what people are asked to lay out: two to four piles, each of one owner, spread so
that every card shows an edge. The truth has the format of the project's path-traced photos
(`datasets.truth`), with a photo to enrol each deck from, so `nertz evaluate` takes the folder.
"""

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.labels import Label, card_box
from datasets.pool import ArtPool
from datasets.render import Rendered, render
from datasets.sample import TABLE, PilePlan, lay_pile, moved_pile, sample_look, sample_scene
from datasets.scene import PlacedCard, Scene, card_corners_mm, to_pixels
from scoring.flags import Zone
from scoring.reading import Side

SIZE_PX = 1440
ENROL_SIZE_PX = 768
ENROL_PX_PER_MM = 5.0

SPREADS = {"ribbon": 0.5, "arc": 0.2, "fan": 0.15, "rows": 0.08, "column": 0.07}
GAP_MM = 22.0
"""Between piles."""

MAX_PX_PER_MM = 3.0
FILLED_FRACTION = 0.9
TRIES = 30


@dataclass(frozen=True, slots=True)
class Table:
    """One made table: its scene, picture, and the plan of each owner's pile (None: no cards)."""

    scene: Scene
    rendered: Rendered
    zone: Zone
    caller: int
    backs: tuple[str, ...]
    plans: tuple[PilePlan | None, ...]


def make_table(rng: np.random.Generator, pool: ArtPool) -> Table:
    """A table on which every card shows an edge that can be seen."""
    for _ in range(TRIES):
        table = _try_table(rng, pool)
        if all(box is not None and box.label is not Label.IGNORE for box in _boxes(table)):
            return table
    return table


def _try_table(rng: np.random.Generator, pool: ArtPool) -> Table:
    owners = int(rng.integers(2, 5))
    zone = Zone.CENTER if rng.random() < 0.65 else Zone.NERTZ
    caller = int(rng.integers(owners))
    backs = different_backs(rng, pool, owners)
    plans = tuple(_plan(rng, pool, owner, backs[owner], zone, caller) for owner in range(owners))
    cards: list[PlacedCard] = []
    below_mm = 0.0
    for plan in plans:
        if plan is None:
            continue
        pile = moved_pile(lay_pile(rng, pool, plan), 0.0, 0.0, float(rng.normal(0, 7)))
        corners = np.concatenate([card_corners_mm(card) for card in pile])
        across = float(rng.uniform(-30, 30)) - float(corners[:, 0].mean())
        cards += moved_pile(pile, across, below_mm - float(corners[:, 1].min()), 0.0)
        below_mm += float(np.ptp(corners[:, 1])) + GAP_MM
    base = sample_scene(rng, pool, TABLE, SIZE_PX)
    below = tuple(thing for thing in base.clutter if not thing.over_cards)
    camera = _fitted(base.camera, cards)
    scene = replace(base, cards=tuple(cards), camera=camera, clutter=below)
    return Table(scene, render(scene, pool), zone, caller, tuple(backs), plans)


def _plan(
    rng: np.random.Generator, pool: ArtPool, owner: int, back: str, zone: Zone, caller: int
) -> PilePlan | None:
    """One owner's pile: the caller has no leftover, a leftover's top card lies face up."""
    if zone is Zone.NERTZ and owner == caller:
        return None
    count = int(rng.integers(3, 23)) if zone is Zone.CENTER else int(rng.integers(1, 14))
    layout = str(rng.choice(list(SPREADS), p=list(SPREADS.values())))
    up = [False] * count
    if zone is Zone.NERTZ and count > 1:
        up[-1] = bool(rng.random() < 0.8)
    elif rng.random() < 0.2:
        up = [True] * count
        up[int(rng.integers(count))] = False
    return PilePlan(owner, layout, pool.sample_deck(rng), back, tuple(up))


def different_backs(rng: np.random.Generator, pool: ArtPool, count: int) -> list[str]:
    """Different backs for so many decks; now and then two are one drawing in two colours."""
    backs: list[str] = []
    while len(backs) < count:
        back = pool.twin(rng, backs[0]) if backs and rng.random() < 0.1 else pool.sample_back(rng)
        if back not in backs:
            backs.append(back)
    return backs


def _fitted(camera: NDArray[np.float64], cards: list[PlacedCard]) -> NDArray[np.float64]:
    """The camera moved and zoomed so that all cards lie well inside the picture."""
    corners = np.concatenate([to_pixels(camera, card_corners_mm(card)) for card in cards])
    low, high = corners.min(axis=0), corners.max(axis=0)
    zoom = FILLED_FRACTION * SIZE_PX / float((high - low).max())
    lengths = [
        np.linalg.norm(quad[3] - quad[0]) / card.look.height_mm
        for card in cards
        for quad in [to_pixels(camera, card_corners_mm(card))]
    ]
    zoom = min(zoom, MAX_PX_PER_MM / float(np.mean(lengths)))
    middle = (low + high) / 2
    shift = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1]])
    fit = np.array([[zoom, 0, SIZE_PX / 2], [0, zoom, SIZE_PX / 2], [0, 0, 1]])
    return np.asarray(fit @ shift @ camera, np.float64)


def _boxes(table: Table) -> list[Any]:
    scene = table.scene
    return [
        card_box(
            to_pixels(scene.camera, card_corners_mm(card)),
            table.rendered.seen,
            number,
            face=card.side is Side.FACE,
        )
        for number, card in enumerate(scene.cards)
    ]


def enrol_scene(rng: np.random.Generator, pool: ArtPool, back: str, table: Scene) -> Scene:
    """One card of a deck, face down and alone, by the table's camera under another lamp."""
    base = sample_scene(rng, pool, TABLE, ENROL_SIZE_PX)
    card = PlacedCard(0.0, 0.0, 0.0, Side.BACK, back, sample_look(rng), 0)
    turn = float(rng.uniform(0, 2 * np.pi))
    cos, sin = ENROL_PX_PER_MM * np.cos(turn), ENROL_PX_PER_MM * np.sin(turn)
    middle = ENROL_SIZE_PX / 2
    camera = np.array([[cos, -sin, middle], [sin, cos, middle], [0, 0, 1.0]])
    tone = table.sensor
    sensor = replace(base.sensor, gamma=tone.gamma, saturation=tone.saturation)
    return replace(base, cards=(card,), camera=camera, clutter=(), sensor=sensor)


def write_table(number: int, seed: int, pool: ArtPool, folder: Path) -> None:
    """Makes table `number` of a set and writes photo, truth and enrolment photos."""
    rng = np.random.default_rng([seed, number])
    table = make_table(rng, pool)
    name = f"{number:05d}"
    (folder / "enrol").mkdir(parents=True, exist_ok=True)
    enrolled = []
    for owner, back in enumerate(table.backs):
        file = f"enrol/{name}-{owner}.jpg"
        picture = render(enrol_scene(rng, pool, back, table.scene), pool).rgb
        _write(folder / file, picture)
        enrolled.append(file)
    _write(folder / f"{name}.jpg", table.rendered.rgb)
    truth = _truth(table, f"{name}.jpg", enrolled)
    (folder / f"{name}.json").write_text(json.dumps(truth) + "\n")


def _write(file: Path, rgb: NDArray[np.uint8]) -> None:
    cv2.imwrite(str(file), rgb[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 95])


def _truth(table: Table, photo: str, enrolled: list[str]) -> dict[str, Any]:
    piles = [
        {
            "owner": owner,
            "back": table.backs[owner],
            "enrol": enrolled[owner],
            "count": len(plan.faces_up) if plan else 0,
            "kind": plan.layout if plan else "none",
        }
        for owner, plan in enumerate(table.plans)
    ]
    cards = []
    for card in table.scene.cards:
        entry: dict[str, Any] = {"owner": card.pile, "up": card.side is Side.FACE}
        if card.side is Side.FACE:
            code = card.art.rsplit("/", 1)[1]
            entry |= {"rank": code[:-1], "suit": code[-1]}
        quad = to_pixels(table.scene.camera, card_corners_mm(card))
        cards.append(entry | {"quad": np.round(quad, 2).tolist()})
    return {
        "photo": photo,
        "zone": table.zone.value,
        "caller": table.caller,
        "piles": piles,
        "width": SIZE_PX,
        "height": SIZE_PX,
        "cards": cards,
    }
