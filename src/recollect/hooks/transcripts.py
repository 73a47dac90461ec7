"""Reads the messages of the hosts' transcripts: files of JSON lines that only grow.

A transcript is read from where the last reading ended. Ids come from the transcript, so a second
reading, a resumed session or a copy of it in a forked one adds nothing.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from recollect.context.fence import unfenced
from recollect.hooks.hosts import CLAUDE_CODE, CODEX, CURSOR, Host

# A turn may have 256 KiB of UTF-8 by default.
_MAX_TEXT: Final = 64_000
_BATCH: Final = 200
_BATCH_CHARACTERS: Final = 2_000_000
_CHECKED_BYTES: Final = 512
# Where the first message of a transcript must be, and how much of its end the model still sees.
_HEAD_BYTES: Final = 4_000_000
_END_BYTES: Final = 200_000

# What hosts put into a user's message.
_ADDED: Final = re.compile(r"<(system-reminder|ide_opened_file|ide_selection|timestamp)>")
_NOT_SAID: Final = re.compile(
    r"\s*(?:<(?:command|local-command|bash|task-notification|user-prompt-submit-hook)\b"
    r"|\[Request interrupted)"
)
_CURSOR_QUERY: Final = re.compile("<(user_query)>")
_SPEAKERS: Final = {"user", "assistant"}


class TranscriptMessage(NamedTuple):
    """Something that the user or the model said."""

    id: str
    role: str
    text: str
    at: str | None


class Mark(NamedTuple):
    """Where a reading ended: the place, a digest of what is before it, and the last message."""

    offset: int = 0
    before: str = ""
    last: str = ""


class Batch(NamedTuple):
    """Consecutive messages, and where their reading ended."""

    messages: list[TranscriptMessage]
    mark: Mark


def read_new(host: Host, path: Path, session: str, mark: Mark) -> Iterator[Batch]:
    """The messages after the mark, a batch at a time; all of them if the file was rewritten."""
    with path.open("rb") as file:
        if not mark.offset or _digest_before(file, mark.offset) != mark.before:
            mark = Mark()
        file.seek(mark.offset)
        last, messages, size = mark.last, list[TranscriptMessage](), 0
        for line in file:
            if not line.endswith(b"\n"):  # still being written
                break
            message = _parsed(host, line, f"{session}:{last}")
            if message is not None:
                messages.append(message)
                last = message.id
                size += len(message.text)
            mark = Mark(mark.offset + len(line), "", last)
            if len(messages) >= _BATCH or size > _BATCH_CHARACTERS:
                yield Batch(messages, _checked(path, mark))
                messages, size = [], 0
        if mark.offset:
            yield Batch(messages, _checked(path, mark))


def end_of(path: Path) -> Mark:
    """The mark after the last whole line, for a transcript that must not be recorded."""
    with path.open("rb") as file:
        size = file.seek(0, 2)
        while size:
            start = max(0, size - 65_536)
            file.seek(start)
            found = file.read(size - start).rfind(b"\n")
            if found >= 0:
                mark = Mark(start + found + 1)
                return _checked(path, mark)._replace(last=f"after {mark.offset}")
            size = start
    return Mark()


def conversation_of(host: Host, path: Path, session: str) -> str | None:
    """The name of the conversation: its first message, which forked sessions share.

    None until there is one.
    """
    if host is CURSOR:
        return f"cursor:{session}" if session else None
    with path.open("rb") as file:
        while file.tell() < _HEAD_BYTES and (line := file.readline()).endswith(b"\n"):
            message = _parsed(host, line, session)
            if message is not None:
                return f"{host.name}:{message.id}"
    return None


def last_messages(host: Host, path: Path) -> list[str]:
    """The texts at the end of the transcript, which the model still sees."""
    with path.open("rb") as file:
        start = max(0, file.seek(0, 2) - _END_BYTES)
        file.seek(start)
        lines = file.read(_END_BYTES).split(b"\n")[1 if start else 0 :]
    found = (_parsed(host, line, "") for line in lines if line)
    return [message.text for message in found if message is not None]


def _checked(path: Path, mark: Mark) -> Mark:
    with path.open("rb") as file:
        return mark._replace(before=_digest_before(file, mark.offset))


def _digest_before(file: BinaryIO, offset: int) -> str:
    start = max(0, offset - _CHECKED_BYTES)
    file.seek(start)
    content = file.read(offset - start)
    return hashlib.sha256(content).hexdigest()[:32] if len(content) == offset - start else ""


def _parsed(host: Host, line: bytes, before: str) -> TranscriptMessage | None:
    """The message of a line; None for anything else that hosts write down."""
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError):
        return None
    message = _PARSERS[host.name](entry, before) if isinstance(entry, dict) else None
    if message is None:
        return None
    text = unfenced(message.text).replace("\x00", " ").encode("utf-8", "replace").decode("utf-8")
    text = text.strip()[:_MAX_TEXT]
    return message._replace(text=text) if text else None


def _tagged(opening: re.Pattern[str], text: str) -> Iterator[tuple[int, int, int]]:
    """Where each element begins, and its content; one without an end tag is none.

    A pattern with both tags would read the rest of the text again for each that has no end.
    """
    unclosed: set[str] = set()
    at = 0
    for tag in opening.finditer(text):
        if tag.start() < at or tag[1] in unclosed:
            continue
        end = text.find(f"</{tag[1]}>", tag.end())
        if end < 0:
            unclosed.add(tag[1])
            continue
        yield tag.start(), tag.end(), end
        at = end


def _without_added(text: str) -> str:
    """The text without what hosts put into it."""
    kept, done = [], 0
    for start, _, end in _tagged(_ADDED, text):
        kept.append(text[done:start])
        done = text.index(">", end) + 1
    return "".join((*kept, text[done:]))


def _claude_code(entry: dict[str, Any], _: str) -> TranscriptMessage | None:
    hidden = ("isSidechain", "isMeta", "isCompactSummary", "isApiErrorMessage")
    message = entry.get("message")
    role = entry.get("type")
    if role not in _SPEAKERS or any(map(entry.get, hidden)) or not isinstance(message, dict):
        return None
    origin = entry.get("forkedFrom")
    name = origin.get("messageUuid") if isinstance(origin, dict) else entry.get("uuid")
    text = _texts(message.get("content"), "text")
    if not isinstance(name, str) or _NOT_SAID.match(text):
        return None
    return TranscriptMessage(name, role, _without_added(text), _time(entry))


def _codex(entry: dict[str, Any], _: str) -> TranscriptMessage | None:
    payload = entry.get("payload")
    if entry.get("type") != "event_msg" or not isinstance(payload, dict):
        return None
    item = payload.get("item")
    if payload.get("type") == "item_completed" and isinstance(item, dict):
        role = {"UserMessage": "user", "AgentMessage": "assistant"}.get(str(item.get("type")))
        text = _texts(item.get("content"), "text", "Text")
        name = item.get("id")
    else:  # older versions, without ids
        role = {"user_message": "user", "agent_message": "assistant"}.get(str(payload.get("type")))
        text = _texts(payload.get("message"))
        name = digest(str(entry.get("timestamp")), str(role), text)
    if not role or not isinstance(name, str):
        return None
    return TranscriptMessage(name, role, text, _time(entry))


def _cursor(entry: dict[str, Any], before: str) -> TranscriptMessage | None:
    message, role = entry.get("message"), entry.get("role")
    if role not in _SPEAKERS or not isinstance(message, dict):
        return None
    text = _texts(message.get("content"), "text")
    if role == "user":
        queries = [text[start:end].strip() for _, start, end in _tagged(_CURSOR_QUERY, text)]
        text = "\n\n".join(queries) if queries else _without_added(text)
    # Cursor names no messages: each is identified by all that was said up to it.
    return TranscriptMessage(digest(before, role, text), role, text, None)


_PARSERS: Final[dict[str, Callable[[dict[str, Any], str], TranscriptMessage | None]]] = {
    CLAUDE_CODE.name: _claude_code,
    CODEX.name: _codex,
    CURSOR.name: _cursor,
}


def _texts(content: object, *kinds: str) -> str:
    if isinstance(content, str):
        return content
    blocks = content if isinstance(content, list) else []
    found = (b.get("text") for b in blocks if isinstance(b, dict) and b.get("type") in kinds)
    return "\n\n".join(text for text in found if isinstance(text, str))


def _time(entry: dict[str, Any]) -> str | None:
    at = entry.get("timestamp")
    return at if isinstance(at, str) else None


def digest(*parts: str) -> str:
    """A name for these texts."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:32]
