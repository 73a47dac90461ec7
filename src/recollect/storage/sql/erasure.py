"""Deletes most of a large agent in short transactions, so that other writers do not wait for it.

The last one, `EraseAgent`, deletes the rest with the agent itself. Until then, readers of the agent
find less and less of it, and if the process dies, what is left can be erased again.
"""

from recollect.storage.sql.connection import LOCKED, Connection, Run
from recollect.storage.sql.traces import mark

# Rows of turns, memories or items in one transaction.
_PIECE = 500
_TABLES = ("turns", "entries", "items")


def delete_piece(connection: Connection, agent: str) -> bool:
    """Delete some rows of an agent that has many; False if it has only a few."""
    run = connection.execute
    row = run(f"SELECT pk FROM agents WHERE id = ?{LOCKED}", (agent,)).fetchone()
    if row is None:
        return False
    (agent_pk,) = row
    count = "SELECT count(*) FROM (SELECT 1 FROM {} WHERE agent_pk = ? LIMIT ?) first"
    sizes = {
        table: run(count.format(table), (agent_pk, _PIECE + 1)).fetchone()[0] for table in _TABLES
    }
    table = max(sizes, key=lambda name: sizes[name])
    if sizes[table] <= _PIECE:
        return False
    if table == "turns":
        _delete_turns(run, agent_pk)
    else:
        _delete(run, table, agent_pk, _PIECE)
    # Readers must start over: there is no tombstone for each row.
    run("UPDATE agents SET revision = revision + 1, floor = revision + 1 WHERE pk = ?", (agent_pk,))
    mark(run)
    return True


def _delete_turns(run: Run, agent_pk: int) -> None:
    """Delete turns, and conversations that have none left."""
    left = _PIECE
    while left > 0:
        select = "SELECT pk FROM conversations WHERE agent_pk = ? ORDER BY pk LIMIT 1"
        row = run(select, (agent_pk,)).fetchone()
        if row is None:
            return
        deleted = _delete(run, "turns", agent_pk, left, row[0])
        if deleted < left:
            run("DELETE FROM conversations WHERE pk = ?", row)
        else:
            run("UPDATE conversations SET turns = turns - ? WHERE pk = ?", (deleted, *row))
        left -= max(deleted, 1)


def _delete(run: Run, table: str, agent_pk: int, most: int, within: int | None = None) -> int:
    which = "" if within is None else " AND conversation_pk = ?"
    values = () if within is None else (within,)
    return run(
        f"DELETE FROM {table} WHERE agent_pk = ? AND pk IN"
        f" (SELECT pk FROM {table} WHERE agent_pk = ?{which} LIMIT ?)",
        (agent_pk, agent_pk, *values, most),
    ).rowcount
