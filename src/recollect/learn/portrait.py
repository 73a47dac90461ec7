"""Many memories -> who the user is: what matters most first, in as many words as fit."""

from collections.abc import Iterable, Sequence
from typing import Final

from recollect.learn.forms import Portrayed
from recollect.model.entry import Entry, Kind, Priority
from recollect.model.learning import USER
from recollect.model.ports import TokenCounter
from recollect.model.recap import one_line

_ABOUT, _LIKES, _DECIDED, _PEOPLE = (
    "About the user",
    "Likes and wishes",
    "Decided and promised",
    "People and things",
)
_PARTS: Final = (
    (_ABOUT, frozenset({Kind.FACT, Kind.CORRECTION, Kind.SKILL, Kind.CONTEXT})),
    (_LIKES, frozenset({Kind.PREFERENCE, Kind.PROCEDURE, Kind.USER_PREFERENCE})),
    (_DECIDED, frozenset({Kind.DECISION, Kind.COMMITMENT})),
    (_PEOPLE, frozenset({Kind.RELATIONSHIP, Kind.ENTITY})),
)
_RANK: Final = {Priority.HIGH: 0, Priority.MEDIUM: 1, Priority.LOW: 2}


def portrait(entries: Sequence[Entry], most: int, counter: TokenCounter) -> str:
    """The profile with no model, in at most so many tokens; of each part the surest first."""
    ranked = sorted(entries, key=by_worth)
    parts = (
        (title, [entry.content for entry in ranked if entry.kind in kinds])
        for title, kinds in _PARTS
    )
    return _fitted(parts, most, counter)


def painted(by_model: Portrayed, most: int, counter: TokenCounter) -> str:
    """The profile as a model has put it, in at most so many tokens."""
    parts = (
        (_ABOUT, by_model.about),
        (_LIKES, by_model.likes),
        (_DECIDED, by_model.decided),
        (_PEOPLE, by_model.people),
    )
    return _fitted(parts, most, counter)


def _fitted(parts: Iterable[tuple[str, Sequence[str]]], most: int, counter: TokenCounter) -> str:
    lines: list[str] = []
    for title, told in parts:
        part = [title]
        # Line by line: to begin with all of them and count again for each that goes takes long where there are many.
        for each in filter(None, map(one_line, told)):
            longer = [*part, f"- {each}"]
            if counter("\n".join([*lines, *longer])) > most:
                break
            part = longer
        lines += part if len(part) > 1 else []
    return "\n".join(lines)


def by_worth(entry: Entry) -> tuple[bool, bool, int, float, float, str]:
    """What matters most first."""
    about_user = entry.subject in {None, USER}
    age = -entry.recorded_at.timestamp()
    return not entry.pinned, not about_user, _RANK[entry.priority], -entry.confidence, age, entry.id
