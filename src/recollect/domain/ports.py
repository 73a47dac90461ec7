"""What the rooms need from outside, and nothing of how it is done. The whole architecture is here.

Every call takes the agent first. The few that look across agents begin with `every_` or `any_`.
"""

from collections.abc import Generator, Sequence
from datetime import datetime
from typing import Protocol, TypeVar, overload

from recollect.domain.access import EVERYBODY, Reach
from recollect.domain.chat import Filled, Message, Reply
from recollect.domain.conversation import AgentSummary, Conversation
from recollect.domain.entry import Entry, EntryFilter, Tally, Version
from recollect.domain.hit import Standing
from recollect.domain.job import Claim, Job, JobKind, JobState, Lack
from recollect.domain.marks import MessageMarks, Relation
from recollect.domain.query import Query
from recollect.domain.relevance import Answer
from recollect.domain.talk import Stretch
from recollect.domain.tuning import Snapshot, Tuning
from recollect.domain.turn import Reading, Turn
from recollect.domain.writes import Changes, Dump, StoreStats, Write, Written

T = TypeVar("T")


class Clock(Protocol):
    """Where time comes from."""

    def now(self) -> datetime:
        """The present moment, aware and in UTC."""
        ...


class Embedder(Protocol):
    """Turns text into a vector; `name` identifies the space, and spaces are never mixed."""

    @property
    def name(self) -> str:
        """The vector space."""
        ...

    @property
    def dims(self) -> int | None:
        """How long a vector is, where that is known yet."""
        ...

    def warm(self) -> None:
        """Load what is needed, so that the first embedding is as fast as the next."""
        ...

    def embed(self, text: str) -> bytes:
        """A unit vector of little-endian float32."""
        ...


class ChatModel(Protocol):
    """Answers messages; safe for threads, and its errors hold nothing that was said.

    `complete` gives the whole reply, with a schema (a pydantic model or a dataclass) as a value of it, or
    raises UnusableAnswer. Without a temperature it is the model's own.
    """

    @property
    def name(self) -> str:
        """The model and where it is served."""
        ...

    @overload
    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float | None = None,
        schema: None = None,
    ) -> Reply: ...

    @overload
    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float | None = None,
        schema: type[T],
    ) -> Filled[T]: ...

    def stream(
        self, messages: Sequence[Message], *, max_tokens: int, temperature: float | None = None
    ) -> Generator[str | Reply, None, None]:
        """The reply's text in pieces, then the Reply itself; nobody is asked before the first piece is."""
        ...


class Reader(Protocol):
    """Reads texts for the search; what another `name` has read is not made use of."""

    @property
    def name(self) -> str:
        """Which reader this is; a new name whenever it would read a text in another way."""
        ...

    def read(self, text: str) -> Reading:
        """What a text is found by."""
        ...


class Search(Protocol):
    """Finds what fits a question, for whoever makes a context of it."""

    def answer(self, agent: str, query: Query) -> Answer:
        """The best hits, best first, and whether the question has anything to do with them."""
        ...

    def standing(self, agent: str, query: Query, name: str) -> Standing | None:
        """Where the turn or memory of this id ranks; None if there is none."""
        ...


class MessageReader(Protocol):
    """Reads messages and pairs of statements as a careful person would who takes notes."""

    @property
    def name(self) -> str:
        """Which weights these are; a new name makes every agent learn anew."""
        ...

    def read(self, before: str, text: str) -> MessageMarks:
        """What each word of a message is, after these words were said before it."""
        ...

    def compare(self, earlier: str, later: str) -> Relation:
        """How a later statement relates to an earlier one."""
        ...

    def affect(self, known: str, message: str) -> Relation:
        """What a whole message does to something known."""
        ...


class TokenCounter(Protocol):
    """Estimates how many tokens a model will see in a text."""

    def __call__(self, text: str) -> int:
        """The number of tokens."""
        ...


