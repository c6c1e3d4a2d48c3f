"""The doors: who may come in, from which page, how often; and what every answer tells browsers."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.keys import Keys, Role
from api.problems import RefusedError
from api.settings import Settings

COOKIE = "nertz_key"
SAFE = ("GET", "HEAD", "OPTIONS")
OPEN = ("/health/", "/enter/")
"""Paths that need no key."""

LOOPBACK_NAMES = ("localhost", "127.0.0.1", "[::1]")
MAX_BODY_BYTES = 200_000
"""Of a request that is no upload."""

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' blob: data:; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Sent with every answer; a route may say something else about caching."""

CLIENTS = 10_000


class Doors:
    """The outermost layer of the application."""

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        keys: Callable[[], Keys],
        refusal: Callable[[Request, RefusedError], Response],
    ) -> None:
        self._app = app
        self._refusal = refusal
        self._settings = settings
        self._keys = keys
        self._pace = Pace(settings.max_changes_a_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request through, or refuses it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        told = _telling(send)
        try:
            scope.setdefault("state", {})["role"] = self._admit(scope, headers)
            body = await _whole_body(headers, receive, self._settings.upload_s)
        except RefusedError as error:
            await self._refusal(Request(scope), error)(scope, receive, told)
            return
        await self._app(scope, body, told)

    def _admit(self, scope: Scope, headers: Headers) -> Role:
        """What the one who asks may do.

        Raises:
            RefusedError: they may not come in, or not do this.
        """
        changes = scope["method"] not in SAFE
        key, is_cookie = _key(headers)
        if not self._settings.has_doors:
            _check_host(headers, self._settings.hosts)
            role: Role | None = Role.HOST
        else:
            role = self._keys().role_of(key) if key else None
        if role is None and not scope["path"].startswith(OPEN):
            raise RefusedError(
                "no key of this table" if not key else "a key that is not this table's",
                "the link or QR code that the host shows",
                "open that link, or send its last part as `Authorization: Bearer KEY`",
                HTTPStatus.UNAUTHORIZED,
            )
        if changes:
            _check_origin(headers, must_say=is_cookie)
            if role is not Role.HOST:
                raise RefusedError(
                    "a change asked for with a guest's key",
                    "the host's key",
                    "ask the host to do it, or for the host's link",
                    HTTPStatus.FORBIDDEN,
                )
            self._pace.check((scope.get("client") or ("?",))[0])
        return role or Role.GUEST


class Pace:
    """How many changes one address may ask for: a bucket that fills up evenly."""

    def __init__(self, a_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._most, self._clock = float(a_minute), clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def check(self, client: str) -> None:
        """Accept one more change silently.

        Raises:
            RefusedError: there were too many (429).
        """
        moment = self._clock()
        left, since = self._left.pop(client, (self._most, moment))
        left = min(self._most, left + (moment - since) * self._most / 60)
        enough = left >= 1
        self._left[client] = (left - 1 if enough else left, moment)
        if len(self._left) > CLIENTS:
            self._left.popitem(last=False)
        if not enough:
            wait_s = int((1 - left) * 60 / self._most) + 1
            raise RefusedError(
                f"more than {self._most:g} changes a minute",
                f"at most {self._most:g}",
                f"try again in {wait_s} seconds",
                HTTPStatus.TOO_MANY_REQUESTS,
                wait_s,
            )


def _key(headers: Headers) -> tuple[str, bool]:
    """The key that was sent, and whether a browser sent it by itself."""
    scheme, _, value = headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        return value.strip(), False
    try:
        cookie: Mapping[str, Any] = SimpleCookie(headers.get("cookie", ""))
    except CookieError:
        return "", False
    return (cookie[COOKIE].value, True) if COOKIE in cookie else ("", False)


def _check_host(headers: Headers, more: tuple[str, ...]) -> None:
    """Without keys, only names of this machine are answered: a page elsewhere cannot use another.

    Raises:
        RefusedError: the request is for another name (421).
    """
    host = headers.get("host", "").lower()
    name = host if host.endswith("]") else host.rpartition(":")[0] or host
    if name not in LOOPBACK_NAMES and name not in more:
        raise RefusedError(
            f"a request for the host {host[:100]!r}",
            "one of " + ", ".join((*LOOPBACK_NAMES, *more)),
            "use that address, or name this one in NERTZ_HOSTS",
            HTTPStatus.MISDIRECTED_REQUEST,
        )


def _check_origin(headers: Headers, *, must_say: bool) -> None:
    """A change comes from our own pages or from a program, never from somebody else's page.

    Browsers say where a request comes from; with a key in a cookie they must.

    Raises:
        RefusedError: it does not (403).
    """
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if origin is None:
        ours = site in ("same-origin", "none") or (site is None and not must_say)
    else:
        ours = origin.partition("://")[2].lower() == headers.get("host", "").lower()
        ours = ours and site in (None, "same-origin")
    if not ours:
        raise RefusedError(
            f"a change asked for from {(origin or 'an unknown page')[:100]}",
            "one from this service's own pages",
            "open the page of this service and do it there",
            HTTPStatus.FORBIDDEN,
        )


async def _whole_body(headers: Headers, receive: Receive, within_s: float) -> Receive:
    """Reads the body of a request that is no upload; uploads have limits of their own.

    Raises:
        RefusedError: it is too large (413) or too slow (408).
    """
    if headers.get("content-type", "").lower().startswith("multipart/form-data"):
        return receive
    announced = headers.get("content-length", "")
    if announced.isascii() and announced.isdigit() and int(announced[:18]) > MAX_BODY_BYTES:
        raise _too_large()
    pieces: list[Message] = []
    count = 0
    try:
        async with asyncio.timeout(within_s):
            while not pieces or pieces[-1].get("more_body", False):
                pieces.append(await receive())
                count += len(pieces[-1].get("body", b""))
                if count > MAX_BODY_BYTES:
                    raise _too_large()
    except TimeoutError as error:
        raise RefusedError(
            "a request that was not finished",
            f"all of it within {within_s:g} seconds",
            "try again on a better connection",
            HTTPStatus.REQUEST_TIMEOUT,
        ) from error
    read = iter(pieces)

    async def again() -> Message:
        return next(read, None) or await receive()

    return again


def _too_large() -> RefusedError:
    return RefusedError(
        f"a body of more than {MAX_BODY_BYTES // 1000} KB",
        "a short document",
        "send photos as parts of a form",
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    )


def _telling(send: Send) -> Callable[[Message], Awaitable[None]]:
    """Sends with the headers that every answer has."""

    async def told(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return told
