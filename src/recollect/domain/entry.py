"""A memory: one typed statement, where it came from, and when it held."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from recollect.domain.checks import shown
from recollect.domain.clock import shown_in
from recollect.domain.graph import Link, Mention
from recollect.domain.line import memory_line
from recollect.domain.metadata import Metadata
from recollect.errors import InvalidInput

# Whom a statement is about when it is about the person who talks to the assistant.
USER = "user"

# In the metadata of what was learned: when it was said last, by the speaker's clock, and first, where that is another
# time; when somebody said that it is over; who said it; the closed attribute it states and its value; whether it is a
# standing instruction; the date that a relative one comes to; what read it.
SAID_AT = "said_at"
FIRST_SAID_AT = "first_said_at"
ENDED_AT = "ended_at"
SPEAKER = "speaker"
ATTRIBUTE = "attribute"
VALUE = "value"
STANDING = "standing"
WHEN = "when"
LEARNED_WITH = "learned_with"


class Kind(StrEnum):
    """What sort of statement a memory is."""

    FACT = "fact"
    PREFERENCE = "preference"
    DECISION = "decision"
    CORRECTION = "correction"
    COMMITMENT = "commitment"
    RELATIONSHIP = "relationship"
    SKILL = "skill"
    CONTEXT = "context"
    PROCEDURE = "procedure"
    ENTITY = "entity"
    DOMAIN = "domain"
    EXECUTION_PATTERN = "execution_pattern"
    USER_PREFERENCE = "user_preference"
    WEBSITE_KNOWLEDGE = "website_knowledge"
    ERROR_PATTERN = "error_pattern"
    # What is kept like a memory, with its history, and is none: the recap of a conversation, the portrait of the
    # user, and what the user has laid down for good.
    SUMMARY = "summary"
    PROFILE = "profile"
    OVERRIDE = "override"


RECORDS = frozenset({Kind.SUMMARY, Kind.PROFILE, Kind.OVERRIDE})
# These are always put before a model; nobody has to find them.
NOT_SEARCHED = frozenset({Kind.PROFILE, Kind.OVERRIDE})
MEMORY_KINDS = tuple(kind for kind in Kind if kind not in RECORDS)

KEYED_KINDS = frozenset(
    {
        Kind.DOMAIN,
        Kind.EXECUTION_PATTERN,
        Kind.USER_PREFERENCE,
        Kind.WEBSITE_KNOWLEDGE,
        Kind.ERROR_PATTERN,
    }
)


def check_kind(value: object, field: str = "kind") -> Kind:
    """The kind of memory that a caller names."""
    if isinstance(value, str) and value in MEMORY_KINDS:
        return Kind(value)
    choices = ", ".join(MEMORY_KINDS)
    raise InvalidInput(f"{field} {shown(value)} is not known; it is one of: {choices}", field=field)


class Priority(StrEnum):
    """How much a memory matters."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


_HIGH = {Kind.FACT, Kind.DECISION, Kind.CORRECTION, Kind.COMMITMENT}
_LOW = {Kind.CONTEXT, Kind.RELATIONSHIP}


def default_priority(kind: Kind) -> Priority:
    """The priority a memory of this kind has unless a caller says otherwise."""
    if kind in _HIGH:
        return Priority.HIGH
    return Priority.LOW if kind in _LOW else Priority.MEDIUM


