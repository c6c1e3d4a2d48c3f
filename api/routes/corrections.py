"""Corrections of a deal: the log, new entries, undo and redo."""

from fastapi import APIRouter, Response

from api.routes.common import (
    CHANGES,
    READS,
    Limit,
    MatchId,
    Number,
    Start,
    Stored,
    Version,
    Who,
    tag,
)
from api.schemas import CorrectionBody, LogAnswer, entries_as_dicts
from api.service.values import LogView

routes = APIRouter(prefix="/v1/matches/{match}/deals/{deal}/corrections", tags=["corrections"])


@routes.get("", summary="The corrections of a deal", responses=READS)
def log(
    match: MatchId,
    deal: Number,
    service: Stored,
    response: Response,
    start: Start = 0,
    limit: Limit = 100,
) -> LogAnswer:
    """Oldest first; the ETag is the log's version, which a correction must name."""
    return _answer(response, service.corrections.log(match, deal, start=start, limit=limit))


@routes.post("", status_code=201, summary="Correct something", responses=CHANGES)
def correct(  # noqa: PLR0913 - what a request has
    match: MatchId,
    deal: Number,
    body: CorrectionBody,
    service: Stored,
    version: Version,
    asked: Who,
    response: Response,
) -> LogAnswer:
    """The log only grows. `If-Match` is the log's version: who comes second is told (412)."""
    view = service.corrections.correct(match, deal, version, body.change(), asked=asked)
    return _answer(response, view)


@routes.post("/undo", status_code=201, summary="Undo the latest correction", responses=CHANGES)
def undo(
    match: MatchId, deal: Number, service: Stored, version: Version, asked: Who, response: Response
) -> LogAnswer:
    """By a new entry."""
    return _answer(response, service.corrections.undo(match, deal, version, asked=asked))


@routes.post("/redo", status_code=201, summary="Bring back what was undone", responses=CHANGES)
def redo(
    match: MatchId, deal: Number, service: Stored, version: Version, asked: Who, response: Response
) -> LogAnswer:
    """By a new entry."""
    return _answer(response, service.corrections.redo(match, deal, version, asked=asked))


def _answer(response: Response, view: LogView) -> LogAnswer:
    tag(response, view.version)
    return LogAnswer(
        version=view.version,
        entries=entries_as_dicts(view.entries),
        in_force=list(view.in_force),
        undo=view.undo,
        redo=view.redo,
        next=view.next,
    )
