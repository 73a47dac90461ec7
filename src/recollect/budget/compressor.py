"""Compresses a long message to three lines, and many messages to one summary."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from recollect.budget.counters import by_characters
from recollect.budget.patterns import preserved_text
from recollect.domain.ports import TokenCounter
from recollect.domain.turn import Role, Turn

SHORT_ENOUGH = 200  # characters; such a message stays as it is
_LINE_MAX = 200
_MENTION_MAX = 100

_SPEAKERS = {Role.USER: "User", Role.ASSISTANT: "Agent", Role.SYSTEM: "System", Role.TOOL: "Tool"}
_ASKING = frozenset({Role.USER, Role.SYSTEM})


def compress(role: Role, content: str) -> str:
    """The first line, the last line and all preserved text; a short message unchanged."""
    if len(content) <= SHORT_ENOUGH:
        return content
    first, last = _ends(content)
    kept = preserved_text(content)
    lines = [f"[{role}] {first}"]
    lines += [f"... {last}"] if last else []
    lines += [f"[preserved: {', '.join(kept)}]"] if kept else []
    return "\n".join(lines)


def _ends(content: str) -> tuple[str, str]:
    lines = [line for line in map(str.strip, content.splitlines()) if line] or [""]
    if len(lines) > 1:
        return lines[0][:_LINE_MAX], lines[-1][:_LINE_MAX]
    # Of a single line, show the start and the end.
    return lines[0][:_LINE_MAX], lines[0][_LINE_MAX:][-_LINE_MAX:].strip()


def summarize(turns: Sequence[Turn], max_bytes: int | None = None) -> str:
    """One summary of several messages: requests, results and all preserved text.

    Beyond `max_bytes`, only the newest of each remain.
    """
    requests = [_mention(turn) for turn in turns if turn.role in _ASKING and turn.content.strip()]
    results = [
        _mention(turn) for turn in turns if turn.role not in _ASKING and turn.content.strip()
    ]
    facts = dict.fromkeys(fact for turn in turns for fact in preserved_text(turn.content))
    head = f"[Summary of {len(turns)} messages]"
    share = None if max_bytes is None else (max_bytes - len(head)) // 3 - 1
    lines = [head]
    lines += [_list_line("Actions: ", requests, " | ", share)] if requests else []
    lines += [_list_line("Results: ", results, " | ", share)] if results else []
    lines += [_list_line("Key facts: ", [*facts], ", ", share)] if facts else []
    return "\n".join(lines)


def _list_line(name: str, items: Sequence[str], separator: str, max_bytes: int | None) -> str:
    line = name + separator.join(items)
    if max_bytes is None or len(line.encode()) <= max_bytes:
        return line
    sizes = accumulate(len(f"{separator}{item}".encode()) for item in reversed(items))
    kept = bisect_right([*sizes], max_bytes - len(f"{name}..."))
    return name + separator.join(["...", *items[len(items) - kept :]])


def _mention(turn: Turn) -> str:
    line = turn.content.strip().splitlines()[0].strip()
    if len(line) > _MENTION_MAX:
        line = line[:_MENTION_MAX].rstrip() + "..."
    return f"{_SPEAKERS[turn.role]}: {line}"


@dataclass(frozen=True, slots=True)
class CompressedMessage:
    """A text to show instead of a message, and its tokens."""

    text: str
    tokens: int


class Shortener:
    """Returns the compressed form of a turn if it is smaller, and caches it.

    The cache lives as long as the shortener: do not keep one longer than the turns themselves.
    """

    def __init__(self, count: TokenCounter = by_characters) -> None:
        self._count = count
        self._forms: dict[tuple[Role, str], CompressedMessage] = {}

    def __call__(self, turn: Turn) -> CompressedMessage | None:
        """The compressed form; None if it is no smaller than the message."""
        if len(turn.content) <= SHORT_ENOUGH:
            return None
        key = turn.role, turn.content
        if key not in self._forms:
            text = compress(*key)
            self._forms[key] = CompressedMessage(text, self._count(text))
        return self._forms[key] if self._forms[key].tokens < turn.tokens else None
