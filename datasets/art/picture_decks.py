"""Decks that are pictures already: blackjack-gui and the PySolFC card sets."""

import re
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from PIL import Image

from datasets.art.canvas import Rgba
from datasets.art.packages import BLACKJACK, PYSOLFC, PYSOLFC_CARDSETS, Package
from datasets.art.recipe import Pictures, Recipe
from datasets.art.svg_decks import read_rgba

_WORDS = {"ace": "A", "jack": "J", "queen": "Q", "king": "K"}
_BLACKJACK_FACE = re.compile(r"(\d+|ace|jack|queen|king)_of_(club|diamond|heart|spade)s(2?)")
_BLACKJACK_OTHER = {"black_joker": "JK1", "red_joker": "JK2", "back": "back"}

_CARDSET_FACE = re.compile(r"(0[1-9]|1[0-3])([cdhs])\.\w+")
_CARDSET_RANKS = {1: "A", 11: "J", 12: "Q", 13: "K"}
_LARGE_PX = 300  # card sets at least this high give faces
_CARDSETS_LEFT_OUT = frozenset({"konqi-modern"})  # licence
_NO_USUAL_FACES = frozenset({"momoko"})
_TOO_SMALL_PX = 85  # backs below this height hold no pattern worth enlarging


def blackjack_name(stem: str) -> tuple[str, bool] | None:
    """The card and whether the file is the better of two.

    Kings, queens, jacks come twice, and the `2` files are the whole pictures. The ace of spades
    comes twice as well, and there the file without the 2 is the usual one.

    >>> blackjack_name("king_of_clubs2"), blackjack_name("bj-shot")
    (('KC', True), None)
    """
    if stem in _BLACKJACK_OTHER:
        return _BLACKJACK_OTHER[stem], True
    match = _BLACKJACK_FACE.fullmatch(stem)
    if match is None:
        return None
    word, suit, second = match.groups()
    wants_second = word in ("jack", "queen", "king")
    return _WORDS.get(word, word) + suit[0].upper(), bool(second) == wants_second


def _blackjack_pictures(folder: Path) -> Pictures:
    for file in sorted(folder.glob("*.png")):
        named = blackjack_name(file.stem)
        if named is not None and named[1]:
            yield named[0], read_rgba(file.read_bytes())


def blackjack_recipes(unpacked: Path) -> list[Recipe]:
    """The common public-domain English deck."""
    folder = BLACKJACK.folder(unpacked) / "blackjack_gui/images"
    if not folder.is_dir():
        return []
    return [
        Recipe("blackjack-gui", BLACKJACK, "blackjack-gui", partial(_blackjack_pictures, folder))
    ]


@dataclass(frozen=True, slots=True)
class Cardset:
    """What a PySolFC card set's `config.txt` says."""

    folder: Path
    french: bool
    width_px: int
    height_px: int
    backs: tuple[str, ...]


def read_cardset(folder: Path) -> Cardset | None:
    """A card set's description, or None where its file is not one."""
    lines = (folder / "config.txt").read_text(errors="replace").splitlines()
    fields = lines[0].split(";") if lines else []
    if len(fields) < 5 or len(lines) < 6:
        return None
    width, height = (int(word) for word in lines[2].split()[:2])
    listed = tuple(name.strip() for name in lines[5].split(";") if name.strip())
    return Cardset(folder, fields[3] == "1", width, height, listed)


def _frame(path: Path) -> Rgba:
    """The picture of a file; card sets may be GIF files, of which the first frame counts."""
    if path.suffix.lower() != ".gif":
        return read_rgba(path.read_bytes())
    with Image.open(path) as picture:
        return np.asarray(picture.convert("RGBA"), np.uint8)


def _cardset_pictures(cardset: Cardset) -> Pictures:
    for file in sorted(cardset.folder.iterdir()):
        match = _CARDSET_FACE.fullmatch(file.name)
        if match is not None and cardset.height_px >= _LARGE_PX:
            number = int(match[1])
            yield _CARDSET_RANKS.get(number, str(number)) + match[2].upper(), _frame(file)
    for number in (1, 2):
        if joker := next(iter(sorted(cardset.folder.glob(f"0{number}z.*"))), None):
            yield f"JK{number}", _frame(joker)
    for listed in cardset.backs:
        if (cardset.folder / listed).is_file():
            yield Path(listed).stem, _frame(cardset.folder / listed)


def cardset_recipes(unpacked: Path) -> list[Recipe]:
    """PySolFC's decks of French suits, the large ones with faces, small ones backs only."""
    recipes = []
    for package in (PYSOLFC, PYSOLFC_CARDSETS):
        for folder in sorted(package.folder(unpacked).glob("usr/share/games/pysolfc/cardset-*")):
            name = folder.name.removeprefix("cardset-")
            cardset = read_cardset(folder)
            if cardset is None or name in _CARDSETS_LEFT_OUT or not _usable(cardset):
                continue
            recipes.append(_cardset_recipe(package, name, cardset))
    return recipes


def _usable(cardset: Cardset) -> bool:
    portrait = 1.2 < cardset.height_px / cardset.width_px < 1.9
    return cardset.french and portrait and cardset.height_px >= _TOO_SMALL_PX


def _cardset_recipe(package: Package, name: str, cardset: Cardset) -> Recipe:
    large = cardset.height_px >= _LARGE_PX
    return Recipe(
        f"pysolfc-{name}",
        package,
        f"pysolfc-{name}",
        partial(_cardset_pictures, cardset),
        faces=large and name not in _NO_USUAL_FACES,
        low_resolution=not large,
    )
