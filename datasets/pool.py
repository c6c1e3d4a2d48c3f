"""The pictures that sampling chooses from and rendering draws with: one side of the split.

Pictures go by name, so that a scene is plain data: `art:ID` a ready-made back, `drawn:SEED` a drawn
one, either with `@SEED` behind it for the same design in other colours; `deck:ID/QS` a face of a
ready-made deck, `own:SEED/QS` a drawn one; surfaces likewise.
"""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.art.index import (
    ArtIndex,
    BackArt,
    FaceDeck,
    Surface,
    art_index,
    load_rgb,
    load_rgba,
)
from datasets.backs import builtin_stencils, draw_back, load_stencils, recolour, sample_design
from datasets.faces import RANKS, SUITS, FaceStyle, draw_face, sample_face_style
from datasets.surfaces import draw_surface, draw_tiles
from scoring.errors import DataError
from scoring.reading import Side

Picture = NDArray[np.uint8]

CODES = tuple(rank + suit for suit in SUITS for rank in RANKS)

DRAWN_BACK_SHARE = 0.55
"""Share of drawn backs: ready-made ones are few and would be learnt by heart."""

OWN_DECKS = 60
"""Drawn decks of faces on each side of the split; each is measured once for its indices."""

SMALL_BACK_SHARE = 0.15
"""Share of enlarged small pictures among ready-made backs: soft prints, as worn cards have."""

IndexPlace = tuple[float, float, float, float]

USUAL_INDEX: IndexPlace = (0.03, 0.03, 0.17, 0.26)
"""Where an index lies on most decks, for those whose ink cannot be measured."""

PoolSplit = Literal["train", "held"]

_SIDES: dict[str, int] = {"train": 0, "held": 1}


class ArtPool:
    """Card art of one side of the split; without a cache everything is drawn.

    Args:
        split: which side; drawn designs of the two sides never share a seed either.
        cache: the art cache of `nertz data art`, or None to draw everything.
    """

    def __init__(self, split: PoolSplit, cache: Path | None = None) -> None:
        if split not in _SIDES:
            raise DataError(f"the split {split}", "train or held", "choose one of the two")
        self.split = split
        index: ArtIndex | None = art_index(cache) if cache is not None else None
        own = [] if index is None else [d for d in index.decks if d.split == split]
        self._decks = {deck.id: deck for deck in own if deck.indices_english}
        self._backs = {b.id: b for b in (index.backs if index else ()) if b.split == split}
        self._surfaces = {s.id: s for s in (index.surfaces if index else ()) if s.split == split}
        self._things = {t.id: t for t in (index.things if index else ()) if t.split == split}
        self._stencils = load_stencils(cache) if cache is not None else builtin_stencils()
        self._picture = lru_cache(maxsize=400)(self._load)
        self._style = lru_cache(maxsize=64)(self._sample_style)

    # What sampling asks for.

    def sample_back(self, rng: np.random.Generator) -> str:
        """The name of a design of back."""
        if not self._backs or rng.random() < DRAWN_BACK_SHARE:
            return f"drawn:{self._seed(rng)}"
        name = f"art:{self._chosen(rng, self._backs)}"
        return self.twin(rng, name) if rng.random() < 0.5 else name

    def twin(self, rng: np.random.Generator, back: str) -> str:
        """The name of the same design in other colours."""
        return f"{back.split('@')[0]}@{int(rng.integers(2**31))}"

    def sample_deck(self, rng: np.random.Generator) -> str:
        """The name of a deck of faces."""
        if not self._decks or rng.random() < 0.15:
            return f"own:{int(rng.integers(OWN_DECKS)) * 2 + _SIDES[self.split]}"
        return f"deck:{self._chosen(rng, self._decks)}"

    def sample_codes(self, rng: np.random.Generator, count: int) -> list[str]:
        """Different cards of one deck, as far as it reaches."""
        return [str(code) for code in rng.choice(CODES, count, replace=count > len(CODES))]

    def sample_surface(self, rng: np.random.Generator) -> tuple[str, float]:
        """The name of a surface and how many mm of table one of its pixels shows."""
        if not self._surfaces or rng.random() < 0.5:
            return f"own:{self._seed(rng)}", float(rng.uniform(0.3, 1.2))
        return f"art:{self._chosen(rng, self._surfaces)}", float(rng.uniform(0.2, 1.0))

    def sample_tiles(self, rng: np.random.Generator) -> tuple[str, float]:
        """A surface, as from `sample_surface`, with tiles from 25 to 180 mm wide."""
        return f"tiles:{self._seed(rng)}", float(rng.uniform(0.4, 0.8))

    def sample_thing(self, rng: np.random.Generator) -> tuple[str, float] | None:
        """The name of a cut-out of what is no card and its width over its height, if any."""
        if not self._things:
            return None
        name = str(rng.choice(list(self._things)))
        height, width = self.thing(name).shape[:2]
        return name, width / height

    # What rendering and labelling ask for.

    def card(self, side: Side, name: str) -> Picture:
        """The flat picture of one side of a card, RGB uint8."""
        return self._picture(f"{side}|{name}")

    def surface(self, name: str) -> Picture:
        """A piece of table, RGB uint8."""
        return self._picture(f"surface|{name}")

    def thing(self, name: str) -> Picture:
        """A cut-out of what is no card, RGBA uint8."""
        return self._picture(f"thing|cut:{name}")

    def index_places(self, name: str) -> tuple[IndexPlace | None, IndexPlace | None]:
        """Where a face's index lies, read upright and turned by half: None where it has none.

        Each is x0, y0, x1, y1 in fractions of the card as it is then read.
        """
        return _index_places(self, name.rsplit("/", 1)[0])

    def _chosen(
        self, rng: np.random.Generator, items: Mapping[str, FaceDeck | BackArt | Surface]
    ) -> str:
        """A name: families of designs are equally likely, small pictures seldom chosen."""
        families: dict[str, list[str]] = {}
        for name, item in items.items():
            if not (isinstance(item, BackArt) and item.low_resolution):
                families.setdefault(item.group, []).append(name)
        small = [n for n, i in items.items() if isinstance(i, BackArt) and i.low_resolution]
        if small and (not families or rng.random() < SMALL_BACK_SHARE):
            return str(rng.choice(small))
        family = families[str(rng.choice(list(families)))]
        return str(rng.choice(family))

    def _seed(self, rng: np.random.Generator) -> int:
        return int(rng.integers(2**30)) * 2 + _SIDES[self.split]

    def _sample_style(self, seed: int) -> FaceStyle:
        return sample_face_style(np.random.default_rng(seed))

    def _load(self, key: str) -> Picture:
        what, name = key.split("|", 1)
        kind, rest = name.split(":", 1)
        if what == "thing":
            return load_rgba(self._things[rest].path)
        if what == "surface":
            if kind == "own":
                return draw_surface(np.random.default_rng(int(rest)))
            if kind == "tiles":
                return draw_tiles(np.random.default_rng(int(rest)))
            return load_rgb(self._surfaces[rest].path)
        if what == Side.FACE:
            deck, code = rest.rsplit("/", 1)
            if kind == "own":
                return draw_face(self._style(int(deck)), code)
            return load_rgb(self._decks[deck].face_path(code))
        return self._load_back(kind, rest)

    def _load_back(self, kind: str, rest: str) -> Picture:
        base, _, tint = rest.partition("@")
        if kind == "art":
            picture = load_rgb(self._backs[base].path)
            return shift_colours(np.random.default_rng(int(tint)), picture) if tint else picture
        design = sample_design(np.random.default_rng(int(base)), self._stencils)
        if tint:
            design = recolour(design, np.random.default_rng(int(tint)))
        return draw_back(design, self._stencils)


