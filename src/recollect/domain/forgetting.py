"""Erasing a conversation: what remains of the memories learned from it."""

from collections.abc import Iterable
from dataclasses import replace

from recollect.domain.entry import Entry, Origin, Version
from recollect.domain.line import profile_lines


def rests_on(entry: Entry, conversation: str) -> bool:
    """Whether a memory has a source in a conversation."""
    return any(source.conversation == conversation for source in entry.sources)


def without_conversation(history: tuple[Version, ...], conversation: str) -> tuple[Version, ...]:
    """The versions that remain, ending with the current one; empty if it has no other source."""
    last = history[-1]
    left = [source for source in last.entry.sources if source.conversation != conversation]
    # A memory that a person added by hand does not depend on any conversation.
    added_by_hand = last.entry.origin is Origin.MANUAL and not history[0].entry.sources
    if not left and not added_by_hand:
        return ()
    past = tuple(version for version in history if not rests_on(version.entry, conversation))
    kept = _without_source(last.entry, past, left[0].quote if left else "")
    source, also = (left[0], tuple(left[1:])) if left else (None, ())
    now = replace(last, entry=replace(kept, source=source, also=also))
    return (*(version for version in past if version.number != last.number), now)


def _without_source(entry: Entry, past: tuple[Version, ...], quote: str) -> Entry:
    """The memory from what remains: a manual edit, an earlier version, or another quote."""
    if entry.edited or entry.origin is Origin.MANUAL:
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


def without_profile_lines(text: str, gone: frozenset[str]) -> str:
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
