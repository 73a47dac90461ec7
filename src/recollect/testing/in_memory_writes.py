"""Each write to the store in RAM, on a draft of what it holds."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from itertools import count
from typing import assert_never

from recollect.domain.conversation import Conversation
from recollect.domain.entry import Entry, Status, Version
from recollect.domain.ids import job_id, turn_id
from recollect.domain.job import JobKind, JobState
from recollect.domain.turn import Reading, Turn
from recollect.domain.writes import (
    CREATING,
    TOMBSTONES_KEPT,
    AddedTurn,
    AddTurn,
    DeleteConversation,
    Derived,
    DropEntries,
    Enqueue,
    EraseAgent,
    FinishJob,
    GiveUp,
    Hasten,
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
    Write,
    Written,
    has_grown,
)
from recollect.errors import Conflict, LeaseLost, NotFound, Stale, StorageError
from recollect.testing import in_memory_jobs as jobs
from recollect.testing import in_memory_learned as learned
from recollect.testing import in_memory_talks as talks
from recollect.testing.in_memory_jobs import JobRow
from recollect.testing.in_memory_state import AgentState, Memory, StoredConversation, World, own

# Work that is done for somebody by name, and for nobody where there is none.
ADOPTED = frozenset({JobKind.EMBED, JobKind.READ})
SHOWN = frozenset({Status.ACTIVE, Status.REVIEW})


def write(world: World, agent: str, writes: tuple[Write, ...], now: datetime) -> Written:
    """Run the writes of one agent on a draft, under one new revision."""
    applied = _Application(world, agent, now)
    applied.enter(creating=any(isinstance(item, CREATING) for item in writes))
    for item in writes:
        applied.apply(item)
    return Written(applied.revision, tuple(applied.added))


class _Application:
    """One agent's writes."""

    def __init__(self, world: World, agent: str, now: datetime) -> None:
        self.world = world
        self.agent = agent
        self.now = now
        self.revision = 0
        self.added: list[AddedTurn] = []
        # The conversation and index of each turn that is new.
        self.grown: list[tuple[str, int]] = []

    @property
    def state(self) -> AgentState:
        """The agent's rows."""
        return self.world.agents[self.agent]

    def enter(self, *, creating: bool) -> None:
        """Find the agent, or make it by its first use; either way it has a new revision."""
        found = self.world.agents.get(self.agent)
        if found is not None:
            self.world.agents[self.agent] = found.copy()
            self.state.revision += 1
        elif creating:
            first = self.world.erased + 1
            number = 1 + max((state.number for state in self.world.agents.values()), default=0)
            made = AgentState(number, self.now, revision=first, floor=first)
            self.world.agents[self.agent] = made
        else:
            raise NotFound(f"there is no agent {self.agent!r}", field="agent")
        self.revision = self.state.revision

    def apply(self, item: Write) -> None:  # noqa: C901, PLR0912 - one flat case for each write
        """Do one of the writes."""
        if self.agent not in self.world.agents:
            self.enter(creating=isinstance(item, CREATING))
        match item:
            case AddTurn():
                self.add_turn(item)
            case SetTitle():
                self.set_title(item)
            case SetViews():
                talks.set_views(self.state, self.revision, item)
            case RecordRun():
                talks.record_run(self.state, item)
            case DeleteConversation():
                self.delete_conversation(item.conversation)
            case PutEntry():
                self.put_entry(item)
            case DropEntries():
                self.drop_entries(item.ids)
            case PutAnswer():
                self.put_answer(item)
            case PutVectors():
                self.put_vectors(item)
            case PutReadings():
                self.put_readings(item)
            case Rederive(due_at):
                self.rederive(due_at)
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
            case EraseAgent():
                del self.world.agents[self.agent]
                self.world.erased = max(self.world.erased, self.revision)
            case _:
                assert_never(item)

    def enqueue(self, item: Enqueue) -> None:
        """Ask for work, except for nobody, or before its time has come."""
        due = item.when is None or has_grown(item.when, self.grown)
        if due and (item.kind not in ADOPTED or item.kind in self.world.adopted):
            self.world.enqueue(self.agent, item, self.now)

    def hasten(self, item: Hasten) -> None:
        """Bring forward what waits of a kind for the other conversations."""
        rows = self.state.jobs
        for name, row in rows.items():
            job = row.job
            meant = job.kind is item.kind and job.conversation != item.besides
            if meant and job.state is JobState.PENDING and item.due_at < job.due_at <= item.until:
                rows[name] = replace(row, job=replace(job, due_at=item.due_at))

    def ensure_talk(self, conversation: str, at: datetime) -> None:
        """Make a conversation by its first turn."""
        if conversation not in self.state.talks:
            made = Conversation(
                id=conversation,
                title=None,
                started_at=at,
                last_at=at,
                turns=0,
                created_at=self.now,
            )
            self.state.talks[conversation] = StoredConversation(
                made, self.world.number(), self.revision
            )

    def add_turn(self, item: AddTurn) -> None:
        """Append a turn, or find the one that is already there."""
        new = item.turn
        if item.beside is not None:
            self.check_there(item.beside)
        self.ensure_talk(item.conversation, new.at)
        name = turn_id(new, new.occurrence) if new.id is None else new.id
        turn = new.settled(name, item.conversation, -1)
        if new.id is None and new.repeatable:
            turn = replace(turn, id=self.unused_id(item))
        index = self.index_of(turn)
        if index is None:
            self.insert_turn(turn, new.reading, wanted=None)
        else:
            self.added.append(AddedTurn(turn.id, index, new=False))

    def check_there(self, turn: Turn) -> None:
        """Refuse to go on where this very turn is gone; one of its name that came later is another."""
        found = self.state.turns.get((turn.conversation, turn.id))
        if found is None or found[1].recorded_at != turn.recorded_at:
            message = f"turn {turn.id!r} of conversation {turn.conversation!r} has been deleted"
            raise NotFound(message, field="id")

    def unused_id(self, item: AddTurn) -> str:
        """The id of the first repetition that is not there yet."""
        names = (turn_id(item.turn, number) for number in count(item.turn.occurrence))
        return next(name for name in names if (item.conversation, name) not in self.state.turns)

    def index_of(self, turn: Turn) -> int | None:
        """Where this very turn stands already; a Conflict where its id stands for something else."""
        found = self.state.turns.get((turn.conversation, turn.id))
        if found is None:
            return None
        kept = found[1]
        if (kept.role, kept.content) != (turn.role, turn.content):
            message = f"turn {turn.id!r} of conversation {turn.conversation!r} has other content"
            raise Conflict(message, field="id")
        return kept.index

    def insert_turn(self, turn: Turn, reading: Reading | None, *, wanted: int | None) -> None:
        """Store a turn at the index it wants, where that is free, else at the end."""
        talk = self.state.talks[turn.conversation]
        taken = {
            kept.index
            for _, kept in self.state.turns.values()
            if wanted is not None and kept.conversation == turn.conversation
        }
        index = talk.next_index if wanted is None or wanted in taken else wanted
        kept = replace(
            talk.kept,
            turns=talk.kept.turns + 1,
            started_at=min(talk.kept.started_at, turn.at),
            last_at=max(talk.kept.last_at, turn.at),
        )
        next_index = max(talk.next_index, index + 1)
        grown = StoredConversation(kept, talk.number, self.revision, next_index)
        self.state.talks[turn.conversation] = grown
        self.grown.append((turn.conversation, index))
        stored = own(replace(turn, index=index))
        self.state.turns[turn.conversation, turn.id] = (self.revision, stored)
        if reading is not None:
            self.state.readings[turn.conversation, turn.id] = reading
        self.added.append(AddedTurn(turn.id, index, new=True))

    def set_title(self, item: SetTitle) -> None:
        """Name a conversation."""
        talk = self.talk(item.conversation)
        self.state.talks[item.conversation] = replace(
            talk, kept=replace(talk.kept, title=item.title), revision=self.revision
        )

    def talk(self, conversation: str) -> StoredConversation:
        """A conversation that must be there."""
        if conversation not in self.state.talks:
            raise NotFound(f"there is no conversation {conversation!r}", field="conversation")
        return self.state.talks[conversation]

    def delete_conversation(self, conversation: str) -> None:
        """Remove a conversation with its turns, its jobs and the memories drawn from it."""
        self.talk(conversation)
        state = self.state
        self.drop_entries(learned.cut_loose(state, self.revision, conversation))
        state.answers = {
            key: kept for key, kept in state.answers.items() if kept[0] not in {conversation, ""}
        }
        del state.talks[conversation]
        state.tombstones.add((self.revision, "conversation", conversation))
        state.turns = {key: kept for key, kept in state.turns.items() if key[0] != conversation}
        left = {*state.turns, *(("", name) for name in state.entries)}
        state.vectors = {key: kept for key, kept in state.vectors.items() if key in left}
        state.readings = {key: kept for key, kept in state.readings.items() if key in left}
        state.jobs = {
            name: self.taken_back(row)
            for name, row in state.jobs.items()
            if row.job.conversation != conversation
        }
        self.prune_tombstones()

    def taken_back(self, row: JobRow) -> JobRow:
        """A job of a whole agent that has to begin again, as it may have read what is gone now."""
        if row.job.conversation or not row.running:
            return row
        job = replace(
            row.job,
            state=JobState.PENDING,
            due_at=self.now,
            outcome="interrupted: a conversation was deleted",
        )
        return replace(row, job=job, owner=None, token=None)

    def drop_entries(self, ids: Sequence[str]) -> None:
        """Remove memories with their history; those that are gone already are passed over."""
        for name in ids:
            if name in self.state.entries:
                del self.state.entries[name]
                self.state.vectors.pop(("", name), None)
                self.state.readings.pop(("", name), None)
                self.state.tombstones.add((self.revision, "entry", name))
        if ids:
            self.prune_tombstones()

    def prune_tombstones(self) -> None:
        """Keep a bounded number; whoever is older than what went must start afresh."""
        newest_first = sorted((stone[0] for stone in self.state.tombstones), reverse=True)
        if len(newest_first) > TOMBSTONES_KEPT:
            floor = self.state.floor = newest_first[TOMBSTONES_KEPT]
            self.state.tombstones = {stone for stone in self.state.tombstones if stone[0] > floor}

    def put_answer(self, item: PutAnswer) -> None:
        """Keep what a model has answered, unless it was about something that has been deleted meanwhile."""
        if item.conversation and item.conversation not in self.state.talks:
            raise Stale("the conversation has been deleted meanwhile", field="conversation")
        self.state.answers[item.key] = (item.conversation, item.answer)

    def put_entry(self, item: PutEntry) -> None:
        """Store a memory's next version, unless somebody else was faster."""
        entry = item.entry
        found = self.state.entries.get(entry.id)
        if (found.entry.version if found else 0) != item.expected:
            raise Stale(f"memory {entry.id} has changed meanwhile", field="id")
        version = Version(
            number=entry.version, at=entry.changed_at, change=item.change, entry=entry
        )
        self.store_entry(item.digest, item.reading, version)

    def store_entry(self, digest: str, reading: Reading | None, *history: Version) -> None:
        """Keep a memory as its last version says, and each version in its history."""
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
        kept = (replace(version, entry=own(version.entry)) for version in versions)
        ordered = tuple(sorted(kept, key=lambda version: version.number))
        number = found.number if found else self.world.number()
        self.state.entries[entry.id] = Memory(own(entry), digest, self.revision, ordered, number)

    def has_key(self, entry: Entry) -> bool:
        """Whether another memory of this kind has the key already."""
        wanted = (entry.kind, entry.key)
        others = (memory.entry for memory in self.state.entries.values())
        return any((each.kind, each.key) == wanted and each.id != entry.id for each in others)

    def put_vectors(self, item: PutVectors) -> None:
        """Store vectors, but never those of a space that the store has left."""
        if item.space != self.world.adopted.get(JobKind.EMBED):
            return
        for made in item.vectors:
            found = self.state.entries.get(made.id)
            shown = item.conversation or (found and found.entry.status in SHOWN)
            if shown and self.stands(item.conversation, made):
                kept = (item.space, made.data, self.state.revision)
                self.state.vectors[item.conversation, made.id] = kept

    def put_readings(self, item: PutReadings) -> None:
        """Store readings, but never those of a reader that the store has left."""
        if item.reader != self.world.adopted.get(JobKind.READ):
            return
        for made in item.readings:
            key = (item.conversation, made.id)
            known = self.state.readings.get(key)
            # A reading is the same whenever its reader makes it: what is there already is not written again.
            if self.stands(item.conversation, made) and not (known and known.reader == item.reader):
                self.state.readings[key] = Reading(item.reader, made.data)

    def stands(self, conversation: str, made: Derived) -> bool:
        """Whether the turn is still there, or the memory still in the version that this was made of."""
        if conversation:
            return (conversation, made.id) in self.state.turns
        found = self.state.entries.get(made.id)
        return found is not None and found.entry.version == made.version

    def rederive(self, due_at: datetime) -> None:
        """Forget what was made of turns and memories; whoever has read it before starts afresh."""
        self.state.vectors, self.state.readings = {}, {}
        self.state.floor = self.state.revision
        for kind in (JobKind.EMBED, JobKind.READ):
            if kind in self.world.adopted:
                self.world.renew(kind, due_at, self.now, (self.agent,))

    def finish_job(self, item: FinishJob) -> None:
        """Record an outcome, provided that the lease still holds."""
        name = item.claim.job.id
        row = self.state.jobs.get(name)
        if row is None or not row.running or row.token != item.claim.token:
            raise LeaseLost(f"job {name} is no longer leased to this worker")
        self.state.jobs[name] = jobs.finished(row, item)

    def retry_job(self, item: RetryJob) -> None:
        """Give a job a fresh start."""
        if item.job_id not in self.state.jobs:
            raise NotFound(f"there is no job {item.job_id!r}", field="id")
        self.state.jobs[item.job_id] = jobs.retried(self.state.jobs[item.job_id], item)

    def give_up(self, item: GiveUp) -> None:
        """List work as a dead letter."""
        rows, name = self.state.jobs, job_id(self.agent, item.conversation, item.kind)
        if name not in rows:
            asked = Enqueue(item.kind, item.conversation, item.at)
            made = jobs.new_job(self.agent, asked, item.at, self.world.number())
            rows[name] = replace(made, job=replace(made.job, state=JobState.DEAD, asked=0))
        rows[name] = jobs.given_up(rows[name], item)

    def restore_conversation(self, kept: Conversation) -> None:
        """Bring back what a conversation's turns do not say of it."""
        if kept.id not in self.state.talks:
            empty = own(replace(kept, turns=0, retention="durable"))
            self.state.talks[kept.id] = StoredConversation(
                empty, self.world.number(), self.revision
            )

    def restore_turn(self, turn: Turn, reading: Reading | None) -> None:
        """Put a turn back where it was."""
        self.ensure_talk(turn.conversation, turn.at)
        index = self.index_of(turn)
        if index is None:
            self.insert_turn(turn, reading, wanted=turn.index)
        else:
            self.added.append(AddedTurn(turn.id, index, new=False))

    def restore_entry(self, item: RestoreEntry) -> None:
        """Put a memory back with its history; one that is here already stays as it is."""
        entry = item.history[-1].entry
        if entry.id in self.state.entries:
            return
        try:
            self.store_entry(item.digest, item.reading, *item.history)
        except Stale:
            whose = f"another one of kind {entry.kind} has its key {entry.key!r}"
            raise Conflict(f"memory {entry.id!r}: {whose}", field="key") from None
