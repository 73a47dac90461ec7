from contextlib import suppress
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from recollect.cli.agent_lookup import require_agent
from recollect.cli.command_group import CommandGroup
from recollect.cli.database import open_memory
from recollect.cli.formatting import shell_quoted
from recollect.cli.json_object import Metadata, json_object
from recollect.cli.lookup import find_memory, turn_times
from recollect.cli.memory_display import as_json_entry, print_entries, print_entry, print_history
from recollect.cli.options import AgentId, AsJson, Database, Limit, MemoryId
from recollect.cli.output import note, print_json, say
from recollect.cli.time_options import AsOf, parse_time
from recollect.domain.entry import Entry, Kind, Status
from recollect.domain.job import JobKind, JobState
from recollect.domain.plain import plain
from recollect.errors import NotFound

if TYPE_CHECKING:
    from recollect.memory import Memory

app = typer.Typer(cls=CommandGroup, no_args_is_help=True)

_KINDS = "One of " + ", ".join(Kind) + "."


def _option(*names: str, help: str, metavar: str) -> Any:  # noqa: A002 - as typer calls it
    return typer.Option(*names, help=help, metavar=metavar, show_default=False)


Subject = Annotated[
    str | None, _option("--subject", metavar="TEXT", help="Who or what it is about.")
]
Confidence = Annotated[
    float | None, _option("--confidence", metavar="0..1", help="Confidence from 0 to 1.")
]
Priority = Annotated[
    str | None, _option("--priority", metavar="LEVEL", help="high, medium or low.")
]
Tags = Annotated[list[str] | None, _option("--tag", metavar="TAG", help="A tag; can be repeated.")]
Pinned = Annotated[
    bool | None,
    typer.Option("--pin/--unpin", metavar="", help="Exempt it from decay.", show_default=False),
]
ValidFrom = Annotated[
    str | None, _option("--valid-from", metavar="TIME", help="Start of validity, in ISO 8601.")
]
ValidUntil = Annotated[
    str | None, _option("--valid-until", metavar="TIME", help="End of validity, in ISO 8601.")
]


class Clearable(StrEnum):
    """Fields that can be cleared."""

    SUBJECT = "subject"
    TAGS = "tags"
    METADATA = "metadata"
    VALID_FROM = "valid_from"
    VALID_UNTIL = "valid_until"


_EMPTY: dict[Clearable, Any] = {Clearable.TAGS: ()}


@app.callback()
def _group() -> None:
    """List, add, correct, delete and restore memories.

    Try: recollect memories list alice
    """


