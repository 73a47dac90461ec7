"""Reader for mem0: the answer of `get_all` as JSON, and the databases of its open-source version.

history.db holds every memory with its changes, but not whose it is; chroma.sqlite3 holds that too.
Qdrant's files are not read: they are pickles, which can run code when they are opened.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from typing import Any, Final

from recollect.domain.entry import MEM0
from recollect.domain.metadata import Json
from recollect.importers.documents import relation
from recollect.importers.items import ImportedItem, Notice, NotImported
from recollect.importers.json_values import fields_of, list_of, moment, text_of
from recollect.importers.source import ImportSource

SQLITE: Final = b"SQLite format 3\0"
# How the agent is named that has the memories of a user, agent, app or run; the first id decides.
PREFIXES: Final = {"user_id": "", "agent_id": "agent:", "app_id": "app:", "run_id": "run:"}
# What mem0's own calls show of a memory beside its metadata.
_BESIDE_METADATA: Final = (*PREFIXES, "actor_id", "role")
# How many memories `get_all` returns unless it is told otherwise: in mem0 2.x, and in 1.x.
_DEFAULT_LIMITS: Final = frozenset({20, 100})
# The latest text of each memory that was not deleted, and when it was added.
_HISTORY: Final = """
    SELECT memory_id, new_memory, first_at, actor_id FROM (
        SELECT *, row_number() OVER w AS place,
            first_value(created_at) OVER (PARTITION BY memory_id ORDER BY rowid) AS first_at
        FROM history WINDOW w AS (PARTITION BY memory_id ORDER BY rowid DESC)
    ) WHERE place = 1 AND event <> 'DELETE' AND coalesce(is_deleted, 0) = 0
    ORDER BY first_at, memory_id"""
_CHROMA: Final = """
    SELECT e.embedding_id, m.key, m.string_value FROM embeddings e
    JOIN embedding_metadata m ON m.id = e.id
    WHERE m.string_value IS NOT NULL ORDER BY e.id, m.key"""


def matches(item: dict[str, Any]) -> bool:
    """Return whether this is a memory of mem0, or an answer that lists some."""
    listed = next((fields_of(each) for each in list_of(item.get("results"))), item)
    return isinstance(listed.get("memory"), str) and "id" in listed


def read(items: list[Any], source: ImportSource) -> Iterator[ImportedItem]:
    """Yield the memories and relations of `get_all`."""
    number, owners = 0, Counter[str | None]()
    for item in map(fields_of, items):
        listed = item["results"] if isinstance(item.get("results"), list) else [item]
        for value in listed:
            number += 1
            place = f"memory {number}"
            memory = source.fields(place, value)
            owners[_owner(memory)] += 1
            yield from _memory(memory, place, source)
        # Those of mem0 1.x name no user.
        users = {_owner(fields_of(value)) for value in listed}
        for found in map(fields_of, list_of(item.get("relations"))):
            one, verb, other = (text_of(found.get(n)) for n in ("source", "relationship", "target"))
            owner = _owner(found) or (next(iter(users)) if len(users) == 1 else None)
            if not (one and verb and other):
                yield NotImported("incomplete relations")
            elif owner is None and users != {None} and one not in users:
                yield NotImported("relations that name no user")
            else:
                agent = owner or (one if one in users else None)
                yield relation(source, "relations", (one, verb, other), agent=agent)
    yield from _if_it_was_cut(owners)


def _if_it_was_cut(owners: Counter[str | None]) -> Iterator[Notice]:
    """Yield a notice for each owner that has as many memories as an answer holds by default."""
    counts = {owner or "the file": count for owner, count in owners.items()}
    if len(owners) > 1:
        counts["the file"] = owners.total()
    for owner, count in counts.items():
        if count in _DEFAULT_LIMITS:
            yield Notice(
                f"{owner} has exactly {count} memories, which is as many as mem0's get_all returns"
                " by default: export again with top_k=100_000 (mem0 1.x: limit=100_000), and"
                " compare"
            )


def read_database(source: ImportSource) -> Iterator[ImportedItem]:
    """Yield the memories of history.db or chroma.sqlite3."""
    try:
        path = f"{source.path.resolve().as_uri()}?mode=ro"
        with closing(sqlite3.connect(path, uri=True)) as database:
            # The file may be hostile: no views, and no functions from its schema.
            database.execute("PRAGMA trusted_schema = OFF")
            named = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            tables = {name for (name,) in named}
            if "history" in tables:
                yield from _from_history(database, tables, source)
            elif {"embeddings", "embedding_metadata"} <= tables:
                yield from _from_chroma(database, source)
            elif "points" in tables:
                raise source.error(
                    "Qdrant's files cannot be read safely: import mem0's history.db instead, or"
                    " the answer of get_all as JSON"
                )
            elif {"agents", "turns", "entries"} <= tables:
                raise source.error("this is Recollect's own database: use recollect restore")
            else:
                raise source.error("this SQLite database is not one of mem0's")
    except sqlite3.Error as error:
        raise source.error(f"cannot be read: {error}") from None


def _from_history(
    database: sqlite3.Connection, tables: set[str], source: ImportSource
) -> Iterator[ImportedItem]:
    for name, text, created_at, actor in database.execute(_HISTORY):
        item = {"id": name, "memory": text, "created_at": created_at, "actor_id": actor}
        yield from _memory(item, f"memory {name!r:.80}", source)
    counts = "SELECT count(*), count(DISTINCT memory_id) FROM history"
    versions, memories = database.execute(counts).fetchone()
    if versions > memories:
        yield NotImported("earlier versions and deletions", versions - memories)
    if "messages" in tables:
        (count,) = database.execute("SELECT count(*) FROM messages").fetchone()
        yield from [NotImported("recent messages", count)] if count else []


def _from_chroma(database: sqlite3.Connection, source: ImportSource) -> Iterator[ImportedItem]:
    known: dict[str, dict[str, Any]] = {}
    for name, key, value in database.execute(_CHROMA):
        known.setdefault(name, {"id": name})[{"data": "memory"}.get(key, key)] = value
    for name, item in known.items():
        yield from _memory(item, f"memory {name!r:.80}", source)
    if known:
        yield NotImported("embeddings", len(known))


def _memory(item: dict[str, Any], place: str, source: ImportSource) -> Iterator[ImportedItem]:
    if not isinstance(item.get("memory"), str):
        raise source.error("a memory must have a text", place)
    if not text_of(item["memory"]):
        yield NotImported("empty memories")
        return
    metadata: dict[str, Json] = dict(fields_of(item.get("metadata")))
    given = {name: item[name] for name in _BESIDE_METADATA if text_of(item.get(name))}
    last_day = text_of(item.get("expiration_date"))[:10]
    ends_at = moment(last_day)
    if ends_at is not None:
        given["expiration_date"] = last_day
        ends_at = moment(ends_at + timedelta(days=1)) or ends_at
    metadata |= {MEM0: given} if given else {}
    categories = [text_of(name)[:100] for name in list_of(item.get("categories"))]
    yield source.memory(
        place,
        item["memory"],
        id=text_of(item.get("id")) or None,
        agent=_owner(item),
        at=moment(item.get("created_at")) or moment(item.get("updated_at")),
        tags=tuple(name for name in categories if name),
        valid_until=ends_at,
        metadata=metadata,
    )


def _owner(item: dict[str, Any]) -> str | None:
    found = (prefix + text for key, prefix in PREFIXES.items() if (text := text_of(item.get(key))))
    return next(found, None)
