"""Migrations: the same schema from every start, whole or not at all."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from recollect.domain.writes import AddTurn
from recollect.errors import SchemaTooNew, StorageError
from recollect.storage.sqlite import SqliteStore
from recollect.storage.sqlite.connection import APPLICATION_ID, connect
from recollect.storage.sqlite.schema import Migration, migrate, migrations, version
from recollect.testing import FixedClock
from recollect.testing.store_contract.values import add, said

STEPS = migrations()


def schema(connection: sqlite3.Connection) -> list[tuple[str, str, str]]:
    return connection.execute(
        "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type, name"
    ).fetchall()


def test_migrations_are_numbered_without_a_gap():
    assert [step.number for step in STEPS] == list(range(1, len(STEPS) + 1))


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_a_migration_says_why_it_is_there(step: Migration):
    first = step.sql.splitlines()[0]
    assert first.startswith("-- why: ")
    assert len(first) > len("-- why: ") + 20


@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_no_statement_of_a_migration_is_left_behind(step: Migration):
    left = step.sql.removeprefix("".join(step.statements()))
    assert [line for line in left.splitlines() if line.strip() and not line.startswith("--")] == []


@pytest.mark.parametrize("number", range(len(STEPS) + 1))
def test_an_upgraded_file_has_the_schema_of_a_new_one(number: int):
    with closing(connect(":memory:")) as fresh, closing(connect(":memory:")) as old:
        migrate(fresh, "fresh", STEPS)
        if number:
            migrate(old, "old", STEPS[:number])
        migrate(old, "old", STEPS)
        assert schema(old) == schema(fresh)
        assert version(old) == version(fresh) == STEPS[-1].number
        assert old.execute("PRAGMA application_id").fetchone() == (APPLICATION_ID,)


def test_turns_from_before_they_had_an_offset_are_those_of_utc(path: Path, clock: FixedClock):
    with closing(SqliteStore(path, clock=clock)) as store:
        store.write("anna", *add("c", "a"))
        (before,) = store.turns("anna")
    with closing(connect(str(path))) as connection:
        connection.execute("DROP TABLE subscriptions")
        connection.execute("ALTER TABLE turns DROP COLUMN utc_offset")
        connection.execute("DROP TABLE items")
        connection.execute("DROP INDEX entries_by_id")
        connection.execute("PRAGMA user_version = 1")
    with closing(SqliteStore(path, clock=clock)) as store:
        assert store.turns("anna") == (before,)
        assert before.local.isoformat() == before.at.isoformat()
        store.write("anna", AddTurn("c", said("b", utc_offset=3600)))
        assert [turn.utc_offset for turn in store.turns("anna")] == [0, 3600]


def test_a_failing_migration_leaves_the_file_as_it_was(path: Path, clock: FixedClock):
    with closing(SqliteStore(path, clock=clock)) as store:
        store.write("anna", *add("c", "a"))
    before = path.read_bytes()
    broken = Migration(
        STEPS[-1].number + 1,
        "broken",
        "-- why: to fail\nDELETE FROM turns;\nCREATE TABLE extra (a);\nINSERT INTO nowhere VALUES (1);\n",
    )
    with closing(connect(str(path))) as connection:
        with pytest.raises(StorageError, match="broken"):
            migrate(connection, str(path), (*STEPS, broken))
        assert version(connection) == STEPS[-1].number
        assert not connection.in_transaction
    assert path.read_bytes() == before
    with closing(SqliteStore(path, clock=clock)) as store:
        assert [turn.id for turn in store.turns("anna")] == ["a"]


def test_a_newer_schema_is_refused_by_number():
    newer = Migration(STEPS[-1].number + 1, "newer", "CREATE TABLE extra (a);\n")
    with closing(connect(":memory:")) as connection:
        migrate(connection, "newer", (*STEPS, newer))
        with pytest.raises(SchemaTooNew):
            migrate(connection, "older", STEPS)


def test_two_that_open_a_new_file_at_once_migrate_it_once(path: Path, clock: FixedClock):
    with closing(connect(str(path))) as first, closing(connect(str(path))) as second:
        first.execute("PRAGMA journal_mode = WAL")
        assert version(second) == 0
        migrate(first, str(path), STEPS)
        migrate(second, str(path), STEPS)
        assert schema(first) == schema(second)
    SqliteStore(path, clock=clock).close()
