"""`recollect export` and `recollect import`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from recollect.cli.completion import agent_names
from recollect.cli.database import open_memory
from recollect.cli.formatting import amounts, one_line
from recollect.cli.lookup import require_agent
from recollect.cli.options import AsJson, Database, NoWait
from recollect.cli.output import print_json, print_result, say
from recollect.cli.parameters import argument, flag, option
from recollect.cli.progress import progress_bar
from recollect.cli.sync_progress import print_sync_result, sync_with_progress
from recollect.domain.plain import plain
from recollect.errors import Conflict, InvalidInput

if TYPE_CHECKING:
    from recollect.memory import Memory
    from recollect.memory.transfer import Imported, Transfer


def export(
    file: Annotated[Path, argument("FILE", "The file to write.")],
    agent: Annotated[
        str | None,
        option("--agent", "AGENT", "Export only this agent.", autocompletion=agent_names),
    ] = None,
    force: Annotated[bool, flag("--force", "Overwrite an existing file.")] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Export everything, or one agent, to a JSON lines file for `recollect import`.

    Try: recollect export backup.jsonl
    """
    if file.exists() and not force:
        raise Conflict(f"{file} already exists: use --force to overwrite it", field="file")
    with open_memory(database) as memory:
        if agent is not None:
            require_agent(memory, agent)
        with progress_bar("Writing", _rows(memory, agent)) as advance:
            done = memory.export(file, agent=agent, progress=advance)
    text = f"Wrote {_amount(done)} to {one_line(done.path)}."
    print_result(done, text, as_json=as_json)


def import_(
    file: Annotated[Path, argument("FILE", "A file written by `recollect export`.")],
    no_wait: NoWait = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Import an exported file, completely or not at all; existing data is not changed.

    Try: recollect import backup.jsonl
    """
    with open_memory(database, create=True) as memory:
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
    return amounts(
        agent=done.agents, conversation=done.conversations, turn=done.turns, memory=done.memories
    )


def _new_counts(done: "Imported") -> str:
    new = done.turns_new + done.memories_new
    existing = done.turns + done.memories - new
    if not new:
        return "Nothing new: all of it already exists and was not changed."
    rest = " The rest already exists and was not changed." if existing else ""
    return f"New: {amounts(turn=done.turns_new, memory=done.memories_new)}.{rest}"
