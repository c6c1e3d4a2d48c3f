"""The store is made from nothing by its migrations, and is what the tables say."""

from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, event, inspect, select, text
from sqlalchemy.dialects import registry
from sqlalchemy.schema import CreateTable

from api.store import open_store
from api.store.engine import migration_config
from api.store.tables import Base, MatchRow
from scoring.errors import DataError


def url(folder: Path) -> str:
    return f"sqlite:///{folder / 'nertz.db'}"


def test_migrations_make_the_tables_as_they_are_described(tmp_path: Path) -> None:
    open_store(url(tmp_path)).close()
    engine = create_engine(url(tmp_path))
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
    engine.dispose()


def test_migrations_go_back_to_nothing_and_forth_again(tmp_path: Path) -> None:
    open_store(url(tmp_path)).close()
    engine = create_engine(url(tmp_path))
    with engine.begin() as connection:
        command.downgrade(migration_config(connection), "base")
        assert inspect(connection).get_table_names() == ["alembic_version"]
    engine.dispose()
    open_store(url(tmp_path)).close()


def test_an_open_store_keeps_what_it_has(tmp_path: Path) -> None:
    store = open_store(url(tmp_path))
    with store.writing() as session:
        session.add(MatchRow(id="a", name="A", rules_name="bicycle", rules_options={}, created="t"))
    store.close()
    store = open_store(url(tmp_path))
    with store.reading() as session:
        assert session.scalars(select(MatchRow.name)).all() == ["A"]
    store.close()


def test_sqlite_is_durable_checks_keys_and_waits(tmp_path: Path) -> None:
    store = open_store(url(tmp_path))
    with store.reading() as session:
        found = {
            name: session.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    store.close()
    assert found["journal_mode"] == "wal"
    assert found["synchronous"] == 2
    assert found["foreign_keys"] == 1
    assert found["busy_timeout"] >= 10_000


def test_a_change_that_fails_leaves_nothing(tmp_path: Path) -> None:
    store = open_store(url(tmp_path))
    row: dict[str, Any] = {"rules_name": "bicycle", "rules_options": {}, "created": "t"}

    def fail() -> None:
        with store.writing() as session:
            session.add(MatchRow(id="a", name="A", **row))
            session.flush()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    with store.reading() as session:
        assert session.scalars(select(MatchRow)).all() == []
    store.close()


def test_a_store_of_a_newer_version_is_refused(tmp_path: Path) -> None:
    open_store(url(tmp_path)).close()
    engine = create_engine(url(tmp_path))
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(DataError, match="cannot be opened"):
        open_store(url(tmp_path))


def test_the_tables_can_be_made_for_a_server_database() -> None:
    dialect = registry.load("postgresql.psycopg")()
    for table in Base.metadata.sorted_tables:
        assert "CREATE TABLE" in str(CreateTable(table).compile(dialect=dialect))


def test_writers_say_so_at_once(tmp_path: Path) -> None:
    store = open_store(url(tmp_path))
    said: list[str] = []
    event.listen(store._engine, "before_cursor_execute", lambda *args: said.append(str(args[2])))
    with store.writing() as session:
        session.execute(text("SELECT 1"))
    with store.reading() as session:
        session.execute(text("SELECT 1"))
    store.close()
    assert [sql for sql in said if sql.startswith("BEGIN")] == ["BEGIN IMMEDIATE", "BEGIN"]