class Status(StrEnum):
    """Where a memory stands in its life."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    REVIEW = "review"
    DELETED = "deleted"


# What a search and a context may show.
SHOWN = frozenset({Status.ACTIVE, Status.REVIEW})


class Origin(StrEnum):
    """Whose word a memory is."""

    MANUAL = "manual"
    USER = "user"
    TOOL = "tool"


class Change(StrEnum):
    """Why a memory has a new version."""

    ADDED = "added"
    REINFORCED = "reinforced"
    EDITED = "edited"
    SUPERSEDED = "superseded"
    DELETED = "deleted"
    RESTORED = "restored"
    DISPUTED = "disputed"
    REVIEWED = "reviewed"
    DECAYED = "decayed"


# A person's own doing: what is learned anew leaves it alone.
BY_HAND = frozenset({Change.EDITED, Change.DELETED, Change.RESTORED, Change.REVIEWED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The sentence a memory came from: a turn, the characters of it, and the words themselves."""

    conversation: str
    turn_id: str
    start: int
    end: int
    quote: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEntry:
    """The statement itself, checked and redacted, before it has a life of its own."""

    kind: Kind
    content: str
    subject: str | None = None
    key: str | None = None
    confidence: float = 0.5
    priority: Priority
    tags: tuple[str, ...] = ()
    metadata: Metadata = field(default_factory=dict)
    pinned: bool = False
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    origin: Origin = Origin.MANUAL
    source: Source | None = None
    mentions: tuple[Mention, ...] = ()
    links: tuple[Link, ...] = ()

    @property
    def said_at(self) -> datetime | None:
        """When it was said last, by the speaker's clock; None where that is not known."""
        return self._moment(SAID_AT)

    @property
    def first_said_at(self) -> datetime | None:
        """When it was said first; None where that is not known."""
        return self._moment(FIRST_SAID_AT) or self.said_at

    @property
    def ended_at(self) -> datetime | None:
        """When somebody said that it is over; None where nobody did, or it is not known when."""
        return self._moment(ENDED_AT)

    def local(self, moment: datetime) -> datetime:
        """A moment by the speaker's clock: the day until which it holds is the one that was named."""
        return shown_in(moment, self.said_at.tzinfo if self.said_at else None)

    @property
    def speaker(self) -> str | None:
        """Who said it; None for a user without a name, and for what nobody said."""
        return self._told(SPEAKER)

    @property
    def about(self) -> str | None:
        """Whom or what it is about where that is neither the user nor the speaker."""
        return None if self.subject in {None, "", USER, self.speaker} else self.subject

    @property
    def attribute(self) -> str | None:
        """The closed attribute it states, such as home, employer or diet."""
        return self._told(ATTRIBUTE)

    @property
    def value(self) -> str | None:
        """The value of that attribute, in the speaker's words."""
        return self._told(VALUE)

    @property
    def when(self) -> str | None:
        """The calendar date that a relative date in it comes to."""
        return self._told(WHEN)

    @property
    def is_standing(self) -> bool:
        """Whether it is a standing instruction to the assistant."""
        return self.metadata.get(STANDING) is True

    @property
    def is_quotation(self) -> bool:
        """Whether its content is exactly what somebody said."""
        return self.source is not None and self.source.quote == self.content

    @property
    def line(self) -> str:
        """It as one line: the day, who said it, and the words; or the day and the sentence."""
        return memory_line(self)

    def _moment(self, name: str) -> datetime | None:
        told = self.metadata.get(name)
        try:
            moment = datetime.fromisoformat(told) if isinstance(told, str) else None
        except ValueError:  # metadata are the caller's too
            return None
        return moment if moment is not None and moment.tzinfo is not None else None

    def _told(self, name: str) -> str | None:
        told = self.metadata.get(name)
        return told if isinstance(told, str) and told else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(NewEntry):
    """A stored memory. `valid_*` is when it held in the world, `recorded_at` when it was learned."""

    id: str
    version: int
    status: Status = Status.ACTIVE
    recorded_at: datetime
    changed_at: datetime
    superseded_by: str | None = None
    edited: bool = False
    access_count: int = 0
    accessed_at: datetime | None = None
    decayed_at: datetime | None = None
    # Where else it was said,
    also: tuple[Source, ...] = ()
    # and the memories beside which it cannot be true, until a person decides.
    rivals: tuple[str, ...] = ()

    @property
    def sources(self) -> tuple[Source, ...]:
        """Every sentence that it rests on."""
        return (self.source, *self.also) if self.source else self.also

    def holds_at(self, moment: datetime) -> bool:
        """Whether it was valid at a moment."""
        begun = self.valid_from is None or self.valid_from <= moment
        return begun and (self.valid_until is None or moment < self.valid_until)

    @property
    def quote(self) -> str | None:
        """The words it came from."""
        return self.source.quote if self.source else None

    @property
    def turn_id(self) -> str | None:
        """The caller's id of the turn it came from."""
        return self.source.turn_id if self.source else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One step in the history of a memory: what it said from `at` on, and why it changed."""

    number: int
    at: datetime
    change: Change
    entry: Entry


@dataclass(frozen=True, slots=True)
class Tally:
    """How many memories there are of one kind, priority and status."""

    kind: Kind
    priority: Priority
    status: Status
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EntryFilter:
    """Which memories a list shows; None means no limit on that side."""

    statuses: tuple[Status, ...] = (Status.ACTIVE, Status.REVIEW)
    kinds: tuple[Kind, ...] = MEMORY_KINDS
    priority: Priority | None = None
    after: datetime | None = None
    before: datetime | None = None
    text: str | None = None

    def takes(self, entry: Entry) -> bool:
        """Whether the list shows a memory; an empty list of choices chooses nothing."""
        return (
            entry.status in self.statuses
            and entry.kind in self.kinds
            and self.priority in {None, entry.priority}
            and (self.after is None or entry.recorded_at >= self.after)
            and (self.before is None or entry.recorded_at < self.before)
            and (self.text is None or self.text.casefold() in entry.content.casefold())
        )

    def takes_at(self, moment: datetime, entry: Entry) -> bool:
        """Whether the list shows a memory as of a moment; what is over or put away is asked for by its status alone."""
        return self.takes(entry) and (entry.status not in SHOWN or entry.holds_at(moment))
