"""Uploads: room is asked for before a byte is read, and files are checked beside the event loop."""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from fastapi import Request
from fastapi.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile

from api.service.incoming import Incoming
from api.settings import Settings
from api.uploads import read_form, refuse_large
from scoring.errors import PhotoError, RuleError

Answer = TypeVar("Answer")
Texts = Mapping[str, str]


async def read_files(
    request: Request,
    part: str,
    texts: Sequence[str],
    check: Callable[[], None],
    use: Callable[[Sequence[Incoming], Texts], Answer],
) -> Answer:
    """What `use` makes of the files in that part of the form and of its texts.

    Raises:
        RefusedError: `check` or `use` does, or the form cannot be read.
        RuleError: a part is unknown or comes twice.
        PhotoError: there is no file.
    """
    settings: Settings = request.app.state.settings
    await run_in_threadpool(check)
    form = await read_form(request, settings)
    try:
        return await run_in_threadpool(lambda: use(*_parts(form, part, texts, settings)))
    finally:
        await form.close()


def _parts(
    form: FormData, part: str, texts: Sequence[str], settings: Settings
) -> tuple[list[Incoming], dict[str, str]]:
    files: list[Incoming] = []
    given: dict[str, str] = {}
    for name, value in form.multi_items():
        if isinstance(value, UploadFile) and name == part:
            if value.filename or value.size:  # else no file was chosen in a browser
                files.append(_read(value, len(files) + 1, settings))
        elif isinstance(value, str) and name in texts and name not in given:
            given[name] = value
        else:
            raise RuleError(
                f"a part {name[:60]!r} that is unknown, comes twice or is of another kind",
                f"files in {part!r}" + (f", one text each in {', '.join(texts)}" if texts else ""),
                "correct the form",
            )
    if not files:
        raise PhotoError("no photo in the form", f"at least one in {part!r}", "add a photo")
    return files, given


def _read(file: UploadFile, number: int, settings: Settings) -> Incoming:
    if (file.size or 0) > settings.limits.max_bytes:
        refuse_large(f"file {number}", settings.max_photo_mb)
    return Incoming(f"file {number}", file.file.read())
