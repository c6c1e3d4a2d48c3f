"""Decks that are vector files: one layered SVG per deck, or one SVG per card."""

import base64
import gzip
import json
import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import cv2
import numpy as np

from datasets.art.canvas import DRAW_HEIGHT_PX, Rgba, flatten
from datasets.art.packages import (
    DECK_OF_CARDS,
    GNOME_BOOKWORM,
    GNOME_TRIXIE,
    KDE,
    REACT_CARDS,
    SVG_CARDS,
    Package,
)
from datasets.art.recipe import RANKS, Pictures, Recipe
from scoring.errors import DataError

# Indices in another language than English, or no French suits: the backs are still good.
_BACKS_ONLY = frozenset(
    {
        "berlin",
        "lattmann",
        "rheinland",
        "atlasnye_skat",
        "adler",
        "mittelalter",
        "ancient_french",
        "tarot",
        "tarocco",
        "slavic_costumes",
        "clubkarte",
        "l-&-h",
        "tragy",
        "swiss-xvii",
        "XSkat",
        "swiss-XVII",
        "Атласные",
        "german",
        "french",
        "Ancient_Egyptians",
        "guyenne-classic",  # the courts have no index
    }
)
_LEFT_OUT = frozenset({"konqi", "future"})  # konqi: licence; future: not usable
_SUITS = {"club": "C", "diamond": "D", "heart": "H", "spade": "S"}
_COURTS = {"1": "A", "jack": "J", "queen": "Q", "king": "K"}
_JOKERS = {
    "joker_black": "JK1",
    "black_joker": "JK1",
    "joker_red": "JK2",
    "red_joker": "JK2",
    "joker": "JK1",
}
_RANK_FIRST = re.compile(r"(\d+|jack|queen|king)_(club|diamond|heart|spade)")
_SUIT_FIRST = re.compile(r"(club|diamond|heart|spade)_(\d+|jack|queen|king)")
_BACK = re.compile(r"back|back\d+|back[_-](?!c\d)\w+|(red|green|blue)[_-]back")  # c1..: swatches


def card_name(element: str) -> str | None:
    """The card's name for an SVG element's id, or None where it is no card.

    >>> card_name("club_10"), card_name("queen_heart"), card_name("red_joker"), card_name("g12")
    ('10C', 'QH', 'JK2', None)
    """
    if match := _SUIT_FIRST.fullmatch(element):
        suit, rank = match.groups()
    elif match := _RANK_FIRST.fullmatch(element):
        rank, suit = match.groups()
    elif _BACK.fullmatch(element):
        return element.replace("-", "_") if element.startswith("back") else f"back_{element}"
    else:
        return _JOKERS.get(element)
    rank = _COURTS.get(rank, rank)
    return rank + _SUITS[suit] if rank in RANKS else None


@dataclass(frozen=True, slots=True)
class Layer:
    """One picture to draw: an element of a file, or the whole page where it is empty."""

    name: str
    svg: Path
    element: str = ""


def _system_python() -> str:
    found = shutil.which("python3", path=os.defpath)
    if found is None:
        raise DataError(
            "no python3 of the operating system",
            "Debian's own Python, whose librsvg bindings draw the SVG decks",
            "apt-get install python3 python3-gi python3-gi-cairo gir1.2-rsvg-2.0",
        )
    return found


