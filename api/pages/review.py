"""The review of a deal: one flag after the other, and every mark can be changed."""

from fastapi import Request, Response

from api.pages.views.log import lines_of
from api.pages.views.owners import looks_of
from api.pages.views.review import Asked, chosen_of, focus_of, shown_overlay
from api.pages.views.words import SUITS, ZONES
from api.pages.web import Number, Stored, page_router, show
from scoring.flags import Zone

routes = page_router("/matches/{match}/deals/{deal}")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
NOTES = {
    "late": "Somebody changed this deal a moment ago, so your last tap was not done. Look again.",
    "gone": "That mark is no longer there.",
}


@routes.get("/review")
def show_review(  # noqa: PLR0913 - what an address has
    request: Request,
    service: Stored,
    match: str,
    deal: Number,
    flag: str = "",
    photo: int = 0,
    mark: str = "",
    pile: str = "",
    add: str = "",
    note: str = "",
) -> Response:
    """The flag that was asked for, or the worst one, with its place on the photo enlarged."""
    view = service.deals.get(match, deal)
    focus = focus_of(view, Asked(flag, photo, mark, pile, bool(add)))
    looks = looks_of(view.owners)
    overlay = None
    if focus.photo is not None:
        read = service.photos.get(match, deal, focus.photo.number)
        overlay = shown_overlay(read, looks, focus)
    log = service.corrections.log(match, deal)
    return show(
        request,
        "review.html",
        match=service.matches.get(match),
        deal=view,
        looks=looks,
        focus=focus,
        overlay=overlay,
        chosen=chosen_of(overlay, focus),
        photos=[one for one in view.photos if one.cards is not None],
        zones={zone: ZONES[zone][0] for zone in Zone},
        ranks=RANKS,
        suits=SUITS,
        log=log,
        lines=lines_of(log),
        note=NOTES.get(note, ""),
        open=view.state == "open",
    )
