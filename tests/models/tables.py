"""Folders of drawn photos with truth, for runs from end to end."""

import json
from pathlib import Path

from tests.fake_table import BLUE, CARD_PX, GAP_PX, RED, Colour, back, picture

SIZE_PX = (720, 520)
COLOURS: dict[str, Colour] = {"red": RED, "blue": BLUE}


def write_deck(folder: Path, name: str, data: bytes | None = None) -> None:
    """The photo from which a deck is enrolled."""
    (folder / "enrol").mkdir(parents=True, exist_ok=True)
    (folder / "enrol" / f"{name}.png").write_bytes(data or back(COLOURS[name]))


def write_photo(
    folder: Path,
    name: str,
    piles: dict[str, int],
    *,
    drawn: dict[str, int] | None = None,
    zone: str = "center",
) -> None:
    """A photo of one row of cards an owner, and its truth; `drawn` is what really lies there."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = [(COLOURS[owner], count) for owner, count in (drawn or piles).items()]
    (folder / f"{name}.png").write_bytes(picture(*rows, size_px=SIZE_PX))
    width, height = CARD_PX
    cards = []
    for row, (_, count) in enumerate(piles.items()):
        for place in range(count):
            x, y = 60 + place * (width + GAP_PX), 60 + row * 2 * height
            quad = [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]
            cards.append(
                {"owner": list(COLOURS).index(list(piles)[row]), "up": False, "quad": quad}
            )
    truth = {
        "photo": f"{name}.png",
        "zone": zone,
        "piles": [
            {
                "owner": list(COLOURS).index(owner),
                "back": owner,
                "count": count,
                "kind": "row",
                "enrol": f"enrol/{owner}.png",
            }
            for owner, count in piles.items()
        ],
        "cards": cards,
    }
    (folder / f"{name}.json").write_text(json.dumps(truth))


def write_deal(folder: Path, name: str, points: dict[str, tuple[int, int, int]]) -> None:
    """A deal of the photos `center` and `nertz` that red called."""
    truth = {
        "caller": 0,
        "players": [
            {
                "owner": list(COLOURS).index(owner),
                "back": owner,
                "center": center,
                "nertz": nertz,
                "points": total,
            }
            for owner, (center, nertz, total) in points.items()
        ],
        "photos": {"center": "center.png", "nertz": "nertz.png"},
    }
    (folder / f"{name}.deal.json").write_text(json.dumps(truth))
