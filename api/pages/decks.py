"""The decks of a match: photos of their backs, and what the program knows of them."""

from fastapi import Request, Response
from fastapi.responses import FileResponse

from api.pages.fields import Fields
from api.pages.views.owners import looks_of
from api.pages.web import STATIC, Number, Stored, Who, go, page_router, show
from api.problems import RefusedError
from api.routes.forms import read_files
from api.service.values import DeckState

routes = page_router("/matches/{match}/decks")
THUMBNAIL_PX = 320


@routes.get("")
def show_decks(request: Request, service: Stored, match: str) -> Response:
    """Every deck with what is known of its back."""
    view = service.matches.get(match)
    return show(
        request,
        "decks.html",
        match=view,
        looks=looks_of([deck.name for deck in view.decks]),
        known=sum(deck.state is DeckState.READY for deck in view.decks),
        waiting=any(deck.state is DeckState.WAITING for deck in view.decks),
    )


@routes.post("/{deck}")
async def add(request: Request, service: Stored, match: str, deck: Number, asked: Who) -> Response:
    """Takes photos of the back, or a deck file."""
    await read_files(
        request,
        "photo",
        ("key",),
        lambda: service.decks.check_room(match, deck),
        lambda files, texts: service.decks.add_files(
            match, deck, files, asked=Fields(list(texts.items())).once(asked)
        ),
    )
    return go(f"/matches/{match}/decks#deck-{deck}")


@routes.post("/{deck}/forget")
def forget(service: Stored, match: str, deck: Number, asked: Who) -> Response:
    """Forgets the back, so that it can be photographed again."""
    service.decks.forget(match, deck, asked=asked)
    return go(f"/matches/{match}/decks#deck-{deck}")


@routes.get("/{deck}/picture")
def picture(service: Stored, match: str, deck: Number) -> Response:
    """What the program sees of the deck's back; a drawn card where it came as a deck file."""
    try:
        data = service.pictures.deck(match, deck, THUMBNAIL_PX)
    except RefusedError:
        return FileResponse(STATIC / "back.svg")
    return Response(data, media_type="image/jpeg")
