"""Photos of a deal: added, shown, moved, read again, removed."""

from collections.abc import Mapping
from enum import IntEnum
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from api.routes.common import (
    CHANGES,
    QUEUES,
    READS,
    UPLOADS,
    MatchId,
    Number,
    Stored,
    Version,
    Who,
    form_body,
)
from api.routes.forms import read_files
from api.schemas import PhotoChangeBody
from api.service.values import PhotoReadingView, PhotoView
from scoring.errors import RuleError
from scoring.flags import Zone

routes = APIRouter(prefix="/v1/matches/{match}/deals/{deal}/photos", tags=["photos"])
JPEG: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/jpeg": {"schema": {"type": "string", "format": "binary"}}}}
}
TEXTS = {
    "zone": {"type": "string", "enum": [zone.value for zone in Zone], "default": "center"},
    "same_as": {"type": "string", "description": "The number of a photo of the same piles."},
}


KEPT = {"Cache-Control": "private, max-age=600"}
"""A picture never changes, only goes: numbers of photos are not used again."""


class Side(IntEnum):
    """Long sides of pictures in pixels."""

    THUMBNAIL = 320
    SCREEN = 1600


@routes.post(
    "",
    status_code=201,
    summary="Add photos of one zone",
    responses=UPLOADS,
    openapi_extra=form_body("photo", "JPEG, PNG, WebP, HEIC or AVIF.", TEXTS),
)
async def add(
    match: MatchId, deal: Number, request: Request, service: Stored, asked: Who
) -> list[PhotoView]:
    """All of them or none. They are on disk when this answers; a job reads each."""
    return await read_files(
        request,
        "photo",
        ("zone", "same_as"),
        lambda: service.photos.check_room(match, deal),
        lambda files, texts: list(
            service.photos.add(match, deal, files, _zone(texts), same_as=_same(texts), asked=asked)
        ),
    )


@routes.get("", summary="The photos of a deal", responses=READS)
def listing(match: MatchId, deal: Number, service: Stored) -> list[PhotoView]:
    """With the progress of their analysis."""
    return list(service.photos.list(match, deal))


@routes.get("/{photo}", summary="A photo with its marks", responses=READS)
def get(match: MatchId, deal: Number, photo: Number, service: Stored) -> PhotoReadingView:
    """Piles and marks after the corrections, in pixels of the upright picture."""
    return service.photos.get(match, deal, photo)


@routes.patch("/{photo}", summary="Move a photo to another zone", responses=QUEUES)
def change(  # noqa: PLR0913 - what a request has
    match: MatchId,
    deal: Number,
    photo: Number,
    body: PhotoChangeBody,
    service: Stored,
    version: Version,
    asked: Who,
) -> PhotoView:
    """Or say that it shows the same piles as another one. `If-Match` is the deal's version."""
    return service.photos.change(
        match, deal, photo, version, zone=body.zone, same_as=body.same_as, asked=asked
    )


@routes.post("/{photo}/readings", status_code=202, summary="Read a photo again", responses=QUEUES)
def read_again(
    match: MatchId, deal: Number, photo: Number, service: Stored, version: Version, asked: Who
) -> PhotoView:
    """For a photo whose analysis failed. `If-Match` is the deal's version."""
    return service.photos.read_again(match, deal, photo, version, asked=asked)


@routes.delete("/{photo}", status_code=204, summary="Remove a photo", responses=CHANGES)
def remove(
    match: MatchId, deal: Number, photo: Number, service: Stored, version: Version, asked: Who
) -> None:
    """Nothing on it counts any more, and it is erased. `If-Match` is the deal's version."""
    service.photos.remove(match, deal, photo, version, asked=asked)


@routes.get(
    "/{photo}/picture",
    summary="The upright picture",
    response_class=Response,
    responses={**READS, **JPEG},
)
def picture(
    match: MatchId,
    deal: Number,
    photo: Number,
    service: Stored,
    side_px: Annotated[Side | None, Query(description="Its long side; without: full size.")] = None,
) -> Response:
    """A JPEG without any metadata: no place, no camera."""
    data = service.pictures.picture(match, deal, photo, side_px)
    return Response(data, media_type="image/jpeg", headers=KEPT)


@routes.get(
    "/{photo}/overlay",
    summary="The picture with numbered marks",
    response_class=Response,
    responses={**READS, **JPEG},
)
def overlay(match: MatchId, deal: Number, photo: Number, service: Stored) -> Response:
    """A JPEG with a number on every counted card, in its owner's colour."""
    return Response(service.pictures.overlay(match, deal, photo), media_type="image/jpeg")


def _zone(texts: Mapping[str, str]) -> Zone:
    text = texts.get("zone", Zone.CENTER)
    try:
        return Zone(text)
    except ValueError as error:
        names = ", ".join(zone.value for zone in Zone)
        raise RuleError(f"zone {text[:60]!r}", f"one of {names}", "correct the zone") from error


def _same(texts: Mapping[str, str]) -> int | None:
    text = texts.get("same_as", "").strip()
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 8):
        raise RuleError(f"same_as {text[:60]!r}", "the number of a photo", "correct the number")
    return int(text)
