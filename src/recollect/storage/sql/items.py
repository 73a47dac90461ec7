"""Items by namespace and key: their queries and writes."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from recollect.domain.clock import from_micros, to_micros
from recollect.domain.items import (
    DropItems,
    ItemFilter,
    KeyedItem,
    Namespace,
    OwnVectors,
    PutItem,
    StoredItem,
)
from recollect.domain.job import JobKind, Missing
from recollect.domain.store_results import Changes
from recollect.errors import InvalidInput
from recollect.storage.rows import entry_columns, item_of, micros, packed
from recollect.storage.sql.changes import revision_and_floor
from recollect.storage.sql.connection import Connection, Run
from recollect.storage.sql.reads import sql_limit

_COLUMNS = (
    "i.namespace, i.key, i.value, i.metadata, i.texts, i.created_at, i.updated_at,"
    " i.expires_at, i.ttl, i.version"
)
_FROM = " FROM agents a CROSS JOIN items i ON i.agent_pk = a.pk WHERE a.id = ?"
_ITEMS = f"SELECT {_COLUMNS}{_FROM}"
# An item that has expired is replaced as if it were gone.
_PUT = """
    INSERT INTO items (agent_pk, id, namespace, key, version, created_at, updated_at, expires_at,
        ttl, revision, read_by, reading, dims, own_vectors, metadata, texts, value)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (agent_pk, id) DO UPDATE SET version = items.version + 1, created_at =
    CASE WHEN items.expires_at <= excluded.updated_at THEN excluded.created_at
    ELSE items.created_at END,
    space = CASE WHEN items.texts = excluded.texts AND excluded.dims IS NULL THEN items.space END,
    vector = CASE WHEN items.texts = excluded.texts AND excluded.dims IS NULL THEN items.vector END,
    updated_at = excluded.updated_at, expires_at = excluded.expires_at, ttl = excluded.ttl,
    revision = excluded.revision, read_by = excluded.read_by, reading = excluded.reading,
    dims = excluded.dims, own_vectors = excluded.own_vectors, metadata = excluded.metadata,
    texts = excluded.texts, value = excluded.value
"""
# A new version is a new row of an index, so that a change never means building it again.
_VERSIONED = "i.id || ':' || i.version"
_CHANGED = (
    f"SELECT {_VERSIONED}, 'context',"
    " CASE WHEN {shown} THEN 'active' ELSE 'deleted' END, i.updated_at, i.updated_at,"
    " CASE WHEN i.read_by = ? THEN i.reading END, i.texts, {vector}, 0"
    f"{_FROM} AND i.revision > ? ORDER BY i.revision, i.pk"
)
_MISSING = {JobKind.EMBED: "i.space", JobKind.READ: "i.read_by"}


def packed_namespace(namespace: Namespace) -> str:
    """A namespace as stored."""
    return json.dumps(namespace, ensure_ascii=False, separators=(",", ":"))


def _conditions(chosen: ItemFilter) -> tuple[str, list[Any]]:
    text = " AND (i.expires_at IS NULL OR i.expires_at > ?)"
    values: list[Any] = [to_micros(chosen.now)]
    if chosen.namespace:
        own = packed_namespace(chosen.namespace)
        # What lies below begins with the same names and a comma; "-" is the character after it.
        text += " AND (i.namespace = ? OR (i.namespace >= ? AND i.namespace < ?))"
        values += [own, f"{own[:-1]},", f"{own[:-1]}-"]
    for column, conditions in (("metadata", chosen.metadata), ("value", chosen.value)):
        if conditions:
            text += f" AND json_type(i.{column}) = 'object' AND meets(i.{column}, ?)"
            values.append(conditions.packed())
    return text, values


def items(
    connection: Connection,
    agent: str,
    chosen: ItemFilter,
    *,
    limit: int | None = None,
    offset: int = 0,
) -> tuple[KeyedItem, ...]:
    """The items that match, last written first."""
    text, values = _conditions(chosen)
    found = connection.execute(
        f"{_ITEMS}{text} ORDER BY i.updated_at DESC, i.revision DESC, i.pk DESC LIMIT ? OFFSET ?",
        (agent, *values, sql_limit(limit), offset),
    )
    return tuple(map(item_of, found))


def items_by_id(connection: Connection, agent: str, ids: Sequence[str]) -> dict[str, KeyedItem]:
    """The existing items among these ids."""
    rows = (connection.execute(f"{_ITEMS} AND i.id = ?", (agent, name)).fetchone() for name in ids)
    found = (item_of(row) for row in rows if row is not None)
    return {item.id: item for item in found}


def item_versions(connection: Connection, agent: str, chosen: ItemFilter) -> frozenset[str]:
    """The versions of all items that match and that a search may find."""
    text, values = _conditions(chosen)
    select = f"SELECT {_VERSIONED}{_FROM}{text} AND (i.texts <> '[]' OR i.dims IS NOT NULL)"
    found = connection.execute(select, (agent, *values))
    return frozenset(name for (name,) in found)


def item_count(connection: Connection, agent: str) -> int:
    """How many items there are, also expired ones."""
    (count,) = connection.execute(f"SELECT count(*){_FROM}", (agent,)).fetchone()
    return int(count)


def item_namespaces(connection: Connection, agent: str, now: datetime) -> tuple[Namespace, ...]:
    """The namespaces that have items, sorted."""
    text, values = _conditions(ItemFilter(now=now))
    found = connection.execute(f"SELECT DISTINCT i.namespace{_FROM}{text}", (agent, *values))
    return tuple(sorted(tuple(json.loads(name)) for (name,) in found))


def item_dims(connection: Connection, agent: str) -> int | None:
    """The length of the callers' vectors; None if there are none."""
    select = f"SELECT i.dims{_FROM} AND i.dims IS NOT NULL LIMIT 1"
    row = connection.execute(select, (agent,)).fetchone()
    return row[0] if row else None


