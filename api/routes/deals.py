"""Deals: begun, changed, confirmed, reopened, and whether the decks are whole."""

from fastapi import APIRouter, Response

from api.routes.common import (
    CHANGES,
    CREATES,
    QUEUES,
    READS,
    MatchId,
    Number,
    Stored,
    Version,
    Who,
    tag,
)
from api.schemas import ConfirmBody, DealBody
from api.service.values import DealView, DeckCheck

routes = APIRouter(prefix="/v1/matches/{match}/deals", tags=["deals"])


@routes.post("", status_code=201, summary="Begin a deal", responses=CREATES)
def create(
    match: MatchId, body: DealBody, service: Stored, asked: Who, response: Response
) -> DealView:
    """Say who called, or that it was blocked; then add photos."""
    view = service.deals.create(match, body.end(), asked=asked)
    response.headers["Location"] = f"/v1/matches/{match}/deals/{view.number}"
    tag(response, view.version)
    return view


@routes.get("/{deal}", summary="A deal and what it is worth now", responses=READS)
def get(match: MatchId, deal: Number, service: Stored, response: Response) -> DealView:
    """Its photos with their progress, everybody's cards and points, and the open flags."""
    view = service.deals.get(match, deal)
    tag(response, view.version)
    return view


@routes.patch("/{deal}", summary="Change how a deal ended", responses=QUEUES)
def change(  # noqa: PLR0913 - what a request has
    match: MatchId,
    deal: Number,
    body: DealBody,
    service: Stored,
    version: Version,
    asked: Who,
    response: Response,
) -> DealView:
    """What is not said stays. A void deal scores nothing and stays in the log."""
    view = service.deals.change(match, deal, version, body.end(), asked=asked)
    tag(response, view.version)
    return view


@routes.post("/{deal}/confirm", summary="Confirm a deal as it is counted now", responses=CHANGES)
def confirm(  # noqa: PLR0913 - what a request has
    match: MatchId,
    deal: Number,
    body: ConfirmBody,
    service: Stored,
    version: Version,
    asked: Who,
    response: Response,
) -> DealView:
    """From then on it takes part in the standings, and nothing of it changes until it is reopened.

    A photo that is not read, or a flag that nobody looked at, stands against it.
    """
    view = service.deals.confirm(
        match, deal, version, despite_flags=body.despite_flags, asked=asked
    )
    tag(response, view.version)
    return view


@routes.post("/{deal}/reopen", summary="Open a confirmed deal again", responses=CHANGES)
def reopen(
    match: MatchId, deal: Number, service: Stored, version: Version, asked: Who, response: Response
) -> DealView:
    """For changes; the log keeps that it was confirmed."""
    view = service.deals.reopen(match, deal, version, asked=asked)
    tag(response, view.version)
    return view


@routes.get("/{deal}/deck-check", summary="Is each deck whole?", responses=READS)
def check_decks(match: MatchId, deal: Number, service: Stored) -> list[DeckCheck]:
    """From photos of zone `deck`, before the next deal."""
    return list(service.deals.check_decks(match, deal))
