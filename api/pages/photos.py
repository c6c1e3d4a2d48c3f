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
        again = as_number(texts.get("retake", ""))
        for old in service.photos.list(match, deal):
            if old.number == again:
                _stand_for(service, match, deal, old, added, asked)
        return added

    await read_files(
        request,
        "photo",
        ("zone", "retake", "key"),
        lambda: service.photos.check_room(match, deal),
        keep,
    )
    return go(_deal(match, deal))


def _stand_for(
    service: Stored,
    match: str,
    deal: int,
    old: PhotoView,
    added: Sequence[PhotoView],
    asked: Who,
) -> None:
    """Puts the photos taken again in the place of the old one, also where photos repeat others."""
    repeats = [(photo.number, old.same_as) for photo in added if old.same_as is not None]
    if added:
        every = service.photos.list(match, deal)
        repeats += [(one.number, added[0].number) for one in every if one.same_as == old.number]
    for number, same_as in repeats:
        service.photos.change(match, deal, number, ANY_VERSION, same_as=same_as, asked=asked)
    service.photos.remove(match, deal, old.number, ANY_VERSION, asked=asked)


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
