"""Errors as problem+json (RFC 9457): what was found, what was expected, what to do."""

import logging
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from sqlalchemy.exc import OperationalError
from starlette.exceptions import HTTPException

from scoring.errors import DataError, DeckError, ModelError, NertzError, PhotoError, RuleError

LOG = logging.getLogger("nertz.service")
MEDIA_TYPE = "application/problem+json"
RETRY_AFTER_S = 5
"""When to come back if the store is busy."""

_KINDS: tuple[tuple[type[NertzError], str, str, HTTPStatus], ...] = (
    (PhotoError, "photo", "A photo cannot be read", HTTPStatus.UNPROCESSABLE_ENTITY),
    (DeckError, "deck", "A deck cannot be used", HTTPStatus.UNPROCESSABLE_ENTITY),
    (RuleError, "rules", "The request does not fit the rules", HTTPStatus.UNPROCESSABLE_ENTITY),
    (ModelError, "model", "The detector is not ready", HTTPStatus.SERVICE_UNAVAILABLE),
    (DataError, "data", "Data are missing", HTTPStatus.SERVICE_UNAVAILABLE),
    (NertzError, "request", "The request cannot be used", HTTPStatus.UNPROCESSABLE_ENTITY),
)


class Problem(BaseModel):
    """An error: `found`, `expected` and `action` are the three parts of `detail`."""

    type: str
    title: str
    status: int
    detail: str
    found: str | None = None
    expected: str | None = None
    action: str | None = None


class RefusedError(NertzError):
    """A request that is refused with a status of its own, and when to come back."""

    def __init__(
        self,
        found: str,
        expected: str,
        action: str,
        status: HTTPStatus = HTTPStatus.BAD_REQUEST,
        retry_after_s: int | None = None,
    ) -> None:
        super().__init__(found, expected, action)
        self.status = status
        self.retry_after_s = retry_after_s


def add_problem_handlers(app: FastAPI) -> None:
    """Makes every error of the app a problem document."""
    app.add_exception_handler(NertzError, _on_nertz_error)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(OperationalError, _on_store_error)
    app.add_exception_handler(HTTPException, _on_http_error)
    app.add_exception_handler(Exception, _on_unexpected)


def problem_response(error: NertzError) -> JSONResponse:
    """The problem document that an error stands for."""
    headers = None
    if isinstance(error, RefusedError):
        kind, status = error.status.phrase.lower().replace(" ", "-"), error.status
        title = error.status.phrase
        if error.retry_after_s is not None:
            headers = {"Retry-After": str(error.retry_after_s)}
    else:
        kind, title, status = next(
            (kind, title, status) for cls, kind, title, status in _KINDS if isinstance(error, cls)
        )
    problem = Problem(
        type=f"urn:nertz-counter:problem:{kind}",
        title=title,
        status=status,
        detail=_shown(str(error)),
        found=_shown(error.found),
        expected=_shown(error.expected),
        action=_shown(error.action),
    )
    return _response(problem, headers)


async def _on_nertz_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, NertzError)  # noqa: S101 - registered for these only
    return problem_response(error)


async def _on_invalid(_: Request, error: Exception) -> JSONResponse:
    """What does not fit the described types; a missing If-Match has a status of its own."""
    assert isinstance(error, RequestValidationError)  # noqa: S101 - registered for these only
    faults = [(tuple(str(part) for part in one["loc"]), one["msg"]) for one in error.errors()]
    if any(place[:2] == ("header", "if-match") for place, _ in faults):
        return problem_response(
            RefusedError(
                "a change without the header If-Match",
                "the ETag of what was looked at, or *",
                "load it, then send its ETag as If-Match",
                HTTPStatus.PRECONDITION_REQUIRED,
            )
        )
    if any(one["type"] == "json_invalid" for one in error.errors()):
        return problem_response(
            RefusedError("a body that is no JSON", "a JSON document", "correct the body")
        )
    said = "; ".join(f"{'.'.join(place[1:]) or place[0]}: {message}" for place, message in faults)
    return problem_response(
        NertzError(
            _shown(said)[:1000],
            "values as the OpenAPI describes them",
            "look at /openapi.json and correct the request",
        )
    )


async def _on_store_error(_: Request, error: Exception) -> JSONResponse:
    LOG.error("the store did not answer: %s", error)
    return problem_response(
        RefusedError(
            "a store that is busy or full",
            "a store that can be written",
            f"try again in {RETRY_AFTER_S} seconds; make room on the disk if that does not help",
            HTTPStatus.SERVICE_UNAVAILABLE,
            RETRY_AFTER_S,
        )
    )


async def _on_http_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)  # noqa: S101 - registered for these only
    problem = Problem(
        type="about:blank",
        title=HTTPStatus(error.status_code).phrase,
        status=error.status_code,
        detail=str(error.detail),
    )
    return _response(problem, dict(error.headers or {}))


async def _on_unexpected(_: Request, error: Exception) -> JSONResponse:
    LOG.error("a fault of ours", exc_info=error)
    problem = Problem(
        type="about:blank",
        title="Internal Server Error",
        status=500,
        detail=f"This is our fault, not yours ({type(error).__name__}). Please report it.",
    )
    return _response(problem, None)


def _response(problem: Problem, headers: dict[str, str] | None) -> JSONResponse:
    return JSONResponse(
        problem.model_dump(exclude_none=True),
        problem.status,
        headers=headers,
        media_type=MEDIA_TYPE,
    )


def _shown(text: str) -> str:
    """The text without signs that no answer can hold, such as half a surrogate pair."""
    return text.encode("utf-8", "replace").decode("utf-8")
