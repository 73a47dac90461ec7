"""Printing memories."""

from collections.abc import Container, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from rich.text import Text

from recollect.cli.formatting import (
    local_date,
    local_time,
    one_line,
    period,
    said_date,
    said_time,
    shorten,
)
from recollect.cli.output import print_details, print_items, print_json, say, stdout
from recollect.cli.table import Column, Table
from recollect.domain.entry import (
    LEARNED_KEYS,
    LEARNED_WITH,
    SHOWN,
    Entry,
    Kind,
    Source,
    Status,
    Version,
)
from recollect.domain.line import DEFAULT_SPEAKER, STANDING_INSTRUCTION
from recollect.domain.plain import plain
from recollect.domain.provenance import Origin

# The time of each turn, by conversation and turn id.
TurnTimes = Mapping[tuple[str, str], datetime]

_SHORT_ID = 8
_MAX_LINES = 3
# How a memory came in that was not learned from a message.
_ADDED_AS = {
    Origin.MANUAL: "by hand",
    Origin.IMPORTED: "imported",
    Origin.ASSISTANT: "noted by an assistant",
}


def as_json_entry(entry: Entry) -> dict[str, Any]:
    """Return a memory as JSON data with its public fields and its context line."""
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


def print_entries(entries: Sequence[Entry], corrected: Container[str] = ()) -> None:
    """Print the memories with the first characters of their ids and the day each was said.

    `corrected` has the ids of those that others have corrected in part.
    """
    length = _unique_prefix_length([entry.id for entry in entries])
    console = stdout()
    # A long text is cut on a terminal, but what is not as usual about it is always shown.
    most = max(_MAX_LINES * (console.width - 24), 80) if console.is_terminal else None
    table: Table[Entry] = (
        (Column("ID", style="cyan"), lambda entry: entry.id[:length]),
        (Column("SAID", style="bright_black"), said_on),
        (Column("MEMORY", flexible=True), lambda entry: _statement(entry, most, corrected)),
    )
    print_items(table, entries)


def _statement(entry: Entry, most: int | None, corrected: Container[str]) -> str:
    """Return who said what, and whatever is not as usual: the kind, the status."""
    partly = ("partly corrected",) if entry.id in corrected and entry.status in SHOWN else ()
    kind = () if entry.kind is Kind.FACT else (entry.kind,)
    added = () if entry.source else (_added_as(entry),)
    marks = (*kind, *filter(None, added), *_marks(entry), *partly)
    text = one_line(attributed_text(entry))
    shown = text if most is None else shorten(text, most)
    return shown + (f" ({', '.join(marks)})" if marks else "")


def memory_text(entry: Entry) -> str:
    """Return the text of a memory, in quotation marks if it is a quotation."""
    instruction = f"{STANDING_INSTRUCTION.capitalize()}: " if entry.is_standing else ""
    if not entry.is_quotation:
        return instruction + entry.content
    is_named = entry.about is None or entry.about in entry.content
    about = "" if is_named else f"About {entry.about}: "
    resolved = f" [{entry.when}]" if entry.when else ""
    return f"{instruction}{about}{_quoted(entry.content)}{resolved}"


def attributed_text(entry: Entry) -> str:
    """Return the text of a memory after its speaker, if that is known by name.

    A quotation without one is the user's, and a sentence about somebody names them.
    """
    who = f"{entry.speaker}: " if entry.is_quotation and entry.speaker else ""
    return f"{who}{memory_text(entry)}"


def said_by(entry: Entry) -> str:
    """Return who said it, or how it came in."""
    return _added_as(entry) if entry.source is None else entry.speaker or DEFAULT_SPEAKER


def _added_as(entry: Entry) -> str:
    return _ADDED_AS.get(entry.origin, entry.origin_label)


def said_on(entry: Entry) -> str:
    """Return the date it was last said in the speaker's time zone, or added by hand."""
    return said_date(entry.said_at) if entry.said_at else local_date(entry.recorded_at)


