"""Each question to the database as SQL. The agent is always the first condition."""

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from recollect.domain.access import EVERYBODY, Reach
from recollect.domain.clock import from_micros, to_micros
from recollect.domain.conversation import AgentSummary, Conversation
from recollect.domain.entry import (
    MEMORY_KINDS,
    NOT_SEARCHED,
    RECORDS,
    Entry,
    EntryFilter,
    Kind,
    Priority,
    Status,
    Tally,
    Version,
)
from recollect.domain.job import Job, JobKind, JobState, Lack
from recollect.domain.turn import Turn
from recollect.domain.writes import Dump, StoreStats
from recollect.errors import InvalidInput, StorageCorrupt
from recollect.storage import rows
from recollect.storage.rows import (
    CONVERSATION_COLUMNS,
    ENTRY_COLUMNS,
    JOB_COLUMNS,
    TURN_COLUMNS,
)
from recollect.storage.sqlite.changes import changes

_Connection = sqlite3.Connection
_NO_LIMIT = 2**62
_RECORDS, _NOT_SEARCHED = (
    "(" + ", ".join(f"'{kind}'" for kind in sorted(kinds)) + ")"
    for kinds in (RECORDS, NOT_SEARCHED)
)

# CROSS JOIN fixes the order: left to itself SQLite reads all the turns of the agent to find one of them.
_TURNS = (
    f"SELECT {TURN_COLUMNS} FROM agents a CROSS JOIN turns t ON t.agent_pk = a.pk"
    " JOIN conversations c ON c.pk = t.conversation_pk WHERE a.id = ?"
)
_TALK = (
    f"SELECT {TURN_COLUMNS} FROM agents a CROSS JOIN conversations c ON c.agent_pk = a.pk"
    " CROSS JOIN turns t ON t.conversation_pk = c.pk WHERE a.id = ? AND c.id = ?"
)
_NAMES = 30
_NAMED = (
    f"WITH wanted (talk, name) AS (VALUES {', '.join(['(?, ?)'] * _NAMES)})"
    f" SELECT {TURN_COLUMNS} FROM wanted w CROSS JOIN agents a CROSS JOIN conversations c"
    " ON c.agent_pk = a.pk AND c.id = w.talk CROSS JOIN turns t ON t.conversation_pk = c.pk"
    " AND t.id = w.name WHERE a.id = ?"
)
_CONVERSATIONS = (
    f"SELECT {CONVERSATION_COLUMNS} FROM conversations c JOIN agents a ON a.pk = c.agent_pk"
    " WHERE a.id = ?"
)
_ENTRIES = (
    f"SELECT {ENTRY_COLUMNS} FROM entries e JOIN agents a ON a.pk = e.agent_pk WHERE a.id = ?"
)
_JOBS = f"SELECT {JOB_COLUMNS} FROM jobs j JOIN agents a ON a.pk = j.agent_pk"
_MISCOUNTED = (
    "SELECT c.id FROM conversations c LEFT JOIN turns t ON t.conversation_pk = c.pk GROUP BY c.pk"
    " HAVING c.turns <> count(t.pk) OR c.next_index <= coalesce(max(t.idx), -1) LIMIT 20"
)
_LACKING = {
    JobKind.EMBED: (
        " AND NOT EXISTS (SELECT 1 FROM {name}_vectors v WHERE v.agent_pk = {row}.agent_pk"
        " AND v.{name}_pk = {row}.pk AND v.space = ?)"
    ),
    JobKind.READ: " AND {row}.read_by IS NOT ?",
}
_HISTORY = (
    "SELECT v.number, v.at, v.change, v.entry FROM entry_versions v"
    " JOIN entries e ON e.pk = v.entry_pk JOIN agents a ON a.pk = e.agent_pk WHERE a.id = ?"
)


def conversations(
    connection: _Connection, agent: str, after: str | None, limit: int | None
) -> tuple[Conversation, ...]:
    """Conversations, newest first."""
    query = f"{_CONVERSATIONS} AND c.pk < ? ORDER BY c.pk DESC LIMIT ?"
    start = _behind(connection, "conversations", agent, after)
    found = connection.execute(query, (agent, start, most(limit)))
    return tuple(map(rows.conversation_of, found))


def _behind(connection: _Connection, table: str, agent: str, after: str | None) -> int:
    """The row behind which a page begins; its number stays in here."""
    if after is None:
        return _NO_LIMIT
    row = connection.execute(
        f"SELECT r.pk FROM {table} r JOIN agents a ON a.pk = r.agent_pk WHERE a.id = ? AND r.id = ?",
        (agent, after),
    ).fetchone()
    if row is None:
        raise InvalidInput(f"there is nothing named {after!r} to go on from", field="cursor")
    return int(row[0])


def most(limit: int | None) -> int:
    """A limit as SQL takes it."""
    return -1 if limit is None else min(limit, _NO_LIMIT)


