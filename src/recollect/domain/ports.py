"""The interfaces between operations and the outside: models, readers, the clock and the store.

`Store` is what operations need from the database, in narrow protocols. Every method takes the
agent first; the few that cross agents begin with `every_` or `any_`.
"""

from collections.abc import Callable, Generator, Sequence
from datetime import datetime
from typing import Protocol, TypeVar, overload

from recollect.domain.access import ALL_AGENTS, Reach
from recollect.domain.access_store import AccessRecords
from recollect.domain.chat import ChatMessage, ParsedReply, Reply
from recollect.domain.conversation import AgentSummary, Conversation, ConversationTail
from recollect.domain.entry import Entry, EntryFilter, Tally, Version
from recollect.domain.hit import Answer, RankPosition
from recollect.domain.item_store import KeyedItems
from recollect.domain.job import Claim, Job, JobKind, JobState, Missing
from recollect.domain.marks import MessageMarks, Relation
from recollect.domain.query import Query
from recollect.domain.store_health import StoreHealth
from recollect.domain.store_results import AgentState, Changes, Dump, StoreStats, Written
from recollect.domain.timekeeping import Clock as Clock
from recollect.domain.timekeeping import Timekeeping
from recollect.domain.tuning import Snapshot, Tuning
from recollect.domain.turn import WHOLE, Reading, Role, Slice, Turn
from recollect.domain.writes import Write

T = TypeVar("T")


class Embedder(Protocol):
    """Turns text into a vector; `name` identifies the space, and spaces are never mixed."""

    @property
    def name(self) -> str:
        """The vector space."""

    @property
    def dims(self) -> int | None:
        """The length of a vector; None until it is known."""

    def warm(self) -> None:
        """Load the model, so that the first embedding is as fast as the next."""

    def embed(self, text: str) -> bytes:
        """A unit vector of little-endian float32."""


class ChatModel(Protocol):
    """A thread-safe chat model; its errors never quote a message.

    `complete` returns the whole reply. With a schema (a pydantic model or a dataclass), the reply
    also has a value of that type, or UnusableAnswer is raised. Without a temperature, the model's
    default applies.
    """

    @property
    def name(self) -> str:
        """The model and its host."""

    @overload
    def complete(
        self,
        messages: Sequence[ChatMessage],
        *,
        max_tokens: int,
        temperature: float | None = None,
        schema: None = None,
    ) -> Reply: ...

    @overload
    def complete(
        self,
        messages: Sequence[ChatMessage],
        *,
        max_tokens: int,
        temperature: float | None = None,
        schema: type[T],
    ) -> ParsedReply[T]: ...

    def stream(
        self, messages: Sequence[ChatMessage], *, max_tokens: int, temperature: float | None = None
    ) -> Generator[str | Reply, None, None]:
        """The text of the reply in pieces, then the Reply; the request is sent on first use."""


class ReadText(Protocol):
    """The method `read` of a `Reader`."""

    def __call__(
        self, text: str, said: datetime | None = None, role: Role | None = None, /
    ) -> Reading:
        """The reading of a text."""


class Reader(Protocol):
    """Turns texts into search terms; readings made under another `name` are not used."""

    @property
    def name(self) -> str:
        """The reader and its version; it changes whenever readings would."""

    def read(self, text: str, said: datetime | None = None, role: Role | None = None, /) -> Reading:
        """The search terms of a text, and the days it names, relative to when it was said.

        Of a user's message, also which passages were probably pasted.
        """


class Search(Protocol):
    """Finds what is relevant to a question."""

    def answer(self, agent: str, query: Query) -> Answer:
        """The best hits, best first, and whether the question has anything to do with them."""

    def rank_of(self, agent: str, query: Query, name: str) -> RankPosition | None:
        """The rank of the turn or memory with this id; None if there is none."""


class MessageReader(Protocol):
    """The trained model that marks what to keep in a message and compares statements."""

    @property
    def name(self) -> str:
        """The version of the weights; a new name makes every agent learn again."""

    def read(self, before: str, text: str) -> MessageMarks:
        """The marks of each word of a message, given the text before it."""

    def compare(self, earlier: str, later: str) -> Relation:
        """How a later statement relates to an earlier one."""

    def affect(self, known: str, message: str) -> Relation:
        """How a whole message relates to a known statement."""


class TokenCounter(Protocol):
    """Estimates how many tokens a model will see in a text."""

    def __call__(self, text: str) -> int:
        """The number of tokens."""


