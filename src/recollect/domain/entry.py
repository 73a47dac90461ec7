"""A memory: one typed statement, its source, and when it is valid."""

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from recollect.domain.checks import check_choice
from recollect.domain.clock import shown_in
from recollect.domain.conditions import ANYTHING, Conditions
from recollect.domain.graph import Link, Mention
from recollect.domain.line import memory_line
from recollect.domain.metadata import Metadata
from recollect.domain.provenance import ADDED, MARKS, Origin, TrustLevel, origin_label, trust_of

# The subject of statements about the user.
USER = "user"

# Metadata keys of learned memories: when it was last and first said (local time); when it was said
# to be over; who said it; the closed attribute and its value; whether it is a standing instruction;
# the calendar date that a relative date resolves to; which memories it corrects; what extracted it.
SAID_AT = "said_at"
FIRST_SAID_AT = "first_said_at"
ENDED_AT = "ended_at"
SPEAKER = "speaker"
ATTRIBUTE = "attribute"
VALUE = "value"
STANDING = "standing"
WHEN = "when"
CORRECTS = "corrects"
LEARNED_WITH = "learned_with"
LEARNED_KEYS = frozenset({SAID_AT, SPEAKER, ATTRIBUTE, VALUE, STANDING, WHEN, CORRECTS})
LEARNED_KEYS |= {LEARNED_WITH, *MARKS}
# Where an imported memory is from: the program, and a hash of its text.
IMPORTED = "imported"
MEM0 = "mem0"  # What mem0's clients gave with a message: learned memories always inherit it.


class Kind(StrEnum):
    """The kind of statement a memory makes."""

    FACT = "fact"
    PREFERENCE = "preference"
    DECISION = "decision"
    # Takes back something that was said.
    CORRECTION = "correction"
    # A promise, a plan or an appointment.
    COMMITMENT = "commitment"
    RELATIONSHIP = "relationship"
    SKILL = "skill"
    # Something passing, such as a mood or today's task.
    CONTEXT = "context"
    # How something is done.
    PROCEDURE = "procedure"
    # What a person, a place or a thing is.
    ENTITY = "entity"
    # What an agent that uses tools learns: about a field of work, what worked, how the user wants
    # things done, about a website, about an error.
    DOMAIN = "domain"
    EXECUTION_PATTERN = "execution_pattern"
    USER_PREFERENCE = "user_preference"
    WEBSITE_KNOWLEDGE = "website_knowledge"
    ERROR_PATTERN = "error_pattern"
    # Records: stored with a history like memories, but not memories themselves.
    SUMMARY = "summary"
    PROFILE = "profile"
    OVERRIDE = "override"
    # What an undo set aside (see `domain.undo`); what a user asked in a chat to be forgotten.
    UNDO = "undo"
    DELETION_REQUEST = "deletion_request"


# Always part of a context, or never: search leaves them out.
NOT_SEARCHED = frozenset({Kind.PROFILE, Kind.OVERRIDE, Kind.UNDO, Kind.DELETION_REQUEST})
RECORDS = NOT_SEARCHED | {Kind.SUMMARY}
MEMORY_KINDS = tuple(kind for kind in Kind if kind not in RECORDS)

# The knowledge of an agent that uses tools; each statement has a key, such as a site.
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
    """The memory kind with this name."""
    return check_choice(value, field, Kind, MEMORY_KINDS)


class Priority(StrEnum):
    """How much a memory matters."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


_HIGH = {Kind.FACT, Kind.DECISION, Kind.CORRECTION, Kind.COMMITMENT}
_LOW = {Kind.CONTEXT, Kind.RELATIONSHIP}


def default_priority(kind: Kind) -> Priority:
    """The default priority of a kind."""
    if kind in _HIGH:
        return Priority.HIGH
    return Priority.LOW if kind in _LOW else Priority.MEDIUM


class Status(StrEnum):
    """The lifecycle status of a memory."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    REVIEW = "review"
    # Unused for long, or one too many: out of sight until it is restored or said again.
    ARCHIVED = "archived"
    DELETED = "deleted"


# The statuses that search and contexts may show.
SHOWN = frozenset({Status.ACTIVE, Status.REVIEW})
# The same for a question about a moment: that nobody has used a memory since does not matter then.
SHOWN_AS_OF = SHOWN | {Status.ARCHIVED}


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
    ARCHIVED = "archived"


