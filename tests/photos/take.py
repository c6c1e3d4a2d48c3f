"""Takes these photos, whole or cut, from a folder of rendered photos with their truth.

    python tests/photos/take.py FOLDER

FOLDER holds `rendered/` and `deals/`. Only tables whose visible cards are all face down are taken:
faces show other people's art.
"""

import io
import json
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image

HERE = Path(__file__).parent
JPEG_QUALITY = 92


@dataclass(frozen=True)
class Take:
    """One photo: rows `top_px` to `bottom_px` of `source`, `owners` from theirs to ours."""

    source: str
    zone: str
    owners: dict[int, int]
    decks: tuple[str, ...]
    caller: int
    top_px: int = 0
    bottom_px: int = 1080


FIRST = ("scales_teal", "scroll_red")
SECOND = ("scroll_blue", "plaid_green", "scroll_red")
DARK = ("dots_darkred", "plaid_green", "scroll_blue")
TAKES = {
    "table-1": Take("rendered/01000", "center", {0: 0, 1: 1}, FIRST, caller=1),
    "table-2": Take("rendered/01021", "nertz", {0: 0}, FIRST, caller=1, bottom_px=540),
    "table-3": Take("deals/04000-center", "center", {0: 0, 1: 1, 2: 2}, SECOND, caller=1),
    "table-4": Take("rendered/01015", "nertz", {1: 0}, SECOND, 1, top_px=326, bottom_px=700),
    "table-5": Take("rendered/01000", "nertz", {1: 2}, SECOND, caller=1, top_px=476),
    "table-6": Take("rendered/01006", "center", {0: 0, 1: 1, 2: 2}, DARK, caller=1),
}


def truth_of(name: str, take: Take, source: dict[str, Any]) -> dict[str, Any]:
    """The truth in our owners and in the pixels of the cut photo."""
    cards = [
        card
        | {
            "owner": take.owners[card["owner"]],
            "quad": [[round(x, 1), round(y - take.top_px, 1)] for x, y in card["quad"]],
        }
        for card in source["cards"]
        if card["owner"] in take.owners
    ]
    kinds = {take.owners.get(pile["owner"]): pile["kind"] for pile in source["piles"]}
    piles = [
        {
            "owner": owner,
            "back": deck,
            "count": sum(card["owner"] == owner for card in cards),
            "kind": kinds.get(owner, "ribbon"),
            "enrol": f"enrol/{deck}.jpg",
        }
        for owner, deck in enumerate(take.decks)
    ]
    return {
        "photo": f"{name}.jpg",
        "zone": take.zone,
        "caller": take.caller,
        "piles": piles,
        "width": source["width"],
        "height": take.bottom_px - take.top_px,
        "cards": cards,
    }


def take_one(folder: Path, name: str, take: Take) -> None:
    """Writes one photo and its truth."""
    source = json.loads((folder / f"{take.source}.json").read_text())
    truth = truth_of(name, take, source)
    if any(card["up"] for card in truth["cards"]):
        raise SystemExit(f"{take.source} shows faces")
    photo = (folder / f"{take.source}.jpg").read_bytes()
    if truth["height"] != source["height"]:
        cut = (0, take.top_px, source["width"], take.bottom_px)
        file = io.BytesIO()
        Image.open(io.BytesIO(photo)).crop(cut).save(file, "JPEG", quality=JPEG_QUALITY)
        photo = file.getvalue()
    (HERE / f"{name}.jpg").write_bytes(photo)
    (HERE / f"{name}.json").write_text(json.dumps(truth) + "\n")


def main(folder: Path) -> None:
    """Writes all photos, their truth and the photos of their decks."""
    for name, take in TAKES.items():
        take_one(folder, name, take)
    (HERE / "enrol").mkdir(exist_ok=True)
    for deck in {deck for take in TAKES.values() for deck in take.decks}:
        shutil.copyfile(
            folder / "rendered" / "enrol" / f"{deck}.jpg", HERE / "enrol" / f"{deck}.jpg"
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
