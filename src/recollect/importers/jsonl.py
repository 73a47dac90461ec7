"""Reader for JSON lines of turns, one object per line, and for a JSON list of the same objects.

{"role", "content", "speaker", "at", "id", "conversation", "metadata"}, of which only content is
required, or
{"user", "assistant", "at", "conversation", "metadata"}, or a whole conversation:
{"messages": [turns], "conversation", "title"}. As over HTTP, it may be called conversation_id.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from recollect.domain.ids import digest
from recollect.importers.items import ImportedConversation
from recollect.importers.source import ImportSource

_BATCH_SIZE = 1_000
_MAX_BUFFERED = 20_000
_PAIR = ("user", "assistant")
_NAMES = ("conversation", "conversation_id")


def matches(item: object) -> bool:
    """Return whether this is a turn, or a conversation with its turns."""
    return isinstance(item, dict) and not {"role", "content", "messages", *_PAIR}.isdisjoint(item)


def conversations(
    source: ImportSource, items: Sequence[object] | None = None
) -> Iterator[ImportedConversation]:
    """Yield batches of turns by conversation, in file order even if lines are interleaved.

    `items` are those of a JSON list; without them, the lines of the file are read.
    """
    buffer: dict[str, list[dict[str, Any]]] = {}
    titles: dict[str, str | None] = {}
    repeats: Counter[str] = Counter()
    count = 0
    for number, (place, line) in enumerate(_objects(source, items), start=1):
        named = _named(source, place, line)
        if named is None and "messages" in line and not source.conversation:
            # Each line is a conversation of its own.
            named = f"{source.path.stem}-{number}"
        conversation = _conversation(source, place, named)
        turns = buffer.setdefault(conversation, [])
        if "messages" in line and "title" in line:
            titles[conversation] = source.title(line.pop("title"))
        for fields in _turns(source, place, line):
            turns.append(_with_distinct_id(source.turn(place, fields), conversation, repeats))
            count += 1
        if len(turns) >= _BATCH_SIZE or count >= _MAX_BUFFERED:
            yield from _flush(buffer, titles)
            count = 0
    yield from _flush(buffer, titles)


def _flush(
    buffer: dict[str, list[dict[str, Any]]], titles: dict[str, str | None]
) -> Iterator[ImportedConversation]:
    for conversation, turns in buffer.items():
        yield ImportedConversation(None, conversation, titles.get(conversation), turns)
    buffer.clear()


def _objects(
    source: ImportSource, items: Sequence[object] | None
) -> Iterator[tuple[str, dict[str, Any]]]:
    if items is None:
        return ((place, _object(source, place, text)) for place, text in source.lines())
    named = ((f"item {number}", item) for number, item in enumerate(items, start=1))
    return ((place, {**source.fields(place, item)}) for place, item in named)


def _object(source: ImportSource, place: str, text: str) -> dict[str, Any]:
    try:
        line = json.loads(text)
    except json.JSONDecodeError as error:
        raise source.error(f"this is not JSON: {error.msg}", place) from None
    except (ValueError, RecursionError):
        raise source.error("nested too deeply or contains an infinite number", place) from None
    return source.fields(place, line)


def _named(source: ImportSource, place: str, line: dict[str, Any]) -> object:
    """Take the name of the conversation out of a line."""
    given = [line.pop(name) for name in _NAMES if name in line]
    if len(given) > 1:
        raise source.error("give conversation or conversation_id, not both", place)
    return given[0] if given else None


def _conversation(source: ImportSource, place: str, value: object) -> str:
    if value is None:
        return source.conversation or source.name(place, source.path.stem, "conversation")
    return source.name(place, value, "conversation")


def _turns(source: ImportSource, place: str, line: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the turns of a line: one, the two sides of an exchange, or a list of messages."""
    if "messages" in line:
        return _messages(source, place, line)
    if not line.keys() & set(_PAIR):
        return [line]
    shared = {name: value for name, value in line.items() if name not in _PAIR}
    if wrong := sorted(shared.keys() - {"at", "metadata"}):
        message = f"a user/assistant pair cannot have {wrong[0]!r:.80}"
        raise source.error(message, place)
    roles = [role for role in _PAIR if line.get(role) not in (None, "")]
    if not roles:
        raise source.error("user and assistant are both empty", place)
    return [{"role": role, "content": line[role], **shared} for role in roles]


def _messages(source: ImportSource, place: str, line: dict[str, Any]) -> list[dict[str, Any]]:
    if wrong := sorted(line.keys() - {"messages"}):
        message = f"beside messages there can only be conversation and title, not {wrong[0]!r:.80}"
        raise source.error(message, place)
    if not isinstance(line["messages"], list):
        raise source.error("messages takes a list of turns", place)
    return [source.fields(place, each) for each in line["messages"]]


def _with_distinct_id(
    turn: dict[str, Any], conversation: str, repeats: Counter[str]
) -> dict[str, Any]:
    """Give a turn that repeats an earlier one a distinct id, so that both are stored.

    `ingest` distinguishes repetitions only within one call, and a long file takes several calls.
    """
    if "id" in turn:
        return turn
    parts = (turn.get("role"), turn["content"], turn.get("at"))
    content_hash = digest("said", conversation, *parts)
    earlier = repeats[content_hash]
    repeats[content_hash] += 1
    return {**turn, "id": digest("repeat", content_hash, earlier)} if earlier else turn
