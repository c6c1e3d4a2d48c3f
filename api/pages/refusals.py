"""Refusals that no page's route has made: browsers get a page, programs a problem document."""

from fastapi import FastAPI, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from api.pages.web import not_there, problem_page
from api.problems import problem_response
from scoring.errors import NertzError

PROGRAMS = ("/v1/", "/health/", "/openapi.json")
"""What people do not look at."""


def refusal(request: Request, error: NertzError) -> Response:
    """The answer to a request that is refused at the door."""
    return problem_page(request, error) if wants_page(request) else problem_response(error)


def wants_page(request: Request) -> bool:
    """Whether a person in a browser asks."""
    accepts = request.headers.get("accept", "")
    return "text/html" in accepts and not request.url.path.startswith(PROGRAMS)


def add_missing_page(app: FastAPI) -> None:
    """Shows a page for addresses that there are not."""

    async def missing(request: Request, error: Exception) -> Response:
        if wants_page(request):
            return problem_page(request, not_there())
        answer: Response = await app.exception_handlers[HTTPException](request, error)  # type: ignore[misc]
        return answer

    app.add_exception_handler(404, missing)
