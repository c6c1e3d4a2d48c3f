"""`nertz serve`: the application behind uvicorn."""

import socket

import uvicorn

from api.app import create_app
from api.settings import Settings
from scoring.errors import NertzError


def run_server(settings: Settings) -> None:
    """Serves until it is stopped; the detector is loaded before anybody can connect.

    Raises:
        ModelError: the weights are missing or do not fit.
        NertzError: the address cannot be listened on.
    """
    app = create_app(settings)
    app.state.analyst.detector()
    listening = listen(settings.address, settings.port)
    config = uvicorn.Config(app, host=settings.address, port=settings.port, log_level="info")
    uvicorn.Server(config).run(sockets=[listening])


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there.

    Raises:
        NertzError: the port is taken, or there is no such address on this machine.
    """
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise NertzError(
            f"that {host} port {port} cannot be listened on ({error.strerror})",
            "a free port on an address of this machine",
            "stop the other program, or choose another --port or --host",
        ) from error
