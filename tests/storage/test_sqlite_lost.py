"""A file that is removed or replaced while it is open: no write is acknowledged any more."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from recollect.errors import StorageError, StorageFull, StorageLost, StorageReadOnly
from recollect.storage.sqlite import SqliteStore, health, writer
from recollect.testing import FixedClock
from recollect.testing.store_contract.values import add


def files(path: Path) -> list[Path]:
    return [path, path.with_name(path.name + "-wal"), path.with_name(path.name + "-shm")]


@pytest.mark.attack("fault", "a removed database file")
@pytest.mark.parametrize("which", range(3))
def test_a_write_into_a_removed_file_is_refused(
    store: SqliteStore, path: Path, which: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(writer, "_CHECK_SECONDS", 0.0)
    store.write("anna", *add("c", "first"))
    files(path)[which].unlink()
    with pytest.raises(StorageLost, match="was removed"):
        store.write("anna", *add("c", "second"))
    with pytest.raises(StorageLost):
        store.check_writable()
    # Nobody creates an empty file in its place, which the next start would take for a new one.
    assert files(path)[which].exists() is False


def test_a_write_during_which_the_file_disappears_is_not_acknowledged(
    store: SqliteStore, path: Path
):
    with pytest.raises(StorageLost):
        store.change(lambda _: path.unlink())


@pytest.mark.attack("fault", "a replaced database file")
@pytest.mark.parametrize("how", ["copy", "move"])
def test_a_write_into_a_replaced_file_is_refused(
    store: SqliteStore, path: Path, clock: FixedClock, how: str
):
    store.write("anna", *add("c", "first"))
    other = path.with_name("other.db")
    SqliteStore(other, clock=clock).close()
    before = other.read_bytes()
    if how == "move":
        other.replace(path)
    else:
        path.unlink()
        shutil.copy(other, path)
    with pytest.raises(StorageLost, match="was replaced"):
        store.write("anna", *add("c", "second"))
    with pytest.raises(StorageLost):
        store.scrub()
    store.close()
    assert path.read_bytes() == before


def test_a_file_that_is_put_back_takes_writes_again(store: SqliteStore, path: Path):
    aside = path.with_name("aside.db")
    path.rename(aside)
    with pytest.raises(StorageLost):
        store.write("anna", *add("c", "refused"))
    aside.rename(path)
    store.check_writable()
    store.write("anna", *add("c", "kept"))
    assert [turn.content for turn in store.turns("anna")] == ["kept"]


def test_a_folder_that_is_gone_is_a_lost_file(store: SqliteStore, path: Path):
    path.parent.rename(path.parent.with_name("elsewhere"))
    try:
        with pytest.raises(StorageLost):
            store.write("anna", *add("c", "refused"))
    finally:
        path.parent.with_name("elsewhere").rename(path.parent)


def test_a_cut_log_and_an_erasure_are_no_loss(store: SqliteStore, path: Path, clock: FixedClock):
    with closing(SqliteStore(path, clock=clock)) as other:
        for store_ in (store, other, store):
            store_.write("anna", *add("c", "x"))
            store_.write("anna", *add("d", "y"))
        with closing(sqlite3.connect(path)) as hand:
            hand.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            hand.execute("VACUUM")
        store.write("anna", *add("e", "z"))
    store.check_writable()
    store.write("anna", *add("f", "after the other was closed"))


def test_a_full_disk_is_told(store: SqliteStore, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(health, "_LEAST_FREE", 2**62)
    with pytest.raises(StorageFull, match="the disk is full"):
        store.check_writable()


def test_a_read_only_file_is_told(store: SqliteStore, path: Path):
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    path.chmod(0o400)
    with pytest.raises(StorageReadOnly):
        store.check_writable()


def test_a_writer_of_another_process_is_no_problem(store: SqliteStore, path: Path):
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        store.check_writable()


def test_a_disk_without_room_for_one_page_is_told(store: SqliteStore, path: Path):
    with closing(sqlite3.connect(path, isolation_level=None)) as hand:
        hand.execute(
            "CREATE TRIGGER full BEFORE INSERT ON meta BEGIN SELECT RAISE(ABORT, 'x'); END"
        )
    with pytest.raises(StorageError):
        store.check_writable()
