"""What memories look like on a screen."""

from collections.abc import Sequence
from typing import Any

from recollect.cli.screen import print_details, print_table, stdout
from recollect.cli.table import Column
from recollect.cli.wording import day, when
from recollect.model.entry import Entry, Origin, Status, Version
from recollect.model.plain import plain

_SHORTEST = 8


def as_json_entry(entry: Entry) -> dict[str, Any]:
    """A memory with all its fields, and its source's quote and turn by their public names."""
    return {**plain(entry), "quote": entry.quote, "turn_id": entry.turn_id}


def print_entries(entries: Sequence[Entry]) -> None:
    """A line for each memory; on a terminal ids are cut to what tells them apart."""
    length = _telling([entry.id for entry in entries]) if stdout().is_terminal else None
    marks = [_marks(entry) for entry in entries]
    columns = [
        Column("ID", style="cyan"),
        Column("KIND"),
        Column("CONF", right=True),
        Column("SINCE"),
        *([Column("MARKS", style="yellow")] if any(marks) else []),
        Column("MEMORY", flexible=True),
    ]
    rows = [
        (
            entry.id[:length],
            entry.kind,
            f"{entry.confidence:.2f}",
            day(entry.recorded_at),
            *([mark] if any(marks) else []),
            entry.content,
        )
        for entry, mark in zip(entries, marks, strict=True)
    ]
    print_table(columns, rows)


def print_entry(entry: Entry) -> None:
    """All there is to say about one memory."""
    print_details(
        (
            ("memory", entry.content),
            ("id", entry.id),
            ("kind", entry.kind),
            ("key", entry.key or ""),
            ("about", entry.subject or ""),
            ("status", entry.status + (" (pinned)" if entry.pinned else "")),
            ("confidence", f"{entry.confidence:.2f}"),
            ("priority", entry.priority),
            ("tags", ", ".join(entry.tags)),
            ("valid", _validity(entry)),
            ("said", entry.quote or ""),
            ("source", _source(entry)),
            ("superseded by", entry.superseded_by or ""),
            ("metadata", "\n".join(f"{key}: {value}" for key, value in entry.metadata.items())),
            ("recorded", when(entry.recorded_at)),
            ("changed", f"{when(entry.changed_at)} (version {entry.version})"),
        )
    )


def print_history(versions: Sequence[Version]) -> None:
    """A line for each version."""
    columns = (
        Column("VERSION", right=True, style="cyan"),
        Column("WHEN"),
        Column("CHANGE"),
        Column("STATUS"),
        Column("CONF", right=True),
        Column("MEMORY", flexible=True),
    )
    rows = [
        (
            str(version.number),
            when(version.at),
            version.change,
            version.entry.status,
            f"{version.entry.confidence:.2f}",
            version.entry.content,
        )
        for version in versions
    ]
    print_table(columns, rows)


def _telling(ids: Sequence[str]) -> int:
    """How many characters tell these ids apart."""
    length = _SHORTEST
    while len({name[:length] for name in ids}) < len(set(ids)):
        length += 1
    return length


def _marks(entry: Entry) -> str:
    named = (
        ("pinned", entry.pinned),
        (entry.status, entry.status is not Status.ACTIVE),
        ("edited", entry.edited),
    )
    return ", ".join(name for name, holds in named if holds)


def _validity(entry: Entry) -> str:
    since = f"from {when(entry.valid_from)} " if entry.valid_from else ""
    until = f"until {when(entry.valid_until)}" if entry.valid_until else ""
    return (since + until).strip()


def _source(entry: Entry) -> str:
    if entry.source is None:
        return "added by hand" if entry.origin is Origin.MANUAL else entry.origin
    return f"turn {entry.source.turn_id} of conversation {entry.source.conversation}"
