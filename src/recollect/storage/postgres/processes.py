"""Which servers and workers use a database, each with its last sign of life."""

from typing import Final

from recollect.domain.shared import Process
from recollect.storage.postgres.database import PostgresDatabase
from recollect.storage.sql.connection import Connection

_NOTE: Final = """
    INSERT INTO processes (name, kind, host, pid, version, runs_jobs)
    VALUES (?, ?, ?, ?, ?, CAST(? AS boolean))
    ON CONFLICT (name) DO UPDATE SET runs_jobs = excluded.runs_jobs, seen_at = clock_timestamp()
"""
# One that was killed stays in the list for a day.
_PRUNE: Final = "DELETE FROM processes WHERE seen_at < clock_timestamp() - interval '1 day'"
_ALL: Final = """
    SELECT name, kind, host, pid, version, runs_jobs, started_at,
    CAST(extract(epoch FROM clock_timestamp() - seen_at) AS double precision)
    FROM processes ORDER BY kind, host, started_at, name
"""


def note(database: PostgresDatabase, process: Process) -> None:
    """Store a sign of life."""
    values = (process.name, process.kind, process.host, process.pid, process.version)

    def work(connection: Connection) -> None:
        connection.execute(_NOTE, (*values, process.runs_jobs))
        connection.execute(_PRUNE)

    database.change(work)


def forget(database: PostgresDatabase, name: str) -> None:
    """Remove a process that ends as it should."""
    database.ask(lambda c: c.execute("DELETE FROM processes WHERE name = ?", (name,)))


def every(database: PostgresDatabase) -> tuple[Process, ...]:
    """All processes, by kind and machine."""
    return tuple(Process(*row) for row in database.ask(lambda c: c.execute(_ALL).fetchall()))
