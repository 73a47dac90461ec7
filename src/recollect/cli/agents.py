from typing import Annotated

import typer

from recollect.cli.completion import agent_names
from recollect.cli.missing import check_known
from recollect.cli.opening import opened
from recollect.cli.options import AsJson, Database, Limit
from recollect.cli.screen import print_json, print_table, say
from recollect.cli.table import Column
from recollect.cli.wording import day
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
            help="Only this one.",
            autocompletion=agent_names,
            show_default=False,
        ),
    ] = None,
    limit: Limit = None,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """List the agents, and how much is kept for each; or one of them.

    Try: recollect agents
    """
    with opened(ctx, database) as memory:
        found = memory.agents(limit=limit) if agent is None else [check_known(memory, agent)]
    if as_json:
        print_json(found if agent is None else found[0])
    elif not found:
        say("No agents yet. Try: recollect ingest FILE --agent me")
    else:
        print_table(_COLUMNS, [_row(agent) for agent in found])


def _row(agent: AgentSummary) -> tuple[str, ...]:
    return (
        agent.id,
        f"{agent.conversations:,}",
        f"{agent.turns:,}",
        f"{agent.entries:,}",
        day(agent.created_at),
    )
