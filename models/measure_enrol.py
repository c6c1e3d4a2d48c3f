"""Measures how well the back on an enrolment photo is found, on made photos of held-out decks.

    python -m models.measure_enrol --art CACHE --photos 400

Of ten photos eight show one card face down, at any place, turn and tilt and as large as people take
it, one shows a card face up, one no card but things that lie about. Prints how many backs were
outlined well, badly or not at all, and how many of the other photos were refused, as they must be.
`--without` leaves the outliner out: then the detector finds the back by itself.
"""

import argparse
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from datasets.pool import ArtPool
from datasets.render import render
from datasets.sample import TABLE, sample_scene
from datasets.sample_clutter import sample_clutter
from datasets.scene import Scene, card_corners_mm, to_pixels
from datasets.tables import ENROL_SIZE_PX, enrol_scene
from models.evaluate.overlap import Quads, ious, quads_of
from models.evaluate.shares import share_of
from scoring.errors import DeckError
from scoring.reading import Side
from vision.enrol import find_back
from vision.networks import Networks, load_networks
from vision.outline import outline_card
from vision.photo import Photo

WELL = 0.85
"""An outline that shares so much with the true one (intersection over union) is a good one."""

ZOOM = (0.5, 1.05)
OFF_CENTRE = 0.1
TILT = 1.2e-4
"""Size against 5 px per mm on 768; how far from the middle; change of scale from px to px."""

TURN_EVERY = 10
"""Of so many photos the last but one shows a face, the last no card."""


@dataclass(frozen=True, slots=True)
class MadePhoto:
    """A photo and the outline (1, 4, 2) of its back, None where it shows none."""

    photo: Photo
    quad_px: Quads | None


def made_photos(count: int, pool: ArtPool, seed: int) -> Iterator[MadePhoto]:
    """Made enrolment photos."""
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        scene = _scene(rng, pool)
        place = number % TURN_EVERY
        if place == TURN_EVERY - 2:
            code = pool.sample_codes(rng, 1)[0]
            face = replace(scene.cards[0], side=Side.FACE, art=f"{pool.sample_deck(rng)}/{code}")
            scene = replace(scene, cards=(face,))
        elif place == TURN_EVERY - 1:
            things = sample_clutter(rng, pool, 60.0, over_cards=False)
            scene = replace(scene, cards=(), clutter=tuple(things))
        photo = Photo(f"{number:05d}.jpg", render(scene, pool).rgb, "0" * 64)
        shows = place < TURN_EVERY - 2
        yield MadePhoto(photo, quads_of(_quad(scene)) if shows else None)


def _scene(rng: np.random.Generator, pool: ArtPool) -> Scene:
    """One card face down, seen from anywhere."""
    table = sample_scene(rng, pool, TABLE, ENROL_SIZE_PX)
    scene = enrol_scene(rng, pool, pool.sample_back(rng), table)
    middle, zoom = ENROL_SIZE_PX / 2, float(np.exp(rng.uniform(*np.log(ZOOM))))
    tilt = rng.normal(0, TILT, 2)
    off = rng.uniform(-OFF_CENTRE, OFF_CENTRE, 2) * ENROL_SIZE_PX + middle
    to_middle = np.array([[1, 0, -middle], [0, 1, -middle], [0, 0, 1]])
    lean = np.array([[zoom, 0, 0], [0, zoom, 0], [tilt[0], tilt[1], 1]])
    back = np.array([[1, 0, off[0]], [0, 1, off[1]], [0, 0, 1]])
    return replace(scene, camera=back @ lean @ to_middle @ scene.camera)


def _quad(scene: Scene) -> np.ndarray:
    return to_pixels(scene.camera, card_corners_mm(scene.cards[0]))


def measure(photos: Iterator[MadePhoto], networks: Networks) -> list[str]:
    """What is found on the photos, in lines."""
    well, badly, missed, refused = [], [], [], []
    shares = []
    for made in photos:
        found = None
        with suppress(DeckError):
            found = _found(made.photo, networks)
        if made.quad_px is None:
            refused.append(found is None)
            continue
        shared = 0.0 if found is None else float(ious(found, made.quad_px)[0, 0])
        shares += [] if found is None else [shared]
        well.append(shared >= WELL)
        badly.append(found is not None and shared < WELL)
        missed.append(found is None)
    return [
        f"backs outlined well: {share_of(well)}",
        f"outlined badly: {share_of(badly)}",
        f"not found, so another photo is asked for: {share_of(missed)}",
        f"overlap of outlines, median: {np.median(shares) if shares else 0:.3f}",
        f"photos without a back refused: {share_of(refused)}",
    ]


def _found(photo: Photo, networks: Networks) -> Quads:
    """The outline (1, 4, 2) of the back that is enrolled from a photo, in its pixels.

    Raises:
        DeckError: there is none.
    """
    outline = outline_card(photo.rgb, networks.outliner) if networks.outliner else None
    quad = find_back(photo, "somebody", networks)[1]
    return quads_of(quad if outline is None else outline.quad_px)


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--art", type=Path, default=None)
    parser.add_argument("--photos", type=int, default=400)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--weights", type=Path, default=Path("models/weights/detector.onnx"))
    parser.add_argument("--without", action="store_true")
    given = parser.parse_args()
    networks = load_networks(given.weights)
    if given.without:
        networks = replace(networks, outliner=None)
    photos = made_photos(given.photos, ArtPool("held", given.art), given.seed)
    print("\n".join(measure(photos, networks)))  # noqa: T201 - this program's output


if __name__ == "__main__":
    main()
