"""Everything that can be done to an agent's rows, as values; the store runs a list of them as one fact."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from recollect.domain.columns import EntryColumns, TurnColumns
from recollect.domain.conversation import Conversation
from recollect.domain.entry import Change, Entry, Version
from recollect.domain.job import Claim, Dead, Done, JobKind, Outcome
from recollect.domain.tuning import Snapshot
from recollect.domain.turn import NewTurn, Reading, Tier, Turn, View


@dataclass(frozen=True, slots=True)
class AddTurn:
    """Append a turn; the same id with the same role and content is a no-op, else a Conflict.

    One that repeats what others say is given `beside` one of them: where that has been deleted meanwhile, the turn is
    refused as NotFound, for otherwise it would bring erased words back.
    """

    conversation: str
    turn: NewTurn
    beside: Turn | None = None


@dataclass(frozen=True, slots=True)
class SetTitle:
    """Give an existing conversation a title, or take it away."""

    conversation: str
    title: str | None


@dataclass(frozen=True, slots=True)
class Seen:
    """How windows are to show a turn from now on."""

    id: str
    view: View
    tier: Tier
    relevance: float


@dataclass(frozen=True, slots=True)
class SetViews:
    """Change how windows show turns of one conversation; those that are gone meanwhile are passed over."""

    conversation: str
    views: tuple[Seen, ...]


@dataclass(frozen=True, slots=True)
class RecordRun:
    """Write down a run of the optimizer, whose parameters hold from now on; the last `kept` runs stay."""

    snapshot: Snapshot
    kept: int


@dataclass(frozen=True, slots=True)
class DeleteConversation:
    """Remove a conversation, its turns, and what was learned from them."""

    conversation: str


@dataclass(frozen=True, slots=True)
class PutEntry:
    """Store the next version of a memory; refused as Stale unless it is at `expected` (0: not there)."""

    entry: Entry
    digest: str
    change: Change
    expected: int
    reading: Reading | None = None


@dataclass(frozen=True, slots=True)
class DropEntries:
    """Remove memories for good, with their history: what was forgotten by itself leaves nothing behind."""

    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PutAnswer:
    """Keep what a model has answered to a prompt about a conversation, or about several ("").

    Where the conversation has been deleted meanwhile it is refused as Stale, and all that was concluded from it too.
    """

    conversation: str
    key: str
    answer: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Derived:
    """What was made of a turn or of one version of a memory: its vector (float16, little-endian) or its reading."""

    id: str
    data: bytes
    # Of a memory: what was made of an older version is not its own.
    version: int = 0


@dataclass(frozen=True, slots=True)
class PutVectors:
    """Store vectors of one space for turns of one conversation; turns deleted meanwhile are passed over.

    An empty conversation means the memories of the agent; those edited meanwhile are passed over too.
    """

    conversation: str
    space: str
    vectors: tuple[Derived, ...]


@dataclass(frozen=True, slots=True)
class PutReadings:
    """Store what a reader has read, as `PutVectors` stores vectors."""

    conversation: str
    reader: str
    readings: tuple[Derived, ...]


@dataclass(frozen=True, slots=True)
class Rederive:
    """Throw away every vector and reading of the agent, and ask for them anew."""

    due_at: datetime


@dataclass(frozen=True, slots=True)
class Reached:
    """That a conversation has grown, in the same write, to a multiple of so many turns."""

    conversation: str
    every: int


def has_grown(when: Reached, grown: Iterable[tuple[str, int]]) -> bool:
    """Whether the new turns, by conversation and index, reach what is waited for."""
    return any(name == when.conversation and not (index + 1) % when.every for name, index in grown)


@dataclass(frozen=True, slots=True)
class Enqueue:
    """Ask for background work on a conversation, from the turn `since` on where that was done before."""

    kind: JobKind
    conversation: str
    due_at: datetime
    since: int | None = None
    # A debounced job is put off by each new request, a hastened one brought forward; any other stays due when it was.
    debounced: bool = False
    hastened: bool = False
    # Ask only then.
    when: Reached | None = None


@dataclass(frozen=True, slots=True)
class Hasten:
    """Bring forward what waits, of one kind, for all conversations of the agent but one.

    What is due later than `until` was put off by a fault, and waits for that.
    """

    kind: JobKind
    besides: str
    due_at: datetime
    until: datetime


@dataclass(frozen=True, slots=True)
class FinishJob:
    """Write down what became of a claimed job; LeaseLost where the claim no longer holds."""

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
    """List work on a conversation as a dead letter that waits for a retry: it was tried as part of other work.

    A job that waits or runs is left to come to its own end, and a running one to look again after it.
    """

    kind: JobKind
    conversation: str
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RestoreAgent:
    """Put an exported agent back, with when it was first heard of."""

    created_at: datetime


@dataclass(frozen=True, slots=True)
class RestoreConversation:
    """Put an exported conversation back as it was; one that is there already keeps its own data."""

    conversation: Conversation


@dataclass(frozen=True, slots=True)
class RestoreTurn:
    """Put an exported turn back, at its own index where that is free."""

    turn: Turn
    reading: Reading | None = None


@dataclass(frozen=True, slots=True)
class RestoreEntry:
    """Put an exported memory back with its whole history; one that is there stays, one with its key is a Conflict."""

    history: tuple[Version, ...]
    digest: str
    reading: Reading | None = None


@dataclass(frozen=True, slots=True)
class EraseAgent:
    """Remove every row of the agent."""


Write = (
    AddTurn
    | SetTitle
    | SetViews
    | RecordRun
    | DeleteConversation
    | PutEntry
    | DropEntries
    | PutAnswer
    | PutVectors
    | PutReadings
    | Rederive
    | Enqueue
    | Hasten
    | FinishJob
    | RetryJob
    | GiveUp
    | RestoreAgent
    | RestoreConversation
    | RestoreTurn
    | RestoreEntry
    | EraseAgent
)


SWEEP_AFTER = timedelta(days=1)


def memory_work(now: datetime) -> tuple[Enqueue, ...]:
    """What has to be done in the background when memories are new or have changed."""
    at_once = tuple(Enqueue(kind, "", now) for kind in (JobKind.EMBED, JobKind.PROFILE))
    # From then on every day: what nobody uses fades, whoever has put it there.
    return (*at_once, Enqueue(JobKind.SWEEP, "", now + SWEEP_AFTER))


# These make the agent by its first use; the others speak of what is there.
CREATING = (AddTurn, PutEntry, RestoreAgent, RestoreConversation, RestoreTurn, RestoreEntry)


@dataclass(frozen=True, slots=True)
class Work:
    """What a handler made of a job: what to write, and how it ended."""

    outcome: Done | Dead
    writes: tuple[Write, ...] = ()


# Of an agent's deletions a store remembers this many; a reader further behind starts afresh.
TOMBSTONES_KEPT = 10_000


@dataclass(frozen=True, slots=True)
class AddedTurn:
    """Where a turn stands now, and whether this write put it there."""

    id: str
    index: int
    new: bool


@dataclass(frozen=True, slots=True)
class Written:
    """What a write did: the agent's revision after it, and each added turn in order."""

    revision: int
    turns: tuple[AddedTurn, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What has changed for an agent since a revision: forget what is gone, then take what is new.

    `reset` says that the reader is too old to be brought up to date: forget everything first.
    """

    revision: int
    reset: bool
    gone_conversations: tuple[str, ...] = ()
    gone_entries: tuple[str, ...] = ()
    turns: TurnColumns = field(default_factory=TurnColumns)
    entries: EntryColumns = field(default_factory=EntryColumns)


@dataclass(frozen=True, slots=True, kw_only=True)
class Dump:
    """Everything of one agent that an export holds, read at one moment."""

    agent: str
    created_at: datetime | None
    conversations: tuple[Conversation, ...]
    turns: tuple[Turn, ...]
    histories: tuple[tuple[Version, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreStats:
    """How much the database holds, over all agents."""

    agents: int
    conversations: int
    turns: int
    turns_embedded: int
    entries: int
    entries_by_kind: dict[str, int]
    entries_by_status: dict[str, int]
    jobs_by_state: dict[str, int]
    database_bytes: int
