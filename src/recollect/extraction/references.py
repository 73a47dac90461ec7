"""The memories that a model says a statement updates or ends: which of them it may name.

It may name a memory that it was shown, about the same person or thing, or one that is named.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from recollect.domain.entry import Entry
from recollect.domain.learning import USER
from recollect.domain.similarity import stems_of
from recollect.domain.turn import Turn
from recollect.extraction.forms import Stated
from recollect.extraction.refusal import Refusal
from recollect.languages.subjects import same_subject

SPEAKERS = frozenset({"", "i", "me", "user", "the user"})


@dataclass(frozen=True, slots=True)
class Resolved:
    """A statement that names memories by their own ids, and why it may not name some."""

    noted: Stated
    refused: tuple[Refusal, ...] = ()

    @property
    def says_something(self) -> bool:
        """Whether anything is left of it."""
        return bool(self.noted.content.strip() or self.noted.ends)


def resolve(noted: Stated, shown: Mapping[str, Entry], turn: Turn) -> Resolved:
    """The statement with the memories' own ids, less those that it may not name."""
    refused: list[Refusal] = []

    def meant(short: str) -> str | None:
        entry = shown.get(short.strip().lower())
        if entry is not None and _may_change(noted, entry, turn):
            return entry.id
        refused.append(Refusal.FOREIGN if entry else Refusal.UNKNOWN)
        return None

    updates = meant(noted.updates) if noted.updates and noted.updates.strip() else None
    found = (meant(short) for short in dict.fromkeys(noted.ends))
    ends = tuple(each for each in found if each and each != updates)
    return Resolved(replace(noted, updates=updates, ends=ends), tuple(refused))


def subject_of(told: str, turn: Turn) -> str:
    """Whom a statement is about, where the speaker is called by name if they have one."""
    name = " ".join(told.split())
    if name.casefold() in SPEAKERS or name == turn.speaker:
        return turn.speaker or USER
    return name


def _may_change(noted: Stated, old: Entry, turn: Turn) -> bool:
    about = subject_of(noted.subject, turn)
    known = old.subject if old.subject not in {None, "", USER} else old.speaker or USER
    if known == old.speaker and turn.speaker != old.speaker:
        # What somebody said of themselves is theirs to take back.
        return False
    if same_subject(about, known):
        return True
    named = known != USER and stems_of(known or "") & stems_of(noted.quote)
    return bool(named) or bool(about != USER and stems_of(about) & stems_of(old.content))
