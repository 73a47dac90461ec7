"""Queries of one agent's data; the agent is always the first condition."""

from collections.abc import Sequence
from typing import Any

from recollect.domain.clock import to_micros
from recollect.domain.conversation import Conversation, ConversationTail
from recollect.domain.entry import (
    CORRECTS,
    MEMORY_KINDS,
    NOT_SEARCHED,
    RECORDS,
    STANDING,
    Entry,
    EntryFilter,
    Version,
)
from recollect.domain.job import JobKind, Missing
from recollect.domain.turn import WHOLE, Slice, Turn
from recollect.errors import InvalidInput
from recollect.storage import rows
from recollect.storage.rows import CONVERSATION_COLUMNS, ENTRY_COLUMNS, TURN_COLUMNS
from recollect.storage.sql.connection import Connection

NO_LIMIT = 2**62
SQL_RECORDS, _NOT_SEARCHED = (
    "(" + ", ".join(f"'{kind}'" for kind in sorted(kinds)) + ")"
    for kinds in (RECORDS, NOT_SEARCHED)
)

# CROSS JOIN fixes the join order: otherwise SQLite reads all turns of the agent to find one.
_TURNS = (
    f"SELECT {TURN_COLUMNS} FROM agents a CROSS JOIN turns t ON t.agent_pk = a.pk"
    " JOIN conversations c ON c.pk = t.conversation_pk WHERE a.id = ?"
)
_CONVERSATION_TURNS = (
    f"SELECT {TURN_COLUMNS} FROM agents a CROSS JOIN conversations c ON c.agent_pk = a.pk"
    " CROSS JOIN turns t ON t.agent_pk = a.pk AND t.conversation_pk = c.pk"
    " WHERE a.id = ? AND c.id = ?"
)
_BATCH = 30
_TURNS_BY_ID = (
    f"WITH wanted (conversation, id) AS (VALUES {', '.join(['(?, ?)'] * _BATCH)})"
    f" SELECT {TURN_COLUMNS} FROM wanted w CROSS JOIN agents a CROSS JOIN conversations c"
    " ON c.agent_pk = a.pk AND c.id = w.conversation"
    " CROSS JOIN turns t ON t.agent_pk = a.pk AND t.conversation_pk = c.pk AND t.id = w.id"
    " WHERE a.id = ?"
)
CONVERSATIONS = (
    f"SELECT {CONVERSATION_COLUMNS} FROM conversations c JOIN agents a ON a.pk = c.agent_pk"
    " WHERE a.id = ?"
)
ENTRIES = f"SELECT {ENTRY_COLUMNS} FROM entries e JOIN agents a ON a.pk = e.agent_pk WHERE a.id = ?"
_ENTRIES_BY_ID = f"{ENTRIES} AND e.id IN ({', '.join('?' * _BATCH)})"
_FROM_TURN = "({0} = coalesce(?, {0}) AND {1} = coalesce(?, {1}))"
_ALSO_FROM = (
    "EXISTS (SELECT 1 FROM json_each(e.also) s WHERE "
    + _FROM_TURN.format(
        "json_extract(s.value, '$.conversation')", "json_extract(s.value, '$.turn_id')"
    )
    + ")"
)
_MISSING = {
    JobKind.EMBED: (
        " AND NOT EXISTS (SELECT 1 FROM {name}_vectors v WHERE v.agent_pk = {row}.agent_pk"
        " AND v.{name}_pk = {row}.pk AND v.space = ?)"
    ),
    JobKind.READ: " AND {row}.read_by IS NOT ?",
}
HISTORY = (
    "SELECT v.number, v.at, v.change, v.entry FROM entry_versions v"
    " JOIN entries e ON e.agent_pk = v.agent_pk AND e.pk = v.entry_pk"
    " JOIN agents a ON a.pk = e.agent_pk WHERE a.id = ?"
)
_CONVERSATION = (
    "SELECT c.agent_pk, c.pk, c.revision, c.turns FROM agents a CROSS JOIN conversations c"
    " ON c.agent_pk = a.pk AND c.id = ?2 WHERE a.id = ?1"
)
_TURNS_BY_PK = (
    f"SELECT {TURN_COLUMNS} FROM turns t JOIN conversations c ON c.pk = t.conversation_pk"
    " WHERE t.agent_pk = ? AND t.conversation_pk = ?"
)
# All minus the few summaries, so that only the index is counted.
_UNCOVERED = (
    "SELECT (SELECT count(*) FROM turns"
    " WHERE /*pg agent_pk = ?1 AND */ conversation_pk = ?2 AND idx >= ?3)"
    " - (SELECT count(*) FROM turns WHERE /*pg agent_pk = ?1 AND */ conversation_pk = ?2"
    " AND idx >= ?3 AND covers IS NOT NULL)"
)


