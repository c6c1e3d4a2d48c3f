"""The analyst: one deal at a time in a thread of its own, a few more waiting, none beyond that."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http import HTTPStatus
from typing import TypeVar

from api.canary import CARDS, count_canary
from api.problems import RefusedError
from api.settings import Settings
from scoring.errors import ModelError
from vision.networks import Networks

Result = TypeVar("Result")

CANARY_S = 30.0
"""How long the last look at the canary is believed."""


class Analyst:
    """Owns the networks, loaded when they are first needed, and the thread that they work in."""

    def __init__(self, load_networks: Callable[[], Networks], settings: Settings) -> None:
        self._load_networks = load_networks
        self._settings = settings
        self._networks: Networks | None = None
        self._loading = threading.Lock()
        self._thread = ThreadPoolExecutor(1, "analyst")
        self._places = threading.BoundedSemaphore(1 + settings.waiting)
        self._checking = asyncio.Lock()
        self._checked_at = -CANARY_S
        self._seen = 0

    def networks(self) -> Networks:
        """The networks, loaded once.

        Raises:
            ModelError: the weights are missing or do not fit.
        """
        with self._loading:
            if self._networks is None:
                self._networks = self._load_networks()
            return self._networks

    @contextmanager
    def place(self) -> Iterator[None]:
        """A place among those who are served, held from before the upload to the answer.

        Raises:
            RefusedError: all places are taken.
        """
        if not self._places.acquire(blocking=False):
            raise RefusedError(
                f"{1 + self._settings.waiting} deals in hand",
                "a free place",
                f"try again in {self._settings.retry_after_s} seconds",
                HTTPStatus.SERVICE_UNAVAILABLE,
                self._settings.retry_after_s,
            )
        try:
            yield
        finally:
            self._places.release()

    async def work(self, task: Callable[[Networks], Result]) -> Result:
        """What the task returns, done in the analyst's thread after those before it."""
        future = self._thread.submit(lambda: task(self.networks()))
        return await asyncio.wrap_future(future)

    async def check(self) -> int:
        """How many cards the canary photo shows to the networks, now or half a minute ago.

        It does not wait for the deal that is being analysed.

        Raises:
            ModelError: the weights are missing, or the number is wrong.
        """
        async with self._checking:
            if time.monotonic() - self._checked_at >= CANARY_S:
                self._seen = await asyncio.to_thread(lambda: count_canary(self.networks()))
                self._checked_at = time.monotonic()
        if self._seen != CARDS:
            raise ModelError(
                f"{self._seen} cards on the canary photo",
                f"{CARDS} cards",
                "restart the service; if that does not help, check the project out again",
            )
        return self._seen
