from contextlib import suppress
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from recollect.cli.finding import found_memory, turn_days
from recollect.cli.json_object import Metadata, json_object
from recollect.cli.missing import check_known
from recollect.cli.nouns import Noun
from recollect.cli.opening import opened
from recollect.cli.options import AgentId, AsJson, Database, Limit, MemoryId
from recollect.cli.pictures import as_json_entry, print_entries, print_entry, print_history
from recollect.cli.screen import note, print_json, say
from recollect.cli.times import AsOf, moment
from recollect.cli.wording import typed
from recollect.domain.entry import Entry, Kind, Status
from recollect.domain.job import JobKind, JobState
from recollect.domain.plain import plain
from recollect.errors import NotFound

if TYPE_CHECKING:
    from recollect.memory import Memory

app = typer.Typer(cls=Noun, no_args_is_help=True)

_KINDS = "One of " + ", ".join(Kind) + "."


def _option(*names: str, help: str, metavar: str) -> Any:  # noqa: A002 - as typer calls it
    return typer.Option(*names, help=help, metavar=metavar, show_default=False)


Subject = Annotated[str | None, _option("--subject", metavar="TEXT", help="Whom it is about.")]
Confidence = Annotated[
    float | None, _option("--confidence", metavar="0..1", help="How sure it is.")
]
Priority = Annotated[
    str | None, _option("--priority", metavar="LEVEL", help="high, medium or low.")
]
Tags = Annotated[
    list[str] | None, _option("--tag", metavar="TAG", help="A label; may be given several times.")
]
Pinned = Annotated[
    bool | None,
    typer.Option("--pin/--unpin", metavar="", help="Never let it fade.", show_default=False),
]
ValidFrom = Annotated[
    str | None, _option("--valid-from", metavar="TIME", help="Since when it holds, in ISO 8601.")
]
ValidUntil = Annotated[
    str | None, _option("--valid-until", metavar="TIME", help="Until when it holds.")
]


class Clearable(StrEnum):
    """What a memory can do without."""

    SUBJECT = "subject"
    TAGS = "tags"
    METADATA = "metadata"
    VALID_FROM = "valid_from"
    VALID_UNTIL = "valid_until"


_EMPTY: dict[Clearable, Any] = {Clearable.TAGS: ()}


@app.callback()
def _noun() -> None:
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
            help="active, review, superseded, deleted or all, in place of active and review.",
        ),
    ] = None,
    priority: Priority = None,
    find: Annotated[
        str | None, _option("--find", metavar="TEXT", help="Only those that hold this text.")
    ] = None,
    after: Annotated[
        str | None, _option("--after", metavar="TIME", help="Only those recorded since then.")
    ] = None,
    before: Annotated[
        str | None, _option("--before", metavar="TIME", help="Only those recorded until then.")
    ] = None,
    as_of: AsOf = None,
    limit: Limit = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """List an agent's memories with their status, the newest first.

    Try: recollect memories list alice --kind preference
    """
    chosen = tuple(Status) if status and "all" in status else tuple(status or ()) or None
    with opened(ctx, database) as memory:
        found = memory.agent(agent).memories.list(
            kind=kind,
            status=chosen,
            priority=priority,
            text=find,
            after=moment(after, "after", early=True),
            before=moment(before, "before"),
            as_of=moment(as_of, "as_of"),
            limit=limit,
        )
        if not found:
            check_known(memory, agent)
        waiting = not found and any(
            job.agent == agent and job.kind is JobKind.LEARN
            for job in memory.jobs.list(state=JobState.PENDING)
        )
    if as_json:
        print_json([as_json_entry(entry) for entry in found])
    elif found:
        print_entries(found)
    elif any((kind, status, priority, find, after, before, as_of)):
        say(f"No memory fits. Try: recollect memories list {typed(agent)} --status all")
    elif waiting:
        say("Nothing learned yet: what was said waits for it. Do it now: recollect sync")
    else:
        say(f"No memories yet. Try: recollect memories add {typed(agent)} 'Likes green tea'")


