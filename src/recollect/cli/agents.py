from typing import Annotated

import typer

from recollect.cli.agent_lookup import require_agent
from recollect.cli.completion import agent_names
from recollect.cli.database import open_memory
from recollect.cli.formatting import local_date
from recollect.cli.options import AsJson, Database, Limit
from recollect.cli.output import print_json, print_table, say
from recollect.cli.table import Column
from recollect.domain.conversation import AgentSummary

_COLUMNS = (
    Column("AGENT", flexible=True, style="cyan"),
    Column("CONVERSATIONS", right=True),
    Column("TURNS", right=True),
    Column("MEMORIES", right=True),
    Column("SINCE"),
)


def agents(
    ctx: typer.Context,
    agent: Annotated[
        str | None,
        typer.Argument(
            metavar="AGENT",
            help="Show only this agent.",
            autocompletion=agent_names,
            show_default=False,
        ),
    ] = None,
    limit: Limit = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """List agents and how much is stored for each, or show one agent.

    Try: recollect agents
    """
    with open_memory(ctx, database) as memory:
        found = memory.agents(limit=limit) if agent is None else [require_agent(memory, agent)]
    if as_json:
        print_json(found if agent is None else found[0])
    elif not found:
        say("No agents yet. Try: recollect ingest FILE --agent me")
    else:
        print_table(_COLUMNS, [_row(summary) for summary in found])


def _row(summary: AgentSummary) -> tuple[str, ...]:
    return (
        summary.id,
        f"{summary.conversations:,}",
        f"{summary.turns:,}",
        f"{summary.entries:,}",
        local_date(summary.created_at),
    )
