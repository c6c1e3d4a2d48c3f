"""The walk through a match in the docs works as it stands."""

import re
import subprocess
from pathlib import Path

from tests.api.server import real_server
from tests.api.stored import BACKS, CENTER, LEFTOVER

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text()


def test_the_walk_by_curl_plays_a_match(tmp_path: Path) -> None:
    photos = {"anna": BACKS[0], "ben": BACKS[1], "center": CENTER, "nertz": LEFTOVER}
    for name, data in photos.items():
        (tmp_path / f"{name}.png").write_bytes(data)
    script = "\n".join(re.findall(r"```sh\n(.*?)```", PAGE, re.S))
    with real_server(tmp_path / "data") as address:
        here = script.replace("http://127.0.0.1:8000", address).replace("curl -s", "curl -sSf")
        done = subprocess.run(  # noqa: S603 - our own page
            ["/bin/bash", "-euo", "pipefail", "-c", here],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=100,
        )
    assert done.returncode == 0, done.stderr
    assert "['Anna']" in done.stdout
    assert "1,Anna,3,3" in done.stdout
    assert (tmp_path / "marks.jpg").read_bytes().startswith(b"\xff\xd8")
    assert (tmp_path / "reviewed.zip").read_bytes().startswith(b"PK")
