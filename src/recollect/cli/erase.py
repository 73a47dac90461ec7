from typing import TYPE_CHECKING

import typer

from recollect.cli.asking import type_again
from recollect.cli.missing import check_known
from recollect.cli.opening import opened
from recollect.cli.options import AgentId, AsJson, Database, Yes
from recollect.cli.screen import print_json, say
from recollect.cli.wording import counted, one_line

if TYPE_CHECKING:
    from recollect.domain.conversation import AgentSummary


def erase(
    ctx: typer.Context,
    agent: AgentId,
    yes: Yes = False,
    as_json: AsJson = False,
    database: Database = None,
) -> None:
    """Erase everything of one agent, for good.

    Try: recollect erase alice
    """
    with opened(ctx, database) as memory:
        found = check_known(memory, agent)
        if not yes:
            type_again(_question(found), found.id)
        memory.agent(agent).erase()
    if as_json:
        print_json({"erased": found})
    else:
        say(f"Erased {one_line(found.id)}: {_amount(found)}.")


def _question(found: "AgentSummary") -> str:
    return (
        f"This erases {_amount(found)} of {one_line(found.id)}. There is no way back.\n"
        "Type the agent's name to go on: "
    )


def _amount(found: "AgentSummary") -> str:
    return ", ".join(
        (
            counted(found.conversations, "conversation"),
            counted(found.turns, "turn"),
            counted(found.entries, "memory"),
        )
    )
