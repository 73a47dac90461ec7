"""Erasing a conversation or some of its turns: what remains of the memories learned from them."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Protocol

from recollect.domain.entry import USER, Entry, Kind, Source, Status, Version
from recollect.domain.graph import EntityType
from recollect.domain.line import profile_lines
from recollect.domain.similarity import stems_of
from recollect.domain.undo import UndoScope, record_entry, record_of, with_memories

# In a model's answer: what is not taken from any text.
_LABELS: Final = stems_of(" ".join((*Kind, *EntityType)))
# Metadata key of a profile that a model wrote: its lines are not the words of any memory.
BY_MODEL = "by_model"


class Removal(Protocol):
    """Tells which sources memories lose."""

    def covers(self, entry: Entry, source: Source) -> bool:
        """Whether a memory loses this source."""


@dataclass(frozen=True, slots=True)
class Gone:
    """What is deleted: a conversation, or some of its turns with their texts by id.

    With `elsewhere` it is neither, but the words of a text that was deleted elsewhere.
    """

    conversation: str
    turns: Mapping[str, str] | None = None
    elsewhere: frozenset[str] = frozenset()

    def covers(self, entry: Entry, source: Source) -> bool:
        """Whether a memory loses this source."""
        if source.conversation != self.conversation:
            return False
        if self.elsewhere:
            return entry.kind is not Kind.UNDO and _has_taken(entry, self.elsewhere)
        if self.turns is None or source.turn_id in self.turns:
            return True
        if entry.kind is Kind.UNDO:
            return False
        # A summary is of the whole conversation. Learning also reads the turns before a statement:
        # a memory that names what only a deleted turn said is learned again without it.
        texts = " ".join(self.turns.values())
        return entry.kind is Kind.SUMMARY or _has_taken(entry, stems_of(texts))


def _has_taken(entry: Entry, deleted: frozenset[str]) -> bool:
    """Whether a memory names deleted words that its own quotes do not have."""
    if entry.edited:
        return False
    named = [*entry.tags, *(mention.name for mention in entry.mentions)]
    named += (name for link in entry.links for name in (link.subject, link.object))
    words = stems_of(f"{entry.content} {entry.subject} {entry.value} {' '.join(named)}")
    own = stems_of(" ".join(source.quote for source in entry.sources)) | {USER}
    return not (words - own).isdisjoint(deleted)


def repeated_words(answer: str, deleted: frozenset[str]) -> frozenset[str]:
    """The deleted words that a model's stored notes on a conversation have.

    It was shown what else was remembered, and may have repeated it.
    """
    # Only notes on statements: a recap is made from its own conversation.
    noted = json.loads(answer).get("statements") if answer.startswith("{") else None
    return deleted.intersection(stems_of(" ".join(_texts(noted)))) - _LABELS - {USER}


def _texts(value: object) -> Iterable[str]:
    """All texts within a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _texts(each)


def rests_on(entry: Entry, gone: Removal) -> bool:
    """Whether a memory has a source among what is deleted."""
    if any(gone.covers(entry, source) for source in entry.sources):
        return True
    if entry.kind is not Kind.UNDO:
        return False
    record = record_of(entry)
    kept = (version for history in record.before for version in history)
    return _scope_without(entry, record.scope, gone) != record.scope or any(
        rests_on(version.entry, gone) for version in kept
    )


def without_sources(history: tuple[Version, ...], gone: Removal) -> tuple[Version, ...]:
    """The versions that remain, ending with the current one; empty if it has no other source."""
    last = history[-1]
    if last.entry.kind is Kind.UNDO:
        return _undo_without(last, gone)
    # What was granted stays out of contexts, also without the message that asked for it.
    is_granted = (last.entry.kind, last.entry.status) == (Kind.DELETION_REQUEST, Status.DELETED)
    asked = last.entry.source if is_granted else None
    left = [s for s in last.entry.sources if s == asked or not gone.covers(last.entry, s)]
    # A memory that a person added by hand does not depend on any conversation.
    added_by_hand = last.entry.is_added and not history[0].entry.sources
    # "Forget that" has the message before it as a source too, but goes with its own.
    lost = last.entry.kind is Kind.DELETION_REQUEST and last.entry.source not in left
    if lost or (not left and not added_by_hand):
        return ()
    past = tuple(version for version in history if not rests_on(version.entry, gone))
    kept = last.entry
    if rests_on(kept, gone) and not is_granted:
        kept = _without_source(kept, past, left[0].quote if left else "")
    source, also = (left[0], tuple(left[1:])) if left else (None, ())
    now = replace(last, entry=replace(kept, source=source, also=also))
    return (*(version for version in past if version.number != last.number), now)


def _undo_without(last: Version, gone: Removal) -> tuple[Version, ...]:
    """An undo without what is deleted; empty if that is all it has."""
    record = record_of(last.entry)
    left = tuple(source for source in last.entry.also if not gone.covers(last.entry, source))
    kept = (without_sources(history, gone) for history in record.before)
    named = replace(record, scope=_scope_without(last.entry, record.scope, gone))
    entry = replace(last.entry, also=left, content=record_entry(named).content)
    entry = with_memories(entry, filter(None, kept))
    return (replace(last, entry=entry),) if left or record_of(entry).before else ()


def _scope_without(entry: Entry, scope: UndoScope, gone: Removal) -> UndoScope:
    """The scope of an undo without the name of a conversation or turn that is deleted."""

    def is_gone(turn: str) -> bool:
        name = scope.conversation or ""
        return gone.covers(entry, Source(conversation=name, turn_id=turn, start=0, end=0, quote=""))

    if scope.conversation is None:
        return scope
    if is_gone(""):
        return replace(scope, conversation=None, turn=None)
    return replace(scope, turn=None) if scope.turn and is_gone(scope.turn) else scope


def _without_source(entry: Entry, past: tuple[Version, ...], quote: str) -> Entry:
    """The memory from what remains: a manual edit, an earlier version, or another quote."""
    if entry.edited or entry.is_added:
        return replace(entry, mentions=(), links=())
    if past:
        before = past[-1].entry
        return replace(
            entry,
            content=before.content,
            subject=before.subject,
            tags=before.tags,
            metadata=before.metadata,
            mentions=before.mentions,
            links=before.links,
        )
    # A bare quote, until it is learned again from that source.
    return replace(entry, content=quote, tags=(), metadata={}, mentions=(), links=())


def removed_profile_lines(before: Iterable[Version], after: Iterable[Version]) -> frozenset[str]:
    """The profile lines of the versions before that no version after has."""
    kept = {line for version in after for line in profile_lines(version.entry)}
    return frozenset(line for version in before for line in profile_lines(version.entry)) - kept


def profile_without(history: tuple[Version, ...], gone: frozenset[str]) -> tuple[Version, ...]:
    """The versions of a profile without these lines; none if a model wrote it in its own words."""
    if gone and any(version.entry.metadata.get(BY_MODEL) is True for version in history):
        return ()
    texts = ((version, _without_lines(version.entry.content, gone)) for version in history)
    return tuple(replace(v, entry=replace(v.entry, content=text)) for v, text in texts)


def _without_lines(text: str, gone: frozenset[str]) -> str:
    """A profile without these lines, and without headings that have no lines left."""
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith("- ") and line[2:] in gone:
            continue
        if not line.startswith("- ") and lines and not lines[-1].startswith("- "):
            lines.pop()
        lines.append(line)
    if lines and not lines[-1].startswith("- "):
        lines.pop()
    return "\n".join(lines)
