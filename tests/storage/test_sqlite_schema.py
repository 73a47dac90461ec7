"""Migrations: the same schema from every start, whole or not at all."""

import sqlite3
from contextlib import closing
from importlib.resources import files
from pathlib import Path

import pytest

from recollect.domain.writes import AddTurn
from recollect.errors import SchemaTooNew, StorageError
from recollect.storage.migrations import migrations_of
from recollect.storage.sqlite import SqliteStore
from recollect.storage.sqlite.connection import APPLICATION_ID, connect
from recollect.storage.sqlite.schema import Migration, migrate, migrations, version
from recollect.testing import FixedClock
from recollect.testing.store_contract.values import add, said

STEPS = migrations()
LANDED = {
    "sqlite": ["1ae6e02f21d4", "2ed97826efdf", "f459330f5c7b", "bc87e2453cf8", "60cac4c24076"],
    "postgres": ["d055dcc43b66", "d7fb78c8d7ea", "0f1645dc72f9"],
}


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
        connection.execute("ALTER TABLE turns DROP COLUMN origin")
        connection.execute("DROP TABLE items")
        connection.execute("DROP INDEX entries_by_id")
        connection.execute("PRAGMA user_version = 1")
    with closing(SqliteStore(path, clock=clock)) as store:
        assert store.turns("anna") == (before,)
        assert before.local.isoformat() == before.at.isoformat()
        store.write("anna", AddTurn("c", said("b", utc_offset=3600)))
        assert [turn.utc_offset for turn in store.turns("anna")] == [0, 3600]


@pytest.mark.attack("fault", "a migration that fails")
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


def test_a_migration_that_was_changed_is_refused(path: Path, clock: FixedClock):
    SqliteStore(path, clock=clock).close()
    first = Migration(1, "first", STEPS[0].sql + "-- changed\n")
    with closing(connect(str(path))) as connection:
        with pytest.raises(StorageError, match="migration 1 is not the one"):
            migrate(connection, str(path), (first, *STEPS[1:]))
        connection.execute("UPDATE meta SET value = 'x' WHERE key = 'migration 2'")
    with pytest.raises(StorageError, match="migration 2 is not the one"):
        SqliteStore(path, clock=clock)


@pytest.mark.parametrize("package", ["sqlite", "postgres"])
def test_a_landed_migration_never_changes(package: str):
    folder = files(f"recollect.storage.{package}") / "migrations"
    lines = (folder / "checksums.txt").read_text("utf-8").splitlines()
    steps = migrations_of(f"recollect.storage.{package}")
    assert lines == [f"{step.checksum}  {step.number:04}_{step.name}.sql" for step in steps]
    # These are on users' disks: whoever changes this line breaks their databases.
    assert LANDED[package] == [line.split()[0][:12] for line in lines[: len(LANDED[package])]]


def test_a_changed_file_of_the_package_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    folder = tmp_path / "edited" / "migrations"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    for item in (files("recollect.storage.sqlite") / "migrations").iterdir():
        (folder / item.name).write_text(item.read_text("utf-8"), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert migrations_of("edited") == STEPS
    (folder / "0003_items.sql").write_text("-- why: another\n", "utf-8")
    with pytest.raises(StorageError, match=r"0003_items\.sql is not the released one"):
        migrations_of("edited")