class Store(Protocol):
    """Keeps what it acknowledged. Safe for threads; several processes may share one database."""

    def write(self, agent: str, *writes: Write) -> Written:
        """Run all the writes as one fact, durable on return, or none of them."""
        ...

    def write_every(self, batches: Sequence[tuple[str, tuple[Write, ...]]]) -> tuple[Written, ...]:
        """Run the writes of several agents as one fact: an import is taken whole or not at all."""
        ...

    def revision(self, agent: str) -> int:
        """A number that grows with every write of this agent and never goes back."""
        ...

    def changes(self, agent: str, since: int, *, space: str = "", reader: str = "") -> Changes:
        """What a reader at revision `since` must forget and take, read at one moment.

        A turn or memory comes again when its vector of the space is new.
        """
        ...

    def conversations(
        self, agent: str, *, after: str | None = None, limit: int | None = None
    ) -> tuple[Conversation, ...]:
        """Conversations, newest first, beginning behind the one named `after`."""
        ...

    def conversation(self, agent: str, conversation: str) -> Conversation | None:
        """One conversation."""
        ...

    def turns(self, agent: str, conversation: str | None = None) -> tuple[Turn, ...]:
        """Every turn in the order of arrival, read at one moment."""
        ...

    def window(
        self,
        agent: str,
        conversation: str,
        *,
        after: int = -1,
        limit: int,
        lacking: Lack | None = None,
    ) -> tuple[Turn, ...]:
        """Turns of one conversation behind the index `after`, only those `lacking` something made of them."""
        ...

    def stretch(self, agent: str, conversation: str, *, last: int) -> Stretch:
        """The end of one conversation, at most so many turns of it; empty where there is none."""
        ...

    def talk_revision(self, agent: str, conversation: str) -> int:
        """A number that grows with every change of one conversation; 0 where there is none."""
        ...

    def changed_conversations(self, agent: str, *, since: int, limit: int) -> tuple[str, ...]:
        """Conversations that have changed after a revision, the newest change first."""
        ...

    def tuning(self, agent: str) -> Tuning:
        """What the optimizer has done and learned for one agent."""
        ...

    def every_tuning(self) -> Tuning:
        """The same over all agents: the sum of all runs, and the last of them."""
        ...

    def snapshots(self, agent: str, *, limit: int | None = None) -> tuple[Snapshot, ...]:
        """The last runs of the optimizer for one agent, oldest first."""
        ...

    def every_snapshot(self, *, limit: int | None = None) -> tuple[Snapshot, ...]:
        """The last runs of the optimizer for whomever, oldest first."""
        ...

    def entry_window(
        self, agent: str, *, since: int = 0, limit: int, lacking: Lack
    ) -> tuple[tuple[int, Entry], ...]:
        """Memories that a search may find, changed at `since` or later and `lacking` something, by revision."""
        ...

    def turns_named(
        self, agent: str, names: Sequence[tuple[str, str]]
    ) -> dict[tuple[str, str], Turn]:
        """The turns of these (conversation, id) that are there, read at one moment."""
        ...

    def turn(self, agent: str, conversation: str, turn_id: str) -> Turn | None:
        """One turn."""
        ...

    def entries(
        self,
        agent: str,
        chosen: EntryFilter,
        *,
        after: str | None = None,
        limit: int | None = None,
    ) -> tuple[Entry, ...]:
        """Memories, newest first, beginning behind the one named `after`."""
        ...

    def entry(self, agent: str, entry_id: str) -> Entry | None:
        """One memory, whatever its status."""
        ...

    def entry_like(self, agent: str, digest: str) -> Entry | None:
        """The memory that makes the statement with this digest, active ones first."""
        ...

    def turns_since(self, agent: str, revision: int, *, limit: int) -> tuple[tuple[int, Turn], ...]:
        """Turns that came after a revision, in the order of arrival, each with its own; never part of a write."""
        ...

    def entries_since(self, agent: str, revision: int) -> tuple[tuple[int, Entry], ...]:
        """Memories and records of any status that have changed after a revision, by revision."""
        ...

    def memories_held(self, agent: str) -> int:
        """How many memories there are, whatever their status; records are not counted."""
        ...

    def entries_from(self, agent: str, conversation: str) -> tuple[Entry, ...]:
        """Memories and records of any status that rest on something said in a conversation."""
        ...

    def entries_as_of(self, agent: str, moment: datetime) -> tuple[Entry, ...]:
        """What had been said by a moment, newest first, each as it stood then (`model.past` has the rule)."""
        ...

    def answer(self, agent: str, key: str) -> str | None:
        """What a model has answered to a prompt."""
        ...

    def touch(self, agent: str, ids: Sequence[str], at: datetime, *, gain: float) -> None:
        """Count a use of memories, which gain confidence once a day; nobody has to read anything anew for it."""
        ...

    def history(self, agent: str, entry_id: str) -> tuple[Version, ...]:
        """Every version of one memory, oldest first."""
        ...

    def dump(self, agent: str) -> Dump:
        """Everything an export of this agent holds, read at one moment."""
        ...

    def every_agent(
        self, *, after: str | None = None, limit: int | None = None, reach: Reach = EVERYBODY
    ) -> tuple[AgentSummary, ...]:
        """All agents by name, beginning behind `after`."""
        ...

    def every_entry(
        self,
        reach: Reach,
        chosen: EntryFilter,
        *,
        after: tuple[str, str] | None = None,
        limit: int | None = None,
    ) -> tuple[tuple[str, Entry], ...]:
        """Memories of several agents, each with its agent, newest first, behind the one named by agent and id."""
        ...

    def every_holder(self, entry_id: str, reach: Reach) -> tuple[str, ...]:
        """The agents that have a memory of this id, by name: the same words have the same id everywhere."""
        ...

    def every_tally(self, reach: Reach) -> tuple[Tally, ...]:
        """How many memories several agents have together, by kind, priority and status."""
        ...

    def every_job(
        self,
        *,
        state: JobState | None = None,
        after: str | None = None,
        limit: int | None = None,
        reach: Reach = EVERYBODY,
    ) -> tuple[Job, ...]:
        """Jobs of all agents, newest first, beginning behind the one named `after`."""
        ...

    def any_job(self, job_id: str) -> Job | None:
        """One job, whoever it belongs to."""
        ...

    def claim_any(
        self, kinds: frozenset[JobKind], *, owner: str, now: datetime, until: datetime
    ) -> Claim | None:
        """Lease one job that is due, agents taking turns, to `owner` until a moment."""
        ...

    def extend_lease(self, claim: Claim, until: datetime) -> None:
        """Leave a job longer with the worker that has claimed it; nothing, where it is another's by now."""
        ...

    def next_due(self) -> datetime | None:
        """When the next waiting job, or the end of the next lease, comes round."""
        ...

    def hasten_every_job(self, kinds: frozenset[JobKind], now: datetime) -> None:
        """Make every job of these kinds that waits due at once, or as soon as its run ends."""
        ...

    def every_owner(self) -> tuple[str, ...]:
        """Who holds a lease now."""
        ...

    def release_leases(self, owner: str) -> None:
        """Hand back what a worker that no longer lives had claimed."""
        ...

    def space(self) -> str | None:
        """The vector space this database is kept in."""
        ...

    def reader(self) -> str | None:
        """The reader this database is kept for."""
        ...

    def adopt_space(self, space: str | None, now: datetime) -> None:
        """Make this the database's vector space; when it differs, everything is embedded anew."""
        ...

    def adopt_reader(self, reader: str, now: datetime) -> None:
        """Make this the database's reader; when it differs, everything is read anew."""
        ...

    def extractor(self) -> str | None:
        """The built-in extractor that this database was learned with."""
        ...

    def adopt_extractor(self, name: str, now: datetime) -> None:
        """Make this the database's extractor; when it differs, every agent with turns learns everything anew.

        What a model has learned for an agent is left as it is.
        """
        ...

    def stats(self) -> StoreStats:
        """How much there is, over all agents."""
        ...

    def faults(self) -> tuple[str, ...]:
        """What is wrong with the database itself, one sentence each; empty when sound."""
        ...

    def scrub(self) -> None:
        """Remove what deletions have left in the files of the database, if anything."""
        ...

    def close(self) -> None:
        """Let go of the database; closing twice is fine."""
        ...
