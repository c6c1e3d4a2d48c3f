"""Who looks at the page: a name for the log, and the links that let others in."""

from fastapi import Request, Response

from api.pages.fields import Form
from api.pages.web import Stored, go, local_path, page_router, remember_name, show
from api.problems import RefusedError
from api.routes.enter import table_links
from vision.score_request import check_name

routes = page_router()


@routes.get("/name")
def ask(request: Request, service: Stored, back: str = "/") -> Response:
    """Asks who is there; the players of the match that the page is about are offered."""
    path = local_path(back, "/")
    return show(request, "name.html", back=path, players=_players(service, path))


@routes.post("/name")
def keep(form: Form) -> Response:
    """Keeps the name in this browser."""
    name = form.text("name")
    check_name(name)
    answer = go(local_path(form.text("back"), "/"))
    remember_name(answer, name)
    return answer


@routes.get("/invite")
def invite(request: Request) -> Response:
    """The links with their QR codes, for the host."""
    return show(request, "invite.html", links=table_links(request))


def _players(service: Stored, path: str) -> list[str]:
    parts = path.split("/")
    if parts[1:2] != ["matches"] or len(parts) < 3:
        return []
    try:
        match = service.matches.get(parts[2].partition("?")[0])
    except RefusedError:
        return []
    return [player for owner in match.owners for player in owner.players]