def conversations(
    connection: Connection, agent: str, *, after: str | None = None, limit: int | None = None
) -> tuple[Conversation, ...]:
    """Conversations, newest first."""
    query = f"{CONVERSATIONS} AND c.pk < ? ORDER BY c.pk DESC LIMIT ?"
    start = row_before(connection, "conversations", agent, after)
    found = connection.execute(query, (agent, start, sql_limit(limit)))
    return tuple(map(rows.conversation_of, found))


def row_before(connection: Connection, table: str, agent: str, after: str | None) -> int:
    """The primary key of the last row of the previous page; a huge number without one."""
    if after is None:
        return NO_LIMIT
    row = connection.execute(
        f"SELECT r.pk FROM {table} r JOIN agents a ON a.pk = r.agent_pk"
        " WHERE a.id = ? AND r.id = ?",
        (agent, after),
    ).fetchone()
    if row is None:
        raise InvalidInput(f"there is nothing named {after!r} to continue from", field="cursor")
    return int(row[0])


def sql_limit(limit: int | None) -> int:
    """A limit for SQL."""
    return NO_LIMIT if limit is None else min(limit, NO_LIMIT)


def conversation(connection: Connection, agent: str, conversation: str) -> Conversation | None:
    """One conversation."""
    row = connection.execute(f"{CONVERSATIONS} AND c.id = ?", (agent, conversation)).fetchone()
    return rows.conversation_of(row) if row else None


def turns(
    connection: Connection, agent: str, conversation: str | None = None, part: Slice = WHOLE
) -> tuple[Turn, ...]:
    """Turns in order of arrival: all, some from an offset, or the last ones."""
    query, order, values = (
        (_TURNS, "t.pk", (agent,))
        if conversation is None
        else (_CONVERSATION_TURNS, "t.idx", (agent, conversation))
    )
    if part.last is not None:
        query = f"{query} ORDER BY {order} DESC LIMIT ?"
        found = connection.execute(query, (*values, sql_limit(part.last))).fetchall()
        return tuple(map(rows.turn_of, reversed(found)))
    query = f"{query} ORDER BY {order} LIMIT ? OFFSET ?"
    found = connection.execute(query, (*values, sql_limit(part.limit), part.offset)).fetchall()
    return tuple(map(rows.turn_of, found))


def window(
    connection: Connection,
    agent: str,
    conversation: str,
    *,
    after: int = -1,
    limit: int,
    missing: Missing | None = None,
) -> tuple[Turn, ...]:
    """The next turns of a conversation, or those with missing data."""
    chosen = "" if missing is None else _MISSING[missing.kind].format(row="t", name="turn")
    values = () if missing is None else (missing.name,)
    query = f"{_CONVERSATION_TURNS} AND t.idx > ?{chosen} ORDER BY t.idx LIMIT ?"
    found = connection.execute(query, (agent, conversation, after, *values, sql_limit(limit)))
    return tuple(map(rows.turn_of, found))


def turn(connection: Connection, agent: str, conversation: str, turn_id: str) -> Turn | None:
    """One turn."""
    query = f"{_CONVERSATION_TURNS} AND t.id = ?"
    row = connection.execute(query, (agent, conversation, turn_id)).fetchone()
    return rows.turn_of(row) if row else None


