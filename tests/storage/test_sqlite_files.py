"""Files that cannot be used: each gets the error that says so, and is left as it is."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from recollect.domain.entry import EntryFilter
from recollect.errors import (
    NotADatabase,
    SchemaTooNew,
    StorageCorrupt,
    StorageError,
    StorageReadOnly,
    StorageUnavailable,
)
from recollect.storage.sqlite import SqliteStore
from recollect.testing import FixedClock
from recollect.testing.store_contract.constants import SPACE, START
from recollect.testing.store_contract.values import add, edited, embed, memory, put


def folder(path: Path) -> dict[str, bytes]:
    """Every file of a folder with its bytes."""
    return {file.name: file.read_bytes() for file in path.iterdir() if file.is_file()}


def refused(path: Path, clock: FixedClock, error: type[StorageError]) -> StorageError:
    with pytest.raises(error) as caught:
        SqliteStore(path, clock=clock)
    assert type(caught.value) is error
    assert caught.value.code != "error"
    return caught.value


@pytest.mark.parametrize(
    "data",
    [b"hello", b"just some notes\n" * 1_000, b"\x00" * 8_192, b"SQLite format 3\x00oh no"],
    ids=["short", "text", "zeros", "only a header"],
)
def test_a_file_that_is_not_a_database_is_left(path: Path, clock: FixedClock, data: bytes):
    path.write_bytes(data)
    refused(path, clock, NotADatabase)
    assert folder(path.parent) == {path.name: data}


@pytest.mark.parametrize("journal", ["DELETE", "WAL"])
@pytest.mark.parametrize(
    "sign",
    ["CREATE TABLE notes (a)", "PRAGMA application_id = 7", "PRAGMA user_version = 1"],
)
def test_another_programs_database_is_left(path: Path, clock: FixedClock, journal: str, sign: str):
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute(f"PRAGMA journal_mode = {journal}")
        other.execute(sign)
    before = folder(path.parent)
    refused(path, clock, NotADatabase)
    assert folder(path.parent) == before


@pytest.mark.parametrize("journal", ["DELETE", "WAL"])
def test_a_newer_file_is_left(path: Path, clock: FixedClock, journal: str):
    with closing(SqliteStore(path, clock=clock)) as store:
        store.write("anna", *add("c", "a"))
    with closing(sqlite3.connect(path, isolation_level=None)) as newer:
        newer.execute(f"PRAGMA journal_mode = {journal}")
        newer.execute("PRAGMA user_version = 999")
    before = folder(path.parent)
    error = refused(path, clock, SchemaTooNew)
    assert "999" in error.message
    assert folder(path.parent) == before


def test_an_empty_file_becomes_a_database(path: Path, clock: FixedClock):
    path.touch()
    with closing(SqliteStore(path, clock=clock)) as store:
        store.write("anna", *add("c", "a"))
        assert store.faults() == ()


def test_a_directory_is_refused(tmp_path: Path, clock: FixedClock):
    refused(tmp_path, clock, NotADatabase)
    assert list(tmp_path.iterdir()) == []


def test_a_path_below_a_file_is_refused(tmp_path: Path, clock: FixedClock):
    (tmp_path / "file").write_text("notes")
    refused(tmp_path / "file" / "recollect.db", clock, StorageReadOnly)
    refused(tmp_path / "file" / "deeper" / "recollect.db", clock, StorageReadOnly)
    assert folder(tmp_path) == {"file": b"notes"}


def test_a_place_where_nothing_can_be_made_is_refused(clock: FixedClock):
    refused(Path("/proc/recollect.db"), clock, StorageReadOnly)
    refused(Path("/proc/recollect/recollect.db"), clock, StorageReadOnly)


def test_without_open_files_the_reason_is_told(path: Path, clock: FixedClock):
    resource = pytest.importorskip("resource")
    with closing(SqliteStore(path, clock=clock)) as store:
        store.write("anna", *add("c", "a"))
        limits = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (0, limits[1]))
        try:
            with pytest.raises(StorageUnavailable, match="too many files are open"):
                store.turns("anna")
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, limits)
        assert len(store.turns("anna")) == 1


def test_a_name_that_no_file_can_have_is_refused(tmp_path: Path, clock: FixedClock):
    refused(tmp_path / ("x" * 300), clock, StorageReadOnly)


@pytest.fixture
def locked(tmp_path: Path):
    """Make a folder that nobody may change."""
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    yield lambda: tmp_path.chmod(0o500)
    tmp_path.chmod(0o700)


def test_a_read_only_folder_is_refused(path: Path, clock: FixedClock, locked: Callable[[], None]):
    locked()
    refused(path, clock, StorageReadOnly)


def test_a_read_only_file_is_refused(path: Path, clock: FixedClock, locked: Callable[[], None]):
    SqliteStore(path, clock=clock).close()
    before = path.read_bytes()
    path.chmod(0o400)
    locked()
    refused(path, clock, StorageReadOnly)
    assert path.read_bytes() == before


def lived(path: Path, clock: FixedClock) -> None:
    """Make a file in which two agents have something of everything."""
    with closing(SqliteStore(path, clock=clock)) as store:
        store.adopt_space(SPACE, START)
        for agent in ("anna", "ben"):
            store.write(agent, *add("c", "a", "b"), embed("c"), put(memory("m")))
            store.write(agent, put(edited(memory("m"), "x")))


ANNAS = "WHERE agent_pk = (SELECT pk FROM agents WHERE id = 'anna')"
READS: dict[str, Callable[[SqliteStore, str], object]] = {
    "turns": lambda store, agent: store.turns(agent),
    "turn": lambda store, agent: store.turn(agent, "c", "a"),
    "changes": lambda store, agent: store.changes(agent, 0),
    "conversations": lambda store, agent: store.conversations(agent),
    "entries": lambda store, agent: store.entries(agent, EntryFilter()),
    "history": lambda store, agent: store.history(agent, "m"),
    "dump": lambda store, agent: store.dump(agent),
}


@pytest.mark.attack("fault", "damaged rows")
@pytest.mark.parametrize(
    ("damage", "read"),
    [
        ("turns SET metadata = '{'", "turns"),
        ("turns SET metadata = '[]'", "turn"),
        ("turns SET metadata = '" + "[" * 100_000 + "'", "turns"),
        ("turns SET role = 'wizard'", "changes"),
        ("turns SET at = 9223372036854775807", "turns"),
        ("turns SET content = CAST(x'ff80' AS TEXT)", "turns"),
        ("conversations SET metadata = 'null'", "conversations"),
        ("conversations SET started_at = -9223372036854775807", "conversations"),
        ("entries SET metadata = 'x'", "entries"),
        ("entries SET kind = 'wish'", "entries"),
        ("entries SET tags = '5'", "entries"),
        ("entry_versions SET entry = '[1, 2]'", "history"),
        ("entry_versions SET entry = '{}'", "history"),
        ("entry_versions SET entry = '7'", "dump"),
        ("entry_versions SET change = 'magic'", "history"),
    ],
)
def test_a_damaged_row_is_named_and_hurts_nobody_else(
    path: Path, clock: FixedClock, damage: str, read: str
):
    lived(path, clock)
    with closing(sqlite3.connect(path)) as hand, hand:
        hand.execute(f"UPDATE {damage} {ANNAS}")
    with closing(SqliteStore(path, clock=clock)) as store:
        with pytest.raises(StorageCorrupt) as caught:
            READS[read](store, "anna")
        assert caught.value.code == "storage_corrupt"
        READS[read](store, "ben")
        faults = store.faults()
        assert any("'anna'" in fault for fault in faults)
        assert not any("'ben'" in fault for fault in faults)


@pytest.mark.parametrize("damage", ["kind = 'dance'", "state = 'asleep'"])
def test_a_damaged_job_is_named(path: Path, clock: FixedClock, damage: str):
    lived(path, clock)
    with closing(sqlite3.connect(path)) as hand, hand:
        hand.execute(f"UPDATE jobs SET {damage} {ANNAS}")
    with closing(SqliteStore(path, clock=clock)) as store, pytest.raises(StorageCorrupt):
        store.every_job()


@pytest.mark.attack("fault", "damaged pages")
def test_damaged_pages_are_told(path: Path, clock: FixedClock):
    with closing(SqliteStore(path, clock=clock)) as store:
        store.write("anna", *(item for n in range(50) for item in add("c", f"{n} " * 500)))
    data = bytearray(path.read_bytes())
    half = len(data) // 2 // 4096 * 4096
    data[half : half + 40_960] = b"\xff" * 40_960
    path.write_bytes(data)
    with closing(SqliteStore(path, clock=clock)) as store:
        with pytest.raises(StorageCorrupt):
            store.turns("anna")
        assert store.faults()


@pytest.mark.attack("fault", "a database file that was cut off")
def test_a_file_that_was_cut_off_is_told(path: Path, clock: FixedClock):
    lived(path, clock)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(StorageCorrupt), closing(SqliteStore(path, clock=clock)) as store:
        store.turns("anna")
