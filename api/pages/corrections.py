"""One tap each: the corrections that the review's buttons send."""

from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlencode

from fastapi import Response

from api.pages.fields import Fields, Form
from api.pages.web import Number, Stored, Who, go, page_router
from api.problems import RefusedError
from api.service.corrections import Change
from scoring.corrections import CorrectionKind, Values
from scoring.errors import RuleError
from scoring.flags import Zone
from scoring.reading import Side

routes = page_router("/matches/{match}/deals/{deal}")
MOST_CARDS = 1000
KEPT = ("flag", "photo", "mark", "pile")
"""What the page looked at, which it looks at again after the change."""


@routes.post("/corrections")
def correct(service: Stored, match: str, deal: Number, form: Form, asked: Who) -> Response:
    """Writes the change into the log, and shows the same place again, or the next flag."""
    change = _change(form)
    looks_at: dict[str, str] = {}
    if change.kind is CorrectionKind.ACCEPT:
        looks_at = {"flag": form.text("following"), "photo": "", "mark": "", "pile": ""}
    elif change.kind in (CorrectionKind.REMOVE, CorrectionKind.OWNER):
        looks_at = {"mark": form.text("after")}
    return _done(
        match,
        deal,
        form,
        lambda version: service.corrections.correct(match, deal, version, change, asked=asked),
        **looks_at,
    )


@routes.post("/undo")
def undo(service: Stored, match: str, deal: Number, form: Form, asked: Who) -> Response:
    """Takes back the latest change."""
    return _done(
        match,
        deal,
        form,
        lambda version: service.corrections.undo(match, deal, version, asked=asked),
    )


@routes.post("/redo")
def redo(service: Stored, match: str, deal: Number, form: Form, asked: Who) -> Response:
    """Brings back what was undone last."""
    return _done(
        match,
        deal,
        form,
        lambda version: service.corrections.redo(match, deal, version, asked=asked),
    )


def _done(
    match: str, deal: int, form: Fields, act: Callable[[str], object], **looks_at: str
) -> Response:
    """Acts unless somebody was quicker, then shows the place again, or the one that follows."""
    try:
        act(form.text("version"))
    except RefusedError as error:
        if error.status is not HTTPStatus.PRECONDITION_FAILED:
            raise
        return _back(match, deal, form, note="late")
    return _back(match, deal, form, **looks_at)


def _back(match: str, deal: int, form: Fields, **changes: str) -> Response:
    looked = {name: form.text(f"at.{name}") for name in KEPT}
    query = {name: value for name, value in {**looked, **changes}.items() if value}
    return go(f"/matches/{match}/deals/{deal}/review?{urlencode(query)}")


def _change(form: Fields) -> Change:
    """The change that the form asks for.

    Raises:
        RuleError: a field does not fit.
    """
    try:
        kind = CorrectionKind(form.text("kind"))
        zone = Zone(form.text("zone")) if form.text("zone") else None
        side = Side(form.text("side")) if form.text("side") else None
    except ValueError as error:
        raise RuleError(
            "a button that this page does not have", "one of its buttons", "load the page again"
        ) from error
    is_add = kind is CorrectionKind.ADD
    return Change(
        kind=kind,
        photo=form.text("photo") or None,
        pile=form.text("pile") or None,
        mark=form.text("mark") or None,
        point_px=_point(form) if is_add else None,
        flag=form.text("flag") or None,
        to=Values(
            owner=form.text("owner") or None,
            zone=zone,
            side=side,
            card=_card(form),
            count=form.number("count", 0, MOST_CARDS) if form.has("count") else None,
        ),
    )


def _point(form: Fields) -> tuple[float, float]:
    """The place that was tapped: in pixels of the photo, or of the picture that was a button."""
    if form.has("point.x"):
        scale = form.place("scale")
        return (form.place("point.x") * scale, form.place("point.y") * scale)
    return (form.place("x"), form.place("y"))


def _card(form: Fields) -> str | None:
    """The rank and suit that were chosen, if both were."""
    rank, suit = form.text("rank"), form.text("suit")
    if rank == "JK":
        return rank
    return f"{rank}{suit}" if rank and suit else None
