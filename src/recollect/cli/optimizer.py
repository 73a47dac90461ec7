from typing import Annotated

from recollect.cli.completion import agent_names
from recollect.cli.database import open_memory
from recollect.cli.formatting import local_date
from recollect.cli.lookup import require_agent
from recollect.cli.options import AsJson, Database
from recollect.cli.output import print_items, print_json, say
from recollect.cli.parameters import flag, option
from recollect.cli.table import Column, Table
from recollect.domain.tuning import Snapshot

_TABLE: Table[Snapshot] = (
    (Column("DAY"), lambda run: local_date(run.at)),
    (Column("BEFORE", right=True), lambda run: f"{run.metrics.tokens_before:,}"),
    (Column("AFTER", right=True), lambda run: f"{run.metrics.tokens_after:,}"),
    (Column("COMPRESSED", right=True), lambda run: str(run.metrics.entries_compressed)),
    (Column("DROPPED", right=True), lambda run: str(run.metrics.entries_dropped)),
    (Column("PROMOTED", right=True), lambda run: str(run.metrics.entries_promoted)),
    (Column("TRIGGER", right=True), lambda run: f"{run.parameters.compression_trigger:g}"),
    (Column("WINDOW", right=True), lambda run: str(run.parameters.full_message_window)),
    (Column("RELEVANCE", right=True), lambda run: f"{run.parameters.min_relevance:g}"),
)


def optimizer(
    agent: Annotated[
        str | None,
        option("--agent", "ID", "Only this agent.", short="-a", autocompletion=agent_names),
    ] = None,
    run: Annotated[bool, flag("--run", "Run the optimizer now and wait for it.")] = False,
    limit: Annotated[
        int, option("--limit", "N", "Maximum number of runs to show.", short="-n", min=1)
    ] = 10,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Show what the optimizer has saved, its current parameters, and its last runs.

    Try: recollect optimizer --run
    """
    with open_memory(database) as memory:
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
        print_items(_TABLE, runs)
