"""Saying that something is not there, and what is there instead."""

from difflib import get_close_matches
from typing import TYPE_CHECKING

from recollect.errors import NotFound

if TYPE_CHECKING:
    from recollect.domain.conversation import AgentSummary
    from recollect.memory import Memory


def check_known(memory: "Memory", agent: str) -> "AgentSummary":
    """The agent in the list; a mistyped name is told from one that has nothing."""
    everyone = {found.id: found for found in memory.agents()}
    if agent not in everyone:
        near = get_close_matches(agent, everyone, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ": recollect agents lists them"
        raise NotFound(f"there is no agent {agent!r}{hint}", field="agent")
    return everyone[agent]
