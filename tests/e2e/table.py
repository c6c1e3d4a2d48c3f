"""Matches made over the JSON API, so that a browser test begins where it matters."""

from pathlib import Path
from typing import Any, Self

import httpx

from tests.api.stored import until, waiting
from tests.fake_table import BLUE, RED, back, picture

PHOTOS = Path(__file__).parents[1] / "photos"


class Table:
    """A running service and what a host would do at its table."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._client = httpx.Client(base_url=address, timeout=60)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def new_match(self, **more: object) -> str:
        """The path of a match of Anna (red) and Ben (blue), whose backs are known."""
        match = self.send("POST", "/v1/matches", json={"owners": OWNERS, **more})["id"]
        path = f"/matches/{match}"
        for number, colour in enumerate((RED, BLUE), 1):
            files = {"file": ("b.png", back(colour))}
            self.send("POST", f"/v1{path}/decks/{number}/files", files=files)
        until(lambda: all(deck["state"] == "ready" for deck in self.get(f"{path}/decks")))
        return path

    def new_deal(self, match: str, center: bytes, *nertz: bytes) -> str:
        """The path of a deal that Anna called, with its photos read."""
        number = self.send("POST", f"/v1{match}/deals", json={"caller": "Anna"})["number"]
        deal = f"{match}/deals/{number}"
        for zone, photos in (("center", (center,)), ("nertz", nertz)):
            for data in photos:
                form = {"files": {"photo": ("p.png", data)}, "data": {"zone": zone}}
                self.send("POST", f"/v1{deal}/photos", **form)
        until(lambda: not waiting(self.get(deal)["photos"]))
        return deal

    def get(self, path: str) -> Any:  # noqa: ANN401 - a document
        """A document of the JSON API."""
        return self.send("GET", f"/v1{path}")

    def points(self, deal: str) -> dict[str, int]:
        """Everybody's points in a deal."""
        return {one["name"]: one["points"] for one in self.get(deal)["result"]["owners"]}

    def correct(self, deal: str, who: str, **change: object) -> None:
        """A correction by somebody else."""
        headers = {"If-Match": "*"}
        path = f"/v1{deal}/corrections"
        self.send("POST", path, json=change, params={"who": who}, headers=headers)

    def send(self, method: str, path: str, **more: Any) -> Any:  # noqa: ANN401 - as httpx
        """The document that answers a request."""
        answer = self._client.request(method, path, **more)
        assert answer.is_success, answer.text
        return answer.json()


OWNERS = [{"name": "Anna"}, {"name": "Ben"}]
CENTER = picture((RED, 3), (BLUE, 4))
LEFTOVER = picture((BLUE, 2))
GAP = picture((RED, 3), (BLUE, 4), (RED, 1))
