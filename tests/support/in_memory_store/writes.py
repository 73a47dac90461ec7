"""Each write to the in-memory store, applied to a draft of its state."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import assert_never

from in_memory_store import conversations as windows
from in_memory_store import items as items
from in_memory_store import jobs as jobs
from in_memory_store import learned as learned
from in_memory_store.jobs import JobRow
from in_memory_store.state import AgentState, Memory, StoreState, detached
from in_memory_store.turns import TurnWrites
from recollect.domain.entry import Entry, Status, Version
from recollect.domain.forgetting import Gone, removed_profile_lines
from recollect.domain.ids import job_id
from recollect.domain.items import DropItems, PutItem
from recollect.domain.job import JobKind, JobState
from recollect.domain.similarity import stems_of
from recollect.domain.store_results import Written
from recollect.domain.turn import Reading, Turn
from recollect.domain.writes import (
    CREATING,
    AddTurn,
    DeleteConversation,
    DeleteTurn,
    Derived,
    DropEntries,
    Enqueue,
    EraseAgent,
    FinishJob,
    GiveUp,
    Hasten,
    Interrupt,
    PurgeEntry,
    PutAnswer,
    PutEntry,
    PutReadings,
    PutVectors,
    RecordRun,
    Rederive,
    RestoreAgent,
    RestoreConversation,
    RestoreEntry,
    RestoreTurn,
    RetryJob,
    SetTitle,
    SetViews,
    Subscribe,
    Unsubscribe,
    Write,
    has_grown,
)
from recollect.errors import Conflict, LeaseLost, NotFound, Stale, StorageError

# Jobs that need a model by name, and are not queued without one.
ADOPTED = frozenset({JobKind.EMBED, JobKind.READ})
SHOWN = frozenset({Status.ACTIVE, Status.REVIEW})


def write(store: StoreState, agent: str, writes: tuple[Write, ...], now: datetime) -> Written:
    """Apply the writes of one agent to a draft, under one new revision."""
    batch = _WriteBatch(store, agent, now)
    batch.open_agent(creating=any(isinstance(item, CREATING) for item in writes))
    for item in writes:
        batch.apply(item)
    return Written(batch.revision, tuple(batch.added), tuple(batch.dropped))


class _WriteBatch(TurnWrites):
    """The writes of one agent in one transaction."""

    def open_agent(self, *, creating: bool) -> None:
        """Start a new revision of the agent, and create the agent if a write may do that."""
        found = self.store.agents.get(self.agent)
        if found is not None:
            self.store.agents[self.agent] = found.copy()
            self.state.revision += 1
        elif creating:
            first = self.store.erased + 1
            number = 1 + max((state.number for state in self.store.agents.values()), default=0)
            made = AgentState(number, self.now, revision=first, floor=first)
            self.store.agents[self.agent] = made
        else:
            raise NotFound(f"there is no agent {self.agent!r}", field="agent")
        self.revision = self.state.revision

    def apply(self, item: Write) -> None:  # noqa: C901, PLR0912, PLR0915 - one case for each write
        """Apply one write."""
        if self.agent not in self.store.agents:
            self.open_agent(creating=isinstance(item, CREATING))
        match item:
            case AddTurn():
                self.add_turn(item)
            case SetTitle():
                self.set_title(item)
            case SetViews():
                windows.set_views(self.state, self.revision, item)
            case RecordRun():
                windows.record_run(self.state, item)
            case DeleteConversation():
                self.delete_conversation(item.conversation)
            case DeleteTurn():
                self.delete_turn(item.conversation, item.id)
            case PutEntry():
                self.put_entry(item)
            case DropEntries():
                self.drop_entries(item.ids)
            case PutItem():
                items.put(self.state, item)
            case DropItems():
                self.dropped += items.drop(self.state, item)
            case PurgeEntry():
                self.purge_entry(item.id)
            case PutAnswer():
                self.put_answer(item)
            case PutVectors():
                self.put_vectors(item)
            case PutReadings():
                self.put_readings(item)
            case Rederive(due_at):
                self.rederive(due_at)
            case Interrupt(revision):
                self.interrupt(revision)
            case Enqueue():
                self.enqueue(item)
            case Hasten():
                self.hasten(item)
            case FinishJob():
                self.finish_job(item)
            case RetryJob():
                self.retry_job(item)
            case GiveUp():
                self.give_up(item)
            case RestoreAgent(created_at):
                self.state.created_at = min(self.state.created_at, created_at)
            case RestoreConversation():
                self.restore_conversation(item.conversation)
            case RestoreTurn():
                self.restore_turn(item.turn, item.reading)
            case RestoreEntry():
                self.restore_entry(item)
            case Subscribe() | Unsubscribe():
                self.set_subscription(item)
            case EraseAgent():
                self.erase()
            case _:
                assert_never(item)

    def set_subscription(self, item: Subscribe | Unsubscribe) -> None:
        """Start or stop reading a space by default."""
        if isinstance(item, Subscribe):
            self.state.subscriptions[item.space] = None
        elif item.space in self.state.subscriptions:
            del self.state.subscriptions[item.space]
        else:
            message = f"{self.agent!r} does not subscribe to {item.space!r}"
            raise NotFound(message, field="space")

    def erase(self) -> None:
        """Remove the agent, and the subscriptions of others to it."""
        for name, state in self.store.agents.items():
            if self.agent in state.subscriptions:
                self.store.agents[name] = left = state.copy()
                del left.subscriptions[self.agent]
        del self.store.agents[self.agent]
        self.store.erased = max(self.store.erased, self.revision)
        self.store.erasures += 1

    def enqueue(self, item: Enqueue) -> None:
        """Enqueue a job, unless it lacks its model or its condition is not met yet."""
        due = item.when is None or has_grown(item.when, self.grown)
        if due and (item.kind not in ADOPTED or item.kind in self.store.adopted):
            self.store.enqueue(self.agent, item, self.now)

    def hasten(self, item: Hasten) -> None:
        """Bring forward the waiting jobs of a kind for other conversations."""
        rows = self.state.jobs
        for name, row in rows.items():
            job = row.job
            meant = job.kind is item.kind and job.conversation != item.excluding
            if meant and job.state is JobState.PENDING and item.due_at < job.due_at <= item.until:
                rows[name] = replace(row, job=replace(job, due_at=item.due_at))

    def delete_conversation(self, conversation: str) -> None:
        """Delete a conversation with its turns, its jobs and the memories learned only from it."""
        self.existing_conversation(conversation)
        state = self.state
        self.remove_sources(Gone(conversation), learned.words_said(state, conversation))
        state.answers = {
            key: kept for key, kept in state.answers.items() if kept[0] not in {conversation, ""}
        }
        del state.conversations[conversation]
        state.turns = {key: kept for key, kept in state.turns.items() if key[0] != conversation}
        left = {*state.turns, *(("", name) for name in state.entries)}
        state.vectors = {key: kept for key, kept in state.vectors.items() if key in left}
        state.readings = {key: kept for key, kept in state.readings.items() if key in left}
        state.jobs = {
            name: self.restart_if_running(row)
            for name, row in state.jobs.items()
            if row.job.conversation != conversation
        }
        state.deleted = self.revision

    def delete_turn(self, conversation: str, name: str) -> None:
        """Delete a turn, the summaries made of it and the memories learned from them."""
        state = self.state
        if (conversation, name) not in state.turns:
            raise NotFound(f"there is no turn {name!r}", field="id")
        turn = state.turns[conversation, name][1]
        found = [turn, *(t for t in self.turns_of(conversation) if _is_made_of(t, turn))]
        texts = {each.id: each.content for each in found}
        self.remove_sources(Gone(conversation, texts), stems_of(" ".join(texts.values())))
        for each in found:
            key = (conversation, each.id)
            del state.turns[key]
            state.vectors.pop(key, None)
            state.readings.pop(key, None)
        left = self.turns_of(conversation)
        kept_ids = {"", *(each.id for each in left)}
        state.answers = {
            key: kept
            for key, kept in state.answers.items()
            if kept[0] not in {conversation, ""} or kept[1] in kept_ids
        }
        stored = state.conversations[conversation]
        times = [each.at for each in left]
        shorter = replace(
            stored.conversation,
            turns=len(left),
            started_at=min(times, default=stored.conversation.started_at),
            last_at=max(times, default=stored.conversation.last_at),
        )
        state.conversations[conversation] = replace(
            stored, conversation=shorter, revision=self.revision
        )
        state.jobs = {
            key: self.restart_if_running(row, conversation) for key, row in state.jobs.items()
        }
        state.deleted = self.revision

    def turns_of(self, conversation: str) -> list[Turn]:
        """The turns of a conversation."""
        return [turn for _, turn in self.state.turns.values() if turn.conversation == conversation]

    def remove_sources(self, gone: Gone, deleted: frozenset[str]) -> None:
        """Remove from memories what is deleted; `deleted` are its words."""
        state, revision = self.state, self.revision
        self.drop_entries(learned.remove_sources(state, revision, gone))
        name = gone.conversation
        self.drop_entries(learned.remove_repeated(state, revision, name, deleted))

    def purge_entry(self, name: str) -> None:
        """Remove a memory with its history, and what models wrote about all memories."""
        state = self.state
        if name not in state.entries:
            raise NotFound(f"there is no memory {name!r}", field="id")
        history = learned.history_of(state.entries[name])
        deleted = stems_of(" ".join(version.entry.content for version in history))
        repeated = learned.remove_repeated(state, self.revision, "", deleted)
        learned.remove_from_undos(state, self.revision, name)
        lines = removed_profile_lines(history, ())
        profiles = learned.remove_profile_lines(state, self.revision, lines)
        self.drop_entries((name, *repeated, *profiles))
        state.answers = {key: kept for key, kept in state.answers.items() if kept[0]}
        state.jobs = {key: self.restart_if_running(row) for key, row in state.jobs.items()}

    def interrupt(self, revision: int) -> None:
        """Restart all running jobs, unless another write came first."""
        if self.revision != revision + 1:
            raise Stale("the agent's memory has changed in the meantime")
        jobs = self.state.jobs.items()
        self.state.jobs = {
            key: self.restart(row, "undone") if row.is_running else row for key, row in jobs
        }

    def restart_if_running(self, row: JobRow, conversation: str = "") -> JobRow:
        """The job, restarted if it runs for the whole agent: it may have read deleted text."""
        if row.job.conversation not in {"", conversation} or not row.is_running:
            return row
        return self.restart(row, "deleted")

    def restart(self, row: JobRow, what: str) -> JobRow:
        """The job, waiting again."""
        outcome = f"interrupted: what it read was {what}"
        job = replace(row.job, state=JobState.PENDING, due_at=self.now, outcome=outcome)
        return replace(row, job=job, owner=None, token=None)

    def drop_entries(self, ids: Sequence[str]) -> None:
        """Remove memories with their history; those that are gone already are passed over."""
        for name in ids:
            if name in self.state.entries:
                del self.state.entries[name]
                self.state.vectors.pop(("", name), None)
                self.state.readings.pop(("", name), None)
                self.state.deleted = self.revision

    def put_answer(self, item: PutAnswer) -> None:
        """Cache an answer of a model, unless its conversation has been deleted."""
        if item.conversation and item.conversation not in self.state.conversations:
            raise Stale("the conversation has been deleted in the meantime", field="conversation")
        self.state.answers[item.key] = (item.conversation, item.answer)

    def put_entry(self, item: PutEntry) -> None:
        """Store a memory's next version, unless somebody else was faster."""
        entry = item.entry
        found = self.state.entries.get(entry.id)
        if (found.entry.version if found else 0) != item.expected:
            raise Stale(f"memory {entry.id} has changed in the meantime", field="id")
        version = Version(
            number=entry.version, at=entry.changed_at, change=item.change, entry=entry
        )
        self.store_entry(item.digest, item.reading, version)

    def store_entry(self, digest: str, reading: Reading | None, *history: Version) -> None:
        """Store a memory in its last version, and add each version to its history."""
        entry = history[-1].entry
        if entry.key is not None and self.has_key(entry):
            raise Stale(f"another memory has the key {entry.key!r}", field="key")
        found = self.state.entries.get(entry.id)
        versions = (found.history if found else ()) + history
        if len({version.number for version in versions}) < len(versions):
            raise StorageError(f"memory {entry.id} has two versions of the same number")
        changed = found is not None and found.entry.content != entry.content
        if changed or entry.status not in SHOWN:
            self.state.vectors.pop(("", entry.id), None)
        if changed:
            self.state.readings.pop(("", entry.id), None)
        if reading is not None:
            self.state.readings["", entry.id] = reading
        kept = (replace(version, entry=detached(version.entry)) for version in versions)
        ordered = tuple(sorted(kept, key=lambda version: version.number))
        number = found.number if found else self.store.number()
        self.state.entries[entry.id] = Memory(
            detached(entry), digest, self.revision, ordered, number
        )

    def has_key(self, entry: Entry) -> bool:
        """Whether another memory of this kind already has the key."""
        wanted = (entry.kind, entry.key)
        others = (memory.entry for memory in self.state.entries.values())
        return any((other.kind, other.key) == wanted and other.id != entry.id for other in others)

    def put_vectors(self, item: PutVectors) -> None:
        """Store vectors, unless the store no longer uses their space."""
        if item.space != self.store.adopted.get(JobKind.EMBED):
            return
        for vector in item.vectors:
            found = self.state.entries.get(vector.id)
            shown = item.conversation or (found and found.entry.status in SHOWN)
            row = None if item.conversation else self.state.items.get(vector.id)
            if row and not row.vectors and row.item.version == vector.version:
                new = replace(row, vector=(item.space, vector.data), revision=self.state.revision)
                self.state.items[vector.id] = new
            if shown and self.is_current(item.conversation, vector):
                kept = (item.space, vector.data, self.state.revision)
                self.state.vectors[item.conversation, vector.id] = kept

    def put_readings(self, item: PutReadings) -> None:
        """Store readings, unless the store no longer uses their reader."""
        if item.reader != self.store.adopted.get(JobKind.READ):
            return
        for reading in item.readings:
            key = (item.conversation, reading.id)
            row = None if item.conversation else self.state.items.get(reading.id)
            if row and row.item.version == reading.version:
                new = replace(row, reading=Reading(item.reader, reading.data))
                self.state.items[reading.id] = new
            known = self.state.readings.get(key)
            # Readings are deterministic, so an existing one is not written again.
            if self.is_current(item.conversation, reading) and not (
                known and known.reader == item.reader
            ):
                self.state.readings[key] = Reading(item.reader, reading.data)

    def is_current(self, conversation: str, derived: Derived) -> bool:
        """Whether the turn still exists, or the memory still has this version."""
        if conversation:
            return (conversation, derived.id) in self.state.turns
        found = self.state.entries.get(derived.id)
        return found is not None and found.entry.version == derived.version

    def rederive(self, due_at: datetime) -> None:
        """Drop everything derived from turns and memories; readers must start over."""
        self.state.vectors, self.state.readings = {}, {}
        self.state.items = {
            name: replace(row, reading=None, vector=None) for name, row in self.state.items.items()
        }
        self.state.floor = self.state.revision
        for kind in (JobKind.EMBED, JobKind.READ):
            if kind in self.store.adopted:
                self.store.renew(kind, due_at, self.now, (self.agent,))

    def finish_job(self, item: FinishJob) -> None:
        """Record an outcome if the lease is still valid."""
        name = item.claim.job.id
        row = self.state.jobs.get(name)
        if row is None or not row.is_running or row.token != item.claim.token:
            raise LeaseLost(f"job {name} is no longer leased to this worker")
        self.state.jobs[name] = jobs.finished(row, item)

    def retry_job(self, item: RetryJob) -> None:
        """Queue a job again with no attempts counted."""
        if item.job_id not in self.state.jobs:
            raise NotFound(f"there is no job {item.job_id!r}", field="id")
        self.state.jobs[item.job_id] = jobs.retried(self.state.jobs[item.job_id], item)

    def give_up(self, item: GiveUp) -> None:
        """Record a job as dead."""
        rows, name = self.state.jobs, job_id(self.agent, item.conversation, item.kind)
        if name not in rows:
            asked = Enqueue(item.kind, item.conversation, item.at)
            made = jobs.new_job(self.agent, asked, item.at, self.store.number())
            rows[name] = replace(made, job=replace(made.job, state=JobState.DEAD, asked=0))
        rows[name] = jobs.given_up(rows[name], item)

    def restore_entry(self, item: RestoreEntry) -> None:
        """Restore a memory with its history, unless it already exists."""
        entry = item.history[-1].entry
        if entry.id in self.state.entries:
            return
        try:
            self.store_entry(item.digest, item.reading, *item.history)
        except Stale:
            whose = f"another one of kind {entry.kind} has its key {entry.key!r}"
            raise Conflict(f"memory {entry.id!r}: {whose}", field="key") from None


def _is_made_of(summary: Turn, turn: Turn) -> bool:
    """Whether a summary was made of a turn, or of another summary."""
    if summary.covers is None or summary.index <= turn.index:
        return False
    return summary.covers > turn.index or turn.covers is not None
