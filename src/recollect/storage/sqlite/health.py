"""Checks of the database file and of every row in it."""

import sqlite3
from sqlite3 import Connection

from recollect.domain.entry import EntryFilter, Kind, Status
from recollect.errors import StorageCorrupt
from recollect.storage.sqlite import across_agents, dump, reads
from recollect.storage.sqlite.changes import changes

_MISCOUNTED = (
    "SELECT c.id FROM conversations c LEFT JOIN turns t ON t.conversation_pk = c.pk GROUP BY c.pk"
    " HAVING c.turns <> count(t.pk) OR c.next_index <= coalesce(max(t.idx), -1) LIMIT 20"
)


def faults(connection: Connection) -> tuple[str, ...]:
    """Problems that SQLite reports, and rows that cannot be decoded."""
    found: list[str] = []
    try:
        for (text,) in connection.execute("PRAGMA integrity_check(20)"):
            found += [text] if text != "ok" else []
        for table, _, parent, _ in connection.execute("PRAGMA foreign_key_check").fetchmany(20):
            found.append(f"{table}: a row points to a row of {parent} that is not there")
        found += [
            f"conversation {name!r:.80}: its count of turns is not that of its rows"
            for (name,) in connection.execute(_MISCOUNTED).fetchall()
        ]
        across_agents.every_agent(connection)
        across_agents.every_job(connection)
        for (agent,) in connection.execute("SELECT id FROM agents").fetchall():
            found += _unreadable(connection, agent)
    except (StorageCorrupt, sqlite3.DatabaseError) as broken:
        # Too damaged to continue.
        found.append(str(broken))
    return tuple(found)


def _unreadable(connection: Connection, agent: str) -> list[str]:
    try:
        dump.dump(connection, agent)
        reads.entries(connection, agent, EntryFilter(statuses=tuple(Status), kinds=tuple(Kind)))
        changes(connection, agent, 0)
    except (StorageCorrupt, sqlite3.DatabaseError) as broken:
        return [f"agent {agent!r}: {broken}"]
    return []