def shift_colours(rng: np.random.Generator, picture: Picture) -> Picture:
    """A ready-made back in other inks: hue turned, saturation and darkness changed, white kept."""
    hsv = cv2.cvtColor(picture, cv2.COLOR_RGB2HSV).astype(np.int16)
    hsv[..., 0] = (hsv[..., 0] + int(rng.integers(10, 170))) % 180
    inked = hsv[..., 1:2] / 255.0
    hsv[..., 1] = np.clip(hsv[..., 1] * rng.uniform(0.6, 1.4), 0, 255)
    value = hsv[..., 2] * (1 - inked[..., 0] * (1 - rng.uniform(0.5, 1.2)))
    hsv[..., 2] = np.clip(value, 0, 255)
    return np.asarray(cv2.cvtColor(hsv.astype(np.uint8), cv2.COLOR_HSV2RGB), np.uint8)


@lru_cache(maxsize=256)
def _index_places(pool: ArtPool, deck: str) -> tuple[IndexPlace | None, IndexPlace | None]:
    """Measures a deck's indices: the ink that its number cards have in common in a corner."""
    codes = [rank + suit for rank in ("2", "4", "6", "8", "9") for suit in SUITS]
    ink = np.zeros((2, 196, 110), np.float32)
    for code in codes:
        picture = cv2.resize(pool.card(Side.FACE, f"{deck}/{code}"), (500, 700))
        paper = np.median(picture[::11, ::7].reshape(-1, 3), axis=0)
        for end, turned in enumerate((picture, picture[::-1, ::-1])):
            away = np.abs(turned[:196, :110].astype(np.float32) - paper.astype(np.float32))
            ink[end] += (away > 70).any(axis=2) / np.float32(len(codes))
    ink[:, :8], ink[:, :, :6] = 0, 0  # the printed rim is not part of it
    upright, turned = ink > 0.2
    if upright.sum() < 40:
        return USUAL_INDEX, USUAL_INDEX
    return _bounds(upright), _bounds(turned) if turned.sum() > 0.5 * upright.sum() else None


def _bounds(inked: NDArray[np.bool_]) -> IndexPlace:
    ys, xs = np.nonzero(inked)
    x0, y0, x1, y1 = xs.min() - 4, ys.min() - 4, xs.max() + 5, ys.max() + 5
    return max(x0, 0) / 500, max(y0, 0) / 700, x1 / 500, y1 / 700
