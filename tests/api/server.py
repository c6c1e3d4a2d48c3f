"""A real server on this machine, in a thread, with the drawn detector."""

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path

import uvicorn

from api.app import create_app
from api.serve import listen
from api.settings import Settings
from tests.api.stored import Json, until
from tests.served import drawn


@contextlib.contextmanager
def real_server(folder: Path, **settings: Json) -> Iterator[str]:
    """The address of a server that keeps its data in that folder."""
    app = create_app(Settings(data=folder, **settings), drawn)
    listening = listen("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=5))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        until(lambda: server.started)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
