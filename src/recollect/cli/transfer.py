"""`recollect export` and `recollect import`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from recollect.cli.catching_up import caught_up, print_outcome
from recollect.cli.opening import opened
from recollect.cli.options import AsJson, Database, NoWait
from recollect.cli.screen import print_json, say
from recollect.cli.wording import counted, one_line
from recollect.errors import Conflict, InvalidInput
from recollect.model.plain import plain

if TYPE_CHECKING:
    from recollect.memory import Memory
    from recollect.transfer import Transfer


def export(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    agent: Annotated[
        str | None,
        typer.Option("--agent", metavar="AGENT", help="Only this one.", show_default=False),
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
        _check_not_itself(file, memory.stats().path)
        done = memory.export(file, agent=agent)
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
        print_outcome(memory, outcome)


def _check_not_itself(file: Path, database: str) -> None:
    """Whatever --force says: an export must never take the place of what it exports."""
    beside = [Path(database + ending) for ending in ("", "-wal", "-shm")]
    if file.exists() and any(path.exists() and file.samefile(path) for path in beside):
        raise Conflict(f"{file} is the database itself: name another file", field="file")


def _imported(memory: "Memory", file: Path) -> "Transfer":
    try:
        return memory.import_(file)
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
