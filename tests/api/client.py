"""A client of the service without a network, and deals to send."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import httpx
from fastapi import FastAPI

from api.app import create_app
from api.settings import DEFAULTS, Settings
from tests.fake_table import BLUE, RED, DrawnCards, back, picture
from tests.served import networks

Result = TypeVar("Result")
Part = tuple[str, tuple[str, bytes]]

CENTER = ("center", ("center.png", picture((RED, 3), (BLUE, 4))))
NERTZ = ("nertz", ("nertz.png", picture((BLUE, 2))))
DECKS: list[Part] = [
    ("deck.Anna", ("anna.png", back(RED))),
    ("deck.Ben", ("ben.png", back(BLUE))),
]
PARTS: list[Part] = [*DECKS, CENTER, NERTZ]


def app(settings: Settings = DEFAULTS, detector: DrawnCards | None = None) -> FastAPI:
    return create_app(settings, lambda: networks(detector or DrawnCards()))


def talk(served: FastAPI, talking: Callable[[httpx.AsyncClient], Awaitable[Result]]) -> Result:
    """What a conversation with the service returns."""

    async def run() -> Result:
        transport = httpx.ASGITransport(served, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await talking(client)

    return asyncio.run(run())


def post(
    parts: list[Part] | None = None,
    fields: dict[str, str | list[str]] | None = None,
    served: FastAPI | None = None,
) -> httpx.Response:
    """The answer to one deal; Anna called unless told otherwise."""
    data = {"caller": "Anna"} if fields is None else fields
    files = PARTS if parts is None else parts
    return talk(served or app(), lambda client: client.post("/v1/score", files=files, data=data))


def get(path: str, served: FastAPI | None = None) -> httpx.Response:
    return talk(served or app(), lambda client: client.get(path))
