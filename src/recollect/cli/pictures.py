"""What memories look like on a screen."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from rich.table import Table
from rich.text import Text

from recollect.cli.screen import print_details, print_table, stdout
from recollect.cli.table import Column
from recollect.cli.wording import day, one_line, shorten, when
from recollect.domain.entry import (
    ATTRIBUTE,
    LEARNED_WITH,
    SAID_AT,
    SHOWN,
    SPEAKER,
    STANDING,
    VALUE,
    WHEN,
    Entry,
    Origin,
    Source,
    Version,
)
from recollect.domain.line import NOBODY_NAMED, STANDING_INSTRUCTION
from recollect.domain.plain import plain

# When turns were said, by conversation and id.
Days = Mapping[tuple[str, str], datetime]

_SHORTEST = 8
# On a narrower screen each memory has its words on lines of their own.
_ROOMY = 100
# In a list no more lines than these.
_LONGEST = 3
# What learning keeps in the metadata, and is shown by other names; the rest is the caller's.
_FIELDS = frozenset({SAID_AT, SPEAKER, ATTRIBUTE, VALUE, STANDING, WHEN, LEARNED_WITH})
_BY_HAND = "by hand"


def as_json_entry(entry: Entry) -> dict[str, Any]:
    """A memory with all its fields, its quote and turn by their public names, and its line."""
    return {
        **plain(entry),
        "quote": entry.quote,
        "turn_id": entry.turn_id,
        "speaker": entry.speaker,
        "about": entry.about,
        "said_at": plain(entry.said_at),
        "attribute": entry.attribute,
        "value": entry.value,
        "standing": entry.is_standing,
        "when": entry.when,
        "line": entry.line,
    }


def print_entries(entries: Sequence[Entry]) -> None:
    """A line for each memory, a few on a narrow screen; on a terminal ids are short."""
    console = stdout()
    length = _telling([entry.id for entry in entries]) if console.is_terminal else None
    if console.is_terminal and console.width < _ROOMY:
        for entry in entries:
            _print_narrow(entry, entry.id[:length])
        return
    columns = (
        Column("ID", style="cyan"),
        Column("KIND"),
        Column("SAID"),
        Column("BY"),
        Column("STATUS", style="yellow"),
        Column("MEMORY", flexible=True),
    )
    rows = [
        (
            entry.id[:length],
            entry.kind,
            said_on(entry),
            said_by(entry),
            _standing(entry),
            memory_words(entry),
        )
        for entry in entries
    ]
    print_table(columns, rows)


def _print_narrow(entry: Entry, name: str) -> None:
    """The words of a memory beside its id, and below them who said them, and when."""
    marks = (entry.kind, said_on(entry), said_by(entry), _standing(entry))
    room = _LONGEST * (stdout().width - len(name) - 2)
    _print_beside(name, shorten(one_line(memory_words(entry)), room), [" · ".join(marks)])


def _print_beside(name: str, words: str, below: Sequence[str], style: str = "") -> None:
    """Words beside an id, and lines about them below."""
    console = stdout()
    if not console.is_terminal:
        indent = "\n" + " " * (len(name) + 2)
        console.print(indent.join([f"{name}  {words}", *below]), soft_wrap=True)
        return
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="cyan", no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row(name, Text(words, style=style))
    for line in below:
        grid.add_row("", Text(one_line(line), style="bright_black"))
    console.print(grid)


def memory_words(entry: Entry) -> str:
    """What a memory says: somebody's words in quotation marks, or its sentence."""
    instruction = f"{STANDING_INSTRUCTION.capitalize()}: " if entry.is_standing else ""
    if not entry.is_quotation:
        return instruction + entry.content
    named = entry.about is None or entry.about in entry.content
    about = "" if named else f"About {entry.about}: "
    resolved = f" [{entry.when}]" if entry.when else ""
    return f"{instruction}{about}{_quoted(entry.content)}{resolved}"


def said_by(entry: Entry) -> str:
    """Who said it."""
    return _BY_HAND if entry.source is None else entry.speaker or NOBODY_NAMED


def said_on(entry: Entry) -> str:
    """The day on which it was said last, by the speaker's clock, or written down by hand."""
    return entry.said_at.date().isoformat() if entry.said_at else day(entry.recorded_at)


def print_entry(
    entry: Entry, others: Mapping[str, Entry] | None = None, days: Days | None = None
) -> None:
    """All there is to say about one memory; `others` are those that it names by their ids."""
    known, said = others or {}, days or {}
    beyond = {name: value for name, value in entry.metadata.items() if name not in _FIELDS}
    print_details(
        (
            ("memory", _quoted(entry.content) if entry.is_quotation else entry.content),
            ("said by", "" if entry.source is None else f"{said_by(entry)}, {said_on(entry)}"),
            ("quote", "" if entry.is_quotation else _quoted(entry.quote) if entry.quote else ""),
            ("source", _source(entry, said)),
            ("also said", "\n".join(_sentence(one, said) for one in entry.also)),
            ("about", entry.about or ""),
            ("date", entry.when or ""),
            ("states", ": ".join(part for part in (entry.attribute, entry.value) if part)),
            ("id", entry.id),
            ("kind", f"{entry.kind}, {STANDING_INSTRUCTION}" if entry.is_standing else entry.kind),
            ("key", entry.key or ""),
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
            ("contradicts", "\n".join(_named(name, known) for name in entry.rivals)),
            ("superseded by", _named(entry.superseded_by, known)),
            ("metadata", "\n".join(f"{key}: {value}" for key, value in beyond.items())),
            ("learned with", _learned_with(entry)),
            ("recorded", when(entry.recorded_at)),
            ("changed", f"{when(entry.changed_at)} (version {entry.version})"),
        )
    )


def print_side(entry: Entry, days: Days) -> None:
    """One of several memories to choose from, and where each of its sentences was said."""
    by_hand = f"{_source(entry, days)}, {day(entry.recorded_at)}"
    below = [_origin(entry, one, days) for one in entry.sources] or [by_hand]
    _print_beside(entry.id[:_SHORTEST], one_line(memory_words(entry)), below, "bold")


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
            memory_words(version.entry),
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


def _learned_with(entry: Entry) -> str:
    return str(entry.metadata.get(LEARNED_WITH, ""))


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


def _origin(entry: Entry, source: Source, days: Days) -> str:
    """Where it was said, by whom, and the words unless the memory is these."""
    if source != entry.source:
        return _sentence(source, days)
    told = f"{said_by(entry)}, {_place(source, days)}"
    return told if entry.is_quotation else f"{_quoted(source.quote)}, {told}"


def _place(source: Source, days: Days) -> str:
    said = days.get((source.conversation, source.turn_id))
    place = f"turn {one_line(source.turn_id)} of conversation {one_line(source.conversation)}"
    return f"{place}, {day(said)}" if said else place


def _quoted(words: str | None) -> str:
    return f"“{one_line(words or '')}”"


def _named(name: str | None, known: Mapping[str, Entry]) -> str:
    if name is None:
        return ""
    return f"{name[:_SHORTEST]}  {one_line(memory_words(known[name]))}" if name in known else name