class WriteLog(Protocol):
    """Writes, and what has changed since an earlier revision."""

    def write(self, agent: str, *writes: Write) -> Written:
        """Apply all the writes in one transaction, or none; they are durable on return."""

    def revision(self, agent: str) -> int:
        """A number that grows with every write of this agent and never decreases."""

    def state(self, agent: str) -> AgentState:
        """The revisions of this agent, and the spaces that it reads."""

    def changes(self, agent: str, since: int, *, space: str = "", reader: str = "") -> Changes:
        """What is new to a reader at revision `since`, from one consistent snapshot.

        A turn or memory is included again once it has a new vector in the space.
        """


class Turns(WriteLog, Protocol):
    """Conversations and their turns."""

    def conversations(
        self, agent: str, *, after: str | None = None, limit: int | None = None
    ) -> tuple[Conversation, ...]:
        """Conversations, newest first, starting after the one with the id `after`."""

    def conversation(self, agent: str, conversation: str) -> Conversation | None:
        """One conversation."""

    def turns(
        self, agent: str, conversation: str | None = None, part: Slice = WHOLE
    ) -> tuple[Turn, ...]:
        """Turns in order of arrival, from one consistent snapshot: all, some, or the last ones."""

    def window(
        self,
        agent: str,
        conversation: str,
        *,
        after: int = -1,
        limit: int,
        missing: Missing | None = None,
    ) -> tuple[Turn, ...]:
        """Turns of one conversation after an index; only those that lack what is `missing`."""

    def tail(self, agent: str, conversation: str, *, last: int) -> ConversationTail:
        """At most the last `last` turns of one conversation; empty if it does not exist."""

    def conversation_revision(self, agent: str, conversation: str) -> int:
        """A number that grows with every change of one conversation; 0 if it does not exist."""

    def changed_conversations(self, agent: str, *, since: int, limit: int) -> tuple[str, ...]:
        """Conversations changed after a revision, latest change first."""

    def turns_by_id(
        self, agent: str, names: Sequence[tuple[str, str]]
    ) -> dict[tuple[str, str], Turn]:
        """The existing turns among these (conversation, id), from one consistent snapshot."""

    def turn(self, agent: str, conversation: str, turn_id: str) -> Turn | None:
        """One turn."""

    def stored_text(self, agent: str) -> tuple[int, int]:
        """How many turns are stored, and the characters of turns, memories and items."""

    def turns_since(self, agent: str, revision: int, *, limit: int) -> tuple[tuple[int, Turn], ...]:
        """Turns after a revision, each with its own, in order; those of one write are not split."""


class Entries(WriteLog, Protocol):
    """Memories, their history, and the stored answers of models."""

    def entries(
        self, agent: str, chosen: EntryFilter, *, after: str | None = None, limit: int | None = None
    ) -> tuple[Entry, ...]:
        """Memories, newest first, starting after the one with the id `after`."""

    def entry(self, agent: str, entry_id: str) -> Entry | None:
        """One memory, in any status."""

    def entries_by_id(self, agent: str, names: Sequence[str]) -> dict[str, Entry]:
        """The existing memories among these ids, in any status, from one consistent snapshot."""

    def entry_by_digest(self, agent: str, digest: str) -> Entry | None:
        """The memory that makes the statement with this digest, active ones first."""

    def entry_window(
        self, agent: str, *, since: int = 0, limit: int, missing: Missing
    ) -> tuple[tuple[int, Entry], ...]:
        """Searchable memories without a vector or reading, and their revisions, from `since` on."""

    def entries_since(self, agent: str, revision: int) -> tuple[tuple[int, Entry], ...]:
        """Memories and records in any status changed after a revision, in its order."""

    def memory_count(self, agent: str) -> int:
        """How many memories there are in any status, without records."""

    def entries_from(self, agent: str, conversation: str) -> tuple[Entry, ...]:
        """Memories and records in any status that have a source in a conversation."""

    def entries_as_of(self, agent: str, moment: datetime) -> tuple[Entry, ...]:
        """What had been said by a moment, newest first, as it was then (see `domain.past`)."""

    def history(self, agent: str, entry_id: str) -> tuple[Version, ...]:
        """Every version of one memory, oldest first."""

    def answer(self, agent: str, key: str) -> str | None:
        """The stored answer of a model to a prompt."""

    def touch(self, agent: str, ids: Sequence[str], at: datetime, *, gain: float) -> None:
        """Count a use of memories, without a new revision; raises confidence once a day at most."""


