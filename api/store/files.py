"""Photos as content-addressed files: the name is the SHA-256 of the bytes, no client's word."""

import contextlib
import hashlib
import os
import secrets
import threading
from collections.abc import Collection
from pathlib import Path

from scoring.errors import DataError
from vision.photo import SHA256_HEX


class PhotoFiles:
    """A folder of files.

    `lock` is held from storing a file until its record is committed, and from finding that no
    record is left until the file is gone.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.lock = threading.RLock()
        folder.mkdir(parents=True, exist_ok=True)

    def put(self, data: bytes) -> str:
        """Stores bytes and returns their digest; they are on disk when it returns.

        Written under a temporary name, fsynced, renamed, and the folder fsynced.
        """
        digest = hashlib.sha256(data).hexdigest()
        target = self._path(digest)
        if target.is_file() and target.stat().st_size == len(data):
            return digest
        self._make_folder(target.parent)
        temporary = target.with_name(f"{digest}.{secrets.token_hex(4)}.tmp")
        try:
            with temporary.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(target)
        except OSError as error:
            with contextlib.suppress(OSError):
                temporary.unlink(missing_ok=True)
            raise DataError(
                f"a photo that cannot be stored ({error.strerror})",
                "room and rights in the data folder",
                "make room on the disk, then send the photo again",
            ) from error
        _sync_folder(target.parent)
        return digest

    def read(self, digest: str) -> bytes:
        """The bytes of that digest.

        Raises:
            DataError: the file is gone, or no longer holds these bytes.
        """
        try:
            data = self._path(digest).read_bytes()
        except OSError as error:
            raise DataError(
                f"no file of the photo {digest[:12]} in the data folder",
                "the files as they were stored",
                "restore the data folder from a copy, or take the photo again",
            ) from error
        if hashlib.sha256(data).hexdigest() != digest:
            raise DataError(
                f"other bytes than were stored in the file of the photo {digest[:12]}",
                "the files as they were stored",
                "check the disk, and restore the data folder from a copy",
            )
        return data

    def has(self, digest: str) -> bool:
        """Whether the file is there."""
        return self._path(digest).is_file()

    def remove(self, digest: str) -> None:
        """Removes the file, if it is there."""
        path = self._path(digest)
        path.unlink(missing_ok=True)
        if path.parent.is_dir():
            _sync_folder(path.parent)

    def sweep(self, keep: Collection[str]) -> int:
        """Removes what no record names: files whose upload was cut off. Returns how many."""
        removed = 0
        for path in self._folder.glob("*/*"):
            if path.is_file() and path.name not in keep:
                path.unlink()
                removed += 1
        return removed

    def _path(self, digest: str) -> Path:
        if not SHA256_HEX.fullmatch(digest):
            raise ValueError(f"a digest is 64 lower-case hex digits, not {digest!r}")
        return self._folder / digest[:2] / digest

    def _make_folder(self, folder: Path) -> None:
        if not folder.is_dir():
            folder.mkdir(exist_ok=True)
            _sync_folder(folder.parent)


def _sync_folder(folder: Path) -> None:
    """Makes the names in a folder last, also through a loss of power."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
