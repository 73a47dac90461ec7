"""Erased words must not linger in the file: neither in its log nor in the gaps of its pages.

`secure_delete` overwrites a row where it lies, but not the copies that SQLite left behind when it split pages
earlier; only rebuilding the file removes those. That takes as long as copying it, so a deleted conversation
waits for a quiet moment; an erased agent does not.
"""

import secrets
import sqlite3
from collections.abc import Callable

_IN_PAGES, _IN_LOG = "pages", "log"
# A reader of another process may need the log for a moment; one that needs it longer is not waited for.
_LOG_WAIT_MS = 200


def mark(run: Callable[..., sqlite3.Cursor]) -> None:
    """Note, with the deletion itself, that it has left traces: a crash must not forget them."""
    # Each deletion has a mark of its own: what came during a scrub is not taken for what went before.
    where = f"{_IN_PAGES} {secrets.token_hex(8)}"
    run("INSERT OR REPLACE INTO meta (key, value) VALUES ('traces', ?)", (where,))


def scrub(connection: sqlite3.Connection, patience: float) -> None:
    """Remove what deletions have left in the file, if anything."""
    where = _traces(connection)
    if where is not None and where.startswith(_IN_PAGES):
        connection.execute(f"PRAGMA busy_timeout = {int(patience * 1000)}")
        try:
            connection.execute("VACUUM")
            connection.execute(
                "UPDATE meta SET value = ? WHERE key = 'traces' AND value = ?", (_IN_LOG, where)
            )
        finally:
            connection.execute("PRAGMA busy_timeout = 0")
    if where is not None and cut_log(connection):
        connection.execute("DELETE FROM meta WHERE key = 'traces' AND value = ?", (_IN_LOG,))


def cut_log(connection: sqlite3.Connection) -> bool:
    """Move the log into the file and empty it; False where somebody still reads from it."""
    connection.execute(f"PRAGMA busy_timeout = {_LOG_WAIT_MS}")
    try:
        (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        connection.execute("PRAGMA busy_timeout = 0")
    return not busy


def _traces(connection: sqlite3.Connection) -> str | None:
    row = connection.execute("SELECT value FROM meta WHERE key = 'traces'").fetchone()
    return None if row is None else str(row[0])
