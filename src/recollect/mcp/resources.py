"""Resources that a person can attach to a chat: a profile, one memory, one conversation.

Each URI names its agent, and reading one needs the same right as the tools.
"""

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import quote, unquote

from mcp import types

from recollect.domain.access import Right
from recollect.domain.data_files import read_toml
from recollect.domain.recap import one_line
from recollect.domain.turn import Turn
from recollect.errors import InvalidInput, NotFound
from recollect.mcp import calls
from recollect.mcp.caller import Caller
from recollect.mcp.text import ITEM_CHARS, LABEL_CHARS, LIST_CHARS, day, shorten
from recollect.memory import Agent

_WORDS: Final = read_toml("recollect.mcp", "prompts.toml")["resources"]
_ROOT: Final = "recollect://agents/"
_TEMPLATES: Final = {
    "profile": "{agent_id}/profile",
    "memory": "{agent_id}/memories/{id}",
    "conversation": "{agent_id}/conversations/{id}",
}
_MIME_TYPE: Final = "text/plain"
# How many memories and conversations are listed; search and the templates reach the others.
_LISTED: Final = 10


def resource_templates() -> list[types.ResourceTemplate]:
    """The URIs of everything that can be read."""
    return [
        types.ResourceTemplate(
            name=name, uri_template=_ROOT + path, mime_type=_MIME_TYPE, **_WORDS[name]
        )
        for name, path in _TEMPLATES.items()
    ]


def list_resources(caller: Caller) -> list[types.Resource]:
    """The profile, the last conversations and the newest memories of the caller's own agent."""
    if not caller.access.may(Right.READ, caller.agent_id):
        return []
    agent = caller.readable(None)
    conversations = agent.conversations.list(limit=_LISTED)
    memories = agent.memories.list(limit=_LISTED)
    return [
        *([_resource("profile", agent, "profile")] if _profile(agent) else []),
        *(_resource(c.title or c.id, agent, "conversations", c.id) for c in conversations),
        *(_resource(entry.line, agent, "memories", entry.id) for entry in memories),
    ]


def read_resource(caller: Caller, uri: str) -> list[types.TextResourceContents]:
    """The text of one resource, in parts that cannot imitate each other."""
    return [
        types.TextResourceContents(uri=uri, mime_type=_MIME_TYPE, text=text)
        for text in _parts(caller, uri)
    ]


def _parts(caller: Caller, uri: str) -> list[str]:
    path = uri.removeprefix(_ROOT) if uri.startswith(_ROOT) else ""
    match [unquote(part) for part in path.split("/")]:
        case [agent_id, "profile"]:
            agent = caller.readable(agent_id)
            if text := _profile(agent):
                return [text]
            raise NotFound(f"the agent {agent.id!r:.80} has no profile yet", field="uri")
        case [agent_id, "memories", entry_id]:
            return calls.get(caller, {"agent_id": agent_id, "id": entry_id}).text_parts()
        case [agent_id, "conversations", conversation_id]:
            agent = caller.readable(agent_id)
            return [_conversation(agent.conversations.turns(conversation_id))]
        case _:
            known = ", ".join(_ROOT + each for each in _TEMPLATES.values())
            raise InvalidInput(f"there is no resource {uri!r:.200}; known: {known}", field="uri")


def _profile(agent: Agent) -> str:
    found = agent.profile.current()
    return found.text if found else ""


def _conversation(turns: Sequence[Turn]) -> str:
    """The last turns that fit, oldest first, each on one line."""
    lines: list[str] = []
    room = LIST_CHARS
    for turn in reversed(turns):
        said = one_line(shorten(turn.content, ITEM_CHARS * 5))
        line = f"{one_line(turn.speaker or turn.role)} ({day(turn.local)}): {said}"
        room -= len(line)
        if room < 0:
            lines.append(f"({len(turns) - len(lines)} earlier turns are not shown.)")
            break
        lines.append(line)
    return "\n".join(reversed(lines))


def _resource(label: str, agent: Agent, *path: str) -> types.Resource:
    words: dict[str, Any] = {"title": shorten(one_line(label), LABEL_CHARS)}
    if path == ("profile",):
        words = _WORDS["profile"]
    uri = _ROOT + "/".join(quote(part, safe="") for part in (agent.id, *path))
    return types.Resource(name="/".join(path), uri=uri, mime_type=_MIME_TYPE, **words)
