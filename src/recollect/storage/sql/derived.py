"""Vectors and readings, and the models they and all memories come from; a new model redoes all."""

from datetime import datetime

from recollect.domain.clock import from_micros, to_micros
from recollect.domain.ids import job_id
from recollect.domain.job import START_OVER, JobKind
from recollect.domain.writes import Enqueue, PutReadings, PutVectors
from recollect.storage.sql import jobs
from recollect.storage.sql.connection import ALONE, Connection, Run
from recollect.storage.sql.traces import PUT_META, meta_value

# Jobs that depend on a model, and the key under which its name is stored.
ADOPTED = {JobKind.EMBED: "space", JobKind.READ: "reader"}
_EXTRACTOR = "extractor"
_SWEEP = "sweep"
# Agents with turns, except those a core model has learned for, as that would cost again.
_LEARNING = """
    SELECT a.pk, a.id FROM agents a
    WHERE EXISTS (SELECT 1 FROM turns t WHERE t.agent_pk = a.pk)
    AND NOT EXISTS (SELECT 1 FROM answers w WHERE w.agent_pk = a.pk) ORDER BY a.pk
"""
_WITHOUT_JOB = """
    SELECT w.agent_pk, a.id, w.conversation FROM (
        SELECT agent_pk, id AS conversation, 0 AS memories, pk AS place FROM conversations
        UNION ALL SELECT s.agent_pk, '', 1, s.agent_pk FROM
        (SELECT agent_pk FROM entries UNION SELECT agent_pk FROM items) s
    ) w JOIN agents a ON a.pk = w.agent_pk
    LEFT JOIN jobs j ON j.agent_pk = w.agent_pk AND j.conversation = w.conversation AND j.kind = ?1
    WHERE j.pk IS NULL AND (CAST(?2 AS BIGINT) IS NULL OR a.pk = ?2) ORDER BY w.memories, w.place
"""
_PUT_ENTRY_VECTOR = """
    INSERT INTO entry_vectors (agent_pk, entry_pk, space, data, revision)
    SELECT e.agent_pk, e.pk, ?, ?, ? FROM entries e
    WHERE e.agent_pk = ? AND e.id = ? AND e.version = ? AND e.status IN ('active', 'review')
    ON CONFLICT (agent_pk, entry_pk) DO UPDATE SET
    space = excluded.space, data = excluded.data, revision = excluded.revision
"""
_PUT_TURN_VECTOR = """
    INSERT INTO turn_vectors (agent_pk, turn_pk, space, data, revision)
    SELECT t.agent_pk, t.pk, ?1, ?2, ?3
    FROM turns t JOIN conversations c ON c.pk = t.conversation_pk
    WHERE c.agent_pk = ?4 AND t.agent_pk = ?4 AND c.id = ?5 AND t.id = ?6
    ON CONFLICT (agent_pk, turn_pk) DO UPDATE SET
    space = excluded.space, data = excluded.data, revision = excluded.revision
"""
# Readings are deterministic, so an existing one is not written again.
_PUT_READING = """
    UPDATE {} SET read_by = ?1, reading = ?2
    WHERE agent_pk = ?3 AND id = ?4 AND version = ?5 AND read_by IS NOT ?1
"""
_PUT_ITEM_VECTOR = """
    UPDATE items SET space = ?1, vector = ?2, revision = ?3
    WHERE agent_pk = ?4 AND id = ?5 AND version = ?6 AND dims IS NULL
"""
_PUT_TURN_READING = """
    UPDATE turns SET read_by = ?1, reading = ?2 WHERE id = ?3 AND read_by IS NOT ?1
    AND agent_pk = ?4
    AND conversation_pk = (SELECT pk FROM conversations WHERE agent_pk = ?4 AND id = ?5)
"""


def space(connection: Connection) -> str | None:
    """The vector space of this database."""
    return adopted(connection.execute, JobKind.EMBED)


def reader(connection: Connection) -> str | None:
    """The name of the reader whose readings this database stores."""
    return adopted(connection.execute, JobKind.READ)


def extractor(connection: Connection) -> str | None:
    """The built-in extractor that all agents have learned with."""
    return meta_value(connection.execute, _EXTRACTOR)


def sweep_rules(connection: Connection) -> str | None:
    """The rules by which agents are swept."""
    return meta_value(connection.execute, _SWEEP)


def adopted(run: Run, kind: JobKind) -> str | None:
    """The name of the model that this kind of job uses now."""
    return meta_value(run, ADOPTED[kind])