def print_entry(
    entry: Entry,
    related: Mapping[str, Entry] | None = None,
    turn_times: TurnTimes | None = None,
    corrected_by: str | None = None,
) -> None:
    """Print every field of a memory; `related` contains the memories that it names by id."""
    known, times = related or {}, turn_times or {}
    own_metadata = {n: value for n, value in entry.metadata.items() if n not in LEARNED_KEYS}
    active = (entry.status,) if entry.status is Status.ACTIVE else ()
    used = f"{entry.access_count:,} times, last {local_time(entry.accessed_at)}"
    print_details(
        ("memory", _quoted(entry.content) if entry.is_quotation else entry.content),
        ("said by", "" if entry.source is None else f"{said_by(entry)}, {said_on(entry)}"),
        ("quote", "" if entry.is_quotation else _quoted(entry.quote) if entry.quote else ""),
        ("source", _source(entry, times)),
        ("also said", "\n".join(_sentence(source, times) for source in entry.also)),
        ("about", entry.about or ""),
        ("date", entry.when or ""),
        ("states", ": ".join(part for part in (entry.attribute, entry.value) if part)),
        ("id", entry.id),
        ("kind", f"{entry.kind}, {STANDING_INSTRUCTION}" if entry.is_standing else entry.kind),
        ("key", entry.key or ""),
        ("status", ", ".join((*active, *_marks(entry)))),
        ("confidence", f"{entry.confidence:.2f}"),
        ("used", used if entry.access_count else ""),
        ("priority", entry.priority),
        ("tags", ", ".join(entry.tags)),
        (
            "valid",
            period(entry.valid_from, entry.valid_until, lambda at: said_time(entry.local(at))),
        ),
        ("contradicts", "\n".join(_reference(name, known) for name in entry.rivals)),
        ("replaced by", _reference(entry.superseded_by, known)),
        ("partly corrected by", _reference(corrected_by, known)),
        ("metadata", "\n".join(f"{key}: {value}" for key, value in own_metadata.items())),
        ("learned with", str(entry.metadata.get(LEARNED_WITH, ""))),
        ("recorded", local_time(entry.recorded_at)),
        ("changed", f"{local_time(entry.changed_at)} (version {entry.version})"),
    )


def print_changed(entry: Entry, done: str = "", *, as_json: bool) -> None:
    """Print a memory, as JSON or after a line that says what was done."""
    if as_json:
        print_json(as_json_entry(entry))
        return
    if done:
        say(done, style="green")
    print_entry(entry)


def print_candidate(entry: Entry, times: TurnTimes) -> None:
    """Print one of several contradicting memories with all of its sources."""
    by_hand = f"{_source(entry, times)}, {local_date(entry.recorded_at)}"
    below = [_origin(entry, source, times) for source in entry.sources] or [by_hand]
    name = entry.id[:_SHORT_ID]
    margin = " " * (len(name) + 2)
    text = Text.assemble((name, "cyan"), "  ", (one_line(memory_text(entry)), "bold"))
    say(text, indent=len(margin))
    for line in below:
        say(Text.assemble(margin, (one_line(line), "bright_black")), indent=len(margin))


def print_history(versions: Sequence[Version]) -> None:
    """Print one line per version."""
    table: Table[Version] = (
        (Column("VERSION", right=True, style="cyan"), lambda version: str(version.number)),
        (Column("WHEN"), lambda version: local_time(version.at)),
        (Column("CHANGE"), lambda version: _shown(version.change)),
        (Column("CONFIDENCE", right=True), lambda version: f"{version.entry.confidence:.2f}"),
        (Column("MEMORY", flexible=True), _version_text),
    )
    print_items(table, versions)


def _version_text(version: Version) -> str:
    entry = version.entry
    status = "" if entry.status is Status.ACTIVE else f" ({_shown(entry.status)})"
    return memory_text(entry) + status


def _shown(status: str) -> str:
    """Return a status, or a change to it, in the words of the page."""
    return "replaced" if status == Status.SUPERSEDED else status


def _unique_prefix_length(ids: Sequence[str]) -> int:
    """Return how many characters are needed to distinguish these ids."""
    length = _SHORT_ID
    while len({name[:length] for name in ids}) < len(set(ids)):
        length += 1
    return length


def _marks(entry: Entry) -> list[str]:
    """Return what is not as usual about a memory."""
    is_past = entry.valid_until is not None and entry.valid_until <= datetime.now(UTC)
    marks = (
        (_shown(entry.status), entry.status is not Status.ACTIVE),
        ("expired", entry.status in SHOWN and is_past),
        ("pinned", entry.pinned),
        ("edited", entry.edited),
    )
    return [name for name, applies in marks if applies]


def _source(entry: Entry, times: TurnTimes) -> str:
    if entry.source is None:
        return "added by hand" if entry.origin is Origin.MANUAL else _added_as(entry)
    by = f", {entry.origin_label}" if entry.origin_label else ""
    return _place(entry.source, times) + by


def _sentence(source: Source, times: TurnTimes) -> str:
    return f"{_quoted(source.quote)}, {_place(source, times)}"


def _origin(entry: Entry, source: Source, times: TurnTimes) -> str:
    """Return where and by whom it was said, with the quote unless the memory is the quote."""
    if source != entry.source:
        return _sentence(source, times)
    place = f"{said_by(entry)}, {_place(source, times)}"
    return place if entry.is_quotation else f"{_quoted(source.quote)}, {place}"


def _place(source: Source, times: TurnTimes) -> str:
    said_at = times.get((source.conversation, source.turn_id))
    place = f"turn {one_line(source.turn_id)} of conversation {one_line(source.conversation)}"
    return f"{place}, {said_date(said_at)}" if said_at else place


def _quoted(text: str | None) -> str:
    return f"“{one_line(text or '')}”"


def _reference(name: str | None, known: Mapping[str, Entry]) -> str:
    if name is None:
        return ""
    return f"{name[:_SHORT_ID]}  {one_line(memory_text(known[name]))}" if name in known else name
