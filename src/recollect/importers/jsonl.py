"""JSON lines of turns, one object a line.

{"role", "content", "speaker", "at", "id", "conversation", "metadata"}, of which content alone must be there, or
{"user", "assistant", "at", "conversation", "metadata"}.
"""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from recollect.domain.ids import digest
from recollect.importers.source import ImportedConversation, Source

_AT_ONCE = 1_000
_HELD = 20_000
_PAIR = ("user", "assistant")


def talks(source: Source) -> Iterator[ImportedConversation]:
    """Stretches of conversations, each in the order of its lines, however they are interleaved."""
    held: dict[str, list[dict[str, Any]]] = {}
    repeats: Counter[str] = Counter()
    count = 0
    for place, text in source.lines():
        line = _object(source, place, text)
        conversation = _conversation(source, place, line.pop("conversation", None))
        turns = held.setdefault(conversation, [])
        for fields in _spoken(source, place, line):
            turns.append(_distinct(source.turn(place, fields), conversation, repeats))
            count += 1
        if len(turns) >= _AT_ONCE or count >= _HELD:
            yield from _let_go(held)
            count = 0
    yield from _let_go(held)


def _let_go(held: dict[str, list[dict[str, Any]]]) -> Iterator[ImportedConversation]:
    for conversation, turns in held.items():
        yield ImportedConversation(None, conversation, None, turns)
    held.clear()


def _object(source: Source, place: str, text: str) -> dict[str, Any]:
    try:
        line = json.loads(text)
    except json.JSONDecodeError as error:
        raise source.refusal(f"this is not JSON: {error.msg}", place) from None
    except (ValueError, RecursionError):
        raise source.refusal(
            "this is nested too deeply or holds an endless number", place
        ) from None
    if not isinstance(line, dict):
        message = 'a line is one turn: {"role": …, "content": …} or {"user": …, "assistant": …}'
        raise source.refusal(message, place)
    return line


def _conversation(source: Source, place: str, named: object) -> str:
    if named is None:
        return source.conversation or source.name(place, source.path.stem, "conversation")
    return source.name(place, named, "conversation")


def _spoken(source: Source, place: str, line: dict[str, Any]) -> list[dict[str, Any]]:
    """The turns of a line: itself, or the two halves of an exchange."""
    if not line.keys() & set(_PAIR):
        return [line]
    shared = {name: value for name, value in line.items() if name not in _PAIR}
    if wrong := sorted(shared.keys() - {"at", "metadata"}):
        message = f"an exchange of user and assistant cannot have {wrong[0]!r:.80}"
        raise source.refusal(message, place)
    said = [role for role in _PAIR if line.get(role) not in (None, "")]
    if not said:
        raise source.refusal("user and assistant are both empty", place)
    return [{"role": role, "content": line[role], **shared} for role in said]


def _distinct(turn: dict[str, Any], conversation: str, repeats: Counter[str]) -> dict[str, Any]:
    """Give a turn that repeats an earlier one an id of its own: both were said.

    The memory tells repetitions apart within one call; a long conversation takes several.
    """
    if "id" in turn:
        return turn
    words = (turn.get("role"), turn["content"], turn.get("at"))
    same = digest("said", conversation, *words)
    earlier = repeats[same]
    repeats[same] += 1
    return {**turn, "id": digest("repeat", same, earlier)} if earlier else turn
