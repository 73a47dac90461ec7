"""Reader for ChatGPT's export: conversations.json, or the .zip that contains it.

Only the current branch of each conversation is read. System prompts, hidden messages, reasoning and
tool calls are skipped. A placeholder marks where an image or a file was shared.
"""

import re
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from recollect.domain.checks import EARLIEST, LATEST
from recollect.importers.source import MAX_DOCUMENT, ImportedConversation, ImportSource

_MEMBER = re.compile(r"(?:.*/)?conversations(?:-\d+)?\.json")
_TEXT_CONTENT = frozenset({"text", "multimodal_text", "code"})
_IMAGES = frozenset({"image_asset_pointer"})
_INTERNAL_CHANNELS = frozenset({"analysis", "commentary"})
# Markup for ChatGPT's web page: an entity keeps its name, a citation is dropped.
_ENTITY = re.compile('\ue200entity\ue202\\["[^"]*","([^"]*)"[^\ue201]*\ue201')
_MARKUP = re.compile("\ue200[^\ue201]*\ue201|【\\d+[^】]*†[^】]*】")


def read_archive(source: ImportSource) -> list[Any]:
    """Parse every conversations file in an export archive; large accounts have several."""
    try:
        with zipfile.ZipFile(source.path) as archive:
            members = [item for item in archive.infolist() if _MEMBER.fullmatch(item.filename)]
            if not members:
                raise source.error("the archive contains no conversations.json")
            return [_member(source, archive, item) for item in members]
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError):
        raise source.error("the archive is damaged or password-protected") from None
    except OSError as error:
        raise source.error(f"cannot be read: {error.strerror}") from None


def _member(source: ImportSource, archive: zipfile.ZipFile, item: zipfile.ZipInfo) -> Any:
    with archive.open(item) as file:
        # The size recorded in the archive cannot be trusted.
        return source.parse_json(file.read(MAX_DOCUMENT + 1), item.filename)


def conversations(items: list[Any], source: ImportSource) -> Iterator[ImportedConversation]:
    """Yield each conversation of the export, in one part."""
    for number, item in enumerate(items, start=1):
        place = f"conversation {number}"
        if not isinstance(item, dict) or not isinstance(item.get("mapping"), dict):
            raise source.error("a conversation must be an object with a mapping", place)
        name = source.name(place, item.get("conversation_id") or item.get("id"), "id")
        nodes = _branch(item["mapping"], item.get("current_node"))
        # A chat that ChatGPT was asked not to remember is not remembered here either.
        visible = [] if item.get("is_do_not_remember") is True else nodes
        turns = [turn for node in visible if (turn := _turn(node, item, place, source)) is not None]
        yield ImportedConversation(
            None, name, source.title(item.get("title")), turns, len(nodes) - len(turns)
        )


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
    role = _dict(message.get("author")).get("role")
    if role not in {"user", "assistant"} or _is_hidden(message):
        return None
    text = _text(message)
    if not text:
        return None
    fields = {
        "role": role,
        "content": text,
        "at": _timestamp(message.get("create_time")) or _timestamp(conversation.get("create_time")),
        "id": message["id"],
    }
    return source.turn(f"message {message['id']!r:.80} of {place}", fields)


def _is_hidden(message: dict[str, Any]) -> bool:
    metadata = _dict(message.get("metadata"))
    return (
        metadata.get("is_visually_hidden_from_conversation") is True
        or message.get("weight") == 0
        or message.get("recipient") not in {None, "all"}
        or message.get("channel") in _INTERNAL_CHANNELS
    )


def _text(message: dict[str, Any]) -> str:
    content = _dict(message.get("content"))
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
    files = _dict(message.get("metadata")).get("attachments")
    for file in files if isinstance(files, list) else ():
        fields = _dict(file)
        is_image = str(fields.get("mime_type") or "").startswith("image/")
        if isinstance(name := fields.get("name"), str) and not is_image:
            yield name


def _part_text(part: object) -> str:
    if isinstance(part, str):
        return part
    fields = _dict(part)
    if fields.get("content_type") in _IMAGES:
        return "[shares an image]"
    text = fields.get("text")
    return text if isinstance(text, str) else ""


def _timestamp(value: object) -> datetime | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        moment = datetime.fromtimestamp(value, UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return moment if EARLIEST.year < moment.year < LATEST.year and value > 0 else None


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
