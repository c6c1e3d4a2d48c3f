"""Settings of the service, from the environment. Nothing else reads environment variables."""

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from scoring.errors import NertzError
from vision.decode import Limits
from vision.decode.limits import MAX_MEGAPIXELS, MAX_SIZE_MB

Number = TypeVar("Number", int, float)

WEIGHTS = Path(__file__).parents[1] / "models" / "weights" / "detector.onnx"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How the service runs; each one is the environment variable NERTZ_ and its name.

    `max_photo_mb` and `max_megapixels` bound one photo, `max_request_mb` and `max_files` a whole
    request. One deal is analysed at a time; up to `waiting` more may be uploaded or wait, further
    ones are asked to come back after `retry_after_s`. An upload must be through in `upload_s`.
    """

    weights: Path = WEIGHTS
    host: str = "127.0.0.1"
    port: int = 8000
    threads: int = 2
    max_photo_mb: float = MAX_SIZE_MB
    max_megapixels: float = MAX_MEGAPIXELS
    max_request_mb: float = 200.0
    max_files: int = 40
    waiting: int = 3
    retry_after_s: int = 15
    upload_s: float = 300.0

    @property
    def limits(self) -> Limits:
        """The bounds of one photo."""
        return Limits(self.max_photo_mb, self.max_megapixels)

    @property
    def max_request_bytes(self) -> int:
        """The bound of a whole request in bytes."""
        return int(self.max_request_mb * 1_000_000)


DEFAULTS = Settings()


def settings_from_environment(
    environment: Mapping[str, str] = os.environ,
    *,
    host: str | None = None,
    port: int | None = None,
    weights: Path | None = None,
) -> Settings:
    """The settings; what is given here goes before the environment, that before the defaults.

    Raises:
        NertzError: a variable is no number, or out of bounds.
    """

    def number(name: str, read: Callable[[str], Number], low: float, high: float) -> Number:
        default: Number = getattr(DEFAULTS, name)
        return _number(environment, name, default, read, (low, high))

    return Settings(
        weights=weights or Path(environment.get("NERTZ_WEIGHTS") or DEFAULTS.weights),
        host=host or environment.get("NERTZ_HOST") or DEFAULTS.host,
        port=port if port is not None else number("port", int, 0, 65535),
        threads=number("threads", int, 1, 256),
        max_photo_mb=number("max_photo_mb", float, 0.1, 1000),
        max_megapixels=number("max_megapixels", float, 0.1, 1000),
        max_request_mb=number("max_request_mb", float, 0.1, 10_000),
        max_files=number("max_files", int, 1, 1000),
        waiting=number("waiting", int, 0, 1000),
        retry_after_s=number("retry_after_s", int, 1, 3600),
        upload_s=number("upload_s", float, 1, 86_400),
    )


def _number(
    environment: Mapping[str, str],
    name: str,
    default: Number,
    read: Callable[[str], Number],
    bounds: tuple[float, float],
) -> Number:
    variable = f"NERTZ_{name.upper()}"
    text = environment.get(variable, "").strip()
    if not text:
        return default
    try:
        value = read(text)
    except ValueError:
        value = None
    if value is None or not bounds[0] <= value <= bounds[1]:
        raise NertzError(
            f"{variable}={text!r}",
            f"a number from {bounds[0]:g} to {bounds[1]:g}",
            f"correct the environment variable {variable}, or leave it out",
        )
    return value
