from typing import Annotated

import typer

from recollect.cli.catching_up import caught_up, print_outcome
from recollect.cli.opening import opened
from recollect.cli.options import AsJson, Database
from recollect.cli.screen import print_json
from recollect.domain.job import JobState
from recollect.domain.plain import plain


def sync(
    ctx: typer.Context,
    retry: Annotated[
        bool,
        typer.Option("--retry", metavar="", help="Give jobs that failed for good a fresh start."),
    ] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Do the background work that is due, such as embedding and learning, and wait for it.

    Try: recollect sync
    """
    with opened(ctx, database) as memory:
        for job in memory.jobs.list(state=JobState.DEAD) if retry else ():
            memory.jobs.retry(job.id)
        outcome = caught_up(memory)
        if as_json:
            print_json({**plain(outcome), "ok": outcome.ok})
        else:
            print_outcome(memory, outcome)
    raise typer.Exit(0 if outcome.ok else 1)
