"""The photos of a deal: added, taken again, moved, removed."""

from collections.abc import Sequence

from fastapi import Request, Response

from api.pages.fields import Fields, Form, as_number
from api.pages.web import Number, Stored, Who, go, page_router
from api.routes.forms import Texts, read_files
from api.service.errors import ANY_VERSION
from api.service.incoming import Incoming
from api.service.values import PhotoView
from scoring.errors import RuleError
from scoring.flags import Zone

routes = page_router("/matches/{match}/deals/{deal}/photos")


@routes.post("")
async def add(request: Request, service: Stored, match: str, deal: Number, asked: Who) -> Response:
    """Takes photos of one zone; with `retake` they stand for the photo of that number."""

    def keep(files: Sequence[Incoming], texts: Texts) -> Sequence[PhotoView]:
        zone, once = _zone(texts.get("zone", "")), Fields(list(texts.items())).once(asked)
        added = service.photos.add(match, deal, files, zone, asked=once)
        there = {photo.number for photo in service.photos.list(match, deal)}
        for number in there & {as_number(texts.get("retake", ""))}:
            service.photos.remove(match, deal, number, ANY_VERSION, asked=asked)
        return added

    await read_files(
        request,
        "photo",
        ("zone", "retake", "key"),
        lambda: service.photos.check_room(match, deal),
        keep,
    )
    return go(_deal(match, deal))


@routes.post("/{photo}/remove")
def remove(
    service: Stored, match: str, deal: Number, photo: Number, form: Form, asked: Who
) -> Response:
    """Removes the photo; nothing on it counts any more."""
    service.photos.remove(match, deal, photo, form.text("version"), asked=asked)
    return go(_deal(match, deal))


@routes.post("/{photo}/change")
def change(
    service: Stored, match: str, deal: Number, photo: Number, form: Form, asked: Who
) -> Response:
    """Moves the photo to another zone, or says that it repeats another one."""
    same = form.number("same_as") if form.text("same_as") else 0
    service.photos.change(
        match,
        deal,
        photo,
        form.text("version"),
        zone=_zone(form.text("zone")),
        same_as=same,
        asked=asked,
    )
    return go(_deal(match, deal))


@routes.post("/{photo}/again")
def read_again(
    service: Stored, match: str, deal: Number, photo: Number, form: Form, asked: Who
) -> Response:
    """Lets the program look at the photo once more."""
    service.photos.read_again(match, deal, photo, form.text("version"), asked=asked)
    return go(_deal(match, deal))


def _deal(match: str, deal: int) -> str:
    return f"/matches/{match}/deals/{deal}"


def _zone(text: str) -> Zone:
    try:
        return Zone(text)
    except ValueError as error:
        raise RuleError(
            f"zone {text[:40]!r}", "one of " + ", ".join(Zone), "choose a zone"
        ) from error