def tail(connection: Connection, agent: str, conversation: str, *, last: int) -> ConversationTail:
    """The end of a conversation, without older summaries and the turns the latest one covers."""
    run = connection.execute
    row = run(_CONVERSATION, (agent, conversation)).fetchone()
    if row is None:
        return ConversationTail()
    agent_pk, pk, revision, count = row
    query = f"{_TURNS_BY_PK} AND t.covers IS NOT NULL ORDER BY t.idx DESC LIMIT 1"
    latest = run(query, (agent_pk, pk)).fetchone()
    summary = rows.turn_of(latest) if latest else None
    floor = summary.covers or 0 if summary else 0
    query = f"{_TURNS_BY_PK} AND t.idx >= ? AND t.covers IS NULL ORDER BY t.idx DESC LIMIT ?"
    found = run(query, (agent_pk, pk, floor, last))
    turns = tuple(map(rows.turn_of, found))[::-1]
    if summary is not None:
        (count,) = run(_UNCOVERED, (agent_pk, pk, floor)).fetchone()
        return ConversationTail(revision=revision, count=count + 1, first=summary, last=turns)
    first = run(f"{_TURNS_BY_PK} ORDER BY t.idx LIMIT 1", (agent_pk, pk)).fetchone()
    return ConversationTail(
        revision=revision, count=count, first=rows.turn_of(first) if first else None, last=turns
    )


def conversation_revision(connection: Connection, agent: str, conversation: str) -> int:
    """The revision of a conversation's last change."""
    row = connection.execute(_CONVERSATION, (agent, conversation)).fetchone()
    return int(row[2]) if row else 0


def changed_conversations(
    connection: Connection, agent: str, *, since: int, limit: int
) -> tuple[str, ...]:
    """Conversations changed after a revision, latest change first."""
    found = connection.execute(
        "SELECT c.id FROM conversations c JOIN agents a ON a.pk = c.agent_pk"
        " WHERE a.id = ? AND c.revision > ? ORDER BY c.revision DESC, c.pk DESC LIMIT ?",
        (agent, since, limit),
    )
    return tuple(name for (name,) in found)


def turns_by_id(
    connection: Connection, agent: str, names: Sequence[tuple[str, str]]
) -> dict[tuple[str, str], Turn]:
    """Several turns by conversation and id."""
    found: dict[tuple[str, str], Turn] = {}
    for start in range(0, len(names), _BATCH):
        batch: list[str | None] = [part for name in names[start : start + _BATCH] for part in name]
        # Always the same number of parameters, so that the statement is prepared once.
        batch += [None] * (2 * _BATCH - len(batch))
        # All rows at once: half the time of one after the other.
        read = connection.execute(_TURNS_BY_ID, (*batch, agent)).fetchall()
        found |= {(turn.conversation, turn.id): turn for turn in map(rows.turn_of, read)}
    return found


def entry_window(
    connection: Connection, agent: str, *, since: int = 0, limit: int, missing: Missing
) -> tuple[tuple[int, Entry], ...]:
    """The next memories with missing data, each with the revision of its last change."""
    chosen = _MISSING[missing.kind].format(row="e", name="entry")
    found = connection.execute(
        f"SELECT {ENTRY_COLUMNS}, e.revision"
        " FROM agents a CROSS JOIN entries e ON e.agent_pk = a.pk"
        f" WHERE a.id = ? AND e.status IN ('active', 'review') AND e.kind NOT IN {_NOT_SEARCHED}"
        f" AND e.revision >= ?{chosen}"
        " ORDER BY e.revision, e.pk LIMIT ?",
        (agent, since, missing.name, sql_limit(limit)),
    )
    return tuple((row[-1], rows.entry_of(row[:-1])) for row in found)


def entries(
    connection: Connection,
    agent: str,
    chosen: EntryFilter,
    *,
    after: str | None = None,
    limit: int | None = None,
) -> tuple[Entry, ...]:
    """The memories that match a filter, newest first."""
    conditions, values = entry_conditions(chosen)
    start = row_before(connection, "entries", agent, after)
    query = f"{ENTRIES}{conditions} AND e.pk < ? ORDER BY e.pk DESC LIMIT ?"
    found = connection.execute(query, (agent, *values, start, sql_limit(limit)))
    return tuple(map(rows.entry_of, found))


