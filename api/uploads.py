"""From a multipart body to a request for a score; every limit holds while the bytes come in."""

import asyncio
from collections.abc import AsyncGenerator
from http import HTTPStatus
from pathlib import PurePosixPath
from typing import NoReturn

from fastapi import Request
from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import ClientDisconnect

from api.problems import RefusedError
from api.settings import Settings
from scoring.errors import RuleError
from scoring.flags import Zone
from scoring.options import parse_options
from scoring.rules import DEFAULT_RULES, rule_set
from vision.score_request import (
    DeckSource,
    PhotoSource,
    ScoreRequest,
    SourceFile,
    find_same,
    unique_names,
)

ZONE_PARTS = {
    "center": Zone.CENTER,
    "nertz": Zone.NERTZ,
    "foundations": Zone.FOUNDATIONS,
    "whole_deck": Zone.DECK,
}
DECK_PART = "deck."
TEXT_PARTS = ("caller", "blocked", "rules", "options", "same_as")
REPEATED = ("options", "same_as")
MAX_FIELDS = 60
MAX_FIELD_BYTES = 10_000
_YES, _NO = {"true", "yes", "on", "1"}, {"false", "no", "off", "0", ""}


class WholeFormParser(MultiPartParser):
    """Refuses a form that breaks off: the plain parser drops its last part in silence."""

    ended = False

    def on_end(self) -> None:
        """The closing boundary was read."""
        self.ended = True

    async def parse(self) -> FormData:
        """The form's parts, all of them."""
        self.stream = self._whole(self.stream)
        return await super().parse()

    async def _whole(self, stream: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
        async for piece in stream:
            yield piece
        if not self.ended:
            raise MultiPartException("it breaks off")


async def read_form(request: Request, settings: Settings) -> FormData:
    """The parts of a request; files lie on disk until they are read.

    Raises:
        RefusedError: the body is no form, too large or too slow, or has too many parts.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "multipart/form-data":
        raise RefusedError(
            f"a body of type {kind or 'unknown'!r}",
            "multipart/form-data",
            "send the photos as parts of a form",
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        )
    parser = WholeFormParser(
        request.headers,
        _limited(request, settings),
        max_files=settings.max_files,
        max_fields=MAX_FIELDS,
        max_part_size=MAX_FIELD_BYTES,
    )
    try:
        async with asyncio.timeout(settings.upload_s):
            return await parser.parse()
    except MultiPartException as error:
        raise RefusedError(
            f"a form that cannot be read: {error.message}",
            f"a whole form of at most {settings.max_files} files and {MAX_FIELDS} short texts",
            "send it again, smaller or corrected",
        ) from error
    except (TimeoutError, ClientDisconnect) as error:
        raise RefusedError(
            "an upload that was not finished",
            f"all photos within {settings.upload_s:g} seconds",
            "try again on a better connection, or export the photos smaller",
            HTTPStatus.REQUEST_TIMEOUT,
        ) from error


async def _limited(request: Request, settings: Settings) -> AsyncGenerator[bytes, None]:
    """The body in pieces, refused as soon as it is larger than a request may be."""
    most = settings.max_request_bytes
    announced = request.headers.get("content-length", "")
    if announced.isascii() and announced.isdigit() and int(announced[:18]) > most:
        refuse_large("a request", settings.max_request_mb)
    count = 0
    async for piece in request.stream():
        count += len(piece)
        if count > most:
            refuse_large("a request", settings.max_request_mb)
        yield piece


def score_request(form: FormData, settings: Settings) -> ScoreRequest:
    """What a form asks for, with all files read into memory.

    Raises:
        RefusedError: a file is too large.
        NertzError: a part is unknown, or the parts do not fit together.
    """
    texts: dict[str, list[str]] = {}
    photos: list[tuple[Zone, UploadFile]] = []
    decks: dict[str, list[UploadFile]] = {}
    for name, value in form.multi_items():
        if isinstance(value, str):
            texts.setdefault(_known_text(name), []).append(value)
        elif not value.filename and not value.size:
            continue  # what browsers send where no file was chosen
        elif name in ZONE_PARTS:
            photos.append((ZONE_PARTS[name], value))
        elif name.startswith(DECK_PART):
            decks.setdefault(name.removeprefix(DECK_PART).strip(), []).append(value)
        else:
            _refuse_part(f"a file in part {name!r}")
    caller = _once(texts, "caller", "").strip()
    return ScoreRequest(
        photos=_photos(photos, texts.get("same_as", []), settings),
        decks=tuple(
            DeckSource(owner, tuple(_read(file, _file_name(file), settings) for file in files))
            for owner, files in decks.items()
        ),
        caller=caller or None,
        blocked=_is_yes(_once(texts, "blocked", "")),
        rules=rule_set(
            _once(texts, "rules", "") or DEFAULT_RULES, **parse_options(texts.get("options", []))
        ),
    )


def _photos(
    rows: list[tuple[Zone, UploadFile]], pairs: list[str], settings: Settings
) -> tuple[PhotoSource, ...]:
    sent = [_file_name(file) for _, file in rows]
    names = unique_names(sent)
    spellings = [frozenset(pair) for pair in zip(names, sent, strict=True)]
    same = find_same(pairs, spellings)
    return tuple(
        PhotoSource(
            _read(file, name, settings), zone, names[same[place]] if place in same else None
        )
        for place, (name, (zone, file)) in enumerate(zip(names, rows, strict=True))
    )


def _read(file: UploadFile, name: str, settings: Settings) -> SourceFile:
    if (file.size or 0) > settings.limits.max_bytes:
        refuse_large(name, settings.max_photo_mb)
    return SourceFile(name, file.file.read())


def _file_name(file: UploadFile) -> str:
    """The last part of the name that was sent, whatever system it comes from."""
    name = PurePosixPath((file.filename or "").replace("\\", "/")).name
    return unique_names([name[-100:] or "photo"])[0]


def _known_text(name: str) -> str:
    if name not in TEXT_PARTS:
        _refuse_part(f"a text in part {name!r}")
    return name


def _once(texts: dict[str, list[str]], name: str, default: str) -> str:
    values = texts.get(name, [default])
    if len(values) > 1:
        raise RuleError(f"{len(values)} parts {name!r}", "at most one", "leave out the others")
    return values[0]


def _is_yes(text: str) -> bool:
    word = text.strip().lower()
    if word not in _YES | _NO:
        raise RuleError(f"blocked={text!r}", "true or false", "correct the part 'blocked'")
    return word in _YES


def _refuse_part(found: str) -> NoReturn:
    raise RuleError(
        found,
        f"files in {', '.join(ZONE_PARTS)} and deck.NAME, texts in {', '.join(TEXT_PARTS)}",
        "correct the name of the part, and send photos as files",
    )


def refuse_large(what: str, most_mb: float) -> NoReturn:
    """Refuses something that is larger than allowed.

    Raises:
        RefusedError: always (413).
    """
    raise RefusedError(
        f"{what} of more than {most_mb:g} MB",
        f"at most {most_mb:g} MB",
        "send the photos as the phone saved them, fewer or exported smaller",
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    )
