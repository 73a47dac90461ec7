"""What learning reads and writes in the store in RAM."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from recollect.model.entry import Entry
from recollect.model.turn import Turn
from recollect.testing.in_memory_state import AgentState, Memory, own


def turns_since(state: AgentState, revision: int, limit: int) -> tuple[tuple[int, Turn], ...]:
    """Turns newer than a revision; those of the last write come whole."""
    newer = [(at, own(turn)) for at, turn in state.turns.values() if at > revision]
    newer.sort(key=lambda item: item[0])
    last = newer[limit - 1][0] if len(newer) > limit else None
    return tuple(item for item in newer if last is None or item[0] <= last)


def entries_since(state: AgentState, revision: int) -> tuple[tuple[int, Entry], ...]:
    """Memories changed after a revision, each with its own."""
    newer = [(m.revision, own(m.entry)) for m in state.entries.values() if m.revision > revision]
    return tuple(sorted(newer, key=lambda item: item[0]))


def entries_from(state: AgentState, conversation: str) -> tuple[Entry, ...]:
    """Memories that rest on a conversation, first or among others."""
    entries = (memory.entry for memory in state.entries.values())
    return tuple(own(entry) for entry in entries if _rests_on(entry, conversation))


def entries_as_of(state: AgentState, moment: datetime) -> tuple[Entry, ...]:
    """Each memory in the last version that had been written by then."""
    past = (
        [version.entry for version in memory.history if version.at <= moment]
        for memory in reversed(state.entries.values())
    )
    return tuple(own(versions[-1]) for versions in past if versions)


def touch(state: AgentState, ids: Sequence[str], at: datetime, gain: float) -> None:
    """Count a use."""
    for name in ids:
        if name in state.entries:
            memory = state.entries[name]
            entry = memory.entry
            fresh = entry.accessed_at is None or entry.accessed_at <= at - timedelta(days=1)
            sure = min(1.0, round(entry.confidence + gain, 10)) if fresh else entry.confidence
            used = replace(
                entry, access_count=entry.access_count + 1, accessed_at=at, confidence=sure
            )
            state.entries[name] = replace(memory, entry=used)


def cut_loose(state: AgentState, revision: int, conversation: str) -> list[str]:
    """Take a conversation out of the memories that rest on others too; the ids of those that rest on it alone."""
    alone = []
    for name, memory in state.entries.items():
        if not _rests_on(memory.entry, conversation):
            continue
        kept = _without(memory.entry, conversation)
        if kept is None:
            alone.append(name)
            continue
        past = [
            (v, _without(v.entry, conversation) if v.entry.sources else v.entry)
            for v in memory.history
        ]
        history = tuple(replace(v, entry=entry) for v, entry in past if entry is not None)
        state.entries[name] = Memory(kept, memory.digest, revision, history)
    return alone


def _rests_on(entry: Entry, conversation: str) -> bool:
    return any(source.conversation == conversation for source in entry.sources)


def _without(entry: Entry, conversation: str) -> Entry | None:
    left = [source for source in entry.sources if source.conversation != conversation]
    return replace(entry, source=left[0], also=tuple(left[1:])) if left else None
