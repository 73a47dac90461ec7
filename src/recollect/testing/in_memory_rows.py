"""What the store in RAM shows to a search index."""

from recollect.domain.clock import to_micros
from recollect.domain.columns import EntryRow, TurnRow
from recollect.domain.job import JobKind, Lack
from recollect.testing.in_memory_state import AgentState

# Of a turn its conversation and id, of a memory "" and its id.
Key = tuple[str, str]


def newer(state: AgentState, space: str, start: int) -> list[Key]:
    """The turns and memories changed since a revision, then those whose vector alone is newer; each in order."""
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
    """A turn as a search index takes it."""
    turn = state.turns[key][1]
    return TurnRow._make(
        (turn.conversation, turn.id, turn.index, turn.speaker, turn.role.value)
        + (to_micros(turn.at), to_micros(turn.recorded_at))
        + _made(state, key, turn.content, space, reader)
    )


def entry_row(state: AgentState, key: Key, space: str, reader: str) -> EntryRow:
    """A memory as a search index takes it."""
    entry = state.entries[key[1]].entry
    at = entry.valid_from or entry.recorded_at
    return EntryRow._make(
        (entry.id, entry.kind.value, entry.status.value, to_micros(at))
        + (to_micros(entry.recorded_at),)
        + _made(state, key, entry.content, space, reader)
        + (int(bool(entry.links)),)
    )


def _made(
    state: AgentState, key: Key, content: str, space: str, reader: str
) -> tuple[bytes | None, str | None, bytes | None]:
    """The reading, or the text where it is missing, and the vector."""
    reading = state.readings.get(key)
    of, vector, _ = state.vectors.get(key, ("", None, 0))
    read = reading.data if reading and reading.reader == reader else None
    return read, content if read is None else None, vector if of == space else None


def lacks(state: AgentState, key: Key, lacking: Lack | None) -> bool:
    """Whether a turn or memory is without what is asked for; all are where nothing is."""
    if lacking is None:
        return True
    if lacking.kind is JobKind.EMBED:
        return key not in state.vectors or state.vectors[key][0] != lacking.name
    return key not in state.readings or state.readings[key].reader != lacking.name
