"""The list of matches, a new match, and one match with its standings."""

from http import HTTPStatus

from fastapi import Request, Response

from api.pages.fields import Form
from api.pages.views.owners import looks_of
from api.pages.views.rules import options_of, rule_choices
from api.pages.views.seats import SEATS, owners_of_form, seats_of_form
from api.pages.views.standings import rows_of
from api.pages.web import Stored, Who, go, page_router, show
from api.problems import RefusedError
from scoring.errors import RuleError
from scoring.rules import DEFAULT_RULES

routes = page_router()
ON_A_PAGE = 30


@routes.get("/")
def home(request: Request, service: Stored, start: int = 0) -> Response:
    """All matches, newest first."""
    page = service.matches.list(start=max(0, min(start, 10**6)), limit=ON_A_PAGE)
    return show(request, "home.html", page=page, start=start)


@routes.get("/matches/new")
def ask_new(request: Request) -> Response:
    """The form of a new match."""
    return _form(request)


@routes.post("/matches/new")
def create(request: Request, service: Stored, form: Form, asked: Who) -> Response:
    """Begins the match, then asks for the decks' backs."""
    try:
        match = service.matches.create(
            owners_of_form(form.text("kind"), form.texts("name"), form.texts("partner")),
            name=form.text("match"),
            rules=form.text("rules", DEFAULT_RULES),
            options=options_of(form.option_texts(), {}),
            asked=form.once(asked),
        )
    except RuleError as error:
        return _form(request, form, error)
    return go(f"/matches/{match.id}/decks")


@routes.get("/matches/{match}")
def show_match(request: Request, service: Stored, match: str) -> Response:
    """How the match stands, and its deals."""
    view = service.matches.get(match)
    table = service.results.standings(match, provisional=True)
    names = [owner.name for owner in view.owners]
    return show(
        request,
        "match.html",
        match=view,
        table=table,
        rows=rows_of(table),
        looks=looks_of(names),
        pictures=any(deal.photos for deal in view.deals),
    )


@routes.get("/matches/{match}/log")
def log(request: Request, service: Stored, match: str, start: int = 0) -> Response:
    """Who did what when."""
    page = service.matches.log(match, start=max(0, min(start, 10**6)))
    return show(request, "log.html", match=service.matches.get(match), page=page)


@routes.post("/matches/{match}/delete")
def delete(service: Stored, match: str, form: Form) -> Response:
    """Forgets the match, once somebody ticked that it shall be so."""
    _check_sure(form, "the match and its photos")
    service.erasing.match(match, form.text("version"))
    return go("/")


@routes.post("/matches/{match}/erase")
def erase(service: Stored, match: str, form: Form, asked: Who) -> Response:
    """Erases the pictures; the scores stay."""
    _check_sure(form, "all pictures of the match")
    service.erasing.pictures(match, form.text("version"), asked=asked)
    return go(f"/matches/{match}")


def _check_sure(form: Form, what: str) -> None:
    if not form.has("sure"):
        raise RefusedError(
            f"no tick at “erase {what}”", "a tick, since nothing brings them back",
            "go back, tick the box, then press the button",
        )  # fmt: skip


def _form(request: Request, form: Form | None = None, error: RuleError | None = None) -> Response:
    return show(
        request,
        "new_match.html",
        HTTPStatus.OK if error is None else HTTPStatus.UNPROCESSABLE_ENTITY,
        error=error,
        seats=seats_of_form(form.texts("name"), form.texts("partner")) if form else SEATS,
        pairs=form is not None and form.text("kind") == "pairs",
        name=form.text("match") if form else "",
        choices=rule_choices(form.text("rules", DEFAULT_RULES) if form else DEFAULT_RULES),
        options=form.option_texts() if form else {},
    )
