"""The sample photos through the real weights: the command runs and its document is whole."""

import json
from pathlib import Path

import pytest

from nertz import WEIGHTS, main

PHOTOS = Path(__file__).parent / "photos"
KEYS = {"version", "owners", "unknown", "flags", "rules", "caller", "photos"}


def test_the_sample_photos_are_scored(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert WEIGHTS.is_file(), f"no weights at {WEIGHTS}: check the project out whole"
    decks = [f"Teal={PHOTOS}/enrol/scales_teal.jpg", f"Red={PHOTOS}/enrol/scroll_red.jpg"]
    arguments = ["score", *(part for deck in decks for part in ("--deck", deck))]
    arguments += ["--center", str(PHOTOS / "table-1.jpg"), "--nertz", str(PHOTOS / "table-2.jpg")]
    code = main([*arguments, "--caller", "Red", "--json", "--draw", str(tmp_path)])
    output = capsys.readouterr()
    assert code in (0, 3), output.err
    document = json.loads(output.out)
    assert document.keys() >= KEYS
    assert (code == 3) == bool(document["flags"])
    assert [owner["name"] for owner in document["owners"]] == ["Teal", "Red"]
    assert all(owner["center"] > 0 for owner in document["owners"])
    assert document["caller"] == "Red"
    assert [photo["photo"] for photo in document["photos"]] == ["table-1.jpg", "table-2.jpg"]
    assert len(list(tmp_path.glob("*.jpg"))) == 2
