from typing import Annotated

import typer

from recollect.cli.database import open_memory
from recollect.cli.options import AsJson, Database
from recollect.cli.output import print_json
from recollect.cli.sync_progress import print_sync_result, sync_with_progress
from recollect.domain.job import JobState
from recollect.domain.plain import plain


def sync(
    ctx: typer.Context,
    retry: Annotated[
        bool,
        typer.Option("--retry", metavar="", help="Also retry dead jobs."),
    ] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Run all due background jobs, such as embedding and learning, and wait for them.

    Try: recollect sync
    """
    with open_memory(ctx, database) as memory:
        for job in memory.jobs.list(state=JobState.DEAD) if retry else ():
            memory.jobs.retry(job.id)
        report = sync_with_progress(memory)
        if as_json:
            print_json({**plain(report), "ok": report.ok})
        else:
            print_sync_result(memory, report)
    raise typer.Exit(0 if report.ok else 1)
