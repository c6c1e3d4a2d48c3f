"""The pages: what people see in a browser, on the same operations as the JSON routes.

Every page works without JavaScript; `api/static` adds zoom, tapping, keys and live progress.
"""

from fastapi import FastAPI

from api.pages import corrections, deals, decks, matches, name, photos, result, review, rules
from api.pages.refusals import add_missing_page, refusal
from api.pages.web import STATIC, StaticPages

__all__ = ["add_pages", "refusal"]
ROUTES = tuple(
    part.routes
    for part in (matches, rules, decks, deals, photos, result, review, corrections, name)
)


def add_pages(app: FastAPI) -> None:
    """Adds the pages and their static files to the application."""
    for routes in ROUTES:
        app.include_router(routes, include_in_schema=False)
    add_missing_page(app)
    app.mount("/static", StaticPages(directory=STATIC), name="static")
