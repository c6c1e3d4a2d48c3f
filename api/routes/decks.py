"""Decks: photos of their backs."""

from fastapi import APIRouter, Request

from api.routes.common import (
    CREATES,
    READS,
    UPLOADS,
    MatchId,
    Number,
    Stored,
    Who,
    form_body,
)
from api.routes.forms import read_files
from api.service.values import DeckView

routes = APIRouter(prefix="/v1/matches/{match}/decks", tags=["decks"])


@routes.get("", summary="The decks of a match", responses=READS)
def listing(match: MatchId, service: Stored) -> list[DeckView]:
    """Each is named after the owner who brought it; `state` says whether its back is known."""
    return list(service.decks.list(match))


@routes.get("/{deck}", summary="A deck", responses=READS)
def get(match: MatchId, deck: Number, service: Stored) -> DeckView:
    """Whether its back is known, and why not."""
    return service.decks.get(match, deck)


@routes.post(
    "/{deck}/files",
    status_code=201,
    summary="Teach a deck's back",
    responses=UPLOADS,
    openapi_extra=form_body("file", "Photos of the back, or a deck file of `nertz enrol`."),
)
async def add_files(
    match: MatchId, deck: Number, request: Request, service: Stored, asked: Who
) -> DeckView:
    """One to five photos of one face-down card. They are kept when this answers; a job learns."""
    return await read_files(
        request,
        "file",
        (),
        lambda: service.decks.check_room(match, deck),
        lambda files, _: service.decks.add_files(match, deck, files, asked=asked),
    )


@routes.delete("/{deck}/files", summary="Forget a deck's back", responses=CREATES)
def forget(match: MatchId, deck: Number, service: Stored, asked: Who) -> DeckView:
    """Its photos are erased; what was read with it stays."""
    return service.decks.forget(match, deck, asked=asked)