def conversation(connection: _Connection, agent: str, name: str) -> Conversation | None:
    """One conversation."""
    row = connection.execute(f"{_CONVERSATIONS} AND c.id = ?", (agent, name)).fetchone()
    return rows.conversation_of(row) if row else None


def turns(connection: _Connection, agent: str, conversation: str | None) -> tuple[Turn, ...]:
    """Every turn, in the order of arrival."""
    if conversation is None:
        found = connection.execute(f"{_TURNS} ORDER BY t.pk", (agent,))
    else:
        found = connection.execute(f"{_TALK} ORDER BY t.idx", (agent, conversation))
    return tuple(map(rows.turn_of, found))


def window(
    connection: _Connection,
    agent: str,
    conversation: str,
    after: int,
    limit: int,
    lacking: Lack | None,
) -> tuple[Turn, ...]:
    """The next turns of a conversation, all of them or those that lack something."""
    chosen = "" if lacking is None else _LACKING[lacking.kind].format(row="t", name="turn")
    values = () if lacking is None else (lacking.name,)
    found = connection.execute(
        f"{_TALK} AND t.idx > ?{chosen} ORDER BY t.idx LIMIT ?",
        (agent, conversation, after, *values, most(limit)),
    )
    return tuple(map(rows.turn_of, found))


def turn(connection: _Connection, agent: str, conversation: str, turn_id: str) -> Turn | None:
    """One turn."""
    row = connection.execute(f"{_TALK} AND t.id = ?", (agent, conversation, turn_id)).fetchone()
    return rows.turn_of(row) if row else None


def turns_named(
    connection: _Connection, agent: str, names: Sequence[tuple[str, str]]
) -> dict[tuple[str, str], Turn]:
    """Several turns by their names."""
    found: dict[tuple[str, str], Turn] = {}
    for start in range(0, len(names), _NAMES):
        part: list[str | None] = [w for name in names[start : start + _NAMES] for w in name]
        # Always as many marks, so that the statement is prepared once; what is left over names nothing.
        part += [None] * (2 * _NAMES - len(part))
        made = map(rows.turn_of, connection.execute(_NAMED, (*part, agent)))
        found |= {(each.conversation, each.id): each for each in made}
    return found


def entry_window(
    connection: _Connection, agent: str, since: int, limit: int, lacking: Lack
) -> tuple[tuple[int, Entry], ...]:
    """The next memories that lack something, each with the revision of its last change."""
    chosen = _LACKING[lacking.kind].format(row="e", name="entry")
    found = connection.execute(
        f"SELECT {ENTRY_COLUMNS}, e.revision FROM agents a CROSS JOIN entries e ON e.agent_pk = a.pk"
        f" WHERE a.id = ? AND e.status IN ('active', 'review') AND e.kind NOT IN {_NOT_SEARCHED}"
        f" AND e.revision >= ?{chosen}"
        " ORDER BY e.revision, e.pk LIMIT ?",
        (agent, since, lacking.name, most(limit)),
    )
    return tuple((row[-1], rows.entry_of(row[:-1])) for row in found)


def entries(
    connection: _Connection, agent: str, chosen: EntryFilter, after: str | None, limit: int | None
) -> tuple[Entry, ...]:
    """The memories a filter chooses, newest first."""
    conditions, values = _conditions(chosen)
    start = _behind(connection, "entries", agent, after)
    found = connection.execute(
        f"{_ENTRIES}{conditions} AND e.pk < ? ORDER BY e.pk DESC LIMIT ?",
        (agent, *values, start, most(limit)),
    )
    return tuple(map(rows.entry_of, found))


def every_entry(
    connection: _Connection,
    reach: Reach,
    chosen: EntryFilter,
    after: tuple[str, str] | None,
    limit: int | None,
) -> tuple[tuple[str, Entry], ...]:
    """The memories of several agents that a filter chooses, newest first."""
    within, names = reached(reach)
    conditions, values = _conditions(chosen)
    start = _NO_LIMIT if after is None else _behind(connection, "entries", *after)
    # CROSS JOIN goes through the memories from the newest on, so that a page ends where it is full.
    found = connection.execute(
        f"SELECT {ENTRY_COLUMNS}, a.id FROM entries e CROSS JOIN agents a ON a.pk = e.agent_pk"
        f" WHERE e.pk < ?{conditions}{within} ORDER BY e.pk DESC LIMIT ?",
        (start, *values, *names, most(limit)),
    )
    return tuple((row[-1], rows.entry_of(row[:-1])) for row in found)


