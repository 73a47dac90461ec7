"""The vector space, reader and extractor of the database; a new one redoes all its work."""

import sqlite3
from collections.abc import Callable
from datetime import datetime

from recollect.domain.clock import from_micros, to_micros
from recollect.domain.ids import job_id
from recollect.domain.job import START_OVER, JobKind
from recollect.domain.writes import Enqueue
from recollect.storage.sqlite import jobs

Run = Callable[..., sqlite3.Cursor]

# Jobs that depend on a model, and the key under which its name is stored.
ADOPTED = {JobKind.EMBED: "space", JobKind.READ: "reader"}
_EXTRACTOR = "extractor"
# Agents with turns, except those a core model has learned for, as that would cost again.
_LEARNING = """
    SELECT a.pk, a.id FROM agents a
    WHERE EXISTS (SELECT 1 FROM turns t WHERE t.agent_pk = a.pk)
    AND NOT EXISTS (SELECT 1 FROM answers w WHERE w.agent_pk = a.pk) ORDER BY a.pk
"""
_WITHOUT_JOB = """
    SELECT w.agent_pk, a.id, w.conversation FROM (
        SELECT agent_pk, id AS conversation, 0 AS memories, pk AS place FROM conversations
        UNION ALL SELECT DISTINCT agent_pk, '', 1, agent_pk FROM entries
    ) w JOIN agents a ON a.pk = w.agent_pk
    LEFT JOIN jobs j ON j.agent_pk = w.agent_pk AND j.conversation = w.conversation AND j.kind = ?1
    WHERE j.pk IS NULL AND (?2 IS NULL OR a.pk = ?2) ORDER BY w.memories, w.place
"""


def adopted(run: Run, kind: JobKind) -> str | None:
    """The name of the model that this kind of job uses now."""
    row = run("SELECT value FROM meta WHERE key = ?", (ADOPTED[kind],)).fetchone()
    return None if row is None else str(row[0])


def adopt(connection: sqlite3.Connection, kind: JobKind, name: str | None, now: datetime) -> None:
    """Use another model for this kind of job, and redo it for all agents."""
    run = connection.execute
    if adopted(run, kind) == name:
        # Another thread or process came first.
        return
    run("DELETE FROM meta WHERE key = ?", (ADOPTED[kind],))
    if name is None:
        run("DELETE FROM jobs WHERE kind = ?", (kind,))
        return
    run("INSERT INTO meta (key, value) VALUES (?, ?)", (ADOPTED[kind], name))
    renew(run, kind, to_micros(now), to_micros(now), None)


def extractor(run: Run) -> str | None:
    """The built-in extractor that all agents have learned with."""
    row = run("SELECT value FROM meta WHERE key = ?", (_EXTRACTOR,)).fetchone()
    return None if row is None else str(row[0])


def adopt_extractor(connection: sqlite3.Connection, name: str, now: datetime) -> None:
    """Use another extractor, and learn everything again with it."""
    run = connection.execute
    if extractor(run) == name:
        # Another thread or process came first.
        return
    run("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", (_EXTRACTOR, name))
    at = to_micros(now)
    values = [(pk, job_id(agent, "", JobKind.LEARN), at) for pk, agent in run(_LEARNING)]
    connection.executemany(
        "INSERT INTO jobs"
        " (agent_pk, id, conversation, kind, state, due_at, created_at, updated_at, watermark)"
        f" VALUES (?1, ?2, '', '{JobKind.LEARN}', 'pending', ?3, ?3, ?3, {START_OVER})"
        " ON CONFLICT (agent_pk, conversation, kind) DO UPDATE SET"
        " asked = asked + 1, attempts = 0, set_back = 1, watermark = excluded.watermark,"
        " updated_at = excluded.updated_at,"
        " due_at = CASE WHEN state IN ('done', 'dead') THEN excluded.due_at ELSE due_at END,"
        " state = CASE state WHEN 'running' THEN 'running' ELSE 'pending' END",
        values,
    )


def renew(run: Run, kind: JobKind, due_at: int, now: int, agent_pk: int | None) -> None:
    """Request jobs of this kind for all conversations and memories of one agent or (None) of all."""
    jobs.begin_again(run, kind, due_at, agent_pk)
    for pk, agent, conversation in run(_WITHOUT_JOB, (kind, agent_pk)).fetchall():
        jobs.enqueue(run, pk, agent, Enqueue(kind, conversation, from_micros(due_at)), now)
