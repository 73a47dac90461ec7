"""`recollect export` and `recollect import`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from recollect.cli.catching_up import caught_up, print_outcome
from recollect.cli.completion import agent_names
from recollect.cli.missing import check_known
from recollect.cli.opening import opened
from recollect.cli.options import AsJson, Database, NoWait
from recollect.cli.progress import bar
from recollect.cli.screen import print_json, say
from recollect.cli.wording import counted, one_line
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
            help="Only this one.",
            autocompletion=agent_names,
            show_default=False,
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", metavar="", help="Replace a file that is there.")
    ] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Write everything, or one agent, to a file of JSON lines that import reads.

    Try: recollect export backup.jsonl
    """
    if file.exists() and not force:
        raise Conflict(f"{file} is there already: --force replaces it", field="file")
    with opened(ctx, database) as memory:
        if agent is not None:
            check_known(memory, agent)
        with bar("Writing", _rows(memory, agent)) as advance:
            done = memory.export(file, agent=agent, progress=advance)
    if as_json:
        print_json(done)
    else:
        say(f"Wrote {_amount(done)} to {one_line(done.path)}.")


def import_(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that export wrote.")],
    no_wait: NoWait = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Take in an exported file, whole or not at all; what is here already stays as it is.

    Try: recollect import backup.jsonl
    """
    with opened(ctx, database, making=True) as memory:
        done = _imported(memory, file)
        outcome = None if no_wait else caught_up(memory)
        if as_json:
            print_json({**plain(done), "sync": outcome})
            return
        say(f"Read {_amount(done)} from {one_line(done.path)}.")
        say(_news(done))
        print_outcome(memory, outcome)


def _rows(memory: "Memory", agent: str | None) -> int:
    """About how many turns and memories there are to write."""
    chosen = [each for each in memory.agents() if agent in (None, each.id)]
    return sum(each.turns + each.entries for each in chosen)


def _imported(memory: "Memory", file: Path) -> "Imported":
    try:
        with bar("Reading", file.stat().st_size if file.is_file() else 0) as advance:
            return memory.import_(file, progress=advance)
    except InvalidInput as wrong:
        if str(file) in wrong.message:
            raise
        raise InvalidInput(f"{file}, {wrong.message}", field=wrong.field) from None


def _amount(done: "Transfer") -> str:
    return ", ".join(
        (
            counted(done.agents, "agent"),
            counted(done.conversations, "conversation"),
            counted(done.turns, "turn"),
            counted(done.memories, "memory"),
        )
    )


def _news(done: "Imported") -> str:
    new = done.turns_new + done.memories_new
    kept = done.turns + done.memories - new
    if not new:
        return "Nothing of it is new: what was here already stays as it is."
    amount = f"{counted(done.turns_new, 'turn')}, {counted(done.memories_new, 'memory')}"
    return f"New: {amount}." + (" The rest was here already and stays as it is." if kept else "")
