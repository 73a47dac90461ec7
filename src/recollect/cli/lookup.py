"""Finding agents, memories and turns, also by a similar name or the first characters of an id."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from difflib import get_close_matches
from typing import TYPE_CHECKING, TypeVar

from recollect.cli.formatting import one_line
from recollect.cli.memory_display import TurnTimes
from recollect.domain.access import ALL_AGENTS, Reach
from recollect.domain.amounts import pluralize
from recollect.domain.entry import EntryFilter, Status
from recollect.domain.job import JobKind, JobState
from recollect.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from recollect.domain.conversation import AgentSummary, Conversation
    from recollect.domain.entry import Entry
    from recollect.domain.job import Job
    from recollect.domain.recap import Override
    from recollect.domain.turn import Turn
    from recollect.memory import Memory

_LONGEST = 256  # comparing longer names takes too long
_LISTED = 5

T = TypeVar("T", "Entry", "Override", "Job", "Conversation", "Turn")


def require_agent(memory: "Memory", agent: str) -> "AgentSummary":
    """Return the agent, or raise NotFound with a similar name as a hint."""
    if found := memory.agents(reach=Reach(only=agent)):
        return found[0]
    known = [summary.id for summary in memory.agents()]
    hint = did_you_mean(agent, known) or ": recollect agents lists them"
    raise NotFound(f"there is no agent {agent!r:.80}{hint}", field="agent")


def require_agents(memory: "Memory", *agents: str | None) -> None:
    """Raise NotFound for the first of these agents that does not exist; None stands for all."""
    for agent in agents:
        if agent is not None:
            require_agent(memory, agent)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint with the most similar known word; empty if none is similar."""
    near = get_close_matches(word[:_LONGEST], [*known], n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def agents_to_decide(memory: "Memory") -> list[str]:
    """The agents with memories that contradict each other, or that were asked to be forgotten."""
    from recollect.learning.deletion_requests import OPEN_REQUESTS  # noqa: PLC0415

    waiting = (EntryFilter(statuses=(Status.REVIEW,)), OPEN_REQUESTS)
    found = (each for chosen in waiting for each in memory.all_agents.list(ALL_AGENTS, chosen))
    return sorted({each.agent for each in found})


def find_memory(memory: "Memory", agent: str, name: str) -> "Entry":
    """Return the memory with this id, or the only one whose id starts with it."""
    memories = memory.agent(agent).memories
    try:
        return memories.get(name)
    except NotFound:
        require_agent(memory, agent)
    missing = f"{agent!r} has no memory {name!r}"
    return match_id_prefix(memories.list(status=tuple(Status)), name, "memory", missing=missing)


def find_conversation(memory: "Memory", agent: str, name: str) -> "Conversation":
    """Return the conversation with this id, or the only one whose id starts with it."""
    conversations = memory.agent(agent).conversations
    try:
        return conversations.get(name)
    except NotFound as error:
        require_agent(memory, agent)
        known, noun = conversations.list(), "conversation"
        return match_id_prefix(known, name, noun, missing=error.message, field=noun)


def find_turn(memory: "Memory", agent: str, conversation: str, name: str) -> "Turn":
    """Return the turn of a conversation with this id, or the only one whose id starts with it."""
    turns = memory.agent(agent).conversations.turns(conversation)
    missing = f"there is no turn {name!r} in conversation {conversation!r}"
    return match_id_prefix(turns, name, "turn", missing=missing)


def turn_times(memory: "Memory", agent: str, entries: Iterable["Entry"]) -> TurnTimes:
    """Return the time of every source turn of these memories, on its speaker's clock."""
    conversations = {source.conversation for entry in entries for source in entry.sources}
    stored = memory.agent(agent)
    return {
        (turn.conversation, turn.id): turn.local
        for conversation in conversations
        for turn in stored.turns(conversation)
    }


def waiting_jobs(memory: "Memory") -> "list[Job]":
    """Return the jobs that are due and can be run with these settings.

    Those that embed stay for a later embedder: it embeds everything that has no vector.
    """
    due = memory.jobs.list(state=JobState.PENDING, due_by=datetime.now(UTC))
    has_embedder = memory.settings.embedding_backend != "none"
    return [job for job in due if has_embedder or job.kind is not JobKind.EMBED]


def match_id_prefix(
    items: Iterable[T], name: str, noun: str, *, missing: str, field: str = "id"
) -> T:
    """Return the only item whose id starts with `name`, or equals it; `missing` if none does."""
    matches = [item for item in items if item.id.startswith(name)] if name else []
    exact = [item for item in matches if item.id == name]
    if not matches:
        raise NotFound(missing, field=field)
    if len(matches) > 1 and not exact:
        raise several(pluralize(len(matches), noun), name, [item.id for item in matches], field)
    return (exact or matches)[0]


def several(count: str, name: str, ids: Sequence[str], field: str = "id") -> InvalidInput:
    """The error if several ids start with `name`, with the first of them."""
    more = f" and {len(ids) - _LISTED:,} more" if len(ids) > _LISTED else ""
    listed = f"{', '.join(map(one_line, ids[:_LISTED]))}{more}"
    return InvalidInput(f"{count} have an id that starts with {name!r}: {listed}", field=field)