# Changes made by a person, which relearning preserves.
MANUAL_CHANGES = frozenset({Change.EDITED, Change.DELETED, Change.RESTORED, Change.REVIEWED})


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The text a memory was learned from: a turn, the offsets in it, and the quote."""

    conversation: str
    turn_id: str
    start: int
    end: int
    quote: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEntry:
    """A checked and redacted statement, before it is stored."""

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
        """When it was last said, in the speaker's local time; None if unknown."""
        return self.moment(SAID_AT)

    @property
    def first_said_at(self) -> datetime | None:
        """When it was first said; None if unknown."""
        return self.moment(FIRST_SAID_AT) or self.said_at

    @property
    def ended_at(self) -> datetime | None:
        """When it was said to be over; None if it was not, or at an unknown time."""
        return self.moment(ENDED_AT)

    def local(self, moment: datetime) -> datetime:
        """A moment in the speaker's local time, in which its dates were meant."""
        return shown_in(moment, self.said_at.tzinfo if self.said_at else None)

    @property
    def speaker(self) -> str | None:
        """Who said it; None for an unnamed user or a manual entry."""
        return self._text(SPEAKER)

    @property
    def about(self) -> str | None:
        """Its subject, unless that is the user or the speaker."""
        return None if self.subject in {None, "", USER, self.speaker} else self.subject

    @property
    def attribute(self) -> str | None:
        """The closed attribute it states, such as home, employer or diet."""
        return self._text(ATTRIBUTE)

    @property
    def value(self) -> str | None:
        """The value of that attribute, as the speaker put it."""
        return self._text(VALUE)

    @property
    def when(self) -> str | None:
        """The calendar date that a relative date in it resolves to."""
        return self._text(WHEN)

    @property
    def corrects(self) -> tuple[str, ...]:
        """The ids of memories of which it corrects a part; the rest of them stays true."""
        ids = self.metadata.get(CORRECTS)
        return tuple(map(str, ids)) if isinstance(ids, list) else ()

    @property
    def trust(self) -> TrustLevel:
        """How far it is believed, by where its words come from."""
        return trust_of(self.origin)

    @property
    def origin_label(self) -> str:
        """Where it comes from, if it is not the user's own word; otherwise empty."""
        return origin_label(self.origin, self.trust)

    @property
    def is_added(self) -> bool:
        """Whether it was added as a statement of its own, not learned from a turn."""
        return self.origin in ADDED

    @property
    def is_standing(self) -> bool:
        """Whether it is a standing instruction to the assistant; only the user gives them."""
        return self.metadata.get(STANDING) is True and self.trust is TrustLevel.HIGH

    @property
    def search_text(self) -> str:
        """The text it is found by: its content, after its key; that of a record is no name."""
        if self.key is None or self.kind in RECORDS or self.key in self.content:
            return self.content
        return f"{self.key}: {self.content}"

    @property
    def is_quotation(self) -> bool:
        """Whether its content is a verbatim quote."""
        return self.source is not None and self.source.quote == self.content

    @property
    def line(self) -> str:
        """The memory on one line: the date, the speaker, and the content."""
        return memory_line(self)

    def moment(self, name: str) -> datetime | None:
        """A time of its metadata; None if there is none of this name."""
        try:
            moment = datetime.fromisoformat(self._text(name) or "")
        except ValueError:  # callers may have put anything here
            return None
        return moment if moment.tzinfo is not None else None

    def _text(self, name: str) -> str | None:
        value = self.metadata.get(name)
        return value if isinstance(value, str) and value else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry(NewEntry):
    """A stored memory. `valid_*` is when it was true, `recorded_at` when it was learned."""

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
    # Where else it was said.
    also: tuple[Source, ...] = ()
    # The memories that it contradicts, until a person decides.
    rivals: tuple[str, ...] = ()

    @property
    def trust(self) -> TrustLevel:
        """How far it is believed: as the user's own word once a person edited it."""
        return trust_of(self.origin, edited=self.edited)

    @property
    def sources(self) -> tuple[Source, ...]:
        """All its sources."""
        return (self.source, *self.also) if self.source else self.also

    def holds_at(self, moment: datetime) -> bool:
        """Whether it was valid at a moment."""
        begun = self.valid_from is None or self.valid_from <= moment
        return begun and not self.has_ended_at(moment)

    def has_ended_at(self, moment: datetime) -> bool:
        """Whether its validity had ended; a plan for a later day has not."""
        return self.valid_until is not None and moment >= self.valid_until

    @property
    def quote(self) -> str | None:
        """The text it was learned from."""
        return self.source.quote if self.source else None

    @property
    def turn_id(self) -> str | None:
        """The caller's id of the turn it was learned from."""
        return self.source.turn_id if self.source else None


def by_worth(entry: Entry) -> tuple[bool, bool, int, float, float, str]:
    """Sort key that puts the most valuable memories first."""
    about_other = entry.subject not in {None, USER}
    rank, age = [*Priority].index(entry.priority), -entry.recorded_at.timestamp()
    return not entry.pinned, about_other, rank, -entry.confidence, age, entry.id


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """One version of a memory: its state from `at` on, and why it changed."""

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
    """Which memories a list shows; None means no condition."""

    statuses: tuple[Status, ...] = (Status.ACTIVE, Status.REVIEW)
    kinds: tuple[Kind, ...] = MEMORY_KINDS
    priority: Priority | None = None
    after: datetime | None = None
    before: datetime | None = None
    text: str | None = None
    metadata: Conditions = ANYTHING
    # Only standing instructions to the assistant; only what corrects a part of other memories.
    standing: bool = False
    corrects: bool = False
    # Only what was learned from this conversation, or this turn.
    conversation: str | None = None
    turn_id: str | None = None

    def matches(self, entry: Entry) -> bool:
        """Whether a memory passes the filter; an empty list of choices matches nothing."""
        return (
            entry.status in self.statuses
            and entry.kind in self.kinds
            and self.priority in {None, entry.priority}
            and (self.after is None or entry.recorded_at >= self.after)
            and (self.before is None or entry.recorded_at < self.before)
            and (self.text is None or self.text.casefold() in entry.content.casefold())
            and (entry.is_standing or not self.standing)
            and (bool(entry.corrects) or not self.corrects)
            and self.metadata.match(entry.metadata)
            and (not self.from_a_turn or any(map(self._is_from, entry.sources)))
        )

    @property
    def from_a_turn(self) -> bool:
        """Whether only what was learned from certain turns passes."""
        return self.conversation is not None or self.turn_id is not None

    def _is_from(self, source: Source) -> bool:
        is_turn = self.turn_id in {None, source.turn_id}
        return is_turn and self.conversation in {None, source.conversation}

    def matches_at(self, moment: datetime, entry: Entry) -> bool:
        """Whether a memory passes the filter as of a moment; only shown ones must be valid then."""
        return self.matches(entry) and (entry.status not in SHOWN_AS_OF or entry.holds_at(moment))
