"""Standings and exports of a match."""

from pathlib import Path
from typing import Any

from fastapi import APIRouter
from fastapi.responses import FileResponse, Response
from starlette.background import BackgroundTask

from api.openapi import problem
from api.routes.common import READS, MatchId, Stored
from api.service.values import StandingsView

routes = APIRouter(prefix="/v1/matches/{match}", tags=["results"])
CSV: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/csv": {"schema": {"type": "string"}}}}
}
ZIP: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/zip": {"schema": {"type": "string", "format": "binary"}}}}
}


@routes.get("/standings", summary="How the match stands", responses=READS)
def standings(match: MatchId, service: Stored, *, provisional: bool = False) -> StandingsView:
    """Over the confirmed deals; with `provisional` also over open ones as they are counted now."""
    return service.results.standings(match, provisional=provisional)


@routes.get(
    "/standings.csv",
    summary="The standings as a table",
    response_class=Response,
    responses={**READS, **CSV},
)
def table(match: MatchId, service: Stored) -> Response:
    """Comma-separated values: a line an owner, a column a confirmed deal."""
    return Response(service.results.table(match), media_type="text/csv")


@routes.get(
    "/corrections.zip",
    summary="Reviewed photos to train on",
    response_class=FileResponse,
    responses={**READS, **ZIP, 409: problem("No deal is confirmed")},
)
def export(match: MatchId, service: Stored) -> FileResponse:
    """Photos and labels of confirmed deals in the YOLO format of oriented boxes, and the log."""
    path = service.exports.corrections(match)
    return FileResponse(
        path,
        media_type="application/zip",
        filename=f"nertz-{match}.zip",
        background=BackgroundTask(_remove, path),
    )


def _remove(path: Path) -> None:
    path.unlink(missing_ok=True)
