"""Reader for Claude's export: the .zip, its folder, or one of its JSON files.

Conversations become turns, Claude's memory becomes statements, and the documents of projects become
knowledge. Thinking and tool calls are skipped; a placeholder marks an attached file.
"""

from collections.abc import Iterator
from typing import Any, Final

from recollect.importers.documents import sections
from recollect.importers.items import ImportedConversation, ImportedItem, NotImported
from recollect.importers.json_values import fields_of, list_of, moment, text_of
from recollect.importers.source import ImportSource
from recollect.importers.statements import memories

_ROLES: Final = {"human": "user", "assistant": "assistant"}
_MEMORY: Final = frozenset({"conversations_memory", "project_memories", "memory_files"})
_PROJECT: Final = frozenset({"docs", "prompt_template", "is_starter_project"})


def matches(item: dict[str, Any]) -> bool:
    """Return whether this is a conversation, the memory or a project of the export."""
    return "chat_messages" in item or bool(_MEMORY & set(item)) or _is_project(item)


def read(items: list[Any], source: ImportSource) -> Iterator[ImportedItem]:
    """Yield the conversations, the memory and the projects' documents."""
    projects = {
        item["uuid"]: text_of(item.get("name"))
        for item in map(fields_of, items)
        if _is_project(item) and isinstance(item.get("uuid"), str)
    }
    for number, value in enumerate(items, start=1):
        place = f"item {number}"
        item = source.fields(place, value)
        if "chat_messages" in item:
            yield from _conversation(item, f"conversation {number}", source)
        elif _MEMORY & set(item):
            yield from _memory(item, projects, place, source)
        elif _is_project(item):
            yield from _project(item, source)
        else:
            yield NotImported("items of an unknown kind")


def _is_project(item: dict[str, Any]) -> bool:
    return "uuid" in item and "name" in item and bool(_PROJECT & set(item))


def _conversation(item: dict[str, Any], place: str, source: ImportSource) -> Iterator[ImportedItem]:
    messages = list_of(item["chat_messages"])
    turns = [
        turn
        for number, message in enumerate(messages, start=1)
        if (turn := _turn(fields_of(message), item, f"message {number} of {place}", source))
    ]
    if messages:
        name = source.name(place, item.get("uuid"), "uuid")
        left_out = len(messages) - len(turns)
        yield ImportedConversation(None, name, source.title(item.get("name")), turns, left_out)
    if text_of(item.get("summary")):
        yield NotImported("summaries of conversations")
    yield from _other_content(messages)


def _other_content(messages: list[Any]) -> Iterator[NotImported]:
    counts = {"thinking": 0, "tool_use": 0}
    files = 0
    for message in map(fields_of, messages):
        for block in map(fields_of, list_of(message.get("content"))):
            if block.get("type") in counts:
                counts[block["type"]] += 1
        files += sum(1 for _ in _file_names(message))
    found = {
        "passages of thinking": counts["thinking"],
        "tool calls": counts["tool_use"],
        "contents of attached files": files,
    }
    yield from (NotImported(what, count) for what, count in found.items() if count)


def _turn(
    message: dict[str, Any], conversation: dict[str, Any], place: str, source: ImportSource
) -> dict[str, Any] | None:
    role = _ROLES.get(str(message.get("sender")))
    blocks = [fields_of(block) for block in list_of(message.get("content"))]
    # `text` repeats the blocks with a notice in place of each one that is not text.
    texts = [text_of(block.get("text")) for block in blocks if block.get("type") == "text"]
    texts = [text for text in texts if text] or ([] if blocks else [text_of(message.get("text"))])
    texts += [f"[attaches {name}]" for name in _file_names(message)]
    content = "\n".join(text for text in texts if text)
    if role is None or not content:
        return None
    at = moment(message.get("created_at")) or moment(conversation.get("created_at"))
    fields = {"role": role, "content": content, "at": at, "id": message.get("uuid")}
    return source.turn(place, fields)


def _file_names(message: dict[str, Any]) -> Iterator[str]:
    for file in list_of(message.get("attachments")) + list_of(message.get("files")):
        if name := text_of(fields_of(file).get("file_name")):
            yield name


def _memory(
    item: dict[str, Any], projects: dict[str, str], place: str, source: ImportSource
) -> Iterator[ImportedItem]:
    yield from memories(text_of(item.get("conversations_memory")), source, place)
    for project, text in fields_of(item.get("project_memories")).items():
        tag = (projects.get(project) or project)[:100]
        yield from memories(text_of(text), source, place, tags=(tag,))
    for file in map(fields_of, list_of(item.get("memory_files"))):
        at = moment(file.get("updated_at"))
        yield from memories(text_of(file.get("content")), source, place, at=at)


def _project(item: dict[str, Any], source: ImportSource) -> Iterator[ImportedItem]:
    name = text_of(item.get("name")) or item["uuid"]
    if text_of(item.get("prompt_template")):
        yield NotImported("instructions of projects")
    for document in map(fields_of, list_of(item.get("docs"))):
        path = f"{name}/{text_of(document.get('filename')) or document.get('uuid')}"
        at = moment(document.get("created_at")) or moment(item.get("created_at"))
        yield from sections(source, path, text_of(document.get("content")), at)
