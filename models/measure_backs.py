"""Measures how well backs are matched, on made piles of held-out designs, apart from the detector.

    python -m models.measure_backs --art CACHE --tables 200

Each table has two to four enrolled decks, one of them a colour twin now and then, and one deck that
nobody enrolled. Cards are enrolled from a picture of their own, by the same camera under another
lamp. The regions are the true ones, so that only the matching is measured. Prints, for a range of
limits, how many piles are given to the right owner, to a wrong one and to nobody.
"""

import argparse
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.labels import Label, card_box
from datasets.pool import ArtPool
from datasets.render import render
from datasets.sample import TABLE, sample_scene
from datasets.scene import Scene, card_corners_mm, to_pixels
from datasets.tables import different_backs, enrol_scene
from scoring.reading import Side
from vision.backs import BackSample, Deck, card_white, enrol, sample_back
from vision.backs.gallery import px_per_mm_of
from vision.backs.match import distances

SIZE_PX = 768
OUTSIDER = "nobody"


@dataclass(frozen=True, slots=True)
class TruePile:
    """A made pile: its true owner (OUTSIDER for a deck not enrolled) and its distances."""

    owner: str
    distances: NDArray[np.float32]
    decks: tuple[str, ...]


def _samples(scene: Scene, rgb: NDArray[np.uint8], seen: NDArray[np.int16]) -> list[BackSample]:
    """The described backs of a scene, by their true regions."""
    found = []
    for number, card in enumerate(scene.cards):
        quad = to_pixels(scene.camera, card_corners_mm(card))
        box = card_box(quad, seen, number, face=card.side is Side.FACE)
        if box is not None and box.label is Label.BACK:
            down = quad[3] - quad[0]
            length = float(np.linalg.norm(down))
            found.append(
                (box.quad_px.astype(np.float32), float(np.arctan2(down[1], down[0])), length)
            )
    if not found:
        return []
    white = card_white(rgb, np.array([quad for quad, _, _ in found]))
    return [
        sample_back(rgb, quad, turn, px_per_mm_of(length), white) for quad, turn, length in found
    ]


def _pile_scene(rng: np.random.Generator, pool: ArtPool, back: str, light: Scene) -> Scene:
    """A table with one pile of one back, under the given scene's light and camera marks."""
    while True:
        scene = sample_scene(rng, pool, TABLE, SIZE_PX)
        pile = [card for card in scene.cards if card.pile == 0 and card.side is Side.BACK]
        if pile:
            break
    cards = tuple(replace(card, art=back) for card in pile)
    return replace(scene, cards=cards, light=light.light, sensor=light.sensor, clutter=())


def _enrolled(rng: np.random.Generator, pool: ArtPool, name: str, back: str, table: Scene) -> Deck:
    """A deck enrolled from one card alone."""
    scene = enrol_scene(rng, pool, back, table)
    quad = to_pixels(scene.camera, card_corners_mm(scene.cards[0]))
    down = quad[3] - quad[0]
    turn = float(np.arctan2(down[1], down[0]))
    scale = px_per_mm_of(float(np.linalg.norm(down)))
    return enrol(name, [(render(scene, pool).rgb, quad.astype(np.float32), turn, scale)])


def made_piles(tables: int, pool: ArtPool, seed: int) -> list[TruePile]:
    """Piles of held-out designs and their distances to the decks of their table."""
    piles = []
    for table in range(tables):
        rng = np.random.default_rng([seed, table])
        backs = different_backs(rng, pool, int(rng.integers(2, 5)))
        names = [f"deck{place}" for place in range(len(backs))]
        light = sample_scene(rng, pool, TABLE, SIZE_PX)
        decks = [
            _enrolled(rng, pool, name, back, light) for name, back in zip(names, backs, strict=True)
        ]
        for owner, back in [*zip(names, backs, strict=True), (OUTSIDER, pool.sample_back(rng))]:
            scene = _pile_scene(rng, pool, back, light)
            drawn = render(scene, pool)
            samples = _samples(scene, drawn.rgb, drawn.seen)
            if samples:
                piles.append(TruePile(owner, distances(samples, decks), tuple(names)))
    return piles


def report(piles: list[TruePile], limit: float, margin: float) -> str:
    """One line: what the limits would do with the piles."""
    right = wrong = unknown = accepted = 0
    known = [pile for pile in piles if pile.owner != OUTSIDER]
    strangers = [pile for pile in piles if pile.owner == OUTSIDER]
    for pile in known:
        row = np.median(pile.distances, axis=0)
        order = np.argsort(row)
        passed = row[order[0]] <= limit and row[order[1]] - row[order[0]] >= margin
        if not passed:
            unknown += 1
        elif pile.decks[int(order[0])] == pile.owner:
            right += 1
        else:
            wrong += 1
    for pile in strangers:
        row = np.sort(np.median(pile.distances, axis=0))
        accepted += int(row[0] <= limit and row[1] - row[0] >= margin)
    return (
        f"limit {limit:.2f} margin {margin:.2f}: right {right}/{len(known)}, wrong {wrong}, "
        f"unknown {unknown}; strangers accepted {accepted}/{len(strangers)}"
    )


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--art", type=Path, default=None)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    piles = made_piles(given.tables, ArtPool("held", given.art), given.seed)
    for limit in (0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7):
        for margin in (0.02, 0.05, 0.1):
            print(report(piles, limit, margin))  # noqa: T201 - this program's output


if __name__ == "__main__":
    main()
