"""From unpacked packages to a cache of WebP pictures on one canvas, with an index.

Resumable: each deck's entry is written after its pictures, and decks with an entry are left
alone. The index is compiled from the entries at the end (`compile.py`).
"""

from collections.abc import Callable
from pathlib import Path

import cv2

from datasets.art.canvas import Rgb, Rgba, card_on_canvas
from datasets.art.compile import Item, write_index, write_json
from datasets.art.licences import licence_words
from datasets.art.packages import Package
from datasets.art.pdf_decks import jeuxcartes_recipes
from datasets.art.picture_decks import blackjack_recipes, cardset_recipes
from datasets.art.recipe import FACES, JOKERS, Recipe
from datasets.art.stencil_files import write_stencils
from datasets.art.surfaces import surface_files, surface_picture
from datasets.art.svg_decks import gnome_recipes, kde_recipes, npm_recipes
from datasets.art.things import thing_files, thing_picture

_WEBP_QUALITY = 90
_LOW_RESOLUTION_BELOW_PX = 240


def all_recipes(unpacked: Path) -> list[Recipe]:
    """The recipes of every package that is there, most useful first."""
    return [
        *gnome_recipes(unpacked),
        *kde_recipes(unpacked),
        *blackjack_recipes(unpacked),
        *jeuxcartes_recipes(unpacked),
        *npm_recipes(unpacked),
        *cardset_recipes(unpacked),
    ]


def extract_art(unpacked: Path, cache: Path, told: Callable[[str], None]) -> None:
    """Fill the cache from the packages and write its index; `told` hears each step."""
    _extract_rest(unpacked, cache, told)
    for recipe in all_recipes(unpacked):
        entry = cache / "entries" / f"{recipe.id}.json"
        if entry.is_file():
            continue
        items = extract_deck(recipe, cache, licence_words(recipe.package, unpacked))
        write_json(entry, items)
        told(f"{recipe.id}: {_summary(items)}")
    write_index(cache)


def _extract_rest(unpacked: Path, cache: Path, told: Callable[[str], None]) -> None:
    """Surfaces, other things and the shapes of drawn backs."""
    surfaces = cache / "entries" / "surfaces.json"
    if not surfaces.is_file():
        items = extract_surfaces(unpacked, cache)
        write_json(surfaces, items)
        told(f"surfaces: {len(items)}")
    things = cache / "entries" / "things.json"
    if not things.is_file():
        items = extract_things(unpacked, cache)
        write_json(things, items)
        told(f"things that are no cards: {len(items)}")
    stencils = cache / "entries" / "stencils.json"
    if not stencils.is_file():
        ornaments, patterns = write_stencils(unpacked, cache)
        write_json(stencils, [])
        told(f"shapes for drawn backs: {ornaments} ornaments, {patterns} patterns")


def extract_deck(recipe: Recipe, cache: Path, licence: str) -> list[Item]:
    """Write one deck's pictures; its index items. A deck without all 52 faces gives backs only."""
    faces: dict[str, Rgb] = {}
    backs: dict[str, tuple[Rgb, bool]] = {}
    for name, picture in recipe.pictures():
        try:
            drawn = card_on_canvas(picture)
        except ValueError:
            continue  # an empty layer; what is missing shows in the count of faces
        if name.startswith("back"):
            backs[name] = drawn, picture.shape[0] < _LOW_RESOLUTION_BELOW_PX
        elif recipe.faces:
            faces[name] = drawn
    base = _base(recipe.package, recipe.name, licence)
    items: list[Item] = []
    if all(face in faces for face in FACES):
        folder = Path("decks") / recipe.id
        kept = [name for name in (*FACES, *JOKERS) if name in faces]
        for name in kept:
            save_webp(cache / folder / f"{name}.webp", faces[name])
        items.append(
            {"id": recipe.id, "kind": "faces", **base, "path": str(folder)}
            | {"faces": kept, "indices_language": "en", "low_resolution": recipe.low_resolution}
        )
    for name, (drawn, small) in backs.items():
        file = Path("backs") / recipe.package.id / f"{recipe.id}-{name}.webp"
        save_webp(cache / file, drawn)
        items.append(
            {"id": f"{recipe.id}-{name}", "kind": "back", **base}
            | {"path": str(file), "low_resolution": small}
        )
    return items


def extract_surfaces(unpacked: Path, cache: Path) -> list[Item]:
    """Write the table tops and cloths; their index items."""
    items: list[Item] = []
    for package, name, source in surface_files(unpacked):
        file = Path("surfaces") / package.id / f"{name}.webp"
        save_webp(cache / file, surface_picture(source))
        base = _base(package, source.name, licence_words(package, unpacked))
        items.append({"id": f"{package.id}-{name}", "kind": "surface", **base, "path": str(file)})
    return items


def extract_things(unpacked: Path, cache: Path) -> list[Item]:
    """Write the cut-out photographs of other things; their index items."""
    items: list[Item] = []
    for package, name, source in thing_files(unpacked):
        try:
            picture = thing_picture(source)
        except ValueError:
            continue  # an empty picture
        file = Path("things") / package.id / f"{name}.webp"
        save_webp(cache / file, picture)
        base = _base(package, source.name, licence_words(package, unpacked))
        items.append({"id": f"{package.id}-{name}", "kind": "thing", **base, "path": str(file)})
    return items


def save_webp(file: Path, picture: Rgb | Rgba) -> None:
    """Write a picture as WebP, making its folder; opacity is kept."""
    file.parent.mkdir(parents=True, exist_ok=True)
    opaque = picture.shape[2] == 3
    bgr = cv2.cvtColor(picture, cv2.COLOR_RGB2BGR if opaque else cv2.COLOR_RGBA2BGRA)
    _, data = cv2.imencode(".webp", bgr, [cv2.IMWRITE_WEBP_QUALITY, _WEBP_QUALITY])
    file.write_bytes(data.tobytes())


def _base(package: Package, source: str, licence: str) -> Item:
    return {
        "package": package.id,
        "source": f"{package.client.value}:{package.name}:{source}",
        "licence": licence,
    }


def _summary(items: list[Item]) -> str:
    faces = sum(len(item.get("faces", ())) for item in items)
    backs = sum(item["kind"] == "back" for item in items)
    return f"{faces} faces, {backs} backs"
