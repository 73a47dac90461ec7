"""Looking up agents, with a suggestion for a misspelled name."""

from difflib import get_close_matches
from typing import TYPE_CHECKING

from recollect.errors import NotFound

if TYPE_CHECKING:
    from recollect.domain.conversation import AgentSummary
    from recollect.memory import Memory


def require_agent(memory: "Memory", agent: str) -> "AgentSummary":
    """Return the agent, or raise NotFound with a similar name as a hint."""
    agents = {summary.id: summary for summary in memory.agents()}
    if agent not in agents:
        near = get_close_matches(agent, agents, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ": recollect agents lists them"
        raise NotFound(f"there is no agent {agent!r}{hint}", field="agent")
    return agents[agent]
