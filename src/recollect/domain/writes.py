"""All writes as values; the store applies a list of them in one transaction."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from recollect.domain.conversation import Conversation
from recollect.domain.entry import Change, Entry, Version
from recollect.domain.items import DropItems, PutItem
from recollect.domain.job import Claim, Dead, Done, JobKind, Outcome
from recollect.domain.tuning import Snapshot
from recollect.domain.turn import NewTurn, Reading, Tier, Turn, View


@dataclass(frozen=True, slots=True)
class AddTurn:
    """Append a turn; a known id with the same role and content is a no-op, otherwise a Conflict.

    A summary names a turn that it `requires`: if that has been deleted in the meantime, NotFound is
    raised, because the summary would bring deleted text back.
    """

    conversation: str
    turn: NewTurn
    requires: Turn | None = None


@dataclass(frozen=True, slots=True)
class SetTitle:
    """Set or remove the title of an existing conversation."""

    conversation: str
    title: str | None


@dataclass(frozen=True, slots=True)
class TurnView:
    """How windows show a turn from now on."""

    id: str
    view: View
    tier: Tier
    relevance: float


@dataclass(frozen=True, slots=True)
class SetViews:
    """Change how windows show turns of one conversation; deleted turns are ignored."""

    conversation: str
    views: tuple[TurnView, ...]


@dataclass(frozen=True, slots=True)
class RecordRun:
    """Record a run of the optimizer, whose parameters now apply; keep the last `kept` runs."""

    snapshot: Snapshot
    kept: int


@dataclass(frozen=True, slots=True)
class DeleteConversation:
    """Remove a conversation, its turns, and what was learned from them."""

    conversation: str


@dataclass(frozen=True, slots=True)
class DeleteTurn:
    """Remove one turn, the summary turns that cover it, and what was learned from them."""

    conversation: str
    id: str


@dataclass(frozen=True, slots=True)
class PutEntry:
    """Store the next version of a memory; Stale unless the current one is `expected` (0: none)."""

    entry: Entry
    digest: str
    change: Change
    expected: int
    reading: Reading | None = None


@dataclass(frozen=True, slots=True)
class DropEntries:
    """Remove memories permanently, with their history."""

    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PurgeEntry:
    """Remove a memory permanently, with its history and its lines in every profile."""

    id: str


@dataclass(frozen=True, slots=True)
class PutAnswer:
    """Store a model's answer to a prompt about a conversation, or about several ("").

    Stale if the conversation has been deleted in the meantime, so that nothing derived from the
    answer is stored either.
    """

    conversation: str
    key: str
    answer: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Derived:
    """The vector (float16, little-endian) or reading of a turn or of one version of a memory."""

    id: str
    data: bytes
    # For a memory: a result for an older version is ignored.
    version: int = 0


@dataclass(frozen=True, slots=True)
class PutVectors:
    """Store vectors of one space for turns of one conversation; deleted turns are ignored.

    An empty conversation means the agent's memories; those edited in the meantime are ignored too.
    """

    conversation: str
    space: str
    vectors: tuple[Derived, ...]


@dataclass(frozen=True, slots=True)
class PutReadings:
    """Store the readings of a reader, as `PutVectors` stores vectors."""

    conversation: str
    reader: str
    readings: tuple[Derived, ...]


@dataclass(frozen=True, slots=True)
class Rederive:
    """Delete every vector and reading of the agent, and schedule them to be made again."""

    due_at: datetime


@dataclass(frozen=True, slots=True)
class Interrupt:
    """Restart the running jobs of the agent, because what they read changes with this write.

    Stale if anything was written for the agent after `revision`.
    """

    revision: int


@dataclass(frozen=True, slots=True)
class Reached:
    """The condition that a write brings a conversation to a multiple of `every` turns."""

    conversation: str
    every: int


def has_grown(when: Reached, grown: Iterable[tuple[str, int]]) -> bool:
    """Whether the new turns, given by conversation and index, meet the condition."""
    return any(name == when.conversation and not (index + 1) % when.every for name, index in grown)


@dataclass(frozen=True, slots=True)
class Enqueue:
    """Request a job for a conversation; `since` sets a finished one back to that turn."""

    kind: JobKind
    conversation: str
    due_at: datetime
    since: int | None = None
    # Each request postpones a debounced job and brings a hastened one forward.
    debounced: bool = False
    hastened: bool = False
    # Request it only under this condition.
    when: Reached | None = None


@dataclass(frozen=True, slots=True)
class Hasten:
    """Bring forward the pending jobs of one kind for all other conversations of the agent.

    Jobs due later than `until` were postponed by a failure and keep their time.
    """

    kind: JobKind
    excluding: str
    due_at: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class FinishJob:
    """Store the outcome of a claimed job; LeaseLost if the claim is no longer valid."""

    claim: Claim
    outcome: Outcome
    at: datetime


@dataclass(frozen=True, slots=True)
class RetryJob:
    """Give a dead or waiting job a fresh start."""

    job_id: str
    due_at: datetime


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Add a dead letter for a conversation whose work failed as part of another job.

    A pending or running job is left alone; a running one runs once more afterwards.
    """

    kind: JobKind
    conversation: str
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RestoreAgent:
    """Restore an exported agent with its creation time."""

    created_at: datetime


