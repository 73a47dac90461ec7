from typing import Annotated

import typer

from recollect.cli.database import open_memory
from recollect.cli.lookup import require_agents
from recollect.cli.options import AgentOrAll, AsJson, Database, NoWait
from recollect.cli.output import print_json, say
from recollect.cli.parameters import flag
from recollect.cli.sync_progress import (
    memories_by_agent,
    print_sync_result,
    sync_report,
    sync_with_progress,
)
from recollect.domain.amounts import pluralize
from recollect.domain.job import JobState


def sync(
    agent: AgentOrAll = None,
    retry: Annotated[bool, flag("--retry", "Also retry dead jobs.")] = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Run all due background jobs, such as embedding and learning, and wait for them."""
    with open_memory(database) as memory:
        require_agents(memory, agent)
        for job in memory.jobs.list(state=JobState.DEAD) if retry else ():
            if agent in {None, job.agent}:
                memory.jobs.retry(job.id)
        before = memories_by_agent(memory)
        report = sync_with_progress(memory, agent)
        if as_json:
            print_json(sync_report(report))
        else:
            print_sync_result(memory, report, before)
    raise typer.Exit(0 if report.ok else 1)


def rebuild(
    agent: AgentOrAll = None,
    no_wait: NoWait = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Rebuild everything derived from turns: learned memories, search indexes and vectors.

    Manual additions, corrections, deletions and decisions are kept; search keeps working meanwhile.
    """
    with open_memory(database) as memory:
        require_agents(memory, agent)
        before = memories_by_agent(memory)
        memory.rebuild(agent)
        report = None if no_wait else sync_with_progress(memory)
        if as_json:
            print_json(sync_report(report) or {"ok": True})
        else:
            if report is not None:
                _print_counts(before, memories_by_agent(memory), agent)
            print_sync_result(memory, report, before)
    raise typer.Exit(0 if report is None or report.ok else 1)


def _print_counts(before: dict[str, int], after: dict[str, int], agent: str | None) -> None:
    was, now = (
        sum(count for name, count in counts.items() if agent in {None, name})
        for counts in (before, after)
    )
    kept = "what you added, edited or deleted by hand was kept"
    say(f"{pluralize(was, 'memory')} before, {now:,} after; {kept}.")