@app.command("list")
def list_(
    ctx: typer.Context,
    agent: AgentId,
    kind: Annotated[str | None, _option("--kind", metavar="KIND", help=_KINDS)] = None,
    status: Annotated[
        list[str] | None,
        _option(
            "--status",
            metavar="STATUS",
            help="active, review, superseded, deleted or all; default: active and review.",
        ),
    ] = None,
    priority: Priority = None,
    find: Annotated[
        str | None, _option("--find", metavar="TEXT", help="Only memories that contain this text.")
    ] = None,
    after: Annotated[
        str | None, _option("--after", metavar="TIME", help="Only memories recorded since then.")
    ] = None,
    before: Annotated[
        str | None, _option("--before", metavar="TIME", help="Only memories recorded until then.")
    ] = None,
    as_of: AsOf = None,
    limit: Limit = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """List an agent's memories with their status, newest first.

    Try: recollect memories list alice --kind preference
    """
    chosen = tuple(Status) if status and "all" in status else tuple(status or ()) or None
    with open_memory(ctx, database) as memory:
        found = memory.agent(agent).memories.list(
            kind=kind,
            status=chosen,
            priority=priority,
            text=find,
            after=parse_time(after, "after", early=True),
            before=parse_time(before, "before"),
            as_of=parse_time(as_of, "as_of"),
            limit=limit,
        )
        if not found:
            require_agent(memory, agent)
        is_learning_due = not found and any(
            job.agent == agent and job.kind is JobKind.LEARN
            for job in memory.jobs.list(state=JobState.PENDING)
        )
    if as_json:
        print_json([as_json_entry(entry) for entry in found])
    elif found:
        print_entries(found)
    elif any((kind, status, priority, find, after, before, as_of)):
        say(f"No memories match. Try: recollect memories list {shell_quoted(agent)} --status all")
    elif is_learning_due:
        say("Nothing learned yet: conversations are waiting. To learn now, run: recollect sync")
    else:
        say(f"No memories yet. Try: recollect memories add {shell_quoted(agent)} 'Likes green tea'")


@app.command()
def show(
    ctx: typer.Context,
    agent: AgentId,
    memory_id: MemoryId,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Show one memory: its quote and source, contradictions, and history.

    Try: recollect memories show alice 3f2a
    """
    with open_memory(ctx, database) as memory:
        entry = find_memory(memory, agent, memory_id)
        related = _related(memory, agent, entry)
        versions = memory.agent(agent).memories.history(entry.id)
        times = turn_times(memory, agent, [entry])
    if as_json:
        print_json(as_json_entry(entry))
        return
    print_entry(entry, related, times)
    if len(versions) > 1:
        say()
        print_history(versions)
    if entry.status is Status.REVIEW:
        decide = f"recollect review resolve {shell_quoted(agent)} {entry.id[:8]} --keep this"
        note(f"To decide: {decide}, or others, or both", style="dim")


@app.command()
def add(
    ctx: typer.Context,
    agent: AgentId,
    content: Annotated[str, typer.Argument(metavar="TEXT", help="What to remember.")],
    kind: Annotated[str, typer.Option("--kind", metavar="KIND", help=_KINDS)] = Kind.FACT,
    subject: Subject = None,
    key: Annotated[
        str | None,
        _option(
            "--key", metavar="KEY", help="A key; a later memory with the same key replaces it."
        ),
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
    """Add a memory; if it already exists, it is reinforced.

    Try: recollect memories add alice "Prefers trains to planes" --kind preference
    """
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
        metadata=json_object(metadata, "metadata"),
    )
    with open_memory(ctx, database, create=True) as memory:
        entry = memory.agent(agent).memories.add(content, **given)
    done = "Added." if entry.version == 1 else "Already known; reinforced."
    _print(entry, done, as_json=as_json)


@app.command()
def edit(
    ctx: typer.Context,
    agent: AgentId,
    memory_id: MemoryId,
    content: Annotated[
        str | None,
        typer.Argument(metavar="TEXT", help="The new text.", show_default=False),
    ] = None,
    subject: Subject = None,
    confidence: Confidence = None,
    priority: Priority = None,
    tags: Tags = None,
    pinned: Pinned = None,
    valid_from: ValidFrom = None,
    valid_until: ValidUntil = None,
    metadata: Metadata = None,
    clear: Annotated[
        list[Clearable] | None,
        typer.Option(
            "--clear",
            help="Clear this field; can be repeated.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Edit a memory; omitted fields stay unchanged, and the history keeps earlier versions.

    Try: recollect memories edit alice 3f2a "Prefers night trains" --confidence 0.9
    """
    given = _given(
        content=content,
        subject=subject,
        confidence=confidence,
        priority=priority,
        tags=tags,
        pinned=pinned,
        valid_from=parse_time(valid_from, "valid_from", early=True),
        valid_until=parse_time(valid_until, "valid_until"),
        metadata=json_object(metadata, "metadata"),
    )
    cleared: dict[str, Any] = {name.value: _EMPTY.get(name) for name in clear or ()}
    if both := sorted(given.keys() & cleared):
        raise typer.BadParameter(f"{both[0]} cannot be set and cleared at the same time")
    with open_memory(ctx, database) as memory:
        found = find_memory(memory, agent, memory_id)
        entry = memory.agent(agent).memories.update(found.id, **given, **cleared)
    _print(entry, "Changed.", as_json=as_json)


@app.command()
def delete(
    ctx: typer.Context,
    agent: AgentId,
    memory_id: MemoryId,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Delete a memory; `restore` brings it back.

    Try: recollect memories delete alice 3f2a
    """
    with open_memory(ctx, database) as memory:
        found = find_memory(memory, agent, memory_id)
        entry = memory.agent(agent).memories.delete(found.id)
    if as_json:
        _print(entry, as_json=True)
    else:
        undo = f"recollect memories restore {shell_quoted(agent)} {entry.id[:8]}"
        say(f"Deleted {entry.id[:8]}. To undo: {undo}")


@app.command()
def restore(
    ctx: typer.Context,
    agent: AgentId,
    memory_id: MemoryId,
    version: Annotated[
        int | None,
        typer.Option(
            "--version", metavar="N", min=1, help="Restore this version.", show_default=False
        ),
    ] = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Restore a deleted memory, or an earlier version of one.

    Try: recollect memories restore alice 3f2a
    """
    with open_memory(ctx, database) as memory:
        found = find_memory(memory, agent, memory_id)
        entry = memory.agent(agent).memories.restore(found.id, version)
    _print(entry, "Restored.", as_json=as_json)


@app.command()
def history(
    ctx: typer.Context,
    agent: AgentId,
    memory_id: MemoryId,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Show every version of a memory, oldest first.

    Try: recollect memories history alice 3f2a
    """
    with open_memory(ctx, database) as memory:
        found = find_memory(memory, agent, memory_id)
        versions = memory.agent(agent).memories.history(found.id)
    if as_json:
        print_json([{**plain(v), "entry": as_json_entry(v.entry)} for v in versions])
    else:
        print_history(versions)


def _print(entry: Entry, done: str = "", *, as_json: bool) -> None:
    if as_json:
        print_json(as_json_entry(entry))
        return
    if done:
        say(done, style="green")
    print_entry(entry)


def _related(memory: "Memory", agent: str, entry: Entry) -> dict[str, Entry]:
    """Return the memories that an entry refers to by id, if they still exist."""
    memories = memory.agent(agent).memories
    found = {}
    for name in filter(None, (*entry.rivals, entry.superseded_by)):
        with suppress(NotFound):
            found[name] = memories.get(name)
    return found


def _given(**values: Any) -> dict[str, Any]:
    """Return the options that were given; the library has defaults for the rest."""
    return {name: value for name, value in values.items() if value is not None and value != []}
