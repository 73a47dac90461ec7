"""Queries across agents, limited to a `Reach`."""

from collections import Counter
from datetime import datetime

from recollect.domain.access import ALL_AGENTS, Reach
from recollect.domain.clock import to_micros
from recollect.domain.conversation import AgentSummary
from recollect.domain.entry import SHOWN, Entry, EntryFilter, Kind, Priority, Status, Tally
from recollect.domain.job import NOTHING_DONE, Job, JobKind, JobState
from recollect.domain.store_results import StoreStats
from recollect.errors import InvalidInput
from recollect.storage import rows
from recollect.storage.rows import ENTRY_COLUMNS, JOB_COLUMNS
from recollect.storage.sql import reads
from recollect.storage.sql.connection import Connection
from recollect.storage.sql.jobs import OWNER

_JOBS = f"SELECT {JOB_COLUMNS} FROM jobs j JOIN agents a ON a.pk = j.agent_pk"


def every_entry(
    connection: Connection,
    reach: Reach,
    chosen: EntryFilter,
    *,
    after: tuple[str, str] | None = None,
    limit: int | None = None,
) -> tuple[tuple[str, Entry], ...]:
    """The memories of several agents that match a filter, newest first."""
    within, names = reach_condition(reach)
    conditions, values = reads.entry_conditions(chosen)
    start = reads.NO_LIMIT if after is None else reads.row_before(connection, "entries", *after)
    # CROSS JOIN scans from the newest memory and stops when the page is full, or begins with the
    # agents if they are named.
    joined = "entries e CROSS JOIN agents a ON a.pk = e.agent_pk"
    if _named(reach):
        joined = "agents a CROSS JOIN entries e ON e.agent_pk = a.pk"
    found = connection.execute(
        f"SELECT {ENTRY_COLUMNS}, a.id FROM {joined}"
        f" WHERE e.pk < ?{conditions}{within} ORDER BY e.pk DESC LIMIT ?",
        (start, *values, *names, reads.sql_limit(limit)),
    )
    return tuple((row[-1], rows.entry_of(row[:-1])) for row in found)


def every_agent_with_entry(connection: Connection, entry_id: str, reach: Reach) -> tuple[str, ...]:
    """The agents with this memory."""
    within, names = reach_condition(reach)
    found = connection.execute(
        "SELECT a.id FROM entries e CROSS JOIN agents a ON a.pk = e.agent_pk"
        f" WHERE e.id = ? AND e.kind NOT IN {reads.SQL_RECORDS}{within} ORDER BY a.id",
        (entry_id, *names),
    )
    return tuple(name for (name,) in found)


def every_tally(connection: Connection, reach: Reach) -> tuple[Tally, ...]:
    """How many memories there are, by kind, priority and status."""
    within, names = reach_condition(reach)
    source = "agents a JOIN entries e ON e.agent_pk = a.pk" if within else "entries e"
    found = connection.execute(
        f"SELECT e.kind, e.priority, e.status, count(*) FROM {source}"
        f" WHERE e.kind NOT IN {reads.SQL_RECORDS}{within}"
        " GROUP BY e.kind, e.priority, e.status ORDER BY e.kind, e.priority, e.status",
        names,
    )
    return tuple(
        Tally(Kind(kind), Priority(priority), Status(status), count)
        for kind, priority, status, count in found
    )


def reach_condition(reach: Reach) -> tuple[str, list[str]]:
    """The agents in reach as a further SQL condition; no patterns match no agent."""
    text = "" if reach.only is None else " AND a.id = ?"
    values = [] if reach.only is None else [reach.only]
    if "*" in reach.patterns:
        return text, values
    if _named(reach):
        return f"{text} AND a.id IN ({', '.join('?' * len(reach.patterns))})", [
            *values,
            *reach.patterns,
        ]
    choices = " OR ".join(["glob(?, a.id)"] * len(reach.patterns)) or "false"
    # All special characters of `glob` but `*` are escaped.
    globs = (pattern.replace("[", "[[]").replace("?", "[?]") for pattern in reach.patterns)
    return f"{text} AND ({choices})", [*values, *globs]


def _named(reach: Reach) -> bool:
    """Whether the patterns are names, so that an index finds the agents."""
    return bool(reach.patterns) and not any("*" in pattern for pattern in reach.patterns)


