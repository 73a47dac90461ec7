"""Removes traces of deleted text from the file, its log and unused parts of its pages."""

import sqlite3
import time
from collections.abc import Callable
from contextlib import AbstractContextManager

from recollect.storage.sqlite.unused_bytes import FILES, MOST_PAGES, blank_piece, flush

Alone = Callable[[], AbstractContextManager[sqlite3.Connection]]
# How long to wait for readers of other processes that use the log.
_LOG_WAIT_MS = 200
# How often another process may write between cutting the log and locking the file.
_ATTEMPTS = 50
_PAUSE = 0.005


def scrub(path: str, alone: Alone) -> bool:
    """Overwrite the traces of deletions; False if others use the file, so that some may be left.

    `alone` gives the connection for writes, for one short piece of the work at a time.
    """
    with FILES.used(path):
        page: int | None = 1
        attempts = 0
        while page is not None and attempts < _ATTEMPTS:
            with alone() as connection:
                if connection.execute("PRAGMA page_count").fetchone()[0] > MOST_PAGES:
                    # Writers wait until the whole file is rebuilt.
                    connection.execute("VACUUM")
                    return cut_log(connection)
                if not cut_log(connection):
                    return False
                following = blank_piece(path, page)
            attempts = attempts + 1 if following == page else 0
            page = following
            flush(path)
            # Whoever asks first gets the lock, so let the writers ask.
            time.sleep(_PAUSE)
        return page is None


def cut_log(connection: sqlite3.Connection) -> bool:
    """Move the log into the file and truncate it; False if a reader still uses it."""
    connection.execute(f"PRAGMA busy_timeout = {_LOG_WAIT_MS}")
    try:
        (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    finally:
        connection.execute("PRAGMA busy_timeout = 0")
    return not busy
