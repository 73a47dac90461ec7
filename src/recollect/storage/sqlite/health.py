"""Checks of the database file and of every row in it."""

import sqlite3

from recollect.errors import StorageCorrupt
from recollect.storage.sql.connection import Connection
from recollect.storage.sql.health import unreadable


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