def adopt(connection: Connection, kind: JobKind, name: str | None, now: datetime) -> None:
    """Use another model for this kind of job, and redo it for all agents."""
    run = connection.execute
    # A turn that another process is just writing would be left out.
    run(ALONE)
    if adopted(run, kind) == name:
        # Another thread or process came first.
        return
    run("DELETE FROM meta WHERE key = ?", (ADOPTED[kind],))
    if name is None:
        run("DELETE FROM jobs WHERE kind = ?", (kind,))
        return
    run(PUT_META, (ADOPTED[kind], name))
    renew(run, kind, to_micros(now), to_micros(now), None)


def adopt_extractor(connection: Connection, name: str, now: datetime) -> None:
    """Use another extractor, and learn everything again with it."""
    run = connection.execute
    run(ALONE)
    if extractor(connection) == name:
        # Another thread or process came first.
        return
    run(PUT_META, (_EXTRACTOR, name))
    at = to_micros(now)
    values = [(pk, job_id(agent, "", JobKind.LEARN), at) for pk, agent in run(_LEARNING)]
    connection.executemany(
        "INSERT INTO jobs"
        " (agent_pk, id, conversation, kind, state, due_at, created_at, updated_at, watermark)"
        f" VALUES (?1, ?2, '', '{JobKind.LEARN}', 'pending', ?3, ?3, ?3, {START_OVER})"
        " ON CONFLICT (agent_pk, conversation, kind) DO UPDATE SET"
        " asked = jobs.asked + 1, attempts = 0, set_back = 1, watermark = excluded.watermark,"
        " updated_at = excluded.updated_at,"
        " due_at = CASE WHEN jobs.state IN ('done', 'dead') THEN excluded.due_at"
        "   ELSE jobs.due_at END,"
        " state = CASE jobs.state WHEN 'running' THEN 'running' ELSE 'pending' END",
        values,
    )


def adopt_sweep(connection: Connection, rules: str, due_at: datetime) -> None:
    """Sweep every agent by then if the rules of the sweep are others than before."""
    run = connection.execute
    if meta_value(run, _SWEEP) != rules:
        run(PUT_META, (_SWEEP, rules))
        jobs.hasten(connection, frozenset({JobKind.SWEEP}), due_at)


def renew(run: Run, kind: JobKind, due_at: int, now: int, agent_pk: int | None) -> None:
    """Request jobs of this kind for all data of one agent or (None) of all."""
    jobs.begin_again(run, kind, due_at, agent_pk)
    for pk, agent, conversation in run(_WITHOUT_JOB, (kind, agent_pk)).fetchall():
        jobs.enqueue(run, pk, agent, Enqueue(kind, conversation, from_micros(due_at)), now)


def put_vectors(run: Run, agent_pk: int, revision: int, item: PutVectors) -> None:
    """Store vectors, unless the database now uses another space."""
    if item.space != adopted(run, JobKind.EMBED):
        return
    for vector in item.vectors:
        value = (item.space, vector.data, revision, agent_pk)
        if item.conversation:
            run(_PUT_TURN_VECTOR, (*value, item.conversation, vector.id))
        else:
            for query in (_PUT_ENTRY_VECTOR, _PUT_ITEM_VECTOR):
                run(query, (*value, vector.id, vector.version))


def put_readings(run: Run, agent_pk: int, item: PutReadings) -> None:
    """Store readings, unless the database now uses another reader."""
    if item.reader != adopted(run, JobKind.READ):
        return
    for reading in item.readings:
        value = (item.reader, reading.data)
        if item.conversation:
            run(_PUT_TURN_READING, (*value, reading.id, agent_pk, item.conversation))
        else:
            for table in ("entries", "items"):
                run(_PUT_READING.format(table), (*value, agent_pk, reading.id, reading.version))


def rederive(run: Run, agent_pk: int, due_at: int, now: int) -> None:
    """Delete all vectors and readings of an agent; readers must start over."""
    values = (agent_pk,)
    run("UPDATE items SET space = NULL, vector = NULL WHERE agent_pk = ?", values)
    for table in ("turns", "entries", "items"):
        run(f"UPDATE {table} SET read_by = NULL, reading = NULL WHERE agent_pk = ?", values)
    for table in ("turn_vectors", "entry_vectors"):
        run(f"DELETE FROM {table} WHERE agent_pk = ?", values)
    run("UPDATE agents SET floor = revision WHERE pk = ?", values)
    for kind in ADOPTED:
        if adopted(run, kind) is not None:
            renew(run, kind, due_at, now, agent_pk)
