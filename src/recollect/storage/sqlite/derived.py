"""Vectors and readings of turns and memories, which can be made again."""

from recollect.domain.job import JobKind
from recollect.domain.writes import PutReadings, PutVectors
from recollect.storage.sqlite.adoption import ADOPTED, Run, adopted, renew

_PUT_ENTRY_VECTOR = """
    INSERT OR REPLACE INTO entry_vectors (agent_pk, entry_pk, space, data, revision)
    SELECT e.agent_pk, e.pk, ?, ?, ? FROM entries e
    WHERE e.agent_pk = ? AND e.id = ? AND e.version = ? AND e.status IN ('active', 'review')
"""
_PUT_TURN_VECTOR = """
    INSERT OR REPLACE INTO turn_vectors (agent_pk, turn_pk, space, data, revision)
    SELECT t.agent_pk, t.pk, ?, ?, ? FROM turns t JOIN conversations c ON c.pk = t.conversation_pk
    WHERE c.agent_pk = ? AND c.id = ? AND t.id = ?
"""
# Readings are deterministic, so an existing one is not written again.
_PUT_ENTRY_READING = """
    UPDATE entries SET read_by = ?1, reading = ?2
    WHERE agent_pk = ?3 AND id = ?4 AND version = ?5 AND read_by IS NOT ?1
"""
_PUT_TURN_READING = """
    UPDATE turns SET read_by = ?1, reading = ?2 WHERE id = ?3 AND read_by IS NOT ?1
    AND conversation_pk = (SELECT pk FROM conversations WHERE agent_pk = ?4 AND id = ?5)
"""


def put_vectors(run: Run, agent_pk: int, revision: int, item: PutVectors) -> None:
    """Store vectors, unless the database now uses another space."""
    if item.space != adopted(run, JobKind.EMBED):
        return
    for vector in item.vectors:
        value = (item.space, vector.data, revision, agent_pk)
        if item.conversation:
            run(_PUT_TURN_VECTOR, (*value, item.conversation, vector.id))
        else:
            run(_PUT_ENTRY_VECTOR, (*value, vector.id, vector.version))


def put_readings(run: Run, agent_pk: int, item: PutReadings) -> None:
    """Store readings, unless the database now uses another reader."""
    if item.reader != adopted(run, JobKind.READ):
        return
    for reading in item.readings:
        value = (item.reader, reading.data)
        if item.conversation:
            run(_PUT_TURN_READING, (*value, reading.id, agent_pk, item.conversation))
        else:
            run(_PUT_ENTRY_READING, (*value, agent_pk, reading.id, reading.version))


def rederive(run: Run, agent_pk: int, due_at: int, now: int) -> None:
    """Delete all vectors and readings of an agent; readers must start over."""
    values = (agent_pk,)
    for table in ("turns", "entries"):
        run(f"UPDATE {table} SET read_by = NULL, reading = NULL WHERE agent_pk = ?", values)
    for table in ("turn_vectors", "entry_vectors"):
        run(f"DELETE FROM {table} WHERE agent_pk = ?", values)
    run("UPDATE agents SET floor = revision WHERE pk = ?", values)
    for kind in ADOPTED:
        if adopted(run, kind) is not None:
            renew(run, kind, due_at, now, agent_pk)
