"""Opening the store, and its transactions. What is special about SQLite is in this file alone."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry

from scoring.errors import DataError

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_MS = 15_000
"""How long a SQLite connection waits for another one's transaction."""

POOL = 24
"""Connections that are kept; as many again may be opened for a while."""

_WRITES = "nertz_writes"


class Store:
    """The database. Every use is one transaction, which all of a request's changes share."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._writing_engine = engine.execution_options(**{_WRITES: True})

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that sees one state of the store and changes nothing."""
        with Session(self._engine, expire_on_commit=False) as session:
            yield session

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session whose changes are all on disk when the block ends, or none of them."""
        with Session(self._writing_engine, expire_on_commit=False) as session, session.begin():
            yield session

    def close(self) -> None:
        """Lets go of the database."""
        self._engine.dispose()


def open_store(url: str) -> Store:
    """The store at that URL, brought up to date.

    Raises:
        DataError: it cannot be opened, or comes from a newer version.
    """
    shown = make_url(url).render_as_string(hide_password=True)
    try:
        engine = _engine(url)
        with engine.begin() as connection:
            upgrade(connection)
    except (SQLAlchemyError, CommandError) as error:
        raise DataError(
            f"a store at {shown} that cannot be opened ({error})",
            "a database of this version or an older one, which can be written",
            "correct NERTZ_DATABASE or NERTZ_DATA, or use the program that wrote it",
        ) from error
    return Store(engine)


def upgrade(connection: Connection, revision: str = "head") -> None:
    """Brings the tables up to date."""
    command.upgrade(migration_config(connection), revision)


def migration_config(connection: Connection) -> Config:
    """What Alembic needs; no configuration file takes part."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _engine(url: str) -> Engine:
    if make_url(url).get_backend_name() != "sqlite":
        return create_engine(url, pool_size=POOL, max_overflow=POOL)
    engine = create_engine(
        url, pool_size=POOL, max_overflow=POOL, connect_args={"timeout": BUSY_MS / 1000}
    )
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: object, _: ConnectionPoolEntry) -> None:
    """Transactions are begun by `_begin_sqlite`; a commit is on disk when it returns."""
    connection.isolation_level = None  # type: ignore[attr-defined]
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        f"busy_timeout={BUSY_MS}",
        "secure_delete=ON",
    ):
        connection.execute(f"PRAGMA {pragma}")  # type: ignore[attr-defined]


def _begin_sqlite(connection: Connection) -> None:
    """Who will write says so at once: two that upgrade from reading would refuse each other."""
    writes = connection.get_execution_options().get(_WRITES, False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