def every_holder(connection: _Connection, entry_id: str, reach: Reach) -> tuple[str, ...]:
    """Whoever has a memory of this id; one look for each agent, for ids are kept by agent."""
    within, names = reached(reach)
    found = connection.execute(
        "SELECT a.id FROM agents a CROSS JOIN entries e ON e.agent_pk = a.pk AND e.id = ?"
        f" WHERE e.kind NOT IN {_RECORDS}{within} ORDER BY a.id",
        (entry_id, *names),
    )
    return tuple(name for (name,) in found)


def every_tally(connection: _Connection, reach: Reach) -> tuple[Tally, ...]:
    """How many memories there are, by kind, priority and status."""
    within, names = reached(reach)
    found = connection.execute(
        "SELECT e.kind, e.priority, e.status, count(*) FROM agents a"
        f" JOIN entries e ON e.agent_pk = a.pk WHERE e.kind NOT IN {_RECORDS}{within}"
        " GROUP BY e.kind, e.priority, e.status ORDER BY e.kind, e.priority, e.status",
        names,
    )
    return tuple(
        Tally(Kind(kind), Priority(priority), Status(status), count)
        for kind, priority, status, count in found
    )


def reached(reach: Reach) -> tuple[str, list[str]]:
    """Which agents are meant, as SQL behind other conditions; no pattern at all means nobody."""
    text = "" if reach.only is None else " AND a.id = ?"
    values = [] if reach.only is None else [reach.only]
    if "*" in reach.patterns:
        return text, values
    choices = " OR ".join(["a.id GLOB ?"] * len(reach.patterns)) or "0"
    return f"{text} AND ({choices})", [*values, *map(_glob, reach.patterns)]


def _glob(pattern: str) -> str:
    """A pattern of ours as SQLite's: `*` is any text in both, and every other sign stands for itself in ours alone."""
    return pattern.replace("[", "[[]").replace("?", "[?]")


def _conditions(chosen: EntryFilter) -> tuple[str, list[Any]]:
    """The filter as SQL; an empty list of choices chooses nothing, never everything."""
    text = ""
    values: list[Any] = []
    # Where all are wanted none is named, so that a kind which does not exist is met, and told as a fault.
    every = set(chosen.kinds) >= set(MEMORY_KINDS)
    text += f" AND e.kind NOT IN {_RECORDS}" if every and RECORDS.isdisjoint(chosen.kinds) else ""
    wanted = (("status", chosen.statuses), *(() if every else (("kind", chosen.kinds),)))
    for column, choices in wanted:
        text += f" AND e.{column} IN ({', '.join('?' * len(choices))})"
        values += choices
    if chosen.priority is not None:
        text += " AND e.priority = ?"
        values.append(chosen.priority)
    for operator, moment in ((">=", chosen.after), ("<", chosen.before)):
        if moment is not None:
            text += f" AND e.recorded_at {operator} ?"
            values.append(to_micros(moment))
    if chosen.text is not None:
        text += " AND instr(casefold(e.content), casefold(?)) > 0"
        values.append(chosen.text)
    return text, values


def memories_held(connection: _Connection, agent: str) -> int:
    """How many memories there are, whatever their status."""
    (count,) = connection.execute(
        "SELECT count(*) FROM entries e JOIN agents a ON a.pk = e.agent_pk"
        f" WHERE a.id = ? AND e.kind NOT IN {_RECORDS}",
        (agent,),
    ).fetchone()
    return int(count)


def entry(connection: _Connection, agent: str, entry_id: str) -> Entry | None:
    """One memory."""
    row = connection.execute(f"{_ENTRIES} AND e.id = ?", (agent, entry_id)).fetchone()
    return rows.entry_of(row) if row else None


def entry_like(connection: _Connection, agent: str, digest: str) -> Entry | None:
    """A memory by what it says, active ones first, then the newest."""
    row = connection.execute(
        f"{_ENTRIES} AND e.digest = ? ORDER BY e.status = 'active' DESC, e.pk DESC LIMIT 1",
        (agent, digest),
    ).fetchone()
    return rows.entry_of(row) if row else None


def history(connection: _Connection, agent: str, entry_id: str) -> tuple[Version, ...]:
    """Every version of one memory."""
    found = connection.execute(f"{_HISTORY} AND e.id = ? ORDER BY v.number", (agent, entry_id))
    return tuple(map(rows.version_of, found))


def dump(connection: _Connection, agent: str) -> Dump:
    """Everything of an agent, in the order in which it came."""
    kept = connection.execute(f"{_CONVERSATIONS} ORDER BY c.pk", (agent,))
    found = connection.execute(f"{_HISTORY} ORDER BY e.pk, v.number", (agent,))
    histories: dict[str, list[Version]] = {}
    for version in map(rows.version_of, found):
        histories.setdefault(version.entry.id, []).append(version)
    # A use makes no version: the last one is told as the memory stands now.
    for now in map(rows.entry_of, connection.execute(_ENTRIES, (agent,))):
        versions = histories[now.id]
        versions[-1] = replace(versions[-1], entry=now)
    row = connection.execute("SELECT created_at FROM agents WHERE id = ?", (agent,)).fetchone()
    return Dump(
        agent=agent,
        created_at=from_micros(row[0]) if row else None,
        conversations=tuple(map(rows.conversation_of, kept)),
        turns=turns(connection, agent, None),
        histories=tuple(map(tuple, histories.values())),
    )


