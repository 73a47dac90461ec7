"""Summaries of conversations, the profile of a user, and the user's overrides."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from recollect.domain.entry import KEYED_KINDS, Entry, Kind
from recollect.domain.line import profile_lines
from recollect.domain.metadata import Json
from recollect.domain.provenance import TrustLevel


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
        """All parts as one text, for search and display."""
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
    """The stored recap of one conversation."""

    id: str
    conversation: str
    turns: int
    created_at: datetime
    changed_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """One version of what is known about the user."""

    version: int
    text: str
    at: datetime
    # How many memories it is based on.
    memories: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """An instruction by the user: always shown first, never overwritten by learning."""

    id: str
    content: str
    position: int
    created_at: datetime
    changed_at: datetime


def one_line(text: str) -> str:
    """A text on one line, so that no part of it reads as a heading or another bullet."""
    return " ".join(text.split())


def describes_user(entry: Entry) -> bool:
    """Whether a profile may state it: the user's own word, and not how a site or tool works."""
    is_knowledge = entry.kind in KEYED_KINDS and entry.kind is not Kind.USER_PREFERENCE
    return entry.trust is TrustLevel.HIGH and not is_knowledge


def profile_bullets(entries: Iterable[Entry]) -> frozenset[str]:
    """The bullets that a profile may have for these memories."""
    return frozenset(f"- {line}" for entry in entries for line in profile_lines(entry))


_PARTS = ("topics", "decisions", "key_dates", "action_items")


def recap_metadata(recap: Recap, turns: int) -> dict[str, Json]:
    """The metadata under which a recap is stored."""
    parts: dict[str, Json] = {name: list(getattr(recap, name)) for name in _PARTS}
    return {**parts, "overall": recap.overall, "turns": turns}


def has_only_topics(entry: Entry) -> bool:
    """Whether a summary names topics and says nothing about them."""
    stored = entry.metadata
    parts = ("overall", *_PARTS[1:])
    return bool(stored.get("topics")) and not any(stored.get(name) for name in parts)


def summary_of(entry: Entry) -> Summary:
    """The summary stored in an entry."""
    stored = entry.metadata
    parts = {name: _texts(stored.get(name)) for name in _PARTS}
    return Summary(
        **parts,
        overall=str(stored.get("overall", "")),
        id=entry.id,
        conversation=entry.key or "",
        turns=_number(stored.get("turns")),
        created_at=entry.recorded_at,
        changed_at=entry.changed_at,
    )


def profile_of(entry: Entry) -> Profile:
    """The profile stored in an entry."""
    return Profile(
        version=entry.version,
        text=entry.content,
        at=entry.changed_at,
        memories=_number(entry.metadata.get("memories")),
    )


def override_of(entry: Entry) -> Override:
    """The override stored in an entry."""
    return Override(
        id=entry.id,
        content=entry.content,
        position=_number(entry.metadata.get("position")),
        created_at=entry.recorded_at,
        changed_at=entry.changed_at,
    )


def _number(value: Json) -> int:
    return value if isinstance(value, int) else 0


def _texts(value: Json) -> tuple[str, ...]:
    return tuple(str(item) for item in value) if isinstance(value, list | tuple) else ()
