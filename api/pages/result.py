"""The result of a deal: who has what, what is in doubt, the photos with their marks."""

from fastapi import Request, Response

from api.pages.fields import Form
from api.pages.views.overlay import overlay_of
from api.pages.views.owners import looks_of
from api.pages.views.standings import totals_before
from api.pages.web import Number, Stored, Who, go, page_router, show

routes = page_router("/matches/{match}/deals/{deal}")


@routes.get("/result")
def show_result(
    request: Request, service: Stored, match: str, deal: Number, photo: int = 0
) -> Response:
    """Everybody's points with the running totals, flags worst first, and one photo at a time."""
    view = service.deals.get(match, deal)
    read = [one for one in view.photos if one.cards is not None]
    shown = next((one for one in read if one.number == photo), read[0] if read else None)
    looks = looks_of(view.owners)
    overlay = None
    if shown is not None:
        flagged = {
            mark for flag in view.result.flags if flag.photo == shown.name for mark in flag.marks
        }
        overlay = overlay_of(service.photos.get(match, deal, shown.number), looks, flagged)
    table = service.results.standings(match, provisional=True)
    return show(
        request,
        "result.html",
        match=service.matches.get(match),
        deal=view,
        looks=looks,
        before=totals_before(table, deal),
        table=table,
        read=read,
        overlay=overlay,
        numbers={one.name: one.number for one in view.photos},
        checks=service.deals.check_decks(match, deal),
        log=service.corrections.log(match, deal),
    )


@routes.post("/confirm")
def confirm(service: Stored, match: str, deal: Number, form: Form, asked: Who) -> Response:
    """Takes the deal into the standings as it is counted now."""
    service.deals.confirm(
        match, deal, form.text("version"), despite_flags=form.has("despite"), asked=asked
    )
    return go(f"/matches/{match}")


@routes.post("/reopen")
def reopen(service: Stored, match: str, deal: Number, form: Form, asked: Who) -> Response:
    """Opens the deal for changes again."""
    service.deals.reopen(match, deal, form.text("version"), asked=asked)
    return go(f"/matches/{match}/deals/{deal}/result")
