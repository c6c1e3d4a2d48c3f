"""Deals: who called, and the page of a deal's photos with their progress."""

from collections.abc import Mapping
from http import HTTPStatus

from fastapi import Request, Response

from api.pages.fields import Fields, Form
from api.pages.views.owners import looks_of
from api.pages.views.photos import groups_of
from api.pages.web import Number, Stored, Who, go, page_router, show
from api.service.deals import DealEnd
from api.service.values import DealView, MatchView
from scoring.errors import RuleError

routes = page_router("/matches/{match}/deals")
BLOCKED, VOID = "*blocked", "*void"
"""What the field `end` says besides a caller's name; no name begins with a star there."""


@routes.get("/new")
def ask_new(request: Request, service: Stored, match: str) -> Response:
    """Who called?"""
    return _form(request, service.matches.get(match))


@routes.post("/new")
def create(request: Request, service: Stored, match: str, form: Form, asked: Who) -> Response:
    """Begins the deal."""
    view = service.matches.get(match)
    try:
        deal = service.deals.create(match, _end(form, view), asked=form.once(asked))
    except RuleError as error:
        return _form(request, view, error=error)
    return go(f"/matches/{match}/deals/{deal.number}")


@routes.get("/{deal}")
def show_photos(request: Request, service: Stored, match: str, deal: Number) -> Response:
    """The deal's photos by zone, with progress and warnings."""
    view = service.deals.get(match, deal)
    return show(
        request,
        "deal.html",
        match=service.matches.get(match),
        deal=view,
        looks=looks_of(view.owners),
        groups=groups_of(view),
        waiting=any(photo.analysis.state in ("waiting", "running") for photo in view.photos),
    )


@routes.get("/{deal}/version")
def version(service: Stored, match: str, deal: Number) -> Response:
    """A short text that changes with the deal, for pages that wait for it."""
    return Response(service.deals.version(match, deal), media_type="text/plain")


@routes.get("/{deal}/end")
def ask_end(request: Request, service: Stored, match: str, deal: Number) -> Response:
    """How the deal ended, to be changed."""
    return _form(request, service.matches.get(match), service.deals.get(match, deal))


@routes.post("/{deal}/end")
def change_end(
    request: Request, service: Stored, match: str, deal: Number, form: Form, asked: Who
) -> Response:
    """Another end or other players."""
    view = service.matches.get(match)
    try:
        service.deals.change(match, deal, form.text("version"), _end(form, view), asked=asked)
    except RuleError as error:
        return _form(request, view, service.deals.get(match, deal), error)
    return go(f"/matches/{match}/deals/{deal}")


def _form(
    request: Request,
    match: MatchView,
    deal: DealView | None = None,
    error: RuleError | None = None,
) -> Response:
    names = [owner.name for owner in match.owners]
    return show(
        request,
        "end.html",
        HTTPStatus.OK if error is None else HTTPStatus.UNPROCESSABLE_ENTITY,
        match=match,
        deal=deal,
        names=names,
        number=deal.number if deal else len(match.deals) + 1,
        looks=looks_of(names),
        error=error,
    )


def _end(form: Fields, match: MatchView) -> DealEnd:
    """The end that the form states.

    Raises:
        RuleError: nothing was chosen.
    """
    chosen = form.text("end")
    if not chosen:
        raise RuleError(
            "no word on how the deal ended", "a caller, or a blocked deal", "choose one of them"
        )
    names = [owner.name for owner in match.owners]
    out = set(form.texts("out"))
    return DealEnd(
        owners=[name for name in names if name not in out],
        caller="" if chosen in (BLOCKED, VOID) else chosen,
        blocked=chosen == BLOCKED,
        void=chosen == VOID,
        wrong_calls=form.texts("wrong"),
        decks=_decks(form, [name for name in names if name not in out]),
    )


def _decks(form: Fields, names: list[str]) -> Mapping[str, str]:
    """Whose deck each one plays, where decks were passed on."""
    played = form.prefixed("deck.")
    passed = {name: played[name] for name in names if played.get(name)}
    return passed if any(name != deck for name, deck in passed.items()) else {}
