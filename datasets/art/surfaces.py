"""Table tops, cloths and floors among the packages' textures."""

from pathlib import Path

import cv2
import numpy as np

from datasets.art.canvas import Rgb
from datasets.art.packages import METAWORLD, PYSOLFC, Package
from datasets.art.svg_decks import read_rgba

MAX_SIDE_PX = 1600

_METAWORLD = (
    "assets/textures: darkwood wood wood1 wood2 wood3 wood4 wood_light light_wood light_wood_v2 "
    "light_wood_v3.png marble granite plaster1 floor1 floor2 navy_blue metal1 metal2",
    "assets/scene/textures: fabricPlain fabricPattern white_marble_tile white_marble_tile2 "
    "wood wood2 plaster",
)
_PYSOLFC = (
    "tiles/save-aspect-4k: 4K_Green_Felt 4K_Red_Felt Basket_Weave Wood_Gloss",
    "tiles: Felt_Green Felt_Red Wood Marble Argyle Floral Pale_Satin",
)


def _listed(root: Path, lines: tuple[str, ...]) -> list[Path]:
    found = []
    for line in lines:
        folder, names = line.split(": ")
        for name in names.split():
            found += sorted((root / folder).glob(name if "." in name else f"{name}.*"))
    return found


def surface_files(unpacked: Path) -> list[tuple[Package, str, Path]]:
    """Package, name and file of every texture that could lie under cards."""
    metaworld = METAWORLD.folder(unpacked) / "metaworld"
    pysolfc = PYSOLFC.folder(unpacked) / "usr/share/games/pysolfc"
    listed = [(METAWORLD, metaworld, file) for file in _listed(metaworld, _METAWORLD)]
    listed += [(PYSOLFC, pysolfc, file) for file in _listed(pysolfc, _PYSOLFC)]
    return [(package, _name(file, root), file) for package, root, file in listed]


def _name(file: Path, root: Path) -> str:
    scene = "scene-" if "scene" in file.relative_to(root).parts else ""
    return scene + file.stem.lower()


def surface_picture(file: Path) -> Rgb:
    """The texture, its longer side at most 1600 px."""
    rgba = read_rgba(file.read_bytes())
    colours = np.ascontiguousarray(rgba[..., :3])
    scale = MAX_SIDE_PX / max(colours.shape[:2])
    if scale < 1:
        small = cv2.resize(colours, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        return np.asarray(small, np.uint8)
    return colours