def every_agent(
    connection: Connection,
    *,
    after: str | None = None,
    limit: int | None = None,
    reach: Reach = ALL_AGENTS,
) -> tuple[AgentSummary, ...]:
    """All agents by name, with how much each has stored."""
    within, names = reach_condition(reach)
    found = connection.execute(
        "SELECT a.id, a.created_at, a.revision,"
        " (SELECT count(*) FROM conversations c WHERE c.agent_pk = a.pk),"
        " (SELECT CAST(coalesce(sum(c.turns), 0) AS BIGINT) FROM conversations c"
        " WHERE c.agent_pk = a.pk),"
        " (SELECT count(*) FROM entries e WHERE e.agent_pk = a.pk"
        " AND e.status IN ('active', 'review')"
        f" AND e.kind NOT IN {reads.SQL_RECORDS})"
        f" FROM agents a WHERE a.id > ?{within} ORDER BY a.id LIMIT ?",
        (after or "", *names, reads.sql_limit(limit)),
    )
    return tuple(map(rows.agent_of, found))


def every_agent_changed_since(connection: Connection, kind: JobKind) -> tuple[str, ...]:
    """The agents with a conversation that has changed since their last job of this kind."""
    found = connection.execute(
        "SELECT a.id FROM agents a LEFT JOIN jobs j"
        " ON j.agent_pk = a.pk AND j.conversation = '' AND j.kind = ?"
        " WHERE EXISTS (SELECT 1 FROM conversations c WHERE c.agent_pk = a.pk"
        " AND c.revision > coalesce(j.watermark, ?)) ORDER BY a.id",
        (kind, NOTHING_DONE),
    )
    return tuple(name for (name,) in found)


def every_job(
    connection: Connection,
    *,
    state: JobState | None = None,
    after: str | None = None,
    limit: int | None = None,
    reach: Reach = ALL_AGENTS,
    kinds: frozenset[JobKind] | None = None,
    due_by: datetime | None = None,
) -> tuple[Job, ...]:
    """Jobs of all agents, newest first."""
    within, names = reach_condition(reach)
    start = reads.NO_LIMIT
    if after is not None:
        row = connection.execute("SELECT pk FROM jobs WHERE id = ?", (after,)).fetchone()
        if row is None:
            raise InvalidInput(f"there is no job {after!r} to continue from", field="cursor")
        start = row[0]
    chosen, values = "", list[str | int]()
    if state is not None:
        chosen, values = " AND j.state = ?", [state]
    if due_by is not None:
        chosen += " AND j.due_at <= ?"
        values.append(to_micros(due_by))
    if kinds is not None:
        chosen += f" AND j.kind IN ({', '.join('?' * len(kinds)) or 'NULL'})"
        values += sorted(kinds)
    query = f"{_JOBS} WHERE j.pk < ?{chosen}{within} ORDER BY j.pk DESC LIMIT ?"
    found = connection.execute(query, (start, *values, *names, reads.sql_limit(limit)))
    return tuple(map(rows.job_of, found))


def any_job(connection: Connection, job_id: str) -> Job | None:
    """One job."""
    row = connection.execute(f"{_JOBS} WHERE j.id = ?", (job_id,)).fetchone()
    return rows.job_of(row) if row else None


def every_lease_owner(connection: Connection) -> tuple[str, ...]:
    """The current lease owners."""
    found = connection.execute(
        f"SELECT DISTINCT {OWNER} AS owner FROM jobs WHERE state = 'running' ORDER BY owner"
    )
    return tuple(owner for (owner,) in found if owner)


def stats(connection: Connection, database_bytes: int) -> StoreStats:
    """How much is stored."""

    def count(query: str) -> int:
        return int(connection.execute(query).fetchone()[0])

    kinds, statuses = Counter[str](), Counter[str]()
    query = (
        "SELECT status, kind, count(*) FROM entries"
        f" WHERE kind NOT IN {reads.SQL_RECORDS} GROUP BY status, kind"
    )
    for status, kind, number in connection.execute(query):
        statuses[status] += number
        if status in SHOWN:
            kinds[kind] += number
    states = connection.execute("SELECT state, count(*) FROM jobs GROUP BY state ORDER BY state")
    return StoreStats(
        agents=count("SELECT count(*) FROM agents"),
        conversations=count("SELECT count(*) FROM conversations"),
        turns=count("SELECT coalesce(sum(turns), 0) FROM conversations"),
        turns_embedded=count(
            "SELECT count(*) FROM turn_vectors"
            " WHERE space = (SELECT value FROM meta WHERE key = 'space')"
        ),
        entries=kinds.total(),
        entries_by_kind=dict(sorted(kinds.items())),
        entries_by_status=dict(sorted(statuses.items())),
        jobs_by_state=dict(states.fetchall()),
        database_bytes=database_bytes,
    )