def entry_conditions(chosen: EntryFilter) -> tuple[str, list[Any]]:
    """The filter as SQL; an empty list of choices matches nothing."""
    text = ""
    values: list[Any] = []
    # Without a filter, kinds are not listed, so that an invalid kind is read and reported.
    every = set(chosen.kinds) >= set(MEMORY_KINDS)
    text += (
        f" AND e.kind NOT IN {SQL_RECORDS}" if every and RECORDS.isdisjoint(chosen.kinds) else ""
    )
    wanted = (("status", chosen.statuses), *(() if every else (("kind", chosen.kinds),)))
    for column, choices in wanted:
        # NULL, because PostgreSQL takes no empty list.
        text += f" AND e.{column} IN ({', '.join('?' * len(choices)) or 'NULL'})"
        values += choices
    if chosen.priority is not None:
        text += " AND e.priority = ?"
        values.append(chosen.priority)
    for operator, moment in ((">=", chosen.after), ("<", chosen.before)):
        if moment is not None:
            text += f" AND e.recorded_at {operator} ?"
            values.append(to_micros(moment))
    if chosen.text is not None:
        text += " AND strpos(casefold(e.content), casefold(?)) > 0"
        values.append(chosen.text)
    if chosen.metadata:
        text += " AND meets(e.metadata, ?)"
        values.append(chosen.metadata.packed())
    if chosen.standing:
        text += f" AND json_type(e.metadata, '$.{STANDING}') = 'true'"
    if chosen.corrects:
        text += " AND strpos(e.metadata, ?) > 0"
        values.append(f'"{CORRECTS}":[')
    if chosen.from_a_turn:
        first = _FROM_TURN.format("e.source_conversation", "e.source_turn")
        text += f" AND ({first} OR {_ALSO_FROM})"
        values += (chosen.conversation, chosen.turn_id) * 2
    return text, values


def stored_text(connection: Connection, agent: str) -> tuple[int, int]:
    """How many turns are stored, and the characters of turns, memories and items."""
    characters = " + ".join(
        f"coalesce((SELECT sum(length(r.{column})) FROM {table} r WHERE r.agent_pk = a.pk), 0)"
        for table, column in (("turns", "content"), ("entries", "content"), ("items", "value"))
    )
    row = connection.execute(
        "SELECT CAST(coalesce((SELECT sum(c.turns) FROM conversations c"
        f" WHERE c.agent_pk = a.pk), 0) AS BIGINT), CAST({characters} AS BIGINT)"
        " FROM agents a WHERE a.id = ?",
        (agent,),
    ).fetchone()
    return (row[0], row[1]) if row else (0, 0)


def memory_count(connection: Connection, agent: str) -> int:
    """How many memories there are in any status."""
    (count,) = connection.execute(
        "SELECT count(*) FROM entries e JOIN agents a ON a.pk = e.agent_pk"
        f" WHERE a.id = ? AND e.kind NOT IN {SQL_RECORDS}",
        (agent,),
    ).fetchone()
    return int(count)


def entry(connection: Connection, agent: str, entry_id: str) -> Entry | None:
    """One memory."""
    row = connection.execute(f"{ENTRIES} AND e.id = ?", (agent, entry_id)).fetchone()
    return rows.entry_of(row) if row else None


def entries_by_id(connection: Connection, agent: str, names: Sequence[str]) -> dict[str, Entry]:
    """Several memories by id."""
    found: dict[str, Entry] = {}
    for start in range(0, len(names), _BATCH):
        batch: list[str | None] = [*names[start : start + _BATCH]]
        # As for turns, always the same number of parameters.
        batch += [None] * (_BATCH - len(batch))
        found_entries = map(rows.entry_of, connection.execute(_ENTRIES_BY_ID, (agent, *batch)))
        found |= {entry.id: entry for entry in found_entries}
    return found


def entry_by_digest(connection: Connection, agent: str, digest: str) -> Entry | None:
    """A memory by its digest, active ones first, then the newest."""
    query = f"{ENTRIES} AND e.digest = ? ORDER BY e.status = 'active' DESC, e.pk DESC LIMIT 1"
    row = connection.execute(query, (agent, digest)).fetchone()
    return rows.entry_of(row) if row else None


def history(connection: Connection, agent: str, entry_id: str) -> tuple[Version, ...]:
    """Every version of one memory."""
    found = connection.execute(f"{HISTORY} AND e.id = ? ORDER BY v.number", (agent, entry_id))
    return tuple(map(rows.version_of, found))
