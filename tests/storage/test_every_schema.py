"""Databases of every schema that ever landed, with data in them, on both databases: all of it is there after upgrading.

The data is today's, put into the tables and columns that there were at that schema.
"""

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from postgres_server import postgres_database
from recollect import Memory
from recollect.domain.clock import SystemClock
from recollect.errors import StorageCorrupt
from recollect.storage.migrations import Migration, migrations_of
from recollect.storage.sql.table_rows import TABLES
from recollect.storage.sqlite import SqliteStore, copies
from recollect.storage.sqlite.connection import connect
from recollect.storage.sqlite.schema import migrate, version

SQLITE = migrations_of("recollect.storage.sqlite")
POSTGRES = migrations_of("recollect.storage.postgres")
ITEMS_SINCE, SPACES_SINCE = 3, {"sqlite": 4, "postgres": 2}


@pytest.fixture(autouse=True)
def _own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RECOLLECT_HOME", str(tmp_path))
    monkeypatch.setenv("RECOLLECT_EMBEDDING_BACKEND", "none")


def lived(memory: Memory) -> None:
    """Something of everything that people do."""
    alice, team = memory.agent("alice"), memory.agent("team")
    for number in range(40):
        alice.remember(
            f"I live in Lisbon, in flat number {number}.", conversation="c", id=f"{number}"
        )
    alice.memories.add("Allergic to penicillin.", kind="fact")
    edited = alice.memories.add("Works at Acme.", kind="fact")
    alice.memories.update(edited.id, content="Works at Globex.")
    alice.memories.delete(alice.memories.add("Likes jazz.", kind="preference").id)
    alice.overrides.add("Answer in English.")
    alice.knowledge.put("website_knowledge", "example.com", "The login is at /enter.")
    alice.items.put(("notes",), "first", {"text": "from the framework"})
    team.remember("We ship on Fridays.", conversation="t")
    alice.spaces.add("team")
    memory.sync()


def seen(memory: Memory, *, items: bool, spaces: bool) -> dict[str, object]:
    """All of it, as users see it."""
    alice = memory.agent("alice")
    every = ("active", "review", "superseded", "deleted")
    entries = alice.memories.list(status=every)
    return {
        "turns": [(turn.id, turn.content, turn.at) for turn in alice.turns()],
        "memories": sorted((e.id, e.content, e.status) for e in entries if e.kind != "profile"),
        "history": {e.id: len(alice.memories.history(e.id)) for e in entries},
        "overrides": [each.content for each in alice.overrides.list()],
        "knowledge": alice.knowledge.get("website_knowledge", "example.com").content,
        "items": alice.items.get(("notes",), "first").value if items else None,
        "spaces": [*alice.spaces.list()] if spaces else None,
        "found": [hit.text for hit in alice.search("Where is the login?", limit=1)],
    }


