"""Reader for Letta's agent files (.af), of one agent (before 0.8) or several.

Messages become turns, the block about the user becomes statements, other blocks and files become
knowledge. An agent file has no archival memory.
"""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from recollect.domain.entry import USER
from recollect.importers.documents import sections
from recollect.importers.items import ImportedConversation, ImportedItem, NotImported
from recollect.importers.json_values import fields_of, list_of, moment, text_of
from recollect.importers.source import ImportSource
from recollect.importers.statements import memories

_SAY: Final = "send_message"
_UNUSED: Final = {
    "tools": "tools",
    "mcp_servers": "MCP servers",
    "groups": "groups of agents",
    "skills": "skills",
}


def matches(item: dict[str, Any]) -> bool:
    """Return whether this is an agent file."""
    several = isinstance(item.get("agents"), list) and isinstance(item.get("blocks"), list)
    return several or (isinstance(item.get("core_memory"), list) and "messages" in item)


def read(items: list[Any], source: ImportSource) -> Iterator[ImportedItem]:
    """Yield the messages, blocks and files of each agent."""
    for item in map(fields_of, items):
        at = moment(item.get("created_at"))
        if "core_memory" in item:
            yield from _agent(item, list_of(item["core_memory"]), at, source)
        blocks = {block.get("id"): block for block in map(fields_of, list_of(item.get("blocks")))}
        agents = [fields_of(agent) for agent in list_of(item.get("agents"))]
        for agent in agents:
            own = [blocks[name] for name in list_of(agent.get("block_ids")) if name in blocks]
            yield from _agent(agent, own, at, source)
        # Files belong to folders that agents share; a file of several agents names none.
        owner = text_of(agents[0].get("name")) if len(agents) == 1 else None
        for file in map(fields_of, list_of(item.get("files"))):
            yield from _file(file, owner, at, source)
        for field, what in _UNUSED.items():
            if count := len(list_of(item.get(field))):
                yield NotImported(what, count)


def _agent(
    agent: dict[str, Any], blocks: list[Any], at: datetime | None, source: ImportSource
) -> Iterator[ImportedItem]:
    name = source.name("agent", text_of(agent.get("name")) or "letta", "name")
    yield from _conversation(name, list_of(agent.get("messages")), source)
    if text_of(agent.get("system")):
        yield NotImported("system prompts")
    for block in map(fields_of, blocks):
        label, text = text_of(block.get("label")), text_of(block.get("value"))
        written = moment(block.get("created_at")) or at
        if label == "human":
            yield from memories(text, source, label, agent=name, subject=USER, at=written)
        elif label == "persona":
            yield NotImported("persona blocks")
        else:
            yield from sections(source, f"{name}/{label}", text, written, agent=name)


def _file(
    file: dict[str, Any], owner: str | None, at: datetime | None, source: ImportSource
) -> Iterator[ImportedItem]:
    path = text_of(file.get("original_file_name")) or text_of(file.get("file_name")) or "file"
    text = text_of(file.get("content"))
    if not text:
        yield NotImported("files without their content")
    written = moment(file.get("file_creation_date")) or at
    yield from sections(source, path, text, written, agent=owner)


def _conversation(name: str, messages: list[Any], source: ImportSource) -> Iterator[ImportedItem]:
    # Ids such as "message-3" name another message in the next export, so they are not used.
    turns, calls = list[dict[str, Any]](), 0
    for number, message in enumerate(map(fields_of, messages), start=1):
        said = [*_said(message)]
        named = [fields_of(call.get("function")).get("name") for call in _calls(message)]
        calls += sum(call != _SAY for call in named)
        for text in said:
            fields = {"role": message["role"], "content": text, "at": message.get("created_at")}
            fields["at"] = moment(fields["at"])
            turns.append(source.turn(f"message {number} of {name}", fields))
    if turns:
        silent = len(messages) - len(turns)
        yield ImportedConversation(name, name, None, turns, max(silent, 0))
    if calls:
        yield NotImported("tool calls", calls)


def _said(message: dict[str, Any]) -> Iterator[str]:
    """Yield what the user wrote or read; an agent may speak by calling a tool."""
    text = _text(message)
    spoken = [
        text_of(fields_of(_json(fields_of(call.get("function")).get("arguments"))).get("message"))
        for call in _calls(message)
        if fields_of(call.get("function")).get("name") == _SAY
    ]
    if message.get("role") == "assistant":
        # Beside a call, the text is what the agent thought.
        yield from filter(None, spoken if _calls(message) else [text])
    elif message.get("role") == "user":
        envelope = fields_of(_json(text)) if text.startswith("{") else {}
        if "type" not in envelope:
            yield from filter(None, [text])
        elif envelope["type"] == "user_message":
            yield from filter(None, [text_of(envelope.get("message"))])


def _text(message: dict[str, Any]) -> str:
    content = message.get("content", message.get("text"))
    if isinstance(content, str):
        return content.strip()
    parts = (fields_of(part) for part in list_of(content))
    return "\n".join(text_of(part.get("text")) for part in parts if part.get("type") == "text")


def _calls(message: dict[str, Any]) -> list[dict[str, Any]]:
    return [fields_of(call) for call in list_of(message.get("tool_calls"))]


def _json(text: object) -> object:
    try:
        return json.loads(text) if isinstance(text, str) else text
    except (ValueError, RecursionError):
        return None
