from typing import Annotated

from recollect.cli.database import open_memory
from recollect.cli.formatting import local_date
from recollect.cli.lookup import require_agents
from recollect.cli.options import AsJson, Database, agent_option
from recollect.cli.output import print_items, print_json, say
from recollect.cli.parameters import flag, option
from recollect.cli.table import Column, Table
from recollect.domain.amounts import pluralize
from recollect.domain.tuning import Snapshot


def _changed(run: Snapshot) -> str:
    """What the run did to messages, and the parameters that it ended with."""
    done = {
        "compressed": run.metrics.entries_compressed,
        "dropped": run.metrics.entries_dropped,
        "promoted": run.metrics.entries_promoted,
    }
    counts = ", ".join(f"{count:,} {what}" for what, count in done.items() if count)
    chosen = run.parameters
    return (
        f"{counts or 'nothing'}; then trigger {chosen.compression_trigger:g},"
        f" window {chosen.full_message_window}, relevance {chosen.min_relevance:g}"
    )


_TABLE: Table[Snapshot] = (
    (Column("DAY"), lambda run: local_date(run.at)),
    (Column("TOKENS", right=True), lambda run: f"{run.metrics.tokens_before:,}"),
    (Column("AFTER", right=True), lambda run: f"{run.metrics.tokens_after:,}"),
    (Column("CHANGED", flexible=True), _changed),
)


def optimizer(
    agent: Annotated[str | None, agent_option("Only this agent.", metavar="ID")] = None,
    run: Annotated[bool, flag("--run", "Run the optimizer now and wait for it.")] = False,
    limit: Annotated[
        int, option("--limit", "N", "Maximum number of runs to show.", short="-n", min=1)
    ] = 10,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Show what the optimizer has saved, its current parameters, and its last runs."""
    with open_memory(database) as memory:
        require_agents(memory, agent)
        if run:
            memory.optimizer.run(agent)
            memory.sync()
        status = memory.optimizer.status(agent)
        runs = memory.optimizer.snapshots(agent, limit=limit)
    if as_json:
        print_json({**status, "snapshots": [snapshot.report() for snapshot in runs]})
        return
    say(
        f"{pluralize(status['totalOptimizations'], 'run')} saved"
        f" {status['totalTokensSaved']:,} tokens,"
        f" {status['avgSavingsPerRun']:,} per run."
    )
    now = status["currentParameters"]
    say(
        f"Now: compress at {now['compressionTrigger']:.1%} of the budget, down to"
        f" {now['targetUsageRatio']:.1%}; keep {now['fullMessageWindow']} messages whole;"
        f" drop what is less relevant than {now['minRelevance']:g}."
    )
    if runs:
        print_items(_TABLE, runs)
