"""Folders of photos and truth files for tests."""

import json
from pathlib import Path

SQUARE = [[10, 10], [50, 10], [50, 70], [10, 70]]


def touch(*paths: Path) -> None:
    """Empty files: truth readers only look whether photos are there."""
    for path in paths:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"")


def write(path: Path, document: object) -> Path:
    """A JSON file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document))
    return path


def table(**changes: object) -> dict[str, object]:
    """Our own truth of one photo with two owners and two cards."""
    return {
        "photo": "a.jpg",
        "zone": "nertz",
        "caller": 1,
        "width": 640,
        "height": 480,
        "piles": [
            {"owner": 0, "back": "red", "count": 2, "kind": "fan", "enrol": "enrol/red.jpg"},
            {"owner": 1, "back": "blue", "count": 0, "kind": "ribbon", "enrol": "enrol/blue.jpg"},
        ],
        "cards": [
            {"owner": 0, "rank": "10", "suit": "S", "up": False, "quad": SQUARE},
            {"owner": 0, "rank": "Q", "suit": "D", "up": True, "quad": SQUARE},
        ],
        **changes,
    }
