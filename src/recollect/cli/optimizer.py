from typing import Annotated

import typer

from recollect.cli.completion import agent_names
from recollect.cli.missing import check_known
from recollect.cli.opening import opened
from recollect.cli.options import AsJson, Database
from recollect.cli.screen import print_json, print_table, say
from recollect.cli.table import Column
from recollect.cli.wording import day
from recollect.domain.tuning import Snapshot

_RUNS = 10

Agent = Annotated[
    str | None,
    typer.Option(
        "--agent",
        "-a",
        metavar="ID",
        help="Of one agent alone.",
        autocompletion=agent_names,
        show_default=False,
    ),
]
_COLUMNS = (
    Column("DAY"),
    Column("BEFORE", right=True),
    Column("AFTER", right=True),
    Column("COMPRESSED", right=True),
    Column("DROPPED", right=True),
    Column("PROMOTED", right=True),
    Column("TRIGGER", right=True),
    Column("WINDOW", right=True),
    Column("RELEVANCE", right=True),
)


def optimizer(
    ctx: typer.Context,
    agent: Agent = None,
    run: Annotated[
        bool, typer.Option("--run", metavar="", help="Run it now, and wait for it.")
    ] = False,
    limit: Annotated[
        int, typer.Option("--limit", "-n", metavar="N", min=1, help="At most so many runs.")
    ] = _RUNS,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """What the optimizer has saved, the parameters in force, and its last runs.

    Try: recollect optimizer --run
    """
    with opened(ctx, database) as memory:
        if agent is not None:
            check_known(memory, agent)
        if run:
            memory.optimizer.run(agent)
            memory.sync()
        status = memory.optimizer.status(agent)
        runs = memory.optimizer.snapshots(agent, limit=limit)
    if as_json:
        print_json({**status, "snapshots": [one.report() for one in runs]})
        return
    say(
        f"{status['totalOptimizations']:,} runs saved {status['totalTokensSaved']:,} tokens,"
        f" {status['avgSavingsPerRun']:,} a run."
    )
    now = (f"{name} {value:g}" for name, value in status["currentParameters"].items())
    say(f"In force: {', '.join(now)}.")
    if runs:
        print_table(_COLUMNS, [_row(one) for one in runs])


def _row(run: Snapshot) -> tuple[str, ...]:
    metrics, parameters = run.metrics, run.parameters
    return (
        day(run.at),
        f"{metrics.tokens_before:,}",
        f"{metrics.tokens_after:,}",
        str(metrics.entries_compressed),
        str(metrics.entries_dropped),
        str(metrics.entries_promoted),
        f"{parameters.compression_trigger:g}",
        str(parameters.full_message_window),
        f"{parameters.min_relevance:g}",
    )
