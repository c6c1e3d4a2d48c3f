"""`nertz serve`: the application behind uvicorn."""

import logging
import socket
import sys
from pathlib import Path

import uvicorn

from api.app import create_app
from api.keys import Keys, Role, own_addresses, qr_text
from api.settings import Settings
from scoring.errors import NertzError


def run_server(settings: Settings) -> None:
    """Serves until it is stopped; the networks are loaded before anybody can connect.

    Raises:
        ModelError: the weights are missing or do not fit.
        DataError: the data folder or the store cannot be opened.
        NertzError: the address cannot be listened on.
    """
    configure_logs()
    app = create_app(settings)
    app.state.analyst.networks()
    listening = listen(settings.address, settings.port)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,  # it would write keys of links
        server_header=False,
        timeout_keep_alive=15,
        timeout_graceful_shutdown=max(1, round(settings.shutdown_s)),
        limit_concurrency=settings.connections,
    )
    with listening:
        print(greeting(settings, listening), file=sys.stderr)  # noqa: T201 - for the terminal
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


def greeting(settings: Settings, listening: socket.socket) -> str:
    """What is printed at the start: the address, and with doors the links and the guest's code."""
    port = listening.getsockname()[1]
    bases = [_base(address, port) for address in own_addresses(settings.address)]
    lines = [f"Data: {_short(settings.data)}"]
    if not settings.has_doors:
        return "\n".join([f"Nertz Counter: {bases[0]} (this machine only)", *lines])
    keys = Keys.of_folder(settings.data)
    guest, host = (keys.link(role, bases[0]) for role in (Role.GUEST, Role.HOST))
    return "\n".join(
        [
            *lines,
            "",
            "Whoever has a link may come in. Your own, which may change everything:",
            qr_text(host),
            host,
            "",
            "For guests, who may look:",
            qr_text(guest),
            guest,
        ]
    )


def configure_logs() -> None:
    """Logs as lines on stderr; those of `nertz.` are JSON where they are about photos."""
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    for name in ("alembic", "python_multipart"):  # a line for each broken upload helps nobody
        logging.getLogger(name).setLevel(logging.ERROR)


def _base(address: str, port: int) -> str:
    host = f"[{address}]" if ":" in address else address
    return f"http://{host}" if port == 80 else f"http://{host}:{port}"


def _short(path: Path) -> str:
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) else str(path)
