"""A real server in a thread for browsers, with a drawn table or the real detector."""

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import uvicorn

from api.app import create_app
from api.settings import Settings
from tests.served import drawn
from vision.networks import Networks

PATIENCE_S = 60


class _Server(uvicorn.Server):
    """Says when it is there."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.there = threading.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Starts, then says so."""
        await super().startup(sockets)
        self.there.set()


@contextlib.contextmanager
def serve(folder: Path, load: Callable[[], Networks] | None = drawn) -> Iterator[str]:
    """The address of a running service; None takes the real networks."""
    listening = socket.create_server(("127.0.0.1", 0))
    app = create_app(Settings(data=folder), load)
    config = uvicorn.Config(app, log_level="warning", lifespan="on")
    server = _Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        assert server.there.wait(PATIENCE_S)
        yield f"http://localhost:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
