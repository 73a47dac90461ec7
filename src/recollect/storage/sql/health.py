"""Reads every row, and says which cannot be decoded."""

from recollect.domain.entry import EntryFilter, Kind, Status
from recollect.errors import StorageCorrupt
from recollect.storage.sql import across_agents, dump, reads
from recollect.storage.sql.changes import changes
from recollect.storage.sql.connection import Connection
from recollect.storage.sql.traces import PUT_META

# A write that changes nothing of anybody.
NOTE_WRITE = (PUT_META, ("written", "1"))
_MISCOUNTED = (
    "SELECT c.id FROM conversations c LEFT JOIN turns t"
    " ON /*pg t.agent_pk = c.agent_pk AND */ t.conversation_pk = c.pk GROUP BY c.pk"
    " HAVING c.turns <> count(t.pk) OR c.next_index <= coalesce(max(t.idx), -1) LIMIT 20"
)


def unreadable(connection: Connection, *broken: type[Exception]) -> list[str]:
    """What is wrong with the rows, one sentence each; `broken` are the database's own errors."""
    found = [
        f"conversation {name!r:.80}: its count of turns is not that of its rows"
        for (name,) in connection.execute(_MISCOUNTED).fetchall()
    ]
    faults: tuple[type[Exception], ...] = (StorageCorrupt, *broken)
    across_agents.every_agent(connection)
    across_agents.every_job(connection)
    for (agent,) in connection.execute("SELECT id FROM agents").fetchall():
        try:
            dump.dump(connection, agent)
            reads.entries(connection, agent, EntryFilter(statuses=tuple(Status), kinds=tuple(Kind)))
            changes(connection, agent, 0)
        except faults as fault:
            found.append(f"agent {agent!r}: {fault}")
    return found
