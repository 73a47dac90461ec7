"""What memories look like on a screen."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from rich.padding import Padding
from rich.text import Text

from recollect.cli.screen import print_details, print_table, stdout
from recollect.cli.table import Column
from recollect.cli.wording import day, one_line, when
from recollect.model.entry import SHOWN, Entry, Origin, Source, Version
from recollect.model.plain import plain

# When turns were said, by conversation and id.
Days = Mapping[tuple[str, str], datetime]

_SHORTEST = 8
_INSET = _SHORTEST + 2
# On a screen narrower than this the words of a memory need the room of its day.
_ROOMY = 100
# What verification keeps in the metadata for itself; the rest is the caller's.
_SAID_AT = "said_at"
_TRAITS = frozenset({_SAID_AT, "attribute", "single"})


def as_json_entry(entry: Entry) -> dict[str, Any]:
    """A memory with all its fields, and its source's quote and turn by their public names."""
    return {**plain(entry), "quote": entry.quote, "turn_id": entry.turn_id}


def print_entries(entries: Sequence[Entry]) -> None:
    """A line for each memory; on a terminal ids are cut to what tells them apart."""
    console = stdout()
    length = _telling([entry.id for entry in entries]) if console.is_terminal else None
    dated = not console.is_terminal or console.width >= _ROOMY
    columns = [
        Column("ID", style="cyan"),
        Column("KIND"),
        Column("CONF", right=True),
        *([Column("SAID")] if dated else []),
        Column("STATUS", style="yellow"),
        Column("MEMORY", flexible=True),
    ]
    rows = [
        (
            entry.id[:length],
            entry.kind,
            f"{entry.confidence:.2f}",
            *([said_on(entry)] if dated else []),
            _standing(entry),
            entry.content,
        )
        for entry in entries
    ]
    print_table(columns, rows)


def print_entry(
    entry: Entry, others: Mapping[str, Entry] | None = None, days: Days | None = None
) -> None:
    """All there is to say about one memory; `others` are those that it names by their ids."""
    known, said = others or {}, days or {}
    beyond = {name: value for name, value in entry.metadata.items() if name not in _TRAITS}
    print_details(
        (
            ("memory", entry.content),
            ("id", entry.id),
            ("kind", entry.kind),
            ("key", entry.key or ""),
            ("about", entry.subject or ""),
            ("status", _standing(entry)),
            ("confidence", f"{entry.confidence:.2f}"),
            (
                "used",
                f"{entry.access_count:,} times, last {when(entry.accessed_at)}"
                if entry.access_count
                else "",
            ),
            ("priority", entry.priority),
            ("tags", ", ".join(entry.tags)),
            ("valid", _validity(entry)),
            ("said", _quoted(entry.quote) if entry.quote else ""),
            ("source", _source(entry, said)),
            ("also said", "\n".join(_sentence(one, said) for one in entry.also)),
            ("contradicts", "\n".join(_named(name, known) for name in entry.rivals)),
            ("superseded by", _named(entry.superseded_by, known)),
            ("metadata", "\n".join(f"{key}: {value}" for key, value in beyond.items())),
            ("recorded", when(entry.recorded_at)),
            ("changed", f"{when(entry.changed_at)} (version {entry.version})"),
        )
    )


def print_sentences(entry: Entry, days: Days) -> None:
    """The sentences a memory came from, below it: their words, turns and days."""
    by_hand = f"{_source(entry, days)}, {day(entry.recorded_at)}"
    console = stdout()
    for line in [_sentence(one, days) for one in entry.sources] or [by_hand]:
        if console.is_terminal:
            console.print(Padding(Text(line, style="bright_black"), (0, 0, 0, _INSET)))
        else:
            console.print(" " * _INSET + line, soft_wrap=True)


def said_on(entry: Entry) -> str:
    """The day on which it was said last, or written down by hand."""
    said = entry.metadata.get(_SAID_AT)
    return day(datetime.fromisoformat(said) if isinstance(said, str) else entry.recorded_at)


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


def _standing(entry: Entry) -> str:
    marks = (
        ("expired", entry.status in SHOWN and _is_past(entry.valid_until)),
        ("pinned", entry.pinned),
        ("edited", entry.edited),
    )
    return ", ".join([entry.status, *(name for name, holds in marks if holds)])


def _is_past(moment: datetime | None) -> bool:
    return moment is not None and moment <= datetime.now(UTC)


def _validity(entry: Entry) -> str:
    since = f"from {when(entry.valid_from)} " if entry.valid_from else ""
    until = f"until {when(entry.valid_until)}" if entry.valid_until else ""
    return (since + until).strip()


def _source(entry: Entry, days: Days) -> str:
    if entry.source is None:
        return "added by hand" if entry.origin is Origin.MANUAL else entry.origin
    by = ", from a tool" if entry.origin is Origin.TOOL else ""
    return _place(entry.source, days) + by


def _sentence(source: Source, days: Days) -> str:
    return f"{_quoted(source.quote)}, {_place(source, days)}"


def _place(source: Source, days: Days) -> str:
    said = days.get((source.conversation, source.turn_id))
    place = f"turn {one_line(source.turn_id)} of conversation {one_line(source.conversation)}"
    return f"{place}, {day(said)}" if said else place


def _quoted(words: str | None) -> str:
    return f"“{one_line(words or '')}”"


def _named(name: str | None, known: Mapping[str, Entry]) -> str:
    if name is None:
        return ""
    return f"{name[:_SHORTEST]}  {one_line(known[name].content)}" if name in known else name
