"""Many memories -> who the user is, with no model: what matters most first, in as many words as fit."""

from collections.abc import Sequence
from typing import Final

from recollect.model.entry import Entry, Kind, Priority
from recollect.model.learning import USER
from recollect.model.ports import TokenCounter

_PARTS: Final = (
    ("About the user", frozenset({Kind.FACT, Kind.CORRECTION, Kind.SKILL, Kind.CONTEXT})),
    ("Likes and wishes", frozenset({Kind.PREFERENCE, Kind.PROCEDURE, Kind.USER_PREFERENCE})),
    ("Decided and promised", frozenset({Kind.DECISION, Kind.COMMITMENT})),
    ("People and things", frozenset({Kind.RELATIONSHIP, Kind.ENTITY})),
)
_RANK: Final = {Priority.HIGH: 0, Priority.MEDIUM: 1, Priority.LOW: 2}


def portrait(entries: Sequence[Entry], most: int, counter: TokenCounter) -> str:
    """The profile in at most so many tokens; of each part the surest first."""
    lines: list[str] = []
    for title, kinds in _PARTS:
        mine = sorted((entry for entry in entries if entry.kind in kinds), key=_worth)
        part = [title, *(f"- {entry.content}" for entry in mine)]
        while len(part) > 1 and counter("\n".join([*lines, *part])) > most:
            part.pop()
        lines += part if len(part) > 1 else []
    return "\n".join(lines)


def _worth(entry: Entry) -> tuple[bool, bool, int, float, float, str]:
    about_user = entry.subject in {None, USER}
    age = -entry.recorded_at.timestamp()
    return not entry.pinned, not about_user, _RANK[entry.priority], -entry.confidence, age, entry.id
