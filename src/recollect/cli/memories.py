from collections.abc import Iterable
from contextlib import suppress
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from recollect.cli.audit import record
from recollect.cli.command_group import command_group
from recollect.cli.database import open_memory, same_command
from recollect.cli.formatting import shell_quoted
from recollect.cli.lookup import find_memory, require_agent, turn_times
from recollect.cli.memory_display import (
    as_json_entry,
    print_changed,
    print_entries,
    print_entry,
    print_history,
)
from recollect.cli.options import AgentId, AsJson, AsOf, Database, Limit, MemoryId, Metadata, Yes
from recollect.cli.output import note, print_json, print_result, say
from recollect.cli.parameters import argument, flag, option, parse_object, parse_time
from recollect.cli.purge import purge_memory
from recollect.domain.access import Reach
from recollect.domain.amounts import pluralize
from recollect.domain.audit import AuditAction, AuditedItem, AuditedKind
from recollect.domain.entry import KEYED_KINDS, MEMORY_KINDS, Entry, Kind, Status
from recollect.domain.job import JobKind, JobState
from recollect.domain.plain import plain
from recollect.errors import NotFound

if TYPE_CHECKING:
    from recollect.memory import Memory

app = command_group(
    "memories", "List, add, correct, delete and restore memories.", example="list alice"
)

_KINDS = "One of " + ", ".join(MEMORY_KINDS) + "."
# The others need a key: `recollect knowledge put` takes it.
_NEW_KINDS = "One of " + ", ".join(kind for kind in MEMORY_KINDS if kind not in KEYED_KINDS) + "."

Subject = Annotated[str | None, option("--subject", "TEXT", "Who or what it is about.")]
Confidence = Annotated[float | None, option("--confidence", "0..1", "Confidence from 0 to 1.")]
Priority = Annotated[str | None, option("--priority", "LEVEL", "high, medium or low.")]
Tags = Annotated[list[str] | None, option("--tag", "TAG", "A tag; can be repeated.")]
Pinned = Annotated[bool | None, flag("--pin/--unpin", "Exempt it from decay.")]
ValidFrom = Annotated[str | None, option("--valid-from", "TIME", "Start of validity, in ISO 8601.")]
ValidUntil = Annotated[str | None, option("--valid-until", "TIME", "End of validity, in ISO 8601.")]
KeepWords = Annotated[bool, flag("--keep-words", "Contexts still show the words that it misread.")]
AnyStatus = Annotated[
    list[str] | None,
    option(
        "--status",
        "STATUS",
        "active, review, superseded (replaced), archived, deleted or all; default: the first two.",
    ),
]
Containing = Annotated[
    str | None, option("--find", "TEXT", "Only memories that contain this text.")
]
After = Annotated[
    str | None,
    option("--after", "TIME", "Only memories recorded since then, whenever they were said."),
]
Before = Annotated[
    str | None,
    option("--before", "TIME", "Only memories recorded until then, whenever they were said."),
]
OfConversation = Annotated[
    str | None, option("--conversation", "ID", "Only memories learned from this conversation.")
]
OfTurn = Annotated[str | None, option("--turn", "ID", "Only memories learned from this turn.")]


class Clearable(StrEnum):
    """Fields that can be cleared."""

    SUBJECT = "subject"
    TAGS = "tags"
    METADATA = "metadata"
    VALID_FROM = "valid_from"
    VALID_UNTIL = "valid_until"


Clear = Annotated[
    list[Clearable] | None,
    option("--clear", "FIELD", f"Clear one of {', '.join(Clearable)}; can be repeated."),
]