def draw_layers(layers: list[Layer], height_px: int = DRAW_HEIGHT_PX) -> Pictures:
    """Draw layers in a process of the system's Python; those that fail are left out."""
    with tempfile.TemporaryDirectory() as folder:
        pngs = [Path(folder) / f"{place:03d}.png" for place in range(len(layers))]
        jobs = [
            {"svg": str(layer.svg), "element": layer.element, "png": str(png)}
            for layer, png in zip(layers, pngs, strict=True)
        ]
        done = subprocess.run(  # noqa: S603  (our own script, no shell)
            [_system_python(), str(Path(__file__).with_name("svg_layers.py"))],
            input=json.dumps({"jobs": jobs, "height_px": height_px}),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise DataError(
                f"the SVG renderer stopped: {done.stderr.strip().splitlines()[-1:]}",
                "librsvg's Python bindings in the operating system's Python",
                "apt-get install python3-gi python3-gi-cairo gir1.2-rsvg-2.0",
            )
        for layer, png in zip(layers, pngs, strict=True):
            if png.is_file():
                yield layer.name, read_rgba(png.read_bytes())


def read_rgba(data: bytes) -> Rgba:
    """An encoded picture as RGBA, opaque where it has no alpha."""
    raw = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if raw is None:
        raise ValueError("not a picture")
    ways = {2: cv2.COLOR_GRAY2RGBA, 3: cv2.COLOR_BGR2RGBA, 4: cv2.COLOR_BGRA2RGBA}
    channels = 2 if raw.ndim == 2 else raw.shape[2]
    return np.asarray(cv2.cvtColor(raw, ways[channels]), np.uint8)


def layered_deck(file: Path) -> Pictures:
    """The cards of one SVG whose elements are named after the cards."""
    from lxml import etree  # of the extra `art`, which drawn backs and cached art do without

    data = file.read_bytes()
    data = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    root = etree.fromstring(data, etree.XMLParser(huge_tree=True, recover=True))
    elements = {e.get("id"): e for e in root.iter() if isinstance(e.tag, str) and e.get("id")}
    named = {i: name for i in elements if (name := card_name(i)) is not None}
    with tempfile.TemporaryDirectory() as folder:
        svg = Path(folder) / "deck.svg"
        svg.write_bytes(data)
        wanted = [Layer(name, svg, i) for i, name in named.items()]
        drawn: set[str] = set()
        for name, picture in draw_layers(wanted):
            if picture[..., 3].max() >= 200:
                drawn.add(name)
                yield name, picture
    for i, name in named.items():
        if name not in drawn and elements[i].tag.endswith("}image"):
            link = elements[i].get("{http://www.w3.org/1999/xlink}href", "")
            yield name, read_rgba(base64.b64decode(link.split(",", 1)[-1]))


def _svg_cards(package: Path) -> Pictures:
    """The npm deck `svg-cards`; its back is drawn once and comes as pictures in 16 colours."""
    yield from layered_deck(package / "svg-cards.svg")
    for file in sorted((package / "png/2x").glob("back-*.png")):
        yield f"back_{file.stem.removeprefix('back-')}", read_rgba(file.read_bytes())


def paged_deck(folder: Path, names: dict[str, str]) -> Pictures:
    """The cards of a folder with one file per card, on white paper."""
    present = {folder / file: name for file, name in names.items() if (folder / file).is_file()}
    for name, picture in draw_layers(
        [Layer(n, f) for f, n in present.items() if f.suffix == ".svg"]
    ):
        yield name, flatten(picture)
    for file, name in present.items():
        if file.suffix != ".svg":
            yield name, read_rgba(file.read_bytes())


def _layered_recipes(package: Package, folder: Path, prefix: str) -> list[Recipe]:
    return [
        Recipe(
            f"{prefix}-{file.stem.replace('&', 'and')}",
            package,
            file.stem,
            partial(layered_deck, file),
            faces=file.stem not in _BACKS_ONLY,
        )
        for file in sorted(folder.glob("**/*.svgz"))
        if file.stem not in _LEFT_OUT
    ]


def gnome_recipes(unpacked: Path) -> list[Recipe]:
    """GNOME's decks; of the newer suite only those that the older has not."""
    older = _layered_recipes(GNOME_BOOKWORM, GNOME_BOOKWORM.folder(unpacked), "gnome")
    newer = _layered_recipes(GNOME_TRIXIE, GNOME_TRIXIE.folder(unpacked), "gnome")
    known = {recipe.name.lower() for recipe in older}
    return older + [recipe for recipe in newer if recipe.name.lower() not in known]


def kde_recipes(unpacked: Path) -> list[Recipe]:
    """KDE's decks."""
    return _layered_recipes(KDE, KDE.folder(unpacked), "kde")


def npm_recipes(unpacked: Path) -> list[Recipe]:
    """The three npm decks."""
    suits = {"0": "S", "1": "H", "2": "C", "3": "D"}  # the package's own order
    dealt = {
        f"{place}_{number + 1}.svg": rank + suit
        for place, suit in suits.items()
        for number, rank in enumerate(RANKS)
    }
    dealt |= {"4_1.svg": "JK1", "4_2.svg": "JK2", "back.png": "back"}
    react = REACT_CARDS.folder(unpacked) / "package/src/images"
    recipes = [
        Recipe(
            "svg-cards",
            SVG_CARDS,
            "svg-cards",
            partial(_svg_cards, SVG_CARDS.folder(unpacked) / "package"),
        ),
        Recipe(
            "deck-of-cards",
            DECK_OF_CARDS,
            "deck-of-cards",
            partial(paged_deck, DECK_OF_CARDS.folder(unpacked) / "package/example/faces", dealt),
        ),
    ]
    for style in sorted(path.name for path in react.glob("*") if path.is_dir()):
        names = {
            f"{rank.replace('10', 'T')}{suit}.svg": rank + suit for rank in RANKS for suit in "CDHS"
        } | {"2J.svg": "JK1", "../back.svg": "back"}
        recipes.append(
            Recipe(
                f"react-{style}",
                REACT_CARDS,
                f"react-{style}",
                partial(paged_deck, react / style, names),
            )
        )
    return [recipe for recipe in recipes if recipe.package.folder(unpacked).is_dir()]
