"""What is made of many statements: the recap of a conversation, the portrait of a user, what the user laid down."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from recollect.domain.entry import Entry
from recollect.domain.line import profile_lines
from recollect.domain.metadata import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Recap:
    """What a conversation was about, in parts that can be read alone."""

    topics: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    key_dates: tuple[str, ...] = ()
    action_items: tuple[str, ...] = ()
    overall: str = ""

    @property
    def text(self) -> str:
        """All of it, as it is searched and shown."""
        parts = [
            f"About {', '.join(self.topics)}." if self.topics else "",
            self.overall,
            _listed("Decisions", self.decisions),
            _listed("Key dates", self.key_dates),
            _listed("Action items", self.action_items),
        ]
        return "\n".join(part for part in parts if part)


def _listed(name: str, items: tuple[str, ...]) -> str:
    return f"{name}: {'; '.join(item.rstrip('.') for item in items)}." if items else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary(Recap):
    """The recap of one conversation, as it is stored."""

    id: str
    conversation: str
    turns: int
    created_at: datetime
    changed_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Who the user is, as far as is known; each version stays readable."""

    version: int
    text: str
    at: datetime
    # How many memories it was made of.
    memories: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """Something the user has laid down: always shown first, and never overwritten."""

    id: str
    content: str
    position: int
    created_at: datetime
    changed_at: datetime


def one_line(text: str) -> str:
    """A text as a point of a profile: none of its lines can pass for a title, or for another point."""
    return " ".join(text.split())


def points(entries: Iterable[Entry]) -> frozenset[str]:
    """The lines by which a profile tells these memories."""
    return frozenset(f"- {line}" for entry in entries for line in profile_lines(entry))


_PARTS = ("topics", "decisions", "key_dates", "action_items")


def recap_metadata(recap: Recap, turns: int) -> dict[str, Json]:
    """The parts of a recap as they are stored."""
    parts: dict[str, Json] = {name: list(getattr(recap, name)) for name in _PARTS}
    return {**parts, "overall": recap.overall, "turns": turns}


def summary_of(entry: Entry) -> Summary:
    """The summary that a record holds."""
    stored = entry.metadata
    parts = {name: _texts(stored.get(name)) for name in _PARTS}
    turns = stored.get("turns")
    return Summary(
        **parts,
        overall=str(stored.get("overall", "")),
        id=entry.id,
        conversation=entry.key or "",
        turns=turns if isinstance(turns, int) else 0,
        created_at=entry.recorded_at,
        changed_at=entry.changed_at,
    )


def profile_of(entry: Entry) -> Profile:
    """The profile that a record holds."""
    count = entry.metadata.get("memories")
    return Profile(
        version=entry.version,
        text=entry.content,
        at=entry.changed_at,
        memories=count if isinstance(count, int) else 0,
    )


def override_of(entry: Entry) -> Override:
    """The override that a record holds."""
    place = entry.metadata.get("position")
    return Override(
        id=entry.id,
        content=entry.content,
        position=place if isinstance(place, int) else 0,
        created_at=entry.recorded_at,
        changed_at=entry.changed_at,
    )


def _texts(value: Json) -> tuple[str, ...]:
    return tuple(str(item) for item in value) if isinstance(value, list | tuple) else ()
