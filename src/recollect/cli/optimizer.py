from typing import Annotated

import typer

from recollect.cli.agent_lookup import require_agent
from recollect.cli.completion import agent_names
from recollect.cli.database import open_memory
from recollect.cli.formatting import local_date
from recollect.cli.options import AsJson, Database
from recollect.cli.output import print_json, print_table, say
from recollect.cli.table import Column
from recollect.domain.tuning import Snapshot

_DEFAULT_LIMIT = 10

Agent = Annotated[
    str | None,
    typer.Option(
        "--agent",
        "-a",
        metavar="ID",
        help="Only this agent.",
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
        bool, typer.Option("--run", metavar="", help="Run the optimizer now and wait for it.")
    ] = False,
    limit: Annotated[
        int,
        typer.Option("--limit", "-n", metavar="N", min=1, help="Maximum number of runs to show."),
    ] = _DEFAULT_LIMIT,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Show what the optimizer has saved, its current parameters, and its last runs.

    Try: recollect optimizer --run
    """
    with open_memory(ctx, database) as memory:
        if agent is not None:
            require_agent(memory, agent)
        if run:
            memory.optimizer.run(agent)
            memory.sync()
        status = memory.optimizer.status(agent)
        runs = memory.optimizer.snapshots(agent, limit=limit)
    if as_json:
        print_json({**status, "snapshots": [snapshot.report() for snapshot in runs]})
        return
    say(
        f"{status['totalOptimizations']:,} runs saved {status['totalTokensSaved']:,} tokens,"
        f" {status['avgSavingsPerRun']:,} per run."
    )
    parameters = (f"{name} {value:g}" for name, value in status["currentParameters"].items())
    say(f"Current parameters: {', '.join(parameters)}.")
    if runs:
        print_table(_COLUMNS, [_row(snapshot) for snapshot in runs])


def _row(run: Snapshot) -> tuple[str, ...]:
    metrics, parameters = run.metrics, run.parameters
    return (
        local_date(run.at),
        f"{metrics.tokens_before:,}",
        f"{metrics.tokens_after:,}",
        str(metrics.entries_compressed),
        str(metrics.entries_dropped),
        str(metrics.entries_promoted),
        f"{parameters.compression_trigger:g}",
        str(parameters.full_message_window),
        f"{parameters.min_relevance:g}",
    )
