"""Checks which memories a model's statement may update or end.

It may reference a memory that it was shown, if both are about the same subject or one names the
other's.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from recollect.domain.entry import USER, Entry
from recollect.domain.similarity import stems_of
from recollect.domain.turn import Turn
from recollect.extraction.forms import RefusedAnswer, Stated
from recollect.languages.subjects import same_subject

SPEAKERS = frozenset({"", "i", "me", "user", "the user"})


@dataclass(frozen=True, slots=True)
class Resolved:
    """A statement with full memory ids, and why some references were dropped."""

    noted: Stated
    refused: tuple[RefusedAnswer, ...] = ()


def resolve(noted: Stated, shown: Mapping[str, Entry], turn: Turn) -> Resolved:
    """The statement with full memory ids, without the references it may not make."""
    refused: list[RefusedAnswer] = []

    def full_id(short: str) -> str | None:
        entry = shown.get(short.strip().lower())
        if entry is not None and _may_change(noted, entry, turn):
            return entry.id
        refused.append(RefusedAnswer.FOREIGN if entry else RefusedAnswer.UNKNOWN)
        return None

    updates = full_id(noted.updates) if noted.updates and noted.updates.strip() else None
    ended = (full_id(short) for short in dict.fromkeys(noted.ends))
    ends = tuple(memory for memory in ended if memory and memory != updates)
    return Resolved(replace(noted, updates=updates, ends=ends), tuple(refused))


def subject_of(subject: str, turn: Turn) -> str:
    """The subject of a statement; the speaker goes by name if there is one."""
    name = " ".join(subject.split())
    if name.casefold() in SPEAKERS or name == turn.speaker:
        return turn.speaker or USER
    return name


def _may_change(noted: Stated, old: Entry, turn: Turn) -> bool:
    about = subject_of(noted.subject, turn)
    known = old.subject if old.subject not in {None, "", USER} else old.speaker or USER
    if known == old.speaker and turn.speaker != old.speaker:
        # Only the speaker can take back what they said about themselves.
        return False
    if same_subject(about, known):
        return True
    named = known != USER and stems_of(known or "") & stems_of(noted.quote)
    return bool(named) or bool(about != USER and stems_of(about) & stems_of(old.content))
