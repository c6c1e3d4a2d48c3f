"""Coming in by the host's or a guest's link, and the links themselves for the host."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import RedirectResponse, Response

from api.doors import COOKIE
from api.keys import Keys, Role, qr_svg
from api.openapi import problem
from api.problems import RefusedError

routes = APIRouter(tags=["doors"])
GUESTS_ARE_REFUSED: dict[int | str, dict[str, Any]] = {403: problem("The host alone sees them")}
KEPT_S = 30 * 24 * 3600
"""How long a browser keeps the key."""


@dataclass(frozen=True, slots=True)
class Link:
    """A link that lets others in, and its QR code as an SVG picture."""

    role: Role
    url: str
    qr_svg: str


@routes.get(
    "/enter/{key}",
    status_code=303,
    response_class=Response,
    summary="Come in by a link",
    responses={
        303: {"description": "The browser has the key now, and goes to the first page"},
        401: problem("It is no key of this table"),
    },
)
def enter(key: Annotated[str, Path(max_length=100)], request: Request) -> Response:
    """Keeps the key in a cookie that no script can read, and that other pages cannot use."""
    answer = RedirectResponse("/", 303)
    if request.app.state.settings.has_doors:
        keys: Keys = request.app.state.keys
        if keys.role_of(key) is None:
            raise RefusedError(
                "a link that is not this table's",
                "the link or QR code that the host shows",
                "scan it again",
                HTTPStatus.UNAUTHORIZED,
            )
        answer.set_cookie(COOKIE, key, max_age=KEPT_S, httponly=True, samesite="lax")
    return answer


@routes.get(
    "/v1/links", summary="The links that let others in", responses={403: problem("Not yours")}
)
def links(request: Request) -> list[Link]:
    """For the host only; none where only this machine can connect."""
    return table_links(request)


def table_links(request: Request) -> list[Link]:
    """The links that the host shows to others.

    Raises:
        RefusedError: a guest asks (403).
    """
    if request.state.role is not Role.HOST:
        raise RefusedError(
            "a guest who asks for the links",
            "the host",
            "ask the host to show them",
            HTTPStatus.FORBIDDEN,
        )
    if not request.app.state.settings.has_doors:
        return []
    keys: Keys = request.app.state.keys
    base = str(request.base_url).rstrip("/")
    urls = [(role, keys.link(role, base)) for role in (Role.GUEST, Role.HOST)]
    return [Link(role, url, qr_svg(url)) for role, url in urls]
