"""Everything that can be done, in one object that routes and pages are given."""

import fcntl
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from api.service.context import Context, forget_old_requests
from api.service.corrections import Corrections
from api.service.deals import Deals
from api.service.decks import Decks
from api.service.erase import Erasing, named_files
from api.service.export import Exports
from api.service.matches import Matches
from api.service.photos import Photos
from api.service.pictures import Pictures
from api.service.queue import count_held
from api.service.results import Results
from api.settings import Settings
from api.store import PhotoFiles, open_store
from scoring.errors import DataError


@dataclass(frozen=True, slots=True)
class Service:
    """The operations, by what they are about."""

    context: Context
    matches: Matches
    decks: Decks
    deals: Deals
    photos: Photos
    pictures: Pictures
    corrections: Corrections
    results: Results
    exports: Exports
    erasing: Erasing
    lock: int

    @classmethod
    def open(cls, settings: Settings) -> Self:
        """Opens the data folder, which one process has at a time, and brings it up to date.

        Files whose upload was cut off are removed.

        Raises:
            DataError: it cannot be opened, or another server has it.
        """
        lock = _lock(settings.data)
        store = open_store(settings.database_url)
        context = Context(store, PhotoFiles(settings.data / "photos"), settings)
        with store.writing() as session:
            forget_old_requests(session)
            named = named_files(session)
        context.files.sweep(named)
        return cls(
            context,
            Matches(context),
            Decks(context),
            Deals(context),
            Photos(context),
            Pictures(context),
            Corrections(context),
            Results(context),
            Exports(context),
            Erasing(context),
            lock,
        )

    def count_jobs(self) -> int:
        """How many photos and decks wait to be read or are being read."""
        with self.context.store.reading() as session:
            return count_held(session)

    def close(self) -> None:
        """Lets go of the data folder."""
        self.context.store.close()
        os.close(self.lock)


def _lock(folder: Path) -> int:
    """A lock on the data folder, which the system takes back when the process ends.

    Raises:
        DataError: the folder cannot be written, or another server has it.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise DataError(
            f"a data folder {folder} that cannot be written ({error.strerror})",
            "a folder of your own",
            "choose another one with --data or NERTZ_DATA",
        ) from error
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(handle)
        raise DataError(
            f"another server that has the data folder {folder}",
            "one server for each data folder",
            "stop the other one, or choose another folder with --data",
        ) from error
    return handle
