"""ChatGPT's export: conversations.json, or the .zip that holds it.

Of each conversation the branch that was last on the screen is read. System prompts, hidden messages, reasoning,
and what passes between the model and its tools are left out; images and files are noted where they were shared.
"""

import re
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from recollect.domain.checks import EARLIEST, LATEST
from recollect.importers.source import MAX_DOCUMENT, ImportedConversation, Source

_MEMBER = re.compile(r"(?:.*/)?conversations(?:-\d+)?\.json")
_READ = frozenset({"text", "multimodal_text", "code"})
_IMAGES = frozenset({"image_asset_pointer"})
_INNER_CHANNELS = frozenset({"analysis", "commentary"})
# Marks for the page that shows the chat: a named thing keeps its name, a citation goes.
_NAMED = re.compile('\ue200entity\ue202\\["[^"]*","([^"]*)"[^\ue201]*\ue201')
_MARKS = re.compile("\ue200[^\ue201]*\ue201|【\\d+[^】]*†[^】]*】")


def unpacked(source: Source) -> list[Any]:
    """The documents in an export's archive; large accounts have several."""
    try:
        with zipfile.ZipFile(source.path) as archive:
            members = [item for item in archive.infolist() if _MEMBER.fullmatch(item.filename)]
            if not members:
                raise source.refusal("the archive holds no conversations.json")
            return [_member(source, archive, item) for item in members]
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError):
        raise source.refusal("the archive is damaged or locked by a password") from None
    except OSError as error:
        raise source.refusal(f"it cannot be read: {error.strerror}") from None


def _member(source: Source, archive: zipfile.ZipFile, item: zipfile.ZipInfo) -> Any:
    with archive.open(item) as file:
        # What the archive says of its size may be a lie.
        return source.parsed(file.read(MAX_DOCUMENT + 1), item.filename)


def talks(conversations: list[Any], source: Source) -> Iterator[ImportedConversation]:
    """Each conversation, as one stretch."""
    for number, item in enumerate(conversations, start=1):
        place = f"conversation {number}"
        if not isinstance(item, dict) or not isinstance(item.get("mapping"), dict):
            raise source.refusal("a conversation is an object with a mapping", place)
        name = source.name(place, item.get("conversation_id") or item.get("id"), "id")
        nodes = _branch(item["mapping"], item.get("current_node"))
        # Whoever told ChatGPT not to remember a chat does not want it remembered here.
        told = [] if item.get("is_do_not_remember") is True else nodes
        turns = [turn for node in told if (turn := _turn(node, item, place, source)) is not None]
        yield ImportedConversation(
            None, name, source.title(item.get("title")), turns, len(nodes) - len(turns)
        )


def _branch(mapping: dict[str, Any], last: object) -> list[dict[str, Any]]:
    """The messages from the first to the current one, by following each one's parent."""
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
    """Where an old export does not say what was current: the last node that has no children."""
    ends = [
        key for key, node in mapping.items() if isinstance(node, dict) and not node.get("children")
    ]
    return ends[-1] if ends else None


def _turn(
    message: dict[str, Any], talk: dict[str, Any], place: str, source: Source
) -> dict[str, Any] | None:
    """The message as a turn, or None where nobody said it to anybody."""
    role = _dict(message.get("author")).get("role")
    if role not in {"user", "assistant"} or _hidden(message):
        return None
    words = _words(message)
    if not words:
        return None
    fields = {
        "role": role,
        "content": words,
        "at": _moment(message.get("create_time")) or _moment(talk.get("create_time")),
        "id": message["id"],
    }
    return source.turn(f"message {message['id']!r:.80} of {place}", fields)


def _hidden(message: dict[str, Any]) -> bool:
    notes = _dict(message.get("metadata"))
    return (
        notes.get("is_visually_hidden_from_conversation") is True
        or message.get("weight") == 0
        or message.get("recipient") not in {None, "all"}
        or message.get("channel") in _INNER_CHANNELS
    )


def _words(message: dict[str, Any]) -> str:
    content = _dict(message.get("content"))
    if content.get("content_type") not in _READ:
        return ""
    parts = content.get("parts")
    pieces = [_piece(part) for part in parts] if isinstance(parts, list) else []
    if isinstance(content.get("text"), str):
        pieces.append(content["text"])
    pieces += [f"[attaches {name}]" for name in _attached(message)]
    text = "\n".join(piece for piece in pieces if piece.strip())
    return _MARKS.sub("", _NAMED.sub(r"\1", text)).strip()


def _attached(message: dict[str, Any]) -> Iterator[str]:
    """The names of the files sent along; an image is a part of the message already."""
    files = _dict(message.get("metadata")).get("attachments")
    for file in files if isinstance(files, list) else ():
        known = _dict(file)
        image = str(known.get("mime_type") or "").startswith("image/")
        if isinstance(name := known.get("name"), str) and not image:
            yield name


def _piece(part: object) -> str:
    if isinstance(part, str):
        return part
    known = _dict(part)
    if known.get("content_type") in _IMAGES:
        return "[shares an image]"
    spoken = known.get("text")
    return spoken if isinstance(spoken, str) else ""


def _moment(value: object) -> datetime | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        moment = datetime.fromtimestamp(value, UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return moment if EARLIEST.year < moment.year < LATEST.year and value > 0 else None


def _dict(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
