"""Checks of the database file and of every row in it."""

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

from recollect.errors import StorageCorrupt, StorageFull, StorageReadOnly
from recollect.storage.sql.connection import Connection
from recollect.storage.sql.health import NOTE_WRITE, unreadable
from recollect.storage.sqlite.connection import connect, is_busy, translating

# The log is reused, so small writes may still work on a disk where larger ones do not.
_LEAST_FREE = 8 * 2**20


def size(connection: Connection) -> int:
    """The bytes of the database."""
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    (bytes_each,) = connection.execute("PRAGMA page_size").fetchone()
    return int(pages * bytes_each)


def faults(connection: Connection) -> tuple[str, ...]:
    """Problems that SQLite reports, and rows that cannot be decoded."""
    found: list[str] = []
    try:
        for (text,) in connection.execute("PRAGMA integrity_check(20)"):
            found += [text] if text != "ok" else []
        for table, _, parent, _ in connection.execute("PRAGMA foreign_key_check").fetchall()[:20]:
            found.append(f"{table}: a row points to a row of {parent} that is not there")
        found += unreadable(connection, sqlite3.DatabaseError)
    except (StorageCorrupt, sqlite3.DatabaseError) as broken:
        # Too damaged to continue.
        found.append(str(broken))
    return tuple(found)


def check_writable(path: str) -> None:
    """Raise StorageError unless the file can be written to and has room for more.

    While another writes, it is writable: this does not wait.
    """
    folder = Path(path).parent
    if not (os.access(path, os.W_OK) and os.access(folder, os.W_OK)):
        raise StorageReadOnly(f"{path}: the database cannot be written to (permissions)")
    with translating(path):
        free = shutil.disk_usage(folder).free
        if free < _LEAST_FREE:
            raise StorageFull(f"{path}: the disk is full ({free / 2**20:.1f} MiB are left)")
        with closing(connect(path, create=False)) as connection:
            connection.execute("PRAGMA busy_timeout = 0")
            try:
                connection.execute(*NOTE_WRITE)
            except sqlite3.OperationalError as error:
                if not is_busy(error):
                    raise
