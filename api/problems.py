"""Errors as problem+json (RFC 9457): what was found, what was expected, what to do."""

from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from scoring.errors import DataError, DeckError, ModelError, NertzError, PhotoError, RuleError

MEDIA_TYPE = "application/problem+json"

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
        detail=str(error),
        found=error.found,
        expected=error.expected,
        action=error.action,
    )
    return _response(problem, headers)


async def _on_nertz_error(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, NertzError)  # noqa: S101 - registered for these only
    return problem_response(error)


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