def next_expiry(connection: Connection, agent: str) -> datetime | None:
    """When the next item expires, or the first expired one did."""
    select = f"SELECT min(i.expires_at){_FROM} AND i.expires_at IS NOT NULL"
    row = connection.execute(select, (agent,)).fetchone()
    return from_micros(row[0]) if row and row[0] is not None else None


def item_window(
    connection: Connection, agent: str, *, since: int = 0, limit: int, missing: Missing
) -> tuple[tuple[int, KeyedItem], ...]:
    """Items to embed or read, each with the revision of its last change."""
    found = connection.execute(
        f"SELECT {_COLUMNS}, i.revision{_FROM} AND i.revision >= ? AND i.texts <> '[]'"
        f" AND i.dims IS NULL AND {_MISSING[missing.kind]} IS NOT ?"
        " ORDER BY i.revision, i.pk LIMIT ?",
        (agent, since, missing.name, sql_limit(limit)),
    )
    return tuple((row[-1], item_of(row[:-1])) for row in found)


def item_changes(
    connection: Connection, agent: str, since: int, *, space: str | None, reader: str
) -> Changes:
    """What has changed, as memories; without a space, with the vectors of callers.

    The content of a row is the JSON list of its texts.
    """
    now, floor = revision_and_floor(connection, agent)
    reset = since < floor
    start = 0 if reset else since
    own = space is None
    query = _CHANGED.format(
        shown="i.dims IS NOT NULL" if own else "i.texts <> '[]'",
        vector="i.own_vectors" if own else "CASE WHEN i.space = ? THEN i.vector END",
    )
    values = (reader, agent, start) if own else (reader, space, agent, start)
    changed = entry_columns(connection.execute(query, values).fetchall())
    return Changes(revision=now, reset=reset, entries=changed)


def dumped(connection: Connection, agent: str) -> tuple[StoredItem, ...]:
    """Every item with its caller's vectors, in order of arrival."""
    select = f"SELECT {_COLUMNS}, i.dims, i.own_vectors{_FROM} ORDER BY i.pk"
    found = connection.execute(select, (agent,))
    return tuple(
        StoredItem(item_of(row[:-2]), OwnVectors(*row[-2:]) if row[-2] else None) for row in found
    )


def refresh_items(connection: Connection, agent: str, ids: Sequence[str], now: datetime) -> None:
    """Begin the lifetime of items again."""
    for item in items_by_id(connection, agent, ids).values():
        if item.ttl is not None and item.expires_at is not None and item.expires_at > now:
            connection.execute(
                "UPDATE items SET expires_at = ? WHERE id = ?"
                " AND agent_pk = (SELECT pk FROM agents WHERE id = ?)",
                (to_micros(now + timedelta(seconds=item.ttl)), item.id, agent),
            )


def put_item(run: Run, agent_pk: int, revision: int, write: PutItem) -> None:
    """Store an item; InvalidInput if its vectors are not as long as the agent's others."""
    item, own, reading = write.item, write.vectors, write.reading
    known = "SELECT 1 FROM items WHERE agent_pk = ? AND id = ?"
    if write.restored and run(known, (agent_pk, item.id)).fetchone():
        return
    if own is not None:
        row = run(
            "SELECT dims FROM items WHERE agent_pk = ? AND dims IS NOT NULL AND id <> ? LIMIT 1",
            (agent_pk, item.id),
        ).fetchone()
        if row is not None and row[0] != own.dims:
            message = f"vectors have {own.dims} numbers, but those of this agent have {row[0]}"
            raise InvalidInput(message, field="vectors")
    namespace, texts = packed_namespace(item.namespace), packed(item.texts)
    where = (agent_pk, item.id, namespace, item.key, item.version)
    times = (to_micros(item.created_at), to_micros(item.updated_at), micros(item.expires_at))
    read = (reading.reader, reading.data) if reading else (None, None)
    vectors = (own.dims, own.data) if own else (None, None)
    run(
        _PUT,
        (*where, *times, item.ttl, revision, *read, *vectors)
        + (packed(item.metadata), texts, packed(item.value)),
    )


def drop(run: Run, agent_pk: int, write: DropItems) -> list[str]:
    """Remove items, and return their ids."""
    gone: list[str] = []
    for name in write.ids:
        done = run("DELETE FROM items WHERE agent_pk = ? AND id = ?", (agent_pk, name))
        gone += [name] if done.rowcount else []
    if write.expired is not None:
        delete = "DELETE FROM items WHERE agent_pk = ? AND expires_at <= ? RETURNING id"
        found = run(delete, (agent_pk, to_micros(write.expired)))
        gone += (name for (name,) in found.fetchall())
    return gone
