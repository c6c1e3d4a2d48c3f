"""Finding the photos that truth files speak of."""

from pathlib import Path

from datasets.truth.entry import broken

PHOTO_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".heic", ".heif", ".avif")
"""Endings of photo files, in small letters."""


def is_photo_name(name: str) -> bool:
    """Whether a file's name ends as photos' names do."""
    return name.lower().endswith(PHOTO_SUFFIXES)


def named_photo(source: Path, name: str) -> Path:
    """The photo of that name beside the truth file.

    Raises:
        DataError: there is none.
    """
    path = source.parent / name
    if not path.is_file():
        raise broken(f"no photo {name} beside {source.name}", f"a file {path}")
    return path


def photo_with_stem(source: Path, stem: str) -> Path:
    """The photo beside the truth file whose name without its ending is `stem`.

    Raises:
        DataError: there is none.
    """
    for path in sorted(source.parent.iterdir()):
        if path.stem == stem and is_photo_name(path.name):
            return path
    raise broken(
        f"no photo for {source.name}", f"a photo {stem} with one of {', '.join(PHOTO_SUFFIXES)}"
    )


def find_enrol(folder: Path, back: str) -> Path | None:
    """The photo from which a back is enrolled, for truth that names only the back.

    Looked for in `enrol` in the folder, beside it, and in a sibling's `rendered/enrol`.
    """
    for place in (folder / "enrol", folder.parent / "enrol", folder.parent / "rendered" / "enrol"):
        for suffix in PHOTO_SUFFIXES:
            path = place / f"{back}{suffix}"
            if path.is_file():
                return path
    return None