class JobQueue(WriteLog, Protocol):
    """Background jobs, and their leases to workers."""

    def every_job(
        self,
        *,
        state: JobState | None = None,
        after: str | None = None,
        limit: int | None = None,
        reach: Reach = ALL_AGENTS,
        kinds: frozenset[JobKind] | None = None,
        due_by: datetime | None = None,
    ) -> tuple[Job, ...]:
        """Jobs of all agents, newest first, starting after the one with the id `after`."""

    def any_job(self, job_id: str) -> Job | None:
        """One job of any agent."""

    def claim_any(
        self,
        kinds: frozenset[JobKind],
        *,
        owner: str,
        now: datetime,
        until: datetime,
        agent: str | None = None,
    ) -> Claim | None:
        """Lease one due job, of one agent or of any, to `owner`; agents take turns."""

    def extend_lease(self, claim: Claim, until: datetime) -> None:
        """Extend a worker's lease; does nothing if another worker has the job by now."""

    def mark_paused(self, claim: Claim, *, paused: bool) -> None:
        """Note that a leased job is paused, or goes on; nothing if another worker has it by now."""

    def next_due(self) -> datetime | None:
        """When the next pending job becomes due or the next lease expires."""

    def when_asked(self, wake: Callable[[], None]) -> None:
        """Call this soon after another process requests a job, if the database can tell."""

    def hasten_every_job(
        self, kinds: frozenset[JobKind], now: datetime, *, agent: str | None = None
    ) -> None:
        """Make pending jobs of these kinds due now, of one agent or of all; running ones next."""

    def every_lease_owner(self) -> tuple[str, ...]:
        """The current lease owners."""

    def release_leases(self, owner: str, *, died: bool) -> None:
        """Release all leases of a worker that is being stopped, or that `died` in the middle.

        The attempt of one that died counts, and the third makes the job a dead letter; so does
        the attempt of one that let its lease expire. Paused jobs were not the cause: theirs do not.
        """


class Admin(StoreHealth, Protocol):
    """The database as a whole: all agents, the models it was built with, its health."""

    def write_every(self, batches: Sequence[tuple[str, tuple[Write, ...]]]) -> tuple[Written, ...]:
        """Apply the writes of several agents in one transaction, or none of them."""

    def dump(self, agent: str) -> Dump:
        """Everything that an export of this agent contains, from one consistent snapshot."""

    def every_agent(
        self, *, after: str | None = None, limit: int | None = None, reach: Reach = ALL_AGENTS
    ) -> tuple[AgentSummary, ...]:
        """All agents by name, starting after `after`."""

    def every_entry(
        self,
        reach: Reach,
        chosen: EntryFilter,
        *,
        after: tuple[str, str] | None = None,
        limit: int | None = None,
    ) -> tuple[tuple[str, Entry], ...]:
        """Memories of several agents, each with its agent, newest first, after an agent and id."""

    def every_agent_with_entry(self, entry_id: str, reach: Reach) -> tuple[str, ...]:
        """The agents that have a memory with this id; equal statements have equal ids."""

    def every_tally(self, reach: Reach) -> tuple[Tally, ...]:
        """How many memories several agents have together, by kind, priority and status."""

    def every_agent_changed_since(self, kind: JobKind) -> tuple[str, ...]:
        """The agents with a conversation that has changed since their last job of this kind."""

    def tuning(self, agent: str) -> Tuning:
        """The totals of the optimizer and its last run for one agent."""

    def every_tuning(self) -> Tuning:
        """The totals of the optimizer and its last run over all agents."""

    def snapshots(self, agent: str, *, limit: int | None = None) -> tuple[Snapshot, ...]:
        """The last runs of the optimizer for one agent, oldest first."""

    def every_snapshot(self, *, limit: int | None = None) -> tuple[Snapshot, ...]:
        """The last runs of the optimizer for any agent, oldest first."""

    def space(self) -> str | None:
        """The vector space of this database."""

    def adopt_space(self, space: str | None, now: datetime) -> None:
        """Set the vector space; if it differs, everything is embedded again."""

    def reader(self) -> str | None:
        """The name of the reader whose readings this database stores."""

    def adopt_reader(self, reader: str, now: datetime) -> None:
        """Set the reader; if it differs, everything is read again."""

    def extractor(self) -> str | None:
        """The built-in extractor that this database was learned with."""

    def adopt_extractor(self, name: str, now: datetime) -> None:
        """Set the extractor; if it differs, all learn again but those that a core model taught."""

    def adopt_sweep(self, rules: str, due_at: datetime) -> None:
        """Set the rules of the sweep; if they differ, every agent is swept by `due_at`."""

    def stats(self) -> StoreStats:
        """How much is stored, over all agents."""

    def close(self) -> None:
        """Close the database; closing twice is fine."""


class Store(Turns, Entries, KeyedItems, JobQueue, Timekeeping, Admin, AccessRecords, Protocol):
    """A durable, thread-safe store; several processes may share one database."""
