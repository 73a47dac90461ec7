import typer

from recollect.cli.opening import opened
from recollect.cli.options import AsJson, Database, Limit
from recollect.cli.screen import print_json, print_table, say
from recollect.cli.table import Column
from recollect.cli.wording import day
from recollect.model.conversation import AgentSummary

_COLUMNS = (
    Column("AGENT", flexible=True, style="cyan"),
    Column("CONVERSATIONS", right=True),
    Column("TURNS", right=True),
    Column("MEMORIES", right=True),
    Column("SINCE"),
)


def agents(
    ctx: typer.Context, limit: Limit = None, as_json: AsJson = False, database: Database = None
) -> None:
    """List the agents, and how much is kept for each.

    Try: recollect agents
    """
    with opened(ctx, database) as memory:
        found = memory.agents(limit=limit)
    if as_json:
        print_json(found)
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
