"""`POST /v1/score`: photos and decks in, the document of the deal and the whole reading out."""

from dataclasses import dataclass

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse

from api.analyst import Analyst
from api.openapi import REQUEST_BODY, SCORE_PROBLEMS
from api.settings import Settings
from api.uploads import read_form, score_request
from scoring.document import DealDocument, document_as_dict, reading_as_dict
from scoring.reading import Reading
from vision.networks import Networks
from vision.score import ScoredDeal, score_photos


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreAnswer(DealDocument):
    """The document of a scored deal, and everything that the machine saw."""

    reading: Reading


def score_routes(analyst: Analyst, settings: Settings) -> APIRouter:
    """`/v1/score`."""
    routes = APIRouter(prefix="/v1", tags=["score"])

    @routes.post(
        "/score",
        summary="Score one deal from photos",
        response_model=ScoreAnswer,
        responses=SCORE_PROBLEMS,
        openapi_extra={"requestBody": REQUEST_BODY},
    )
    async def score(request: Request) -> JSONResponse:
        """Nothing is kept: photos are forgotten with the answer."""
        with analyst.place():
            form = await read_form(request, settings)
            try:
                # files are read in the analyst's thread: only one request's are in memory
                def task(networks: Networks) -> ScoredDeal:
                    asked = score_request(form, settings)
                    return score_photos(asked, networks, limits=settings.limits)

                scored = await analyst.work(task)
            finally:
                await form.close()
        document = document_as_dict(scored.document)
        return JSONResponse({**document, "reading": reading_as_dict(scored.reading)})

    return routes
