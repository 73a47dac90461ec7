"""Records in the database that a deletion has left traces to remove when it is quiet."""

import secrets

from recollect.storage.sql.connection import Connection, Run

PUT_META = (
    "INSERT INTO meta (key, value) VALUES (?, ?)"
    " ON CONFLICT (key) DO UPDATE SET value = excluded.value"
)


def meta_value(run: Run, key: str) -> str | None:
    """A value that belongs to no agent, by its name."""
    row = run("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    return None if row is None else str(row[0])


def mark(run: Run) -> None:
    """Record in the transaction of a deletion that it leaves traces to remove."""
    # A unique mark, so that a deletion during a scrub is not taken for an earlier one.
    run(PUT_META, ("traces", secrets.token_hex(8)))


def mark_of(connection: Connection) -> str | None:
    """The mark of the last deletion, until its traces are removed."""
    return meta_value(connection.execute, "traces")


def note_erasure(run: Run) -> None:
    """Record that an agent was erased, for processes that have something of it in RAM."""
    run(PUT_META, ("erasure", secrets.token_hex(8)))


def erasure_mark(connection: Connection) -> str | None:
    """What changes whenever an agent is erased."""
    return meta_value(connection.execute, "erasure")


def has_traces(connection: Connection) -> bool:
    """Whether deleted text may still be in the database's files."""
    return mark_of(connection) is not None


def unmark(connection: Connection, mark: str) -> None:
    """Record that the traces are removed, unless another deletion has left new ones."""
    connection.execute("DELETE FROM meta WHERE key = 'traces' AND value = ?", (mark,))
