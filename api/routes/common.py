"""What the routes share: the service, who asks, versions, pages, and the problems they may have."""

from typing import Annotated, Any

from fastapi import Depends, Header, Path, Query, Request, Response

from api.openapi import problem
from api.service.context import MAX_KEY_LENGTH, Asked
from api.service.service import Service
from vision.score_request import MAX_NAME_LENGTH

MOST = 2**31 - 1


def _service(request: Request) -> Service:
    service: Service = request.app.state.service
    return service


def _asked(
    who: Annotated[
        str,
        Query(
            min_length=1,
            max_length=MAX_NAME_LENGTH,
            description="Who does this, for the log.",
            examples=["Anna"],
        ),
    ] = "somebody",
    idempotency_key: Annotated[
        str | None,
        Header(
            min_length=1,
            max_length=MAX_KEY_LENGTH,
            description="A random text; the same request with the same key is done once only.",
        ),
    ] = None,
) -> Asked:
    return Asked(who, idempotency_key)


def _version(
    if_match: Annotated[
        str,
        Header(
            max_length=100,
            description='The ETag of what was looked at, such as `"3.1"`, or `*` for any.',
            examples=["*"],
        ),
    ],
) -> str:
    return if_match.strip().removeprefix("W/").strip('"')


Stored = Annotated[Service, Depends(_service)]
Who = Annotated[Asked, Depends(_asked)]
Version = Annotated[str, Depends(_version)]
MatchId = Annotated[str, Path(max_length=64, description="The match's id.")]
Number = Annotated[int, Path(ge=1, le=MOST)]
Start = Annotated[int, Query(ge=0, le=MOST, description="Where to begin, from `next`.")]
Limit = Annotated[int, Query(ge=1, le=200, description="How many at most.")]

READS: dict[int | str, dict[str, Any]] = {
    404: problem("It is not there"),
    422: problem("A value is not allowed"),
}
CREATES: dict[int | str, dict[str, Any]] = {
    **READS,
    400: problem("The body cannot be read"),
    409: problem("What is stored stands against it"),
    413: problem("The body is too large"),
}
CHANGES: dict[int | str, dict[str, Any]] = {
    **CREATES,
    412: problem("Somebody changed it meanwhile: load it again, then decide"),
    428: problem("The header If-Match is missing"),
}
UPLOADS: dict[int | str, dict[str, Any]] = {
    **CREATES,
    408: problem("The upload took too long"),
    415: problem("The body is no multipart form"),
    503: problem("The queue is full: come back after `Retry-After` seconds"),
}
QUEUES: dict[int | str, dict[str, Any]] = {
    **CHANGES,
    503: problem("The queue is full: come back after `Retry-After` seconds"),
}


def tag(response: Response, version: str) -> None:
    """Sends the version as the ETag."""
    response.headers["ETag"] = f'"{version}"'


def form_body(
    file_part: str, description: str, texts: dict[str, Any] | None = None
) -> dict[str, Any]:
    """The OpenAPI of a form with one or more files."""
    files = {"type": "array", "items": {"type": "string", "format": "binary"}, "minItems": 1}
    schema = {
        "type": "object",
        "properties": {file_part: {**files, "description": description}, **(texts or {})},
        "required": [file_part],
        "additionalProperties": False,
    }
    return {
        "requestBody": {"required": True, "content": {"multipart/form-data": {"schema": schema}}}
    }