@pytest.fixture(scope="module")
def today(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("today") / "memory.sqlite"
    with Memory.open(path, embedding_backend="none", background=False) as memory:
        lived(memory)
    return path


def fill(into: sqlite3.Connection, source: Path) -> None:
    """Copy the rows into the tables and columns that there are."""
    into.execute("ATTACH ? AS today", (str(source),))
    tables = {
        name for (name,) in into.execute("SELECT name FROM main.sqlite_schema WHERE type = 'table'")
    }
    for table in ("meta", *TABLES):
        if table in tables:
            both = [
                {row[1] for row in into.execute(f"PRAGMA {place}.table_info({table})")}
                for place in ("main", "today")
            ]
            names = ", ".join(sorted(both[0] & both[1]))
            which = " WHERE key NOT LIKE 'migration %'" if table == "meta" else ""
            into.execute(
                f"INSERT OR REPLACE INTO main.{table} ({names}) SELECT {names} FROM today.{table}{which}"
            )
    into.execute("DETACH today")


def made(path: Path, steps: tuple[Migration, ...], today: Path) -> None:
    with closing(connect(str(path))) as connection:
        migrate(connection, str(path), steps)
        fill(connection, today)


@pytest.mark.parametrize("number", [step.number for step in SQLITE])
def test_a_file_of_every_schema_is_upgraded_with_its_data(tmp_path: Path, today: Path, number: int):
    path = tmp_path / "old.sqlite"
    made(path, SQLITE[:number], today)
    shown = {"items": number >= ITEMS_SINCE, "spaces": number >= SPACES_SINCE["sqlite"]}
    with Memory.open(today, background=False) as memory:
        expected = seen(memory, **shown)
    with Memory.open(path, background=False) as memory:
        assert memory.faults() == []
        assert seen(memory, **shown) == expected
        memory.agent("alice").remember("And written to.", conversation="new")
    with closing(sqlite3.connect(path)) as connection:
        assert version(connection) == SQLITE[-1].number
    backups = copies.kept_copies(str(path))
    if number == SQLITE[-1].number:
        assert backups == []
        return
    (backup,) = backups
    assert backup.name == f"old.sqlite.before-upgrade-from-{number}"
    assert backup.stat().st_mode & 0o077 == 0
    with closing(sqlite3.connect(backup)) as connection:
        assert version(connection) == number
        assert connection.execute("SELECT count(*) FROM turns").fetchone() == (41,)


@pytest.fixture(scope="module")
def postgres_today() -> Iterator[str]:
    with postgres_database() as address:
        with Memory.open(address, embedding_backend="none", background=False) as memory:
            lived(memory)
        yield address


@pytest.mark.parametrize("number", [step.number for step in POSTGRES])
def test_a_postgresql_of_every_schema_is_upgraded_with_its_data(postgres_today: str, number: int):
    from recollect.storage.postgres import PostgresStore, schema  # noqa: PLC0415 - an extra
    from recollect.storage.postgres.database import connect as connect_postgres  # noqa: PLC0415

    with postgres_database() as address:
        with connect_postgres(address) as into:
            schema._apply(into, [*POSTGRES[:number]])
            with closing(PostgresStore(postgres_today, clock=SystemClock())) as source:
                source.read(lambda connection: fill_postgres(into, connection))
        shown = {"items": True, "spaces": number >= SPACES_SINCE["postgres"]}
        with Memory.open(postgres_today, background=False) as memory:
            expected = seen(memory, **shown)
        with Memory.open(address, background=False) as memory:
            assert memory.faults() == []
            assert seen(memory, **shown) == expected
            memory._components.store.change(memory._components.store.after_copy)
            memory.agent("alice").remember("And written to.", conversation="new")
        with connect_postgres(address) as connection:
            assert schema.version(connection) == POSTGRES[-1].number
            assert set(schema._applied(connection, number)) == {step.number for step in POSTGRES}


def fill_postgres(into, source) -> None:
    for table in ("meta", *TABLES):
        row = into.execute("SELECT to_regclass($1)", (table,)).fetchone()
        if row[0] is None:
            continue
        old = [column[0] for column in into.execute(f"SELECT * FROM {table} LIMIT 0").description]
        new = [column[0] for column in source.execute(f"SELECT * FROM {table} LIMIT 0").description]
        names = [name for name in old if name in new]
        marks = ", ".join(f"${place + 1}" for place in range(len(names)))
        for row in source.execute(f"SELECT {', '.join(names)} FROM {table}").fetchall():
            into.execute(
                f"INSERT INTO {table} ({', '.join(names)}) VALUES ({marks}) ON CONFLICT DO NOTHING",
                row,
            )


def test_without_room_for_a_copy_it_is_upgraded_and_that_is_told(
    tmp_path: Path, today: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    path = tmp_path / "old.sqlite"
    made(path, SQLITE[:-1], today)
    monkeypatch.setattr(copies, "_ROOM", 2**62)
    with Memory.open(path, background=False) as memory:
        assert memory.faults() == []
    assert "upgrading without a copy" in caplog.text
    assert copies.kept_copies(str(path)) == []


def test_a_file_whose_copy_is_not_sound_is_not_upgraded(tmp_path: Path, today: Path, monkeypatch):
    path = tmp_path / "old.sqlite"
    made(path, SQLITE[:-1], today)

    def damaged(*_: object, **__: object) -> None:
        raise StorageCorrupt("the copy is damaged")

    monkeypatch.setattr(copies, "check_copy", damaged)
    with pytest.raises(StorageCorrupt, match="was not upgraded"):
        SqliteStore(path, clock=SystemClock())
    with closing(sqlite3.connect(path)) as connection:
        assert version(connection) == SQLITE[-2].number
    assert [file.name for file in tmp_path.iterdir() if "before" in file.name] == []


def test_only_the_last_copy_is_kept_and_not_for_ever(tmp_path: Path, today: Path):
    path = tmp_path / "old.sqlite"
    for number in range(1, len(SQLITE)):
        path.unlink(missing_ok=True)
        made(path, SQLITE[:number], today)
        SqliteStore(path, clock=SystemClock()).close()
    (copy,) = copies.kept_copies(str(path))
    assert copy.name.endswith(f"-{len(SQLITE) - 1}")
    # One that a killed process has left.
    (tmp_path / f"{copy.name}.4711.part").touch()
    SqliteStore(path, clock=SystemClock()).close()
    assert len(copies.kept_copies(str(path))) == 2
    old = time.time() - (copies.KEPT_DAYS + 1) * 86_400
    for file in copies.kept_copies(str(path)):
        os.utime(file, (old, old))
    SqliteStore(path, clock=SystemClock()).close()
    assert copies.kept_copies(str(path)) == []
