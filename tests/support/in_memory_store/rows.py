"""Rows of the in-memory store for a search index."""

from in_memory_store.state import AgentState
from recollect.domain.clock import to_micros
from recollect.domain.columns import EntryRow, TurnRow
from recollect.domain.job import JobKind, Missing

# Turn: (conversation, id); memory: ("", id).
Key = tuple[str, str]


def changed_keys(state: AgentState, space: str, start: int) -> list[Key]:
    """Keys changed since a revision, then those with only a newer vector, in order."""
    revisions = {key: at for key, (at, _) in state.turns.items()}
    revisions |= {("", name): memory.revision for name, memory in state.entries.items()}
    fresh = sorted((key for key in revisions if revisions[key] > start), key=lambda k: revisions[k])
    embedded = {
        key: state.vectors[key][2]
        for key in revisions
        if revisions[key] <= start and key in state.vectors and state.vectors[key][0] == space
    }
    return fresh + sorted(
        (key for key, at in embedded.items() if at > start), key=lambda key: embedded[key]
    )


def turn_row(state: AgentState, key: Key, space: str, reader: str) -> TurnRow:
    """The row of a turn for a search index."""
    turn = state.turns[key][1]
    return TurnRow._make(
        (turn.conversation, turn.id, turn.index, turn.speaker, turn.role.value)
        + (to_micros(turn.at), to_micros(turn.recorded_at))
        + _derived(state, key, turn.content, space, reader)
        + (turn.utc_offset,)
    )


def entry_row(state: AgentState, key: Key, space: str, reader: str) -> EntryRow:
    """The row of a memory for a search index."""
    entry = state.entries[key[1]].entry
    at = entry.valid_from or entry.recorded_at
    return EntryRow._make(
        (entry.id, entry.kind.value, entry.status.value, to_micros(at))
        + (to_micros(entry.recorded_at),)
        + _derived(state, key, entry.content, space, reader)
        + (int(bool(entry.links)),)
    )


def _derived(
    state: AgentState, key: Key, content: str, space: str, reader: str
) -> tuple[bytes | None, str | None, bytes | None]:
    """The reading, or the text if there is none, and the vector."""
    reading = state.readings.get(key)
    vector_space, vector, _ = state.vectors.get(key, ("", None, 0))
    read = reading.data if reading and reading.reader == reader else None
    return read, content if read is None else None, vector if vector_space == space else None


def is_missing(state: AgentState, key: Key, missing: Missing | None) -> bool:
    """Whether a turn or memory lacks a derived value; always true if `missing` is None."""
    if missing is None:
        return True
    if missing.kind is JobKind.EMBED:
        return key not in state.vectors or state.vectors[key][0] != missing.name
    return key not in state.readings or state.readings[key].reader != missing.name