@dataclass(frozen=True, slots=True)
class RestoreConversation:
    """Restore an exported conversation; an existing one is left as it is."""

    conversation: Conversation


@dataclass(frozen=True, slots=True)
class RestoreTurn:
    """Restore an exported turn, at its own index if that is free."""

    turn: Turn
    reading: Reading | None = None


@dataclass(frozen=True, slots=True)
class RestoreEntry:
    """Restore an exported memory with its history.

    An existing one is left as it is; another memory with its key is a Conflict.
    """

    history: tuple[Version, ...]
    digest: str
    reading: Reading | None = None


@dataclass(frozen=True, slots=True)
class Subscribe:
    """Read a space by default from now on; the agent is created if it does not exist."""

    space: str


@dataclass(frozen=True, slots=True)
class Unsubscribe:
    """Stop reading a space by default; NotFound if the agent does not."""

    space: str


@dataclass(frozen=True, slots=True)
class EraseAgent:
    """Remove every row of the agent, and the subscriptions of others to it."""


_OfConversations = AddTurn | SetTitle | SetViews | RecordRun | DeleteConversation | DeleteTurn
_OfMemories = PutEntry | DropEntries | PurgeEntry | PutItem | DropItems | PutAnswer
_Derived = PutVectors | PutReadings | Rederive
_OfJobs = Interrupt | Enqueue | Hasten | FinishJob | RetryJob | GiveUp
_Restored = RestoreAgent | RestoreConversation | RestoreTurn | RestoreEntry
_OfAgents = Subscribe | Unsubscribe | EraseAgent
Write = _OfConversations | _OfMemories | _Derived | _OfJobs | _Restored | _OfAgents


SWEEP_AFTER = timedelta(days=1)


def memory_jobs(now: datetime) -> tuple[Enqueue, ...]:
    """The jobs that new or changed memories need."""
    immediate = tuple(Enqueue(kind, "", now) for kind in (JobKind.EMBED, JobKind.PROFILE))
    # From then on when something is due: unused memories fade, also manual ones.
    return (*immediate, Enqueue(JobKind.SWEEP, "", now + SWEEP_AFTER, hastened=True))


# Writes that create the agent if it does not exist.
CREATING = (
    AddTurn,
    PutEntry,
    PutItem,
    RestoreAgent,
    RestoreConversation,
    RestoreTurn,
    RestoreEntry,
    Subscribe,
)


@dataclass(frozen=True, slots=True)
class JobResult:
    """The result of a job's handler: its outcome, and the writes to store with it."""

    outcome: Done | Dead
    writes: tuple[Write, ...] = ()
