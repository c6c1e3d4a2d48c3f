"""Settings of the service, from the environment. Nothing else reads environment variables."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from scoring.errors import NertzError
from vision.decode import Limits
from vision.decode.limits import MAX_MEGAPIXELS, MAX_SIZE_MB

WEIGHTS = Path(__file__).parents[1] / "models" / "weights" / "detector.onnx"


def usual_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The data folder unless another one is set: where the XDG base directories want it."""
    base = environment.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "nertz-counter"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How the service runs; each one is the environment variable NERTZ_ and its name.

    `docs/settings.md` explains every one of them. `database` is a URL as SQLAlchemy writes them;
    without one it is SQLite in the data folder. `lan` opens the doors to the network, behind keys.
    """

    weights: Path = WEIGHTS
    data: Path = field(default_factory=usual_folder)
    database: str = ""
    host: str = ""
    port: int = 8000
    lan: bool = False
    hosts: tuple[str, ...] = ()
    threads: int = 2
    workers: int = 1
    max_photo_mb: float = MAX_SIZE_MB
    max_megapixels: float = MAX_MEGAPIXELS
    max_request_mb: float = 200.0
    max_files: int = 40
    max_photos: int = 40
    max_deals: int = 500
    max_matches: int = 10_000
    max_jobs: int = 100
    max_attempts: int = 3
    max_changes_a_minute: int = 600
    connections: int = 200
    waiting: int = 3
    retry_after_s: int = 15
    upload_s: float = 300.0
    shutdown_s: float = 20.0

    @property
    def address(self) -> str:
        """What to listen on: this machine alone, or with `lan` all that it is connected to."""
        return self.host or ("0.0.0.0" if self.lan else "127.0.0.1")  # noqa: S104 - asked for

    @property
    def has_doors(self) -> bool:
        """Whether a key is needed: always, unless only this machine can connect."""
        return self.lan or not _is_loopback(self.address)

    @property
    def database_url(self) -> str:
        """The URL of the database."""
        return self.database or f"sqlite:///{self.data.absolute() / 'nertz.db'}"

    @property
    def limits(self) -> Limits:
        """The bounds of one photo."""
        return Limits(self.max_photo_mb, self.max_megapixels)

    @property
    def max_request_bytes(self) -> int:
        """The bound of a whole request in bytes."""
        return int(self.max_request_mb * 1_000_000)


NUMBERS: dict[str, tuple[type[int] | type[float], float, float]] = {
    "port": (int, 0, 65535),
    "threads": (int, 1, 256),
    "workers": (int, 1, 64),
    "max_photo_mb": (float, 0.1, 1000),
    "max_megapixels": (float, 0.1, 1000),
    "max_request_mb": (float, 0.1, 10_000),
    "max_files": (int, 1, 1000),
    "max_photos": (int, 1, 1000),
    "max_deals": (int, 1, 100_000),
    "max_matches": (int, 1, 1_000_000),
    "max_jobs": (int, 1, 100_000),
    "max_attempts": (int, 1, 100),
    "max_changes_a_minute": (int, 1, 1_000_000),
    "connections": (int, 1, 100_000),
    "waiting": (int, 0, 1000),
    "retry_after_s": (int, 1, 3600),
    "upload_s": (float, 1, 86_400),
    "shutdown_s": (float, 0, 3600),
}
"""Settings that are numbers, with what they may be."""

_YES, _NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0")

DEFAULTS = Settings()


def settings_from_environment(
    environment: Mapping[str, str] = os.environ,
    **typed: Any,  # noqa: ANN401 - of any type
) -> Settings:
    """The settings; what was typed goes before the environment, that before the defaults.

    A typed None, or for `lan` False, means that nothing was typed.

    Raises:
        NertzError: a variable is not what it must be, or out of bounds.
    """
    given: dict[str, Any] = {}
    for name in (one.name for one in fields(Settings)):
        variable = f"NERTZ_{name.upper()}"
        text = environment.get(variable, "").strip()
        if typed.get(name) not in (None, False):
            given[name] = typed[name]
        elif text:
            given[name] = _read(name, variable, text)
        elif name == "data":
            given[name] = usual_folder(environment)
    return Settings(**given)


def _read(name: str, variable: str, text: str) -> object:
    if name in NUMBERS:
        return _number(variable, text, *NUMBERS[name])
    if name in ("weights", "data"):
        return Path(text).expanduser()
    if name == "hosts":
        return tuple(host.strip().lower() for host in text.split(",") if host.strip())
    if name != "lan":
        return text
    word = text.lower()
    if word not in _YES + _NO:
        raise _wrong(variable, text, "yes or no")
    return word in _YES


def _number(
    variable: str, text: str, read: type[int] | type[float], low: float, high: float
) -> float:
    try:
        value = read(text)
    except ValueError:
        value = None
    if value is None or not low <= value <= high:
        raise _wrong(variable, text, f"a number from {low:g} to {high:g}")
    return value


def _wrong(variable: str, text: str, expected: str) -> NertzError:
    return NertzError(
        f"{variable}={text!r}",
        expected,
        f"correct the environment variable {variable}, or leave it out",
    )


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
