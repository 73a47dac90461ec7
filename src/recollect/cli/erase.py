from typing import TYPE_CHECKING

import typer

from recollect.cli.agent_lookup import require_agent
from recollect.cli.confirm import confirm_by_typing
from recollect.cli.database import open_memory
from recollect.cli.formatting import one_line, pluralize
from recollect.cli.options import AgentId, AsJson, Database, Yes
from recollect.cli.output import print_json, say

if TYPE_CHECKING:
    from recollect.domain.conversation import AgentSummary


def erase(
    ctx: typer.Context,
    agent: AgentId,
    yes: Yes = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Permanently erase everything stored for an agent.

    Try: recollect erase alice
    """
    with open_memory(ctx, database) as memory:
        summary = require_agent(memory, agent)
        if not yes:
            confirm_by_typing(_question(summary), summary.id)
        memory.agent(agent).erase()
    if as_json:
        print_json({"erased": summary})
    else:
        say(f"Erased {one_line(summary.id)}: {_amount(summary)}.")


def _question(summary: "AgentSummary") -> str:
    return (
        f"This erases {_amount(summary)} of {one_line(summary.id)}. This cannot be undone.\n"
        "Type the agent's name to continue: "
    )


def _amount(summary: "AgentSummary") -> str:
    return ", ".join(
        (
            pluralize(summary.conversations, "conversation"),
            pluralize(summary.turns, "turn"),
            pluralize(summary.entries, "memory"),
        )
    )
