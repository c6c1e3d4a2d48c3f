"""What every page shares: templates, who looks, errors as pages, and going on after a form."""

import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import quote, unquote

from fastapi import APIRouter, Depends, Request, Response
from fastapi import Path as PathParam
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, RedirectResponse
from fastapi.routing import APIRoute
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from sqlalchemy.exc import OperationalError
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from api.keys import Role
from api.pages.views import words
from api.pages.views.rules import option_fields
from api.problems import RETRY_AFTER_S, RefusedError
from api.service.context import Asked
from api.service.service import Service
from scoring.errors import ModelError, NertzError
from vision.score_request import MAX_NAME_LENGTH

LOG = logging.getLogger("nertz.pages")
FOLDER = Path(__file__).parents[1]
STATIC = FOLDER / "static"
NAME_COOKIE = "nertz_name"
NOBODY = "somebody"

TEMPLATES = Environment(
    loader=FileSystemLoader(FOLDER / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
TEMPLATES.filters.update(
    cards=words.cards,
    sentence=words.sentence,
    signed=words.signed,
    when=words.when,
    names=words.name_list,
    zone=words.zone,
)
TEMPLATES.globals.update(token=lambda: secrets.token_hex(8), option_fields=option_fields)


class StaticPages(StaticFiles):
    """Our own styles and scripts; browsers ask each time whether they changed."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, or 304."""
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


class PageRoute(APIRoute):
    """A route whose errors are pages too."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler, with refusals shown to people."""
        handle: Callable[[Request], Awaitable[Response]] = super().get_route_handler()

        async def handle_page(request: Request) -> Response:
            try:
                return await handle(request)
            except NertzError as error:
                return problem_page(request, error)
            except RequestValidationError:
                return problem_page(request, not_there())
            except OperationalError as error:
                LOG.error("the store did not answer: %s", error)  # noqa: TRY400 - no fault of ours
                return problem_page(request, _busy())
            except Exception as error:
                LOG.exception("a fault of ours on %s", request.url.path)
                return problem_page(request, _fault(error))

        return handle_page


def page_router(prefix: str = "") -> APIRouter:
    """A router of pages."""
    return APIRouter(prefix=prefix, route_class=PageRoute, default_response_class=HTMLResponse)


def show(
    request: Request,
    template: str,
    status: int = HTTPStatus.OK,
    **values: Any,  # noqa: ANN401 - what a template shows
) -> HTMLResponse:
    """The page that a template makes of the values."""
    text = TEMPLATES.get_template(template).render(
        who=who(request),
        may_change=getattr(request.state, "role", None) is Role.HOST,
        here=request.url.path,
        **values,
    )
    # With `no-referrer` browsers would not say which page a form was sent from.
    return HTMLResponse(text, status, headers={"Referrer-Policy": "same-origin"})


def problem_page(request: Request, error: NertzError) -> HTMLResponse:
    """What went wrong, what was expected and what to do, with a way back."""
    status = error.status if isinstance(error, RefusedError) else HTTPStatus.UNPROCESSABLE_ENTITY
    if isinstance(error, ModelError):
        status = HTTPStatus.SERVICE_UNAVAILABLE
    back = request.headers.get("referer") if request.method == "POST" else None
    response = show(
        request,
        "problem.html",
        status,
        title=words.PROBLEMS.get(status, "This did not work"),
        error=error,
        back=local_path(back.partition("://")[2].partition("/")[2], "/") if back else None,
    )
    if isinstance(error, RefusedError) and error.retry_after_s is not None:
        response.headers["Retry-After"] = str(error.retry_after_s)
    return response


def not_there() -> RefusedError:
    """There is no such page."""
    return RefusedError(
        "no page of this address", "an address of a match", "begin at the list of matches",
        HTTPStatus.NOT_FOUND,
    )  # fmt: skip


def _busy() -> RefusedError:
    return RefusedError(
        "a store that is busy or full",
        "a store that can be written",
        "try again in a moment; make room on the disk if that does not help",
        HTTPStatus.SERVICE_UNAVAILABLE,
        RETRY_AFTER_S,
    )


def _fault(error: Exception) -> RefusedError:
    return RefusedError(
        f"a fault of this program ({type(error).__name__})",
        "a page",
        "try again; if that does not help, please report it",
        HTTPStatus.INTERNAL_SERVER_ERROR,
    )


def go(path: str) -> RedirectResponse:
    """Goes on to a page after a form."""
    return RedirectResponse(path, HTTPStatus.SEE_OTHER)


def local_path(text: str, usual: str) -> str:
    """The text as a path on this service, or the usual one: no form leads to another host."""
    path = "/" + text.lstrip("/\\")
    return path if text and path.isprintable() and "\\" not in path else usual


def who(request: Request) -> str:
    """The name that this browser gave itself; it is for the log, not for access."""
    name = unquote(request.cookies.get(NAME_COOKIE, ""), errors="replace").strip()
    return name if name.isprintable() and 0 < len(name) <= MAX_NAME_LENGTH else ""


def remember_name(response: Response, name: str) -> None:
    """Keeps the name in this browser for a month."""
    response.set_cookie(
        NAME_COOKIE, quote(name), max_age=30 * 24 * 3600, httponly=True, samesite="lax"
    )


def _asked(request: Request) -> Asked:
    return Asked(who(request) or NOBODY)


def _service(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


Who = Annotated[Asked, Depends(_asked)]
Stored = Annotated[Service, Depends(_service)]
Number = Annotated[int, PathParam(ge=1, le=2**31 - 1)]
