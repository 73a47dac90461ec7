"""Reads and writes of the learning pipeline in the in-memory store."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from in_memory_store.state import AgentState, Memory, detached
from recollect.domain.entry import Entry, Kind, Version
from recollect.domain.forgetting import (
    Gone,
    profile_without,
    removed_profile_lines,
    repeated_words,
    rests_on,
    without_sources,
)
from recollect.domain.ids import entry_digest
from recollect.domain.past import known_at
from recollect.domain.similarity import stems_of
from recollect.domain.turn import Turn
from recollect.domain.undo import without_memory


def turns_since(state: AgentState, revision: int, limit: int) -> tuple[tuple[int, Turn], ...]:
    """Turns newer than a revision; the turns of one write are never split."""
    newer = [(at, detached(turn)) for at, turn in state.turns.values() if at > revision]
    newer.sort(key=lambda item: item[0])
    last = newer[limit - 1][0] if len(newer) > limit else None
    return tuple(item for item in newer if last is None or item[0] <= last)


def entries_since(state: AgentState, revision: int) -> tuple[tuple[int, Entry], ...]:
    """Memories changed after a revision, each with its revision."""
    newer = [
        (m.revision, detached(m.entry)) for m in state.entries.values() if m.revision > revision
    ]
    return tuple(sorted(newer, key=lambda item: item[0]))


def entries_from(state: AgentState, conversation: str) -> tuple[Entry, ...]:
    """Memories that have a conversation among their sources."""
    entries = (memory.entry for memory in state.entries.values())
    return tuple(detached(entry) for entry in entries if rests_on(entry, Gone(conversation)))


def entries_as_of(state: AgentState, moment: datetime) -> tuple[Entry, ...]:
    """The memories known at a moment, each in its version of that time."""
    histories = (memory.history for memory in reversed(state.entries.values()))
    return tuple(detached(entry) for entry in known_at(histories, moment))


def touch(state: AgentState, ids: Sequence[str], at: datetime, gain: float) -> None:
    """Count a use of these memories."""
    for name in ids:
        if name in state.entries:
            memory = state.entries[name]
            entry = memory.entry
            before = entry.accessed_at
            fresh = before is None or before.astimezone(UTC).date() < at.astimezone(UTC).date()
            sure = min(1.0, round(entry.confidence + gain, 10)) if fresh else entry.confidence
            used = replace(
                entry,
                access_count=entry.access_count + 1,
                accessed_at=max(before or at, at),
                confidence=sure,
            )
            state.entries[name] = replace(memory, entry=used)


def remove_sources(state: AgentState, revision: int, gone: Gone) -> list[str]:
    """Remove what is deleted from the sources of memories; the ids of those left without any."""
    alone: list[str] = []
    lines: frozenset[str] = frozenset()
    for name, memory in state.entries.items():
        before = history_of(memory)
        if not any(rests_on(version.entry, gone) for version in before):
            continue
        after = without_sources(before, gone)
        lines |= removed_profile_lines(before, after)
        if after:
            _rewrite(state, name, revision, after)
        else:
            alone.append(name)
    return alone + remove_profile_lines(state, revision, lines)


def remove_repeated(
    state: AgentState, revision: int, conversation: str, deleted: frozenset[str]
) -> list[str]:
    """Remove what models repeated of a deleted text in other conversations; the ids as above."""
    others: set[str] = set()
    for key, (other, answer) in tuple(state.answers.items()):
        if other in {conversation, ""}:
            continue
        if repeated_words(answer, deleted) - words_said(state, other):
            del state.answers[key]
            others.add(other)
    alone: list[str] = []
    for other in others:
        gone = Gone(other, elsewhere=deleted - words_said(state, other))
        alone += remove_sources(state, revision, gone)
    return alone


def words_said(state: AgentState, conversation: str) -> frozenset[str]:
    """The words of a conversation, and the names of its speakers."""
    turns = (turn for (name, _), (_, turn) in state.turns.items() if name == conversation)
    return stems_of(" ".join(f"{turn.content} {turn.speaker or ''}" for turn in turns))


def remove_profile_lines(state: AgentState, revision: int, gone: frozenset[str]) -> list[str]:
    """Remove lines from all versions of the profile; its id if none is left."""
    dropped: list[str] = []
    for name, memory in state.entries.items():
        if memory.entry.kind is not Kind.PROFILE:
            continue
        before = history_of(memory)
        after = profile_without(before, gone)
        if not after:
            dropped.append(name)
        elif after != before:
            _rewrite(state, name, revision, after)
    return dropped


def remove_from_undos(state: AgentState, revision: int, name: str) -> None:
    """Remove a memory from what undos have set aside."""
    for known, memory in state.entries.items():
        if memory.entry.kind is Kind.UNDO:
            (last,) = history_of(memory)
            entry = without_memory(last.entry, name)
            if entry != last.entry:
                _rewrite(state, known, revision, (replace(last, entry=entry),))


def history_of(memory: Memory) -> tuple[Version, ...]:
    """Every version of a memory, the last one with its current usage counts."""
    *past, last = memory.history
    return (*past, replace(last, entry=memory.entry))


def _rewrite(state: AgentState, name: str, revision: int, history: tuple[Version, ...]) -> None:
    entry = history[-1].entry
    if state.entries[name].entry.content != entry.content:
        state.vectors.pop(("", name), None)
        state.readings.pop(("", name), None)
    number = state.entries[name].number
    state.entries[name] = Memory(entry, entry_digest(entry), revision, history, number)
