"""The state of the in-memory store. Rows are immutable, so a copy of the dicts is a snapshot."""

import json
from collections.abc import Collection
from copy import copy
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from typing import Any, TypeVar

from in_memory_store import jobs as jobs
from in_memory_store.jobs import JobRow
from recollect.domain.conversation import Conversation
from recollect.domain.entry import Entry, Version
from recollect.domain.ids import job_id
from recollect.domain.job import START_OVER, JobKind
from recollect.domain.timekeeping import ClockMarks
from recollect.domain.tuning import Efficiency, Snapshot
from recollect.domain.turn import Reading, Turn
from recollect.domain.writes import Enqueue

_Value = TypeVar("_Value", Turn, Conversation, Entry)


def detached(value: _Value) -> _Value:
    """The value with a copy of its metadata, converted through JSON as in a database."""
    metadata = json.loads(json.dumps(value.metadata)) if value.metadata else {}
    return replace(value, metadata=metadata)


@dataclass(frozen=True, slots=True)
class StoredConversation:
    """A conversation, its position among all conversations, and the index of its next turn."""

    conversation: Conversation
    number: int
    revision: int = 0
    next_index: int = 0


@dataclass(frozen=True, slots=True)
class Memory:
    """A memory with all its versions."""

    entry: Entry
    digest: str
    revision: int
    history: tuple[Version, ...] = ()
    # Its position in the order of arrival over all agents.
    number: int = 0


@dataclass(slots=True)
class AgentState:
    """All rows of one agent; each dict is in order of arrival."""

    number: int
    created_at: datetime
    revision: int
    # A reader of the agent or of its items that is older than this must start over.
    floor: int
    conversations: dict[str, StoredConversation] = field(default_factory=dict)
    turns: dict[tuple[str, str], tuple[int, Turn]] = field(default_factory=dict)
    # Turns by (conversation, id), memories by ("", id).
    vectors: dict[tuple[str, str], tuple[str, bytes, int]] = field(default_factory=dict)
    readings: dict[tuple[str, str], Reading] = field(default_factory=dict)
    entries: dict[str, Memory] = field(default_factory=dict)
    jobs: dict[str, JobRow] = field(default_factory=dict)
    # The last deletion: a reader that is older must start over.
    deleted: int = 0
    items: dict[str, Any] = field(default_factory=dict)
    # Cached model answers, each with its conversation.
    answers: dict[str, tuple[str, str]] = field(default_factory=dict)
    # The last runs of the optimizer, and the sum of all.
    runs: list[Snapshot] = field(default_factory=list)
    efficiency: Efficiency = field(default_factory=Efficiency)
    # The spaces read by default; a dict keeps their order.
    subscriptions: dict[str, None] = field(default_factory=dict)

    def copy(self) -> "AgentState":
        """An independent copy of the rows."""
        return AgentState(*(copy(getattr(self, field_.name)) for field_ in fields(self)))


@dataclass(slots=True)
class StoreState:
    """The whole store: every agent, and what belongs to none of them."""

    agents: dict[str, AgentState] = field(default_factory=dict)
    # The highest revision of any erased agent: a new agent starts above it.
    erased: int = 0
    erasures: int = 0
    numbers: int = 0
    # The current vector space and reader, by the kind of job that uses them.
    adopted: dict[JobKind, str] = field(default_factory=dict)
    # The built-in extractor that every agent has learned with.
    extractor: str | None = None
    sweep_rules: str | None = None
    keys_required_since: datetime | None = None
    clock_marks: ClockMarks | None = None

    def copy(self) -> "StoreState":
        """A draft; the rows of an agent are copied on its first write."""
        return replace(self, agents=dict(self.agents))

    def number(self) -> int:
        """The next position in the order of arrival over all agents."""
        self.numbers += 1
        return self.numbers

    def enqueue(self, agent: str, item: Enqueue, now: datetime) -> None:
        """Enqueue a job for an existing agent."""
        rows = self.agents[agent].jobs
        name = job_id(agent, item.conversation, item.kind)
        if name in rows:
            rows[name] = jobs.requested_again(rows[name], item, now)
        else:
            rows[name] = jobs.new_job(agent, item, now, self.number())

    def memories(self) -> dict[tuple[str, str], tuple[str, Entry]]:
        """Every memory with its agent, by agent and id, oldest first."""
        rows = [
            (m.number, name, m.entry) for name, s in self.agents.items() for m in s.entries.values()
        ]
        rows.sort(key=lambda row: row[0])
        return {(agent, entry.id): (agent, entry) for _, agent, entry in rows}

    def jobs(self) -> list[tuple[AgentState, JobRow]]:
        """Every job with its agent's rows, oldest first."""
        rows = [(state, row) for state in self.agents.values() for row in state.jobs.values()]
        return sorted(rows, key=lambda item: item[1].number)

    def put_job(self, row: JobRow) -> None:
        """Store a job."""
        self.agents[row.job.agent].jobs[row.job.id] = row

    def conversation_keys(self) -> list[tuple[str, str]]:
        """Every (agent, conversation), oldest first, then (agent, "") for memories."""
        named = [
            (False, stored.number, agent, name)
            for agent, state in self.agents.items()
            for name, stored in state.conversations.items()
        ]
        named += [
            (True, state.number, agent, "")
            for agent, state in self.agents.items()
            if state.entries or state.items
        ]
        return [(agent, name) for _, _, agent, name in sorted(named)]

    def adopt(self, kind: JobKind, name: str | None, now: datetime) -> None:
        """Switch a kind of job to another model, and restart it for every agent."""
        if name is not None:
            self.adopted[kind] = name
            self.renew(kind, now, now, self.agents)
            return
        self.adopted.pop(kind, None)
        for state in self.agents.values():
            state.jobs = {key: row for key, row in state.jobs.items() if row.job.kind != kind}

    def adopt_extractor(self, name: str, now: datetime) -> None:
        """Switch to another extractor, and learn again from all earlier turns."""
        self.extractor = name
        for agent, state in sorted(self.agents.items(), key=lambda item: item[1].number):
            if not state.turns or state.answers:
                continue
            known = state.jobs.get(job_id(agent, "", JobKind.LEARN))
            if known is None:
                known = jobs.new_job(agent, Enqueue(JobKind.LEARN, "", now), now, self.number())
                self.put_job(replace(known, job=replace(known.job, watermark=START_OVER)))
            else:
                again = jobs.restarted(known, now)
                job = replace(again.job, watermark=START_OVER, updated_at=now)
                self.put_job(replace(again, job=job))

    def renew(
        self, kind: JobKind, due_at: datetime, now: datetime, agents: Collection[str]
    ) -> None:
        """Enqueue a kind of job for every conversation and for the memories of these agents."""
        known = set()
        for _, row in self.jobs():
            if row.job.kind == kind and row.job.agent in agents:
                self.put_job(jobs.restarted(row, due_at))
                known.add((row.job.agent, row.job.conversation))
        for agent, conversation in self.conversation_keys():
            if agent in agents and (agent, conversation) not in known:
                self.enqueue(agent, Enqueue(kind, conversation, due_at), now)