@app.command()
def show(
    ctx: typer.Context,
    agent: AgentId,
    memory_id: MemoryId,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Show one memory: what was said, where and when, what speaks against it, and its history.

    Try: recollect memories show alice 3f2a
    """
    with opened(ctx, database) as memory:
        entry = found_memory(memory, agent, memory_id)
        others = _related(memory, agent, entry)
        versions = memory.agent(agent).memories.history(entry.id)
        days = turn_days(memory, agent, [entry])
    if as_json:
        print_json(as_json_entry(entry))
        return
    print_entry(entry, others, days)
    if len(versions) > 1:
        say()
        print_history(versions)
    if entry.status is Status.REVIEW:
        decide = f"recollect review resolve {typed(agent)} {entry.id[:8]} --keep this"
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
        _option("--key", metavar="KEY", help="A name under which a later one replaces it."),
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
    """Remember a statement; one that is known already is reinforced.

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
        valid_from=moment(valid_from, "valid_from", early=True),
        valid_until=moment(valid_until, "valid_until"),
        metadata=json_object(metadata, "metadata"),
    )
    with opened(ctx, database, making=True) as memory:
        entry = memory.agent(agent).memories.add(content, **given)
    done = "Remembered." if entry.version == 1 else "Known already; reinforced."
    _print(entry, done, as_json=as_json)


@app.command()
def edit(
    ctx: typer.Context,
    agent: AgentId,
    memory_id: MemoryId,
    content: Annotated[
        str | None,
        typer.Argument(metavar="TEXT", help="What it says from now on.", show_default=False),
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
            help="Take this away; may be given several times.",
            show_default=False,
        ),
    ] = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Correct a memory; what is left out stays, and the history keeps what it said before.

    Try: recollect memories edit alice 3f2a "Prefers night trains" --confidence 0.9
    """
    given = _given(
        content=content,
        subject=subject,
        confidence=confidence,
        priority=priority,
        tags=tags,
        pinned=pinned,
        valid_from=moment(valid_from, "valid_from", early=True),
        valid_until=moment(valid_until, "valid_until"),
        metadata=json_object(metadata, "metadata"),
    )
    cleared: dict[str, Any] = {each.value: _EMPTY.get(each) for each in clear or ()}
    if both := sorted(given.keys() & cleared):
        raise typer.BadParameter(f"{both[0]} cannot be given and taken away at once")
    with opened(ctx, database) as memory:
        found = found_memory(memory, agent, memory_id)
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
    """Take a memory away; restore brings it back.

    Try: recollect memories delete alice 3f2a
    """
    with opened(ctx, database) as memory:
        found = found_memory(memory, agent, memory_id)
        entry = memory.agent(agent).memories.delete(found.id)
    if as_json:
        _print(entry, as_json=True)
    else:
        undo = f"recollect memories restore {typed(agent)} {entry.id[:8]}"
        say(f"Deleted {entry.id[:8]}. To bring it back: {undo}")


@app.command()
def restore(
    ctx: typer.Context,
    agent: AgentId,
    memory_id: MemoryId,
    version: Annotated[
        int | None,
        typer.Option(
            "--version", metavar="N", min=1, help="Back to this version.", show_default=False
        ),
    ] = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Bring back a deleted memory, or what a memory said in an earlier version.

    Try: recollect memories restore alice 3f2a
    """
    with opened(ctx, database) as memory:
        found = found_memory(memory, agent, memory_id)
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
    """Show every version of a memory, the oldest first.

    Try: recollect memories history alice 3f2a
    """
    with opened(ctx, database) as memory:
        found = found_memory(memory, agent, memory_id)
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
    """The memories that one speaks of by their ids, where they are still there."""
    desk = memory.agent(agent).memories
    found = {}
    for name in filter(None, (*entry.rivals, entry.superseded_by)):
        with suppress(NotFound):
            found[name] = desk.get(name)
    return found


def _given(**values: Any) -> dict[str, Any]:
    """What was said on the command line; the rest is the library's to decide."""
    return {name: value for name, value in values.items() if value is not None and value != []}
