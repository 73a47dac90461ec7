from typing import Annotated

import typer

from recollect.cli.completion import agent_names
from recollect.cli.database import open_memory
from recollect.cli.options import AsJson, Database, NoWait
from recollect.cli.output import print_json
from recollect.cli.sync_progress import print_sync_result, sync_with_progress
from recollect.domain.plain import plain


def rebuild(
    ctx: typer.Context,
    agent: Annotated[
        str | None,
        typer.Argument(
            metavar="AGENT",
            help="Id of the agent; default: all agents.",
            autocompletion=agent_names,
            show_default=False,
        ),
    ] = None,
    no_wait: NoWait = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Rebuild everything derived from turns: learned memories, search indexes and vectors.

    Manual additions, corrections, deletions and decisions are kept; search keeps working meanwhile.

    Try: recollect rebuild alice
    """
    with open_memory(ctx, database) as memory:
        memory.rebuild(agent)
        report = None if no_wait else sync_with_progress(memory)
        if as_json:
            print_json({**plain(report), "ok": report.ok} if report else {"ok": True})
        else:
            print_sync_result(memory, report)
    raise typer.Exit(0 if report is None or report.ok else 1)
