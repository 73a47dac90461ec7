"""Which agent has the memories of a user, agent, app or run of mem0, and how they are named.

The first of `user_id`, `agent_id`, `app_id` and `run_id` decides: the user "alice" is the agent
"alice", the agent "bot" is "agent:bot", and so on. The others are kept with each memory.
"""

from collections.abc import Mapping
from typing import Any, Final

from recollect.domain.checks import check_id
from recollect.errors import InvalidInput
from recollect.importers.mem0 import PREFIXES

IDENTITIES: Final = tuple(PREFIXES)
USER: Final = "user"
_PREFIXES: Final = {name.removesuffix("_id"): prefix for name, prefix in PREFIXES.items() if prefix}
_NAMES: Final = "user_id, agent_id, app_id or run_id"


def check_identity(value: object, field: str) -> str:
    """An id as mem0 takes it: text or a number, without spaces."""
    name = check_id(str(value).strip(), field)
    if any(character.isspace() for character in name):
        raise InvalidInput(f"{field} cannot contain spaces", field=field)
    if name.startswith(tuple(_PREFIXES.values())):
        # Otherwise a user could be named as an agent, and share its memories.
        raise InvalidInput(f"{field} cannot begin with agent:, app: or run:", field=field)
    return name


def identities_in(given: Mapping[str, Any]) -> dict[str, str]:
    """The ids among these arguments; InvalidInput if there is none."""
    found = {
        name: check_identity(given[name], name)
        for name in IDENTITIES
        if given.get(name) is not None
    }
    if not found:
        raise InvalidInput(f"give at least one of {_NAMES}", field="user_id")
    return found


def agent_of(identities: Mapping[str, str]) -> str:
    """The agent that has the memories of these ids."""
    first = next(name for name in IDENTITIES if name in identities)
    return agent_named(first.removesuffix("_id"), identities[first])


def agent_named(kind: str, name: str) -> str:
    """The agent of a user, agent, app or run."""
    if kind not in {USER, *_PREFIXES}:
        raise InvalidInput(f"a memory belongs to a user, agent, app or run, not to a {kind!r:.80}")
    return _PREFIXES.get(kind, "") + check_identity(name, f"{kind}_id")


def entity_of(agent: str) -> tuple[str, str]:
    """The kind and the name of the mem0 entity that an agent stands for."""
    for kind, prefix in _PREFIXES.items():
        if agent.startswith(prefix):
            return kind, agent.removeprefix(prefix)
    return USER, agent


def memory_id(agent: str, entry: str) -> str:
    """The id of a memory for mem0: equal statements of two agents have one id in Recollect."""
    return f"{entry}@{agent}"


def parsed_id(given: object) -> tuple[str, str]:
    """The agent and the entry of a memory's id; without an agent it is one of "default"."""
    entry, _, agent = str(given).partition("@")
    return agent or "default", entry
