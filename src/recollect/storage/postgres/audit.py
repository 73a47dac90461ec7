"""The audit log of all servers of one database."""

import time
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from recollect.domain.audit import AuditEvent, AuditFilter, event_from, event_text
from recollect.domain.clock import to_micros
from recollect.storage.postgres.database import PostgresDatabase
from recollect.storage.sql.connection import Connection

# Old events are deleted by a process that begins to write, then this often.
_PRUNE_SECONDS: Final = 3600
_PRUNE_EVERY: Final = 1_000
_ADD: Final = """
    INSERT INTO audit_events (at, action, agents, key, key_id, event)
    VALUES (?, ?, CAST(? AS text[]), ?, ?, ?)
"""
# A key that was revoked is known by what it did before.
_READ: Final = """
    SELECT event FROM audit_events WHERE at >= ?1
    AND (CAST(?2 AS text) IS NULL OR action = ?2)
    AND (CAST(?3 AS text) IS NULL OR agents && ARRAY[CAST(?3 AS text), '*'])
    AND (CAST(?4 AS text) IS NULL OR key = ?4 OR key_id = ?4 OR key IS NULL AND key_id IN (
        SELECT key_id FROM audit_events WHERE key = ?4))
    AND (CAST(?6 AS bigint) IS NULL OR at <= ?6) ORDER BY at DESC, pk DESC LIMIT ?5
"""
_NAMES: Final = """
    SELECT DISTINCT ON (key_id) key_id, key FROM audit_events
    WHERE key_id = ANY (CAST(? AS text[])) AND key IS NOT NULL ORDER BY key_id, pk DESC
"""
_PRUNE: Final = "DELETE FROM audit_events WHERE at < ?"
_IS_LARGE: Final = "SELECT pg_relation_size('audit_events') > ?"
# The newest half of what is allowed stays.
_HALVE: Final = """
    DELETE FROM audit_events WHERE pk <= (
        SELECT max(pk) FROM (
            SELECT pk, sum(octet_length(event)) OVER (ORDER BY pk DESC) AS size FROM audit_events
        ) AS newer WHERE size > CAST(?1 AS bigint) / 2)
    AND (SELECT sum(octet_length(event)) FROM audit_events) > CAST(?1 AS bigint)
"""


class AuditEvents:
    """The events of all servers."""

    def __init__(self, database: PostgresDatabase) -> None:
        self._database = database
        self._pruned_at: float | None = None
        self._added = 0

    def add(self, events: Sequence[AuditEvent], *, oldest: datetime, max_bytes: int) -> None:
        """Add events, and delete those before `oldest` and what is too much."""
        rows = [
            (to_micros(each.at), each.action.value, [*each.agents], each.key, each.key_id)
            + (event_text(each),)
            for each in events
        ]
        self._database.change(lambda c: c.executemany(_ADD, rows))
        self._added += len(rows)
        now = time.monotonic()
        is_late = self._pruned_at is None or now - self._pruned_at > _PRUNE_SECONDS
        if is_late or self._added >= _PRUNE_EVERY:
            self._pruned_at, self._added = now, 0
            self._database.change(lambda c: _prune(c, to_micros(oldest), max_bytes))

    def read(self, chosen: AuditFilter, oldest: datetime, limit: int) -> list[AuditEvent]:
        """The newest events that match and are not older, newest first."""
        since = max(oldest, chosen.since or oldest)
        values = (
            to_micros(since),
            chosen.action and chosen.action.value,
            chosen.agent,
            chosen.key,
            limit,
            chosen.until and to_micros(chosen.until),
        )
        found = self._database.ask(lambda c: c.execute(_READ, values).fetchall())
        parsed = (event_from(text) for (text,) in found)
        events = [event for event in parsed if event is not None]
        nameless = [*{event.key_id for event in events if event.key is None and event.key_id}]
        if not nameless:
            return events
        rows = self._database.ask(lambda c: c.execute(_NAMES, (nameless,)).fetchall())
        names: dict[str | None, str] = dict(rows)
        return [replace(event, key=event.key or names.get(event.key_id)) for event in events]


def _prune(connection: Connection, oldest: int, max_bytes: int) -> None:
    connection.execute(_PRUNE, (oldest,))
    (is_large,) = connection.execute(_IS_LARGE, (max_bytes,)).fetchone()
    if is_large:
        connection.execute(_HALVE, (max_bytes,))
