"""Checks of the database file and of every row in it."""

import sqlite3

from recollect.domain.entry import EntryFilter, Kind, Status
from recollect.errors import StorageCorrupt
from recollect.storage.sqlite import across_agents, reads
from recollect.storage.sqlite.changes import changes

_Connection = sqlite3.Connection
_MISCOUNTED = (
    "SELECT c.id FROM conversations c LEFT JOIN turns t ON t.conversation_pk = c.pk GROUP BY c.pk"
    " HAVING c.turns <> count(t.pk) OR c.next_index <= coalesce(max(t.idx), -1) LIMIT 20"
)


def faults(connection: _Connection) -> tuple[str, ...]:
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
        across_agents.every_agent(connection, None, None)
        across_agents.every_job(connection, None, None, None)
        for (agent,) in connection.execute("SELECT id FROM agents").fetchall():
            found += _unreadable(connection, agent)
    except StorageCorrupt as broken:
        found.append(str(broken))
    except sqlite3.DatabaseError as broken:
        # Too damaged for SQLite to continue.
        found.append(str(broken))
    return tuple(found)


def _unreadable(connection: _Connection, agent: str) -> list[str]:
    try:
        reads.dump(connection, agent)
        reads.entries(
            connection, agent, EntryFilter(statuses=tuple(Status), kinds=tuple(Kind)), None, None
        )
        changes(connection, agent, 0, "", "")
    except (StorageCorrupt, sqlite3.DatabaseError) as broken:
        return [f"agent {agent!r}: {broken}"]
    return []
