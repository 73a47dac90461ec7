"""Who the database is kept for: the space its vectors lie in, the reader of its texts. A new one begins anew."""

import sqlite3
from collections.abc import Callable
from datetime import datetime

from recollect.domain.clock import from_micros, to_micros
from recollect.domain.ids import job_id
from recollect.domain.job import ANEW, JobKind
from recollect.domain.writes import Enqueue
from recollect.storage.sqlite import jobs

Run = Callable[..., sqlite3.Cursor]

# The work that is done for somebody by name, and where that name is kept.
ADOPTED = {JobKind.EMBED: "space", JobKind.READ: "reader"}
_EXTRACTOR = "extractor"
# Those with turns to learn from; what a model has answered about is learned by it, and costs.
_LEARNING = """
    SELECT a.pk, a.id FROM agents a
    WHERE EXISTS (SELECT 1 FROM turns t WHERE t.agent_pk = a.pk)
    AND NOT EXISTS (SELECT 1 FROM answers w WHERE w.agent_pk = a.pk) ORDER BY a.pk
"""
_EVERY_TALK = """
    SELECT w.agent_pk, a.id, w.conversation FROM (
        SELECT agent_pk, id AS conversation, 0 AS memories, pk AS place FROM conversations
        UNION ALL SELECT DISTINCT agent_pk, '', 1, agent_pk FROM entries
    ) w JOIN agents a ON a.pk = w.agent_pk
    LEFT JOIN jobs j ON j.agent_pk = w.agent_pk AND j.conversation = w.conversation AND j.kind = ?1
    WHERE j.pk IS NULL AND (?2 IS NULL OR a.pk = ?2) ORDER BY w.memories, w.place
"""


def adopted(run: Run, kind: JobKind) -> str | None:
    """The name this work is done for now."""
    row = run("SELECT value FROM meta WHERE key = ?", (ADOPTED[kind],)).fetchone()
    return None if row is None else str(row[0])


def adopt(connection: sqlite3.Connection, kind: JobKind, name: str | None, now: datetime) -> None:
    """Do this work for another from now on, beginning with the first turn and memory of everybody."""
    run = connection.execute
    if adopted(run, kind) == name:
        # Another thread or process came first: what it has asked for is not asked for again.
        return
    run("DELETE FROM meta WHERE key = ?", (ADOPTED[kind],))
    if name is None:
        run("DELETE FROM jobs WHERE kind = ?", (kind,))
        return
    run("INSERT INTO meta (key, value) VALUES (?, ?)", (ADOPTED[kind], name))
    renew(run, kind, to_micros(now), to_micros(now), None)


def extractor(run: Run) -> str | None:
    """The built-in extractor that everybody has learned with."""
    row = run("SELECT value FROM meta WHERE key = ?", (_EXTRACTOR,)).fetchone()
    return None if row is None else str(row[0])


def adopt_extractor(connection: sqlite3.Connection, name: str, now: datetime) -> None:
    """Learn with another from now on, and everything that was said before anew."""
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
        f" VALUES (?1, ?2, '', '{JobKind.LEARN}', 'pending', ?3, ?3, ?3, {ANEW})"
        " ON CONFLICT (agent_pk, conversation, kind) DO UPDATE SET"
        " asked = asked + 1, attempts = 0, set_back = 1, watermark = excluded.watermark,"
        " updated_at = excluded.updated_at,"
        " due_at = CASE WHEN state IN ('done', 'dead') THEN excluded.due_at ELSE due_at END,"
        " state = CASE state WHEN 'running' THEN 'running' ELSE 'pending' END",
        values,
    )


def renew(run: Run, kind: JobKind, due_at: int, now: int, agent_pk: int | None) -> None:
    """Ask for this work on every conversation and on the memories, of one agent or (None) of all."""
    jobs.begin_again(run, kind, due_at, agent_pk)
    for pk, agent, conversation in run(_EVERY_TALK, (kind, agent_pk)).fetchall():
        jobs.enqueue(run, pk, agent, Enqueue(kind, conversation, from_micros(due_at)), now)
