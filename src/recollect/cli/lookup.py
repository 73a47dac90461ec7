"""Finding memories and turns, also by the first characters of an id."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol, TypeVar

from recollect.cli.agent_lookup import require_agent
from recollect.cli.formatting import pluralize
from recollect.cli.memory_display import TurnTimes
from recollect.domain.entry import Status
from recollect.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from recollect.domain.entry import Entry
    from recollect.memory import Memory


class HasId(Protocol):
    """Anything with an id."""

    @property
    def id(self) -> str:
        """The full id."""
        ...


_HasId = TypeVar("_HasId", bound=HasId)


def find_memory(memory: "Memory", agent: str, name: str) -> "Entry":
    """Return the memory with this id, or the only one whose id starts with it."""
    memories = memory.agent(agent).memories
    try:
        return memories.get(name)
    except NotFound:
        require_agent(memory, agent)
    return match_id_prefix(memories.list(status=tuple(Status)), agent, name, "memory")


def turn_times(memory: "Memory", agent: str, entries: Iterable["Entry"]) -> TurnTimes:
    """Return the time of every source turn of these memories."""
    conversations = {source.conversation for entry in entries for source in entry.sources}
    stored = memory.agent(agent)
    return {
        (turn.conversation, turn.id): turn.at
        for conversation in conversations
        for turn in stored.turns(conversation)
    }


def match_id_prefix(items: Iterable[_HasId], agent: str, name: str, noun: str) -> _HasId:
    """Return the only item whose id starts with `name`, or equals it."""
    matches = [item for item in items if item.id.startswith(name)] if name else []
    exact = [item for item in matches if item.id == name]
    if not matches:
        raise NotFound(f"{agent!r} has no {noun} {name!r}", field="id")
    if len(matches) > 1 and not exact:
        count = pluralize(len(matches), noun)
        raise InvalidInput(f"{count} have an id that starts with {name!r}", field="id")
    return (exact or matches)[0]