def every_agent(
    connection: _Connection, after: str | None, limit: int | None, reach: Reach = EVERYBODY
) -> tuple[AgentSummary, ...]:
    """All agents by name, with how much each has."""
    within, names = reached(reach)
    found = connection.execute(
        "SELECT a.id, a.created_at, a.revision,"
        " (SELECT count(*) FROM conversations c WHERE c.agent_pk = a.pk),"
        " (SELECT coalesce(sum(c.turns), 0) FROM conversations c WHERE c.agent_pk = a.pk),"
        " (SELECT count(*) FROM entries e WHERE e.agent_pk = a.pk AND e.status IN ('active', 'review')"
        f" AND e.kind NOT IN {_RECORDS})"
        f" FROM agents a WHERE a.id > ?{within} ORDER BY a.id LIMIT ?",
        (after or "", *names, most(limit)),
    )
    return tuple(map(rows.agent_of, found))


def every_job(
    connection: _Connection,
    state: JobState | None,
    after: str | None,
    limit: int | None,
    reach: Reach = EVERYBODY,
) -> tuple[Job, ...]:
    """Jobs of all agents, newest first."""
    within, names = reached(reach)
    start = _NO_LIMIT
    if after is not None:
        row = connection.execute("SELECT pk FROM jobs WHERE id = ?", (after,)).fetchone()
        if row is None:
            raise InvalidInput(f"there is no job {after!r} to go on from", field="cursor")
        start = row[0]
    chosen = "" if state is None else " AND j.state = ?"
    values = () if state is None else (state,)
    found = connection.execute(
        f"{_JOBS} WHERE j.pk < ?{chosen}{within} ORDER BY j.pk DESC LIMIT ?",
        (start, *values, *names, most(limit)),
    )
    return tuple(map(rows.job_of, found))


def any_job(connection: _Connection, job_id: str) -> Job | None:
    """One job."""
    row = connection.execute(f"{_JOBS} WHERE j.id = ?", (job_id,)).fetchone()
    return rows.job_of(row) if row else None


def every_owner(connection: _Connection) -> tuple[str, ...]:
    """Whoever holds a lease."""
    found = connection.execute(
        "SELECT DISTINCT lease_owner FROM jobs WHERE state = 'running' ORDER BY lease_owner"
    )
    return tuple(owner for (owner,) in found if owner)


def stats(connection: _Connection) -> StoreStats:
    """How much there is."""

    def count(query: str) -> int:
        return int(connection.execute(query).fetchone()[0])

    def groups(table: str, column: str) -> dict[str, int]:
        query = f"SELECT {column}, count(*) FROM {table} GROUP BY {column} ORDER BY {column}"
        return dict(connection.execute(query).fetchall())

    return StoreStats(
        agents=count("SELECT count(*) FROM agents"),
        conversations=count("SELECT count(*) FROM conversations"),
        turns=count("SELECT coalesce(sum(turns), 0) FROM conversations"),
        turns_embedded=count(
            "SELECT count(*) FROM turn_vectors"
            " WHERE space = (SELECT value FROM meta WHERE key = 'space')"
        ),
        entries=count(
            "SELECT count(*) FROM entries WHERE status IN ('active', 'review')"
            f" AND kind NOT IN {_RECORDS}"
        ),
        entries_by_kind=groups("entries", "kind"),
        entries_by_status=groups("entries", "status"),
        jobs_by_state=groups("jobs", "state"),
        database_bytes=count("PRAGMA page_count") * count("PRAGMA page_size"),
    )


def faults(connection: _Connection) -> tuple[str, ...]:
    """What SQLite and our own reading of every row find wrong."""
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
        every_agent(connection, None, None)
        every_job(connection, None, None, None)
        for (agent,) in connection.execute("SELECT id FROM agents").fetchall():
            found += _unreadable(connection, agent)
    except StorageCorrupt as broken:
        found.append(str(broken))
    except sqlite3.DatabaseError as broken:
        # So damaged that SQLite itself cannot go on looking.
        found.append(str(broken))
    return tuple(found)


def _unreadable(connection: _Connection, agent: str) -> list[str]:
    try:
        dump(connection, agent)
        entries(
            connection, agent, EntryFilter(statuses=tuple(Status), kinds=tuple(Kind)), None, None
        )
        changes(connection, agent, 0, "", "")
    except (StorageCorrupt, sqlite3.DatabaseError) as broken:
        return [f"agent {agent!r}: {broken}"]
    return []
