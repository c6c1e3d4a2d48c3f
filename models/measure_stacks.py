"""Measures how well a squared stack is told from a single card, on made pictures.

    python -m models.measure_stacks --art CACHE --pictures 400

Half of the pictures show one card, half a squared stack of 3 to 25, at table scale. The outline is
the true one, moved by up to a millimetre as a detector would. Prints how many of each are above
some limits.
"""

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np

from datasets.layouts import stack
from datasets.pool import ArtPool
from datasets.render import render
from datasets.sample import TABLE, sample_camera, sample_look, sample_scene
from datasets.scene import PlacedCard, Scene, card_corners_mm, to_pixels
from scoring.reading import Side
from vision.stack import edges_beside

SIZE_PX = 448


def made_stack(rng: np.random.Generator, pool: ArtPool, count: int) -> Scene:
    """A table with one squared stack (or one card), face up or down."""
    base = sample_scene(rng, pool, TABLE, SIZE_PX)
    side = Side.FACE if rng.random() < 0.5 else Side.BACK
    look, deck, back = sample_look(rng), pool.sample_deck(rng), pool.sample_back(rng)
    codes = pool.sample_codes(rng, count)
    arts = [f"{deck}/{code}" if side is Side.FACE else back for code in codes]
    cards = tuple(
        PlacedCard(float(x), float(y), float(turn), side, art, look, 0)
        for (x, y, turn), art in zip(stack(rng, count), arts, strict=True)
    )
    camera = sample_camera(rng, TABLE, list(cards), float(rng.uniform(1.6, 3.0)), SIZE_PX)
    return replace(base, cards=cards, camera=camera, clutter=())


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--art", type=Path, default=None)
    parser.add_argument("--pictures", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    pool = ArtPool("held", given.art)
    strengths: dict[bool, list[float]] = {True: [], False: []}
    for number in range(given.pictures):
        rng = np.random.default_rng([given.seed, number])
        single = number % 2 == 0
        scene = made_stack(rng, pool, 1 if single else int(rng.integers(3, 26)))
        quad = to_pixels(scene.camera, card_corners_mm(scene.cards[-1]))
        if (quad < 0).any() or (quad > SIZE_PX).any():
            continue
        scale = float(np.linalg.norm(quad[3] - quad[0])) / scene.cards[-1].look.height_mm
        moved = (quad + rng.normal(0, 0.6, (1, 2)) * scale).astype(np.float32)
        strengths[single].append(edges_beside(render(scene, pool).rgb, moved, scale))
    for limit in (0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.4):
        above = {key: sum(value > limit for value in of) for key, of in strengths.items()}
        print(  # noqa: T201 - this program's output
            f"above {limit:.2f}: stacks {above[False]}/{len(strengths[False])}, "
            f"single cards {above[True]}/{len(strengths[True])}"
        )


if __name__ == "__main__":
    main()