@app.command("list", example="alice --kind preference")
def list_(
    agent: AgentId,
    kind: Annotated[str | None, option("--kind", "KIND", _KINDS)] = None,
    status: AnyStatus = None,
    priority: Priority = None,
    find: Containing = None,
    after: After = None,
    before: Before = None,
    conversation: OfConversation = None,
    turn: OfTurn = None,
    as_of: AsOf = None,
    limit: Limit = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """List an agent's memories with their status, the last learned first."""
    filters = _given(
        kind=kind,
        status=status,
        priority=priority,
        text=find,
        after=parse_time(after, "after", early=True),
        before=parse_time(before, "before"),
        as_of=parse_time(as_of, "as_of"),
        conversation=conversation,
        turn_id=turn,
    )
    with open_memory(database) as memory:
        found = memory.agent(agent).memories.list(**filters, limit=limit)
        corrected = memory.agent(agent).memories.corrected_by(found)
        reason = "" if found else _why_none(memory, agent, filters)
    if as_json:
        print_json([as_json_entry(entry) for entry in found])
    elif found:
        print_entries(found, corrected)
    else:
        say(reason)


def _why_none(memory: "Memory", agent: str, filters: dict[str, Any]) -> str:
    require_agent(memory, agent)
    name = shell_quoted(agent)
    if filters and filters != {"status": ["all"]}:
        more = "" if "status" in filters else " --status all"
        return f"No memories match. Try: recollect memories list {name}{more}"
    pending = memory.jobs.list(state=JobState.PENDING, reach=Reach(only=agent))
    if any(job.kind is JobKind.LEARN for job in pending):
        return "Nothing learned yet: conversations are waiting. To learn now, run: recollect sync"
    return f"No memories yet. Try: recollect memories add {name} 'Likes green tea'"


@app.command(example="alice 3f2a")
def show(
    agent: AgentId, memory_id: MemoryId, as_json: AsJson = False, database: Database = None
) -> None:
    """Show one memory: its quote and source, contradictions, and history."""
    with open_memory(database) as memory:
        entry = find_memory(memory, agent, memory_id)
        corrected_by = memory.agent(agent).memories.corrected_by([entry]).get(entry.id)
        related = _related(memory, agent, entry, corrected_by)
        versions = memory.agent(agent).memories.history(entry.id)
        times = turn_times(memory, agent, [entry])
    if as_json:
        print_json(as_json_entry(entry))
        return
    print_entry(entry, related, times, corrected_by)
    if len(versions) > 1:
        say()
        print_history(versions)
    if entry.status is Status.REVIEW:
        decide = f"recollect review resolve {shell_quoted(agent)} {entry.id[:8]} --keep this"
        note(f"To decide: {decide}, or others, or both", style="dim")


@app.command(example='alice "Prefers trains to planes" --kind preference')
def add(
    agent: AgentId,
    content: Annotated[str, argument("TEXT", "What to remember.")],
    kind: Annotated[str, option("--kind", "KIND", _NEW_KINDS)] = Kind.FACT,
    subject: Subject = None,
    key: Annotated[
        str | None, option("--key", "KEY", "A key; a later memory with the same key replaces it.")
    ] = None,
    confidence: Confidence = None,
    priority: Priority = None,
    tags: Tags = None,
    pinned: Pinned = None,
    valid_from: ValidFrom = None,
    valid_until: ValidUntil = None,
    metadata: Metadata = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Add a memory; if it already exists, it is reinforced."""
    given = _given(
        kind=kind,
        subject=subject,
        key=key,
        confidence=confidence,
        priority=priority,
        tags=tags,
        pinned=pinned,
        valid_from=parse_time(valid_from, "valid_from", early=True),
        valid_until=parse_time(valid_until, "valid_until"),
        metadata=parse_object(metadata, "metadata"),
    )
    with open_memory(database, create=True) as memory:
        entry = memory.agent(agent).memories.add(content, **given)
    done = "Added." if entry.version == 1 else "Already known; reinforced."
    print_changed(entry, done, as_json=as_json)


@app.command(example='alice 3f2a "Prefers night trains" --confidence 0.9')
def edit(
    agent: AgentId,
    memory_id: MemoryId,
    content: Annotated[str | None, argument("TEXT", "The new text.")] = None,
    kind: Annotated[str | None, option("--kind", "KIND", _NEW_KINDS)] = None,
    subject: Subject = None,
    confidence: Confidence = None,
    priority: Priority = None,
    tags: Tags = None,
    pinned: Pinned = None,
    valid_from: ValidFrom = None,
    valid_until: ValidUntil = None,
    metadata: Metadata = None,
    clear: Clear = None,
    keep_words: KeepWords = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Edit a memory; omitted fields stay unchanged, and the history keeps earlier versions."""
    given = _given(
        content=content,
        kind=kind,
        subject=subject,
        confidence=confidence,
        priority=priority,
        tags=tags,
        pinned=pinned,
        valid_from=parse_time(valid_from, "valid_from", early=True),
        valid_until=parse_time(valid_until, "valid_until"),
        metadata=parse_object(metadata, "metadata"),
    )
    changes = given | _cleared(clear or (), given)
    from recollect.memory.repeated import words_that_matter  # noqa: PLC0415

    with open_memory(database) as memory:
        found = find_memory(memory, agent, memory_id)
        memories = memory.agent(agent).memories
        entry = memories.update(found.id, **changes, keep_words=keep_words)
        hidden = len(memories.hidden_in(entry.id))
        gone = sorted(words_that_matter(found.content) - words_that_matter(entry.content))
        others = {e.id for e in memory.find(*gone, agent=agent).found} if gone else set()
        others -= {entry.id, *(source.turn_id for source in entry.sources)}
    _record(AuditAction.WRITE, "recollect memories edit", agent, entry, database)
    print_changed(entry, "Changed.", as_json=as_json)
    if hidden and content is not None:
        note(_hidden_words(hidden, "edit", agent, entry, database))
    if others and not as_json:
        words = " ".join(map(shell_quoted, [*gone, "--agent", agent]))
        note(f"What was wrong may stand elsewhere too: {same_command(database)} find {words}")


def _cleared(names: Iterable[Clearable], given: dict[str, Any]) -> dict[str, Any]:
    """Return the empty values of the fields to clear, none of which may be given."""
    cleared = {name.value: () if name is Clearable.TAGS else None for name in names}
    if both := sorted(given.keys() & cleared):
        raise typer.BadParameter(f"{both[0]} cannot be set and cleared at the same time")
    return cleared


@app.command(example="alice 3f2a")
def delete(
    agent: AgentId,
    memory_id: MemoryId,
    purge: Annotated[
        bool, flag("--purge", "Erase it for good, with its turns and all learned from them.")
    ] = False,
    keep_replies: Annotated[
        bool, flag("--keep-replies", "With --purge: keep the replies that repeat it.")
    ] = False,
    keep_words: KeepWords = False,
    yes: Yes = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Delete a memory; `restore` brings it back, unless it is purged.

    Contexts leave out the words that it was learned from too, unless --keep-words.
    """
    with open_memory(database) as memory:
        found = find_memory(memory, agent, memory_id)
        if purge and keep_words:
            raise typer.BadParameter("a purge erases the words too: leave out --keep-words")
        if purge:
            options = {"keep_replies": keep_replies, "yes": yes, "as_json": as_json}
            purge_memory(memory, agent, found, **options, database=database)
            return
        memories = memory.agent(agent).memories
        entry = memories.delete(found.id, keep_words=keep_words)
        hidden = len(memories.hidden_in(entry.id))
    _record(AuditAction.DELETE, "recollect memories delete", agent, entry, database)
    undo = f"{same_command(database)} memories restore {shell_quoted(agent)} {entry.id[:8]}"
    text = f"Deleted {entry.id[:8]}. To undo: {undo}"
    print_result(as_json_entry(entry), text, as_json=as_json)
    if hidden:
        note(_hidden_words(hidden, "delete", agent, entry, database))


def _hidden_words(messages: int, name: str, agent: str, entry: Entry, database: str | None) -> str:
    """Return which words contexts leave out now, and how they are shown again."""
    count = pluralize(messages, "message")
    command = f"{same_command(database)} memories {name} {shell_quoted(agent)} {entry.id[:8]}"
    return (
        f"Contexts also leave out the words it was learned from ({count}). "
        f"Only the memory was wrong? {command} --keep-words"
    )


def _record(action: AuditAction, call: str, agent: str, entry: Entry, database: str | None) -> None:
    item = AuditedItem(AuditedKind.MEMORY, entry.id)
    record(action, call, agents=(agent,), items=[item], database=database)


@app.command(example="alice 3f2a")
def restore(
    agent: AgentId,
    memory_id: MemoryId,
    version: Annotated[int | None, option("--version", "N", "Restore this version.", min=1)] = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Restore a deleted, archived or replaced memory, or an earlier version of one."""
    with open_memory(database) as memory:
        found = find_memory(memory, agent, memory_id)
        entry = memory.agent(agent).memories.restore(found.id, version)
    print_changed(entry, "Restored.", as_json=as_json)


@app.command(example="alice 3f2a")
def history(
    agent: AgentId, memory_id: MemoryId, as_json: AsJson = False, database: Database = None
) -> None:
    """Show every version of a memory, oldest first."""
    with open_memory(database) as memory:
        found = find_memory(memory, agent, memory_id)
        versions = memory.agent(agent).memories.history(found.id)
    if as_json:
        print_json([{**plain(v), "entry": as_json_entry(v.entry)} for v in versions])
    else:
        print_history(versions)


def _related(
    memory: "Memory", agent: str, entry: Entry, corrected_by: str | None
) -> dict[str, Entry]:
    """Return the memories that stand beside an entry by id, if they still exist."""
    memories = memory.agent(agent).memories
    found = {}
    for name in filter(None, (*entry.rivals, entry.superseded_by, corrected_by)):
        with suppress(NotFound):
            found[name] = memories.get(name)
    return found


def _given(**values: Any) -> dict[str, Any]:
    """Return the options that were given; the library has defaults for the rest."""
    return {name: value for name, value in values.items() if value is not None and value != []}
