"""Matches: new, listed, changed, deleted, and their audit log."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from api.routes.common import (
    CHANGES,
    CREATES,
    READS,
    Limit,
    MatchId,
    Start,
    Stored,
    Version,
    Who,
    tag,
)
from api.schemas import MatchBody, MatchChangeBody
from api.service.values import EventView, MatchLine, MatchView, Page

routes = APIRouter(prefix="/v1/matches", tags=["matches"])


@routes.post("", status_code=201, summary="Begin a match", responses=CREATES)
def create(body: MatchBody, service: Stored, asked: Who, response: Response) -> MatchView:
    """Every owner brings one deck; add photos of its back, so that its cards are known."""
    owners = [owner.owner() for owner in body.owners]
    view = service.matches.create(
        owners, name=body.name, rules=body.rules, options=body.options, asked=asked
    )
    response.headers["Location"] = f"/v1/matches/{view.id}"
    tag(response, view.version)
    return view


@routes.get("", summary="All matches, newest first", responses={422: READS[422]})
def listing(service: Stored, start: Start = 0, limit: Limit = 50) -> Page[MatchLine]:
    """A page of the list; `next` is where the following one begins."""
    return service.matches.list(start=start, limit=limit)


@routes.get("/{match}", summary="A match", responses=READS)
def get(match: MatchId, service: Stored, response: Response) -> MatchView:
    """Its owners, rules, decks and deals."""
    view = service.matches.get(match)
    tag(response, view.version)
    return view


@routes.patch("/{match}", summary="Change a match's name or rules", responses=CHANGES)
def change(
    match: MatchId,
    body: MatchChangeBody,
    service: Stored,
    version: Version,
    asked: Who,
    response: Response,
) -> MatchView:
    """All deals are scored by the rules that hold now."""
    view = service.matches.change(
        match, version, name=body.name, rules=body.rules, options=body.options, asked=asked
    )
    tag(response, view.version)
    return view


@routes.delete(
    "/{match}", status_code=204, summary="Delete a match with its photos", responses=CHANGES
)
def delete(match: MatchId, service: Stored, version: Version) -> None:
    """Nothing of it is kept."""
    service.erasing.match(match, version)


@routes.delete(
    "/{match}/pictures",
    status_code=204,
    summary="Erase a match's pictures, keep its scores",
    responses=CHANGES,
)
def erase_pictures(match: MatchId, service: Stored, version: Version, asked: Who) -> None:
    """What was read on the photos stays, so that scores can still be explained and corrected."""
    service.erasing.pictures(match, version, asked=asked)


@routes.get("/{match}/log", summary="Who did what when", responses=READS)
def log(
    match: MatchId,
    service: Stored,
    start: Start = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> Page[EventView]:
    """The audit log, oldest first; corrections have a log of their own in each deal."""
    return service.matches.log(match, start=start, limit=limit)
