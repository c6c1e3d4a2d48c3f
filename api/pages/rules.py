"""The rules of a match: the rule sets and their options with a sentence each."""

from collections.abc import Mapping
from http import HTTPStatus

from fastapi import Request, Response

from api.pages.fields import Form
from api.pages.views.rules import options_of, rule_choices, typed_of
from api.pages.web import Stored, Who, go, page_router, show
from api.service.values import MatchView
from scoring.errors import RuleError

routes = page_router()


@routes.get("/matches/{match}/rules")
def ask_rules(request: Request, service: Stored, match: str) -> Response:
    """The match's name and rules, to be changed."""
    view = service.matches.get(match)
    options = dict(view.rules.options)
    sizes = options.pop("pile_sizes", {})
    return _form(request, view, view.rules.name, (typed_of(options), typed_of(sizes)), view.name)


@routes.post("/matches/{match}/rules")
def change(request: Request, service: Stored, match: str, form: Form, asked: Who) -> Response:
    """Other rules; every deal is scored again by them."""
    try:
        service.matches.change(
            match,
            form.text("version"),
            name=form.text("match") or None,
            rules=form.text("rules"),
            options=options_of(form.option_texts(), form.pile_sizes()),
            asked=asked,
        )
    except RuleError as error:
        typed = (form.option_texts(), form.pile_sizes())
        view = service.matches.get(match)
        return _form(request, view, form.text("rules"), typed, form.text("match"), error)
    return go(f"/matches/{match}")


def _form(
    request: Request,
    view: MatchView,
    rules: str,
    typed: tuple[Mapping[str, str], Mapping[str, str]],
    name: str,
    error: RuleError | None = None,
) -> Response:
    return show(
        request,
        "rules.html",
        HTTPStatus.OK if error is None else HTTPStatus.UNPROCESSABLE_ENTITY,
        match=view,
        name=name,
        error=error,
        choices=rule_choices(rules),
        options=typed[0],
        sizes=typed[1],
    )
