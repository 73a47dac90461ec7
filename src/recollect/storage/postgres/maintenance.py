"""The size of the database, its health, and vacuuming after deletions."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from recollect.errors import StorageCorrupt
from recollect.storage.sql import health, traces
from recollect.storage.sql.connection import Connection

if TYPE_CHECKING:
    from recollect.storage.postgres.database import PostgresDatabase

# Everything that holds a user's words.
_TABLES = (
    "conversations, turns, turn_vectors, entries, entry_vectors, entry_versions, items, answers,"
    " jobs, tombstones, subscriptions, agents, receipts, requests"
)


def size(connection: Connection) -> int:
    """The bytes of the whole database."""
    (found,) = connection.execute("SELECT pg_database_size(current_database())").fetchone()
    return int(found)


def faults(read: Callable[[Callable[[Connection], list[str]]], list[str]]) -> tuple[str, ...]:
    """Rows that cannot be decoded."""
    try:
        return tuple(read(health.unreadable))
    except StorageCorrupt as broken:
        # Too damaged to continue.
        return (str(broken),)


def scrub(database: "PostgresDatabase") -> None:
    """Vacuum the tables if something was deleted since the last time."""
    mark = database.read(traces.mark_of)
    if mark is None:
        return
    database.outside_transaction(f"VACUUM (INDEX_CLEANUP ON) {_TABLES}")
    database.change(lambda c: traces.unmark(c, mark))
