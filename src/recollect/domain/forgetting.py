"""What is left of a memory when a conversation that it rests on is erased: nothing that was said there."""

from collections.abc import Iterable
from dataclasses import replace

from recollect.domain.entry import Entry, Origin, Version
from recollect.domain.line import profile_lines


def rests_on(entry: Entry, conversation: str) -> bool:
    """Whether a memory owes something to a conversation."""
    return any(source.conversation == conversation for source in entry.sources)


def without(history: tuple[Version, ...], conversation: str) -> tuple[Version, ...]:
    """The versions that stay, the last of them as the memory reads now; none where it has no other source."""
    last = history[-1]
    left = [source for source in last.entry.sources if source.conversation != conversation]
    # What a person has written down was theirs before anybody said it.
    written = last.entry.origin is Origin.MANUAL and not history[0].entry.sources
    if not left and not written:
        return ()
    past = tuple(version for version in history if not rests_on(version.entry, conversation))
    said = _said(last.entry, past, left[0].quote if left else "")
    source, also = (left[0], tuple(left[1:])) if left else (None, ())
    now = replace(last, entry=replace(said, source=source, also=also))
    return (*(version for version in past if version.number != last.number), now)


def _said(entry: Entry, past: tuple[Version, ...], quote: str) -> Entry:
    """What the memory says by others: a person's words, what it said before, or the words of another source."""
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
    # In words that are not those of a sentence, until it is learned from its other source again.
    return replace(entry, content=quote, tags=(), metadata={}, mentions=(), links=())


def words_gone(before: Iterable[Version], after: Iterable[Version]) -> frozenset[str]:
    """The lines by which a profile has told a memory in its versions, and tells it in none of those that are left."""
    kept = {line for version in after for line in profile_lines(version.entry)}
    return frozenset(line for version in before for line in profile_lines(version.entry)) - kept


def without_points(text: str, gone: frozenset[str]) -> str:
    """A profile without the points that tell what is gone, and without a title that has none left."""
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
