"""Statements from the text of a memory: lists, paragraphs, and lines that begin with a date."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from recollect.importers.items import ImportedMemory
from recollect.importers.json_values import moment
from recollect.importers.source import ImportSource

_HEADING: Final = re.compile(r"#{1,6}\s+(?P<title>.+)|\*\*(?P<bold>[^*]+?):?\*\*:?")
_BULLET: Final = re.compile(r"(?:[-*+•]|\d{1,4}[.)])\s+")
# As ChatGPT shows its saved memories, and as Claude asks other assistants to write theirs; one
# without a date says so in words, before a dash.
_DATED: Final = re.compile(
    r"\[(?:(?P<day>\d{4}-\d\d-\d\d)[^\]]{0,40}\][\s.:–—-]*|[^\]\d]{1,40}\]\s*[–—-]\s+)(?P<text>.+)"
)


@dataclass(slots=True)
class _Statement:
    heading: str | None
    at: datetime | None
    lines: list[str] = field(default_factory=list)


def begins_with_date(text: str) -> bool:
    """Return whether the first statement of a text begins with its date, in brackets."""
    first = next(_statements(text), None)
    return first is not None and first.at is not None


def memories(
    text: str, source: ImportSource, place: str, **fields: Any
) -> Iterator[ImportedMemory]:
    """Yield each item of a list and each paragraph, tagged with its heading."""
    at = fields.pop("at", None)
    for item in _statements(text):
        tags = (item.heading[:100],) if item.heading else ()
        yield source.memory(
            place, "\n".join(item.lines), at=item.at or at, **{"tags": tags, **fields}
        )


def dated_lines(text: str, source: ImportSource, place: str) -> Iterator[ImportedMemory]:
    """Yield only the statements that have a date."""
    return (item for item in memories(text, source, place) if item.at is not None)


def _statements(text: str) -> Iterator[_Statement]:
    heading: str | None = None
    current: _Statement | None = None
    for line in map(str.strip, [*text.splitlines(), ""]):
        title = _HEADING.fullmatch(line)
        bullet = _BULLET.match(line)
        rest = line[bullet.end() :] if bullet else line
        dated = _DATED.match(rest)
        begins = bool(bullet or dated or title) or not line or line.startswith("```")
        if begins and current is not None and any(current.lines):
            yield current
        if begins:
            current = None
        if title:
            heading = (title["title"] or title["bold"]).strip(" *#")
        elif rest and not line.startswith("```"):
            current = current or _Statement(heading, moment(dated["day"]) if dated else None)
            current.lines.append(dated["text"] if dated else rest)
