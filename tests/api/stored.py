"""A stored match for tests: the application with its data folder, workers and a drawn table."""

import asyncio
import contextlib
import tempfile
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import httpx
from fastapi import FastAPI

from api.app import create_app
from api.settings import Settings
from tests.fake_table import BLUE, RED, DrawnCards, back, picture
from tests.served import networks
from vision.backs import save_deck
from vision.score import learn_deck
from vision.score_request import DeckSource, SourceFile

Result = TypeVar("Result")
Json: TypeAlias = Any

SMALL = (640, 560)
CENTER = picture((RED, 3), (BLUE, 4), size_px=SMALL)
LEFTOVER = picture((BLUE, 2), size_px=SMALL)
BACKS = (back(RED), back(BLUE))
ANY = {"If-Match": "*"}
PATIENCE_S = 30.0


class Client:
    """A client without a network, for one thread or many, of a running application."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._life = app.router.lifespan_context(app)
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        self._client = httpx.AsyncClient(transport=transport, base_url="http://localhost")
        self._run(self._life.__aenter__())

    def close(self) -> None:
        """Ends the application as a server does."""
        self._run(self._client.aclose())
        self._run(self._life.__aexit__(None, None, None))
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def request(self, method: str, path: str, **more: Json) -> httpx.Response:
        """The answer to one request."""
        return self._run(self._client.request(method, path, **more))

    def get(self, path: str, **more: Json) -> httpx.Response:
        """The answer to a GET."""
        return self.request("GET", path, **more)

    def post(self, path: str, **more: Json) -> httpx.Response:
        """The answer to a POST."""
        return self.request("POST", path, **more)

    def patch(self, path: str, **more: Json) -> httpx.Response:
        """The answer to a PATCH."""
        return self.request("PATCH", path, **more)

    def delete(self, path: str, **more: Json) -> httpx.Response:
        """The answer to a DELETE."""
        return self.request("DELETE", path, **more)

    def _run(self, work: Coroutine[Any, Any, Result]) -> Result:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)


@contextlib.contextmanager
def serving(folder: Path, detector: DrawnCards | None = None, **settings: Json) -> Iterator[Client]:
    """A client of a running service that keeps its data in that folder."""
    drawn = networks(detector or DrawnCards())
    client = Client(create_app(Settings(data=folder, **settings), lambda: drawn))
    try:
        yield client
    finally:
        client.close()


def made(response: httpx.Response, status: int = 201) -> Json:
    """The document of an answer with the status that was expected."""
    assert response.status_code == status, response.text
    return response.json()


def problem(response: httpx.Response, status: int) -> dict[str, Any]:
    """The problem document of a refused request."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    document: dict[str, Any] = response.json()
    assert {"type", "title", "status", "detail", "found", "expected", "action"} <= document.keys()
    return document


def new_match(client: Client, *names: str, **more: object) -> str:
    """The path of a new match; Anna and Ben play unless told otherwise."""
    owners = [{"name": name} for name in names or ("Anna", "Ben")]
    return f"/v1/matches/{made(client.post('/v1/matches', json={'owners': owners, **more}))['id']}"


@cache
def deck_files() -> tuple[bytes, ...]:
    """Deck files of a red and a blue deck, as `nertz enrol` writes them."""
    sources = [DeckSource("deck", (SourceFile("b.png", data),)) for data in BACKS]
    files = []
    for source in sources:
        with tempfile.TemporaryDirectory() as folder:
            save_deck(learn_deck(source, networks(DrawnCards())), Path(folder) / "deck.json")
            files.append((Path(folder) / "deck.json").read_bytes())
    return tuple(files)


def teach(client: Client, match: str) -> None:
    """Teaches the first two decks, red and blue, and waits until they are known."""
    for number, data in enumerate(deck_files(), 1):
        made(client.post(f"{match}/decks/{number}/files", files={"file": ("b.json", data)}))
    until(lambda: all(deck["state"] != "waiting" for deck in client.get(f"{match}/decks").json()))


def new_deal(client: Client, match: str, **end: object) -> str:
    """The path of a new deal; Anna called unless told otherwise."""
    deal = made(client.post(f"{match}/deals", json=end or {"caller": "Anna"}))
    return f"{match}/deals/{deal['number']}"


def add_photo(client: Client, deal: str, data: bytes, zone: str = "center") -> Json:
    """The photo's document, as soon as it is kept."""
    files = {"photo": ("p.png", data)}
    return made(client.post(f"{deal}/photos", files=files, data={"zone": zone}))[0]


def read(client: Client, deal: str) -> Json:
    """The deal once all its photos are read or failed."""
    until(lambda: not waiting(client.get(deal).json()["photos"]))
    return client.get(deal).json()


def waiting(photos: Sequence[Json]) -> bool:
    """Whether a photo is still to be read."""
    return any(photo["analysis"]["state"] in ("waiting", "running") for photo in photos)


def points(deal: Json) -> dict[str, int]:
    """Everybody's points."""
    return {owner["name"]: owner["points"] for owner in deal["result"]["owners"]}


def full_deal(client: Client, match: str) -> str:
    """A deal with both photos, read: Anna 3, Ben 4 - 2 * 2 = 0."""
    deal = new_deal(client, match)
    add_photo(client, deal, CENTER)
    add_photo(client, deal, LEFTOVER, "nertz")
    read(client, deal)
    return deal


def until(condition: Callable[[], bool]) -> None:
    """Returns as soon as the condition holds."""
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)
