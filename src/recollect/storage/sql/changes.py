"""What has changed since a revision, as columns, because objects are too slow for very many."""

from typing import Any

from recollect.domain.store_results import AgentState, Changes
from recollect.storage import rows
from recollect.storage.sql.connection import Connection

# First new rows, then rows with only a new vector. CROSS JOIN makes each query follow an index.
_READING = (
    "CASE WHEN {row}.read_by = ?1 THEN {row}.reading END,"
    " CASE WHEN {row}.read_by = ?1 THEN NULL ELSE {row}.content END, v.data"
)
_TURN_ROW = (
    "SELECT c.id, t.id, t.idx, t.speaker, t.role, t.at, t.recorded_at, "
    + _READING.format(row="t")
    + ", t.utc_offset FROM "
)
_JOIN_CONVERSATIONS = " CROSS JOIN conversations c ON c.pk = t.conversation_pk"
_NEW_TURNS = (
    f"{_TURN_ROW}turns t{_JOIN_CONVERSATIONS}"
    " LEFT JOIN turn_vectors v ON v.agent_pk = ?3 AND v.turn_pk = t.pk AND v.space = ?2"
    " WHERE t.agent_pk = ?3 AND t.revision > ?4 ORDER BY t.revision, t.pk"
)
_EMBEDDED_TURNS = (
    f"{_TURN_ROW}turn_vectors v"
    f" CROSS JOIN turns t ON t.agent_pk = ?3 AND t.pk = v.turn_pk{_JOIN_CONVERSATIONS}"
    " WHERE v.agent_pk = ?3 AND v.revision > ?4 AND v.space = ?2 AND t.revision <= ?4"
    " ORDER BY v.revision, v.turn_pk"
)
_ENTRY_ROW = (
    "SELECT e.id, e.kind, e.status, coalesce(e.valid_from, e.recorded_at), e.recorded_at, "
    + _READING.format(row="e")
    + ", e.links <> '[]' FROM "
)
_NEW_ENTRIES = (
    f"{_ENTRY_ROW}entries e"
    " LEFT JOIN entry_vectors v ON v.agent_pk = ?3 AND v.entry_pk = e.pk AND v.space = ?2"
    " WHERE e.agent_pk = ?3 AND e.revision > ?4 ORDER BY e.revision, e.pk"
)
_EMBEDDED_ENTRIES = (
    f"{_ENTRY_ROW}entry_vectors v"
    " CROSS JOIN entries e ON e.agent_pk = ?3 AND e.pk = v.entry_pk"
    " WHERE v.agent_pk = ?3 AND v.revision > ?4 AND v.space = ?2 AND e.revision <= ?4"
    " ORDER BY v.revision, v.entry_pk"
)

_STATE = """
    SELECT a.revision, greatest(
        a.floor,
        coalesce((SELECT max(e.revision) FROM entries e WHERE e.agent_pk = a.pk), 0),
        coalesce((SELECT max(t.revision) FROM tombstones t WHERE t.agent_pk = a.pk), 0)
    ), s.space, a.pk FROM agents a LEFT JOIN subscriptions s ON s.agent_pk = a.pk
    WHERE a.id = ?1 ORDER BY s.pk
"""
_STATE_OF_ROW = _STATE.replace("agent_pk = a.pk)", "agent_pk = ?2)").replace(
    "WHERE a.id = ?1", "WHERE a.id = ?1 AND a.pk = ?2"
)


def revision(connection: Connection, agent: str) -> int:
    """A number that grows with every write of this agent."""
    return revision_and_floor(connection, agent)[0]


def state(connection: Connection, agent: str) -> AgentState:
    """The revisions of this agent, and the spaces that it reads."""
    return state_and_row(connection, agent, None)[0]


def state_and_row(
    connection: Connection, agent: str, row: int | None
) -> tuple[AgentState, int | None]:
    """The state, and the row of the agent; it is found faster if that is given, and still right."""
    found: list[Any] = []
    if row is not None:
        found = connection.execute(_STATE_OF_ROW, (agent, row)).fetchall()
    # Without a row now, it may have been erased and created again.
    found = found or connection.execute(_STATE, (agent,)).fetchall()
    if not found:
        erased, _ = revision_and_floor(connection, agent)
        return AgentState(erased, erased), None
    now, of_memories, _, agent_pk = found[0]
    spaces = tuple(space for _, _, space, _ in found if space is not None)
    return AgentState(now, of_memories, spaces), agent_pk


def revision_and_floor(connection: Connection, agent: str) -> tuple[int, int]:
    """The agent's revision and floor; for an unknown agent, those of the last erasure."""
    return _position(connection, agent)[:2]


def _position(connection: Connection, agent: str) -> tuple[int, int, int]:
    """The agent's revision, floor and row; no row has the number 0."""
    select = "SELECT revision, floor, pk FROM agents WHERE id = ?"
    row = connection.execute(select, (agent,)).fetchone()
    if row is None:
        (erased,) = connection.execute("SELECT value FROM meta WHERE key = 'erased'").fetchone()
        return int(erased), int(erased), 0
    return row[0], row[1], row[2]


def changes(
    connection: Connection, agent: str, since: int, *, space: str = "", reader: str = ""
) -> Changes:
    """What is newer than a revision, or everything if something was deleted since then."""
    now, floor, agent_pk = _position(connection, agent)
    select = "SELECT coalesce(max(revision), 0) FROM tombstones WHERE agent_pk = ?"
    (deleted,) = connection.execute(select, (agent_pk,)).fetchone()
    reset = since < max(floor, deleted)
    start = 0 if reset else since
    values = (reader, space, agent_pk, start)

    def newer(fresh: str, embedded: str) -> list[Any]:
        found = connection.execute(fresh, values).fetchall()
        # From the start, every row is new, and none has only a new vector.
        return found + connection.execute(embedded, values).fetchall() if start and space else found

    return Changes(
        revision=now,
        reset=reset,
        turns=rows.turn_columns(newer(_NEW_TURNS, _EMBEDDED_TURNS)),
        entries=rows.entry_columns(newer(_NEW_ENTRIES, _EMBEDDED_ENTRIES)),
    )
