"""Everything that an export of an agent contains."""

from dataclasses import replace

from recollect.domain.clock import from_micros
from recollect.domain.entry import Version
from recollect.domain.store_results import Dump
from recollect.storage import rows
from recollect.storage.sql import items
from recollect.storage.sql.changes import state
from recollect.storage.sql.connection import Connection
from recollect.storage.sql.reads import CONVERSATIONS, ENTRIES, HISTORY, turns


def dump(connection: Connection, agent: str) -> Dump:
    """Everything of an agent, in order of arrival."""
    kept = connection.execute(f"{CONVERSATIONS} ORDER BY c.pk", (agent,))
    found = connection.execute(f"{HISTORY} ORDER BY e.pk, v.number", (agent,))
    histories: dict[str, list[Version]] = {}
    for version in map(rows.version_of, found):
        histories.setdefault(version.entry.id, []).append(version)
    # Counting a use adds no version, so the last one gets the current values.
    for current in map(rows.entry_of, connection.execute(ENTRIES, (agent,))):
        versions = histories[current.id]
        versions[-1] = replace(versions[-1], entry=current)
    row = connection.execute("SELECT created_at FROM agents WHERE id = ?", (agent,)).fetchone()
    return Dump(
        agent=agent,
        created_at=from_micros(row[0]) if row else None,
        conversations=tuple(map(rows.conversation_of, kept)),
        turns=turns(connection, agent),
        histories=tuple(map(tuple, histories.values())),
        items=items.dumped(connection, agent),
        subscriptions=state(connection, agent).spaces,
    )
