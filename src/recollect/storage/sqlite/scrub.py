"""Removes traces of erased text from the file, its log and unused parts of its pages.

`secure_delete` overwrites a deleted row, but not the copies that SQLite left when it split pages;
only rebuilding the file removes those. That takes as long as copying it, so it happens at once for
an erased agent, and later for a deleted conversation.
"""

import sqlite3

from recollect.storage.sql.traces import IN_PAGES

_IN_LOG = "log"
# How long to wait for readers of other processes that use the log.
_LOG_WAIT_MS = 200


def scrub(connection: sqlite3.Connection, patience: float) -> None:
    """Remove the traces of deletions from the file."""
    row = connection.execute("SELECT value FROM meta WHERE key = 'traces'").fetchone()
    if row is None:
        return
    where = str(row[0])
    if where.startswith(IN_PAGES):
        connection.execute(f"PRAGMA busy_timeout = {int(patience * 1000)}")
        try:
            connection.execute("VACUUM")
            connection.execute(
                "UPDATE meta SET value = ? WHERE key = 'traces' AND value = ?", (_IN_LOG, where)
            )
        finally:
            connection.execute("PRAGMA busy_timeout = 0")
    if cut_log(connection):
        connection.execute("DELETE FROM meta WHERE key = 'traces' AND value = ?", (_IN_LOG,))


def cut_log(connection: sqlite3.Connection) -> bool:
    """Move the log into the file and truncate it; False if a reader still uses it."""
    connection.execute(f"PRAGMA busy_timeout = {_LOG_WAIT_MS}")
    try:
        (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        connection.execute("PRAGMA busy_timeout = 0")
    return not busy
