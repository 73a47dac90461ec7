"""`recollect export` and `recollect import`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from recollect.cli.agent_lookup import require_agent
from recollect.cli.completion import agent_names
from recollect.cli.database import open_memory
from recollect.cli.formatting import one_line, pluralize
from recollect.cli.options import AsJson, Database, NoWait
from recollect.cli.output import print_json, say
from recollect.cli.progress import progress_bar
from recollect.cli.sync_progress import print_sync_result, sync_with_progress
from recollect.domain.plain import plain
from recollect.errors import Conflict, InvalidInput

if TYPE_CHECKING:
    from recollect.memory import Memory
    from recollect.memory.transfer import Imported, Transfer


def export(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    agent: Annotated[
        str | None,
        typer.Option(
            "--agent",
            metavar="AGENT",
            help="Export only this agent.",
            autocompletion=agent_names,
            show_default=False,
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", metavar="", help="Overwrite an existing file.")
    ] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Export everything, or one agent, to a JSON lines file for `recollect import`.

    Try: recollect export backup.jsonl
    """
    if file.exists() and not force:
        raise Conflict(f"{file} already exists: use --force to overwrite it", field="file")
    with open_memory(ctx, database) as memory:
        if agent is not None:
            require_agent(memory, agent)
        with progress_bar("Writing", _rows(memory, agent)) as advance:
            done = memory.export(file, agent=agent, progress=advance)
    if as_json:
        print_json(done)
    else:
        say(f"Wrote {_amount(done)} to {one_line(done.path)}.")


def import_(
    ctx: typer.Context,
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A file written by `recollect export`.")
    ],
    no_wait: NoWait = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Import an exported file, completely or not at all; existing data is not changed.

    Try: recollect import backup.jsonl
    """
    with open_memory(ctx, database, create=True) as memory:
        done = _import(memory, file)
        report = None if no_wait else sync_with_progress(memory)
        if as_json:
            print_json({**plain(done), "sync": report})
            return
        say(f"Read {_amount(done)} from {one_line(done.path)}.")
        say(_new_counts(done))
        print_sync_result(memory, report)


def _rows(memory: "Memory", agent: str | None) -> int:
    """Return the approximate number of turns and memories to write."""
    chosen = [summary for summary in memory.agents() if agent in (None, summary.id)]
    return sum(summary.turns + summary.entries for summary in chosen)


def _import(memory: "Memory", file: Path) -> "Imported":
    try:
        with progress_bar("Reading", file.stat().st_size if file.is_file() else 0) as advance:
            return memory.import_(file, progress=advance)
    except InvalidInput as error:
        if str(file) in error.message:
            raise
        raise InvalidInput(f"{file}, {error.message}", field=error.field) from None


def _amount(done: "Transfer") -> str:
    return ", ".join(
        (
            pluralize(done.agents, "agent"),
            pluralize(done.conversations, "conversation"),
            pluralize(done.turns, "turn"),
            pluralize(done.memories, "memory"),
        )
    )


def _new_counts(done: "Imported") -> str:
    new = done.turns_new + done.memories_new
    existing = done.turns + done.memories - new
    if not new:
        return "Nothing new: all of it already exists and was not changed."
    amount = f"{pluralize(done.turns_new, 'turn')}, {pluralize(done.memories_new, 'memory')}"
    return f"New: {amount}." + (" The rest already exists and was not changed." if existing else "")
