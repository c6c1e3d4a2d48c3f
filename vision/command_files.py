"""From what was typed to what is scored: `NAME=FILE,FILE`, files, `A=B`, names for photos."""

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from scoring.errors import PhotoError, RuleError
from scoring.flags import Zone
from vision.decode import Limits
from vision.decode.read import EXPECTED
from vision.score_request import (
    DeckSource,
    PhotoSource,
    SourceFile,
    find_same,
    unique_names,
)

MAX_BYTES = Limits().max_bytes


def read_source(path: Path, name: str | None = None) -> SourceFile:
    """A file's bytes, at most one more than a photo may have.

    Raises:
        PhotoError: there is no such file, or it cannot be read.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = "a folder" if path.is_dir() else _reason(error)
        raise PhotoError(
            f"{path}, which is {reason}", EXPECTED, "check the path and its rights"
        ) from error
    return SourceFile(name or unique_names([path.name])[0], data)


def deck_sources(texts: Sequence[str]) -> tuple[DeckSource, ...]:
    """The decks that `NAME=FILE[,FILE...]` texts name, in the order given.

    Raises:
        RuleError: a text has no name or no file, or a name is repeated.
        PhotoError: a file cannot be read.
    """
    typed: dict[str, list[Path]] = {}
    for text in texts:
        name, equals, files = text.partition("=")
        owner, paths = name.strip(), split_files(files)
        if not equals or not owner or not paths:
            raise RuleError(
                f"--deck {text!r}",
                "NAME=FILE or NAME=FILE,FILE: the owner, then photos of the back or a deck file",
                "write it like --deck Anna=anna.jpg",
            )
        if owner in typed:
            raise RuleError(
                f"a second --deck for {owner!r}",
                "each name once",
                f"write all files of one deck together: --deck {owner}=FILE,FILE",
            )
        typed[owner] = paths
    return tuple(
        DeckSource(owner, tuple(read_source(path) for path in paths))
        for owner, paths in typed.items()
    )


def split_files(text: str) -> list[Path]:
    """The files that a text with commas names; a file may have commas in its own name.

    From each comma on, the longest name that is there is taken; what is not there ends at the next
    comma.
    """
    pieces = text.split(",")
    files, place = [], 0
    while place < len(pieces):
        ends = range(len(pieces), place, -1)
        joined = {end: _path(",".join(pieces[place:end])) for end in ends}
        end = next((end for end in ends if _is_there(joined[end])), place + 1)
        if pieces[place].strip() or end > place + 1:
            files.append(joined[end])
        place = end
    return files


def photo_sources(
    zones: Iterable[tuple[Zone, Sequence[Path]]], pairs: Sequence[str]
) -> tuple[PhotoSource, ...]:
    """The photos of all zones, each with a name of its own and the photo that it repeats.

    Raises:
        PhotoError: a file cannot be read.
        RuleError: a pair names no photo or several.
    """
    rows = [(zone, _path(str(path))) for zone, paths in zones for path in paths]
    names = photo_names([path for _, path in rows])
    last = Counter(path.name for _, path in rows)
    spellings = [
        frozenset({name, str(path)} | ({path.name} if last[path.name] == 1 else set()))
        for name, (_, path) in zip(names, rows, strict=True)
    ]
    same = find_same(pairs, spellings)
    return tuple(
        PhotoSource(read_source(path, name), zone, names[same[place]] if place in same else None)
        for place, (name, (zone, path)) in enumerate(zip(names, rows, strict=True))
    )


def photo_names(paths: Sequence[Path]) -> list[str]:
    """What each photo is called: its file name, with as many folders as tell equal ones apart.

    >>> photo_names([Path("one/a.jpg"), Path("two/a.jpg"), Path("two/b.jpg")])
    ['one/a.jpg', 'two/a.jpg', 'b.jpg']
    """
    whole = [Path(os.path.abspath(path)).parts for path in paths]  # noqa: PTH100 - keeps links
    names = []
    for parts in whole:
        length = 1
        while length < len(parts) and _alike(parts, whole, length):
            length += 1
        names.append("/".join(parts[-length:]))
    return unique_names(names)


def _alike(parts: tuple[str, ...], whole: Sequence[tuple[str, ...]], length: int) -> bool:
    """Whether another path ends in the same `length` parts."""
    return any(other[-length:] == parts[-length:] and other != parts for other in whole)


def _path(text: str) -> Path:
    """The path, with the home folder where a shell left `~/` alone (as after an equals sign)."""
    return Path.home() / text[2:] if text.startswith("~/") else Path(text)


def _is_there(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _reason(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "not there"
    return f"not readable ({getattr(error, 'strerror', None) or error})"
