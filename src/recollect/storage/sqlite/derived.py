"""What is made of turns and memories, and can be made again: their vectors and their readings."""

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
# A reading is the same whenever its reader makes it: what is there already is not written again.
_PUT_ENTRY_READING = """
    UPDATE entries SET read_by = ?1, reading = ?2
    WHERE agent_pk = ?3 AND id = ?4 AND version = ?5 AND read_by IS NOT ?1
"""
_PUT_TURN_READING = """
    UPDATE turns SET read_by = ?1, reading = ?2 WHERE id = ?3 AND read_by IS NOT ?1
    AND conversation_pk = (SELECT pk FROM conversations WHERE agent_pk = ?4 AND id = ?5)
"""


def put_vectors(run: Run, agent_pk: int, revision: int, item: PutVectors) -> None:
    """Store vectors, but never those of a space that the database has left."""
    if item.space != adopted(run, JobKind.EMBED):
        return
    for made in item.vectors:
        value = (item.space, made.data, revision, agent_pk)
        if item.conversation:
            run(_PUT_TURN_VECTOR, (*value, item.conversation, made.id))
        else:
            run(_PUT_ENTRY_VECTOR, (*value, made.id, made.version))


def put_readings(run: Run, agent_pk: int, item: PutReadings) -> None:
    """Store readings, but never those of a reader that the database has left."""
    if item.reader != adopted(run, JobKind.READ):
        return
    for made in item.readings:
        value = (item.reader, made.data)
        if item.conversation:
            run(_PUT_TURN_READING, (*value, made.id, agent_pk, item.conversation))
        else:
            run(_PUT_ENTRY_READING, (*value, agent_pk, made.id, made.version))


def rederive(run: Run, agent_pk: int, due_at: int, now: int) -> None:
    """Forget what was made of turns and memories; whoever has read it before starts afresh."""
    mine = (agent_pk,)
    for table in ("turns", "entries"):
        run(f"UPDATE {table} SET read_by = NULL, reading = NULL WHERE agent_pk = ?", mine)
    for table in ("turn_vectors", "entry_vectors"):
        run(f"DELETE FROM {table} WHERE agent_pk = ?", mine)
    run("UPDATE agents SET floor = revision WHERE pk = ?", mine)
    for kind in ADOPTED:
        if adopted(run, kind) is not None:
            renew(run, kind, due_at, now, agent_pk)
