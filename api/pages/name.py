"""Who looks at the page: a name for the log, and the links that let others in."""

from fastapi import Request, Response

from api.pages.fields import Form
from api.pages.web import go, local_path, page_router, remember_name, show
from api.routes.enter import table_links
from vision.score_request import check_name

routes = page_router()


@routes.get("/name")
def ask(request: Request, back: str = "/") -> Response:
    """Asks who is there."""
    return show(request, "name.html", back=local_path(back, "/"))


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
