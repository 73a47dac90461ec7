"""A long message -> three lines that keep its facts; many messages -> one summary."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from recollect.budget.counters import by_quarters
from recollect.budget.patterns import preserved
from recollect.domain.ports import TokenCounter
from recollect.domain.turn import Role, Turn

SHORT_ENOUGH = 200  # characters; such a message stays as it is
_LINE_MAX = 200
_MENTION_MAX = 100

_SPEAKERS = {Role.USER: "User", Role.ASSISTANT: "Agent", Role.SYSTEM: "System", Role.TOOL: "Tool"}
_ASKING = frozenset({Role.USER, Role.SYSTEM})


def compress(role: Role, content: str) -> str:
    """The first line, the last line and every preserved pattern; a short message as it is."""
    if len(content) <= SHORT_ENOUGH:
        return content
    first, last = _ends(content)
    kept = preserved(content)
    lines = [f"[{role}] {first}"]
    lines += [f"... {last}"] if last else []
    lines += [f"[preserved: {', '.join(kept)}]"] if kept else []
    return "\n".join(lines)


def _ends(content: str) -> tuple[str, str]:
    lines = [line for line in map(str.strip, content.splitlines()) if line] or [""]
    if len(lines) > 1:
        return lines[0][:_LINE_MAX], lines[-1][:_LINE_MAX]
    # A single line has no other end to show than its own.
    return lines[0][:_LINE_MAX], lines[0][_LINE_MAX:][-_LINE_MAX:].strip()


def estimated_tokens(tokens: int) -> int:
    """What a message of so many tokens is expected to take when compressed: a fifth, rounded up."""
    return -(-tokens // 5)


def summarize(turns: Sequence[Turn], most: int | None = None) -> str:
    """One summary of several messages: what was asked, what came of it, and every preserved pattern.

    Where that takes more than `most` bytes, the newest of each stay.
    """
    asked = [_mention(turn) for turn in turns if turn.role in _ASKING and turn.content.strip()]
    answered = [
        _mention(turn) for turn in turns if turn.role not in _ASKING and turn.content.strip()
    ]
    facts = dict.fromkeys(fact for turn in turns for fact in preserved(turn.content))
    head = f"[Summary of {len(turns)} messages]"
    share = None if most is None else (most - len(head)) // 3 - 1
    lines = [head]
    lines += [_listed("Actions: ", asked, " | ", share)] if asked else []
    lines += [_listed("Results: ", answered, " | ", share)] if answered else []
    lines += [_listed("Key facts: ", [*facts], ", ", share)] if facts else []
    return "\n".join(lines)


def _listed(name: str, items: Sequence[str], between: str, most: int | None) -> str:
    line = name + between.join(items)
    if most is None or len(line.encode()) <= most:
        return line
    sizes = accumulate(len(f"{between}{item}".encode()) for item in reversed(items))
    kept = bisect_right([*sizes], most - len(f"{name}..."))
    return name + between.join(["...", *items[len(items) - kept :]])


def _mention(turn: Turn) -> str:
    line = turn.content.strip().splitlines()[0].strip()
    if len(line) > _MENTION_MAX:
        line = line[:_MENTION_MAX].rstrip() + "..."
    return f"{_SPEAKERS[turn.role]}: {line}"


@dataclass(frozen=True, slots=True)
class Form:
    """A text to show in place of a message, and its tokens."""

    text: str
    tokens: int


class Shortener:
    """Gives a turn's compressed form where that is smaller, and makes each only once.

    What it has made is held as long as the shortener is: keep one no longer than the turns themselves.
    """

    def __init__(self, count: TokenCounter = by_quarters) -> None:
        self._count = count
        self._made: dict[tuple[Role, str], Form] = {}

    def __call__(self, turn: Turn) -> Form | None:
        """The compressed form, or None when it is no smaller than the message itself."""
        if len(turn.content) <= SHORT_ENOUGH:
            return None
        key = turn.role, turn.content
        if key not in self._made:
            text = compress(*key)
            self._made[key] = Form(text, self._count(text))
        return self._made[key] if self._made[key].tokens < turn.tokens else None
