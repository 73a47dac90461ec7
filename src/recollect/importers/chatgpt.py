"""Reader for ChatGPT's export: conversations.json, or the .zip that contains it.

Only the current branch of each conversation is read. System prompts, hidden messages, reasoning and
tool calls are skipped. A placeholder marks where an image or a file was shared.

The export has no file of saved memories. They are read from where ChatGPT saved one (a message to
"bio") or was shown them (a list of dated lines), and from its page's answer {"memories": [...]}.
"""

import re
from collections.abc import Iterator
from typing import Any

from recollect.importers.items import ImportedConversation, ImportedItem
from recollect.importers.json_values import fields_of, list_of, moment, text_of
from recollect.importers.source import ImportSource
from recollect.importers.statements import dated_lines

_USAGE = frozenset({"memory_max_tokens", "memory_num_tokens"})
_TEXT_CONTENT = frozenset({"text", "multimodal_text", "code"})
_IMAGES = frozenset({"image_asset_pointer"})
_INTERNAL_CHANNELS = frozenset({"analysis", "commentary"})
# Markup for ChatGPT's web page: an entity keeps its name, a citation is dropped.
_ENTITY = re.compile('\ue200entity\ue202\\["[^"\ue200]*","([^"\ue200]*)"[^\ue200\ue201]*\ue201')
_MARKUP = re.compile("\ue200[^\ue200\ue201]*\ue201|【\\d++[^【】†]*+†[^【】]*】")


def matches(item: dict[str, Any]) -> bool:
    """Return whether this is a conversation or the list of saved memories."""
    return "mapping" in item or (
        isinstance(item.get("memories"), list) and bool(_USAGE & set(item))
    )


def read(items: list[Any], source: ImportSource) -> Iterator[ImportedItem]:
    """Yield the conversations and the saved memories."""
    for number, item in enumerate(items, start=1):
        fields = fields_of(item)
        if _USAGE & set(fields):
            yield from _memory_list(fields["memories"], source)
            continue
        yield from conversations([item], source, number)
        if fields.get("is_do_not_remember") is not True:
            yield from _saved_memories(fields, f"conversation {number}", source)


def _memory_list(memories: list[Any], source: ImportSource) -> Iterator[ImportedItem]:
    for number, value in enumerate(memories, start=1):
        place = f"memory {number}"
        item = source.fields(place, value)
        at = moment(item.get("created_at")) or moment(item.get("updated_at"))
        if text := text_of(item.get("content")):
            yield source.memory(place, text, at=at)


def _saved_memories(
    item: dict[str, Any], place: str, source: ImportSource
) -> Iterator[ImportedItem]:
    """Yield what ChatGPT saved in a conversation, or was shown in it."""
    for message in _branch(item["mapping"], item.get("current_node")):
        content = fields_of(message.get("content"))
        if message.get("recipient") == "bio" and (text := _text(message)):
            at = moment(message.get("create_time")) or moment(item.get("create_time"))
            yield source.memory(place, text, at=at)
        elif content.get("content_type") == "model_editable_context":
            yield from dated_lines(text_of(content.get("model_set_context")), source, place)


def conversations(
    items: list[Any], source: ImportSource, first: int = 1
) -> Iterator[ImportedConversation]:
    """Yield each conversation of the export, in one part."""
    for number, item in enumerate(items, start=first):
        place = f"conversation {number}"
        if not isinstance(item, dict) or not isinstance(item.get("mapping"), dict):
            raise source.error("a conversation must be an object with a mapping", place)
        name = source.name(place, item.get("conversation_id") or item.get("id"), "id")
        nodes = _branch(item["mapping"], item.get("current_node"))
        # A chat that ChatGPT was asked not to remember is not remembered here either.
        visible = [] if item.get("is_do_not_remember") is True else nodes
        turns = [turn for node in visible if (turn := _turn(node, item, place, source)) is not None]
        saved = sum(node.get("recipient") == "bio" for node in visible)
        left_out = len(nodes) - len(turns) - saved
        yield ImportedConversation(None, name, source.title(item.get("title")), turns, left_out)


def _branch(mapping: dict[str, Any], last: object) -> list[dict[str, Any]]:
    """Return the messages from the first to the current one by following parent links."""
    messages: list[dict[str, Any]] = []
    seen: set[str] = set()
    at = last if isinstance(last, str) and last in mapping else _leaf(mapping)
    while isinstance(at, str) and at not in seen and isinstance(mapping.get(at), dict):
        seen.add(at)
        message = mapping[at].get("message")
        if isinstance(message, dict):
            messages.append({**message, "id": message.get("id") or at})
        at = mapping[at].get("parent")
    return messages[::-1]


def _leaf(mapping: dict[str, Any]) -> str | None:
    """Return the last node without children: old exports do not mark the current one."""
    leaves = [
        key for key, node in mapping.items() if isinstance(node, dict) and not node.get("children")
    ]
    return leaves[-1] if leaves else None


def _turn(
    message: dict[str, Any], conversation: dict[str, Any], place: str, source: ImportSource
) -> dict[str, Any] | None:
    """Convert a message to a turn, or None if it is not part of the visible conversation."""
    role = fields_of(message.get("author")).get("role")
    if role not in {"user", "assistant"} or _is_hidden(message):
        return None
    text = _text(message)
    if not text:
        return None
    fields = {
        "role": role,
        "content": text,
        "at": moment(message.get("create_time")) or moment(conversation.get("create_time")),
        "id": message["id"],
    }
    return source.turn(f"message {message['id']!r:.80} of {place}", fields)


def _is_hidden(message: dict[str, Any]) -> bool:
    metadata = fields_of(message.get("metadata"))
    return (
        metadata.get("is_visually_hidden_from_conversation") is True
        or message.get("weight") == 0
        or message.get("recipient") not in {None, "all"}
        or message.get("channel") in _INTERNAL_CHANNELS
    )


def _text(message: dict[str, Any]) -> str:
    content = fields_of(message.get("content"))
    if content.get("content_type") not in _TEXT_CONTENT:
        return ""
    parts = content.get("parts")
    pieces = [_part_text(part) for part in parts] if isinstance(parts, list) else []
    if isinstance(content.get("text"), str):
        pieces.append(content["text"])
    pieces += [f"[attaches {name}]" for name in _attachment_names(message)]
    text = "\n".join(piece for piece in pieces if piece.strip())
    return _MARKUP.sub("", _ENTITY.sub(r"\1", text)).strip()


def _attachment_names(message: dict[str, Any]) -> Iterator[str]:
    """Yield the names of attached files; images are already parts of the message."""
    for file in list_of(fields_of(message.get("metadata")).get("attachments")):
        fields = fields_of(file)
        is_image = str(fields.get("mime_type") or "").startswith("image/")
        if isinstance(name := fields.get("name"), str) and not is_image:
            yield name


def _part_text(part: object) -> str:
    if isinstance(part, str):
        return part
    fields = fields_of(part)
    if fields.get("content_type") in _IMAGES:
        return "[shares an image]"
    text = fields.get("text")
    return text if isinstance(text, str) else ""
