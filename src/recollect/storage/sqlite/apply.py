"""Each write as SQL, inside a transaction that is already open."""

import sqlite3
from collections.abc import Sequence
from typing import assert_never

from recollect.domain.clock import to_micros
from recollect.domain.entry import Version
from recollect.domain.ids import turn_id
from recollect.domain.turn import Reading, Turn
from recollect.domain.writes import (
    CREATING,
    TOMBSTONES_KEPT,
    AddedTurn,
    AddTurn,
    DeleteConversation,
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
from recollect.errors import Conflict, NotFound, Stale
from recollect.storage.rows import ENTRY_COLUMNS, entry_row, packed, version_row
from recollect.storage.sqlite import derived, jobs, learned, talks
from recollect.storage.sqlite.adoption import ADOPTED, adopted
from recollect.storage.sqlite.scrub import mark

_ENTRY_NAMES = ENTRY_COLUMNS.replace("e.", "")
_ENTRY_MARKS = ", ".join("?" * (_ENTRY_NAMES.count(",") + 1))
_PUT_ENTRY = f"""
    INSERT INTO entries (agent_pk, digest, revision, read_by, reading, {_ENTRY_NAMES})
    VALUES (?, ?, ?, ?, ?, {_ENTRY_MARKS})
    ON CONFLICT (agent_pk, id) DO UPDATE SET digest = excluded.digest, revision = excluded.revision,
    read_by = coalesce(excluded.read_by, CASE WHEN content = excluded.content THEN read_by END),
    reading = coalesce(excluded.reading, CASE WHEN content = excluded.content THEN reading END),
    {", ".join(f"{n} = excluded.{n}" for n in _ENTRY_NAMES.split(", ") if n != "id")}
    RETURNING pk
"""
# The vector of a text that a memory no longer has must not outlive it, nor that of one that is not to be found.
_DROP_VECTOR = """
    DELETE FROM entry_vectors WHERE agent_pk = ?1 AND entry_pk = (
        SELECT pk FROM entries WHERE agent_pk = ?1 AND id = ?2
        AND (content <> ?3 OR ?4 NOT IN ('active', 'review')))
"""
_ADD_TURN = """
    INSERT INTO turns (agent_pk, conversation_pk, id, idx, role, speaker, content, at, recorded_at,
                       tokens, metadata, tier, relevance, view, covers, utc_offset, revision,
                       read_by, reading)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (conversation_pk, id) DO NOTHING
"""
_NEXT_PLACE = """
    UPDATE conversations SET turns = turns + 1, next_index = next_index + 1, revision = ?3,
    started_at = min(started_at, ?1), last_at = max(last_at, ?2)
    WHERE agent_pk = ?4 AND id = ?5 RETURNING pk, next_index - 1
"""


def write(
    connection: sqlite3.Connection, agent: str, writes: tuple[Write, ...], now: int
) -> Written:
    """Run the writes of one agent; the caller's transaction makes them one fact."""
    applied = _Application(connection, agent, now)
    applied.enter(creating=any(isinstance(item, CREATING) for item in writes))
    for item in writes:
        applied.apply(item)
    return Written(applied.revision, tuple(applied.added))


class _Application:
    """One agent's writes in one transaction, under one new revision."""

    def __init__(self, connection: sqlite3.Connection, agent: str, now: int) -> None:
        self.run = connection.execute
        self.agent = agent
        self.now = now
        self.agent_pk = 0
        self.revision = 0
        self.added: list[AddedTurn] = []
        # The conversation and index of each turn that is new.
        self.grown: list[tuple[str, int]] = []

    def enter(self, *, creating: bool) -> None:
        """Raise the revision first, so that no reader can take a half-seen write for an old one."""
        row = self.run(
            "UPDATE agents SET revision = revision + 1 WHERE id = ? RETURNING pk, revision",
            (self.agent,),
        ).fetchone()
        if row is None and creating:
            row = self.run(
                "INSERT INTO agents (id, created_at, revision, floor)"
                " SELECT ?, ?, value + 1, value + 1 FROM meta WHERE key = 'erased'"
                " RETURNING pk, revision",
                (self.agent, self.now),
            ).fetchone()
        if row is None:
            raise NotFound(f"there is no agent {self.agent!r}", field="agent")
        self.agent_pk, self.revision = row

    def apply(self, item: Write) -> None:  # noqa: C901, PLR0912 - one flat case for each write
        """Do one of the writes."""
        if not self.agent_pk:
            self.enter(creating=isinstance(item, CREATING))
        match item:
            case AddTurn():
                self.add_turn(item)
            case SetTitle():
                self.set_title(item)
            case SetViews():
                talks.set_views(self.run, self.agent_pk, self.revision, item)
            case RecordRun():
                talks.record_run(self.run, self.agent_pk, item)
            case DeleteConversation():
                self.delete_conversation(item.conversation)
            case PutEntry():
                self.put_entry(item)
            case DropEntries():
                self.drop_entries(item.ids)
            case PutAnswer():
                learned.put_answer(self.run, self.agent_pk, item)
            case PutVectors():
                derived.put_vectors(self.run, self.agent_pk, self.revision, item)
            case PutReadings():
                derived.put_readings(self.run, self.agent_pk, item)
            case Rederive(due_at):
                derived.rederive(self.run, self.agent_pk, to_micros(due_at), self.now)
            case Enqueue():
                self.enqueue(item)
            case Hasten():
                jobs.hasten_others(self.run, self.agent_pk, item)
            case FinishJob():
                jobs.finish(self.run, self.agent_pk, item)
            case RetryJob():
                jobs.retry(self.run, self.agent_pk, item)
            case GiveUp():
                jobs.give_up(self.run, self.agent_pk, self.agent, item)
            case RestoreAgent(created_at):
                self.run(
                    "UPDATE agents SET created_at = min(created_at, ?) WHERE pk = ?",
                    (to_micros(created_at), self.agent_pk),
                )
            case RestoreConversation():
                self.restore_conversation(item)
            case RestoreTurn():
                self.restore_turn(item)
            case RestoreEntry():
                self.restore_entry(item)
            case EraseAgent():
                self.erase()
            case _:
                assert_never(item)

    def conversation_pk(self, conversation: str, at: int) -> int:
        """The row of a conversation, made by its first turn."""
        row = self.run(
            "SELECT pk FROM conversations WHERE agent_pk = ? AND id = ?",
            (self.agent_pk, conversation),
        ).fetchone()
        return int(row[0]) if row else self.new_conversation(conversation, at)

    def new_conversation(self, conversation: str, at: int) -> int:
        """A row for a conversation that begins now."""
        (pk,) = self.run(
            "INSERT INTO conversations (agent_pk, id, started_at, last_at, created_at, revision)"
            " VALUES (?, ?, ?, ?, ?, ?) RETURNING pk",
            (self.agent_pk, conversation, at, at, self.now, self.revision),
        ).fetchone()
        return int(pk)

    def add_turn(self, item: AddTurn) -> None:
        """Append a turn, or find the one that is already there."""
        new = item.turn
        if item.beside is not None:
            self.check_there(item.beside)
        if new.id is None and new.repeatable:
            self.append(item)
            return
        conversation_pk = self.conversation_pk(item.conversation, to_micros(new.at))
        name = turn_id(new, new.occurrence) if new.id is None else new.id
        turn = new.settled(name, item.conversation, -1)
        index = self.index_of(conversation_pk, turn)
        if index is not None:
            self.added.append(AddedTurn(turn.id, index, new=False))
            return
        _, end = self.next_place(item.conversation, to_micros(turn.at))
        self.insert_turn(conversation_pk, turn, end, new.reading)
        self.added.append(AddedTurn(turn.id, end, new=True))

    def check_there(self, turn: Turn) -> None:
        """Refuse to go on where this very turn is gone; one of its name that came later is another."""
        row = self.run(
            "SELECT 1 FROM turns t JOIN conversations c ON c.pk = t.conversation_pk"
            " WHERE c.agent_pk = ? AND c.id = ? AND t.id = ? AND t.recorded_at = ?",
            (self.agent_pk, turn.conversation, turn.id, to_micros(turn.recorded_at)),
        ).fetchone()
        if row is None:
            message = f"turn {turn.id!r} of conversation {turn.conversation!r} has been deleted"
            raise NotFound(message, field="id")

    def append(self, item: AddTurn) -> None:
        """Add a turn that is new whatever is there: the way of every `remember`, with nothing to look up."""
        new = item.turn
        conversation_pk, index = self.next_place(item.conversation, to_micros(new.at))
        occurrence = new.occurrence
        turn = new.settled(turn_id(new, occurrence), item.conversation, index)
        while not self.insert_turn(conversation_pk, turn, index, new.reading):
            occurrence += 1
            turn = new.settled(turn_id(new, occurrence), item.conversation, index)
        self.added.append(AddedTurn(turn.id, index, new=True))

    def index_of(self, conversation_pk: int, turn: Turn) -> int | None:
        """Where this very turn stands already; a Conflict where its id stands for something else."""
        row = self.run(
            "SELECT idx, role, content FROM turns WHERE conversation_pk = ? AND id = ?",
            (conversation_pk, turn.id),
        ).fetchone()
        if row is None:
            return None
        if row[1:] != (turn.role, turn.content):
            message = f"turn {turn.id!r} of conversation {turn.conversation!r} has other content"
            raise Conflict(message, field="id")
        return int(row[0])

    def next_place(self, conversation: str, at: int) -> tuple[int, int]:
        """The row of a conversation and the index at its end, counted as taken."""
        values = (at, at, self.revision, self.agent_pk, conversation)
        row = self.run(_NEXT_PLACE, values).fetchone()
        if row is None:
            self.new_conversation(conversation, at)
            row = self.run(_NEXT_PLACE, values).fetchone()
        return row[0], row[1]

    def insert_turn(
        self, conversation_pk: int, turn: Turn, index: int, reading: Reading | None
    ) -> bool:
        """Store a turn; False where its id is taken."""
        done = self.run(
            _ADD_TURN,
            (self.agent_pk, conversation_pk, turn.id, index, turn.role.value, turn.speaker)
            + (turn.content, to_micros(turn.at), to_micros(turn.recorded_at), turn.tokens)
            + (packed(turn.metadata), turn.tier.value, turn.relevance, turn.view.value, turn.covers)
            + (turn.utc_offset, self.revision)
            + (reading and reading.reader, reading and reading.data),
        )
        if done.rowcount:
            self.grown.append((turn.conversation, index))
        return done.rowcount == 1

    def place(self, conversation_pk: int, wanted: int, end: int) -> int:
        """The wanted index, or the end where it is taken; the next turn goes behind both."""
        taken = self.run(
            "SELECT 1 FROM turns WHERE conversation_pk = ? AND idx = ?", (conversation_pk, wanted)
        ).fetchone()
        index = end if taken else wanted
        self.run(
            "UPDATE conversations SET next_index = max(?, ?) WHERE pk = ?",
            # A wanted place was found, so the end that was reserved for it is given back.
            (index + 1, end, conversation_pk),
        )
        return index

    def set_title(self, item: SetTitle) -> None:
        """Name a conversation."""
        done = self.run(
            "UPDATE conversations SET title = ?, revision = ? WHERE agent_pk = ? AND id = ?",
            (item.title, self.revision, self.agent_pk, item.conversation),
        )
        if not done.rowcount:
            raise NotFound(f"there is no conversation {item.conversation!r}", field="conversation")

    def delete_conversation(self, conversation: str) -> None:
        """Remove a conversation with its turns, its jobs and the memories drawn from it."""
        alone = learned.cut_loose(self.run, self.agent_pk, self.revision, conversation)
        self.drop_entries(alone)
        # A model was shown what is to be forgotten, and has answered with it.
        self.run(
            "DELETE FROM answers WHERE agent_pk = ? AND conversation IN (?, '')",
            (self.agent_pk, conversation),
        )
        self.bury("conversation", conversation)
        done = self.run(
            "DELETE FROM conversations WHERE agent_pk = ? AND id = ?", (self.agent_pk, conversation)
        )
        if not done.rowcount:
            raise NotFound(f"there is no conversation {conversation!r}", field="conversation")
        self.run(
            "DELETE FROM jobs WHERE agent_pk = ? AND conversation = ?",
            (self.agent_pk, conversation),
        )
        jobs.take_back(self.run, self.agent_pk, self.now)
        self.prune_tombstones()
        mark(self.run)

    def drop_entries(self, ids: Sequence[str]) -> None:
        """Remove memories with their history; those that are gone already are passed over."""
        for name in ids:
            done = self.run(
                "DELETE FROM entries WHERE agent_pk = ? AND id = ?", (self.agent_pk, name)
            )
            if done.rowcount:
                self.bury("entry", name)
        if ids:
            self.prune_tombstones()
            mark(self.run)

    def bury(self, what: str, name: str) -> None:
        """Leave a tombstone."""
        self.run(
            # One that goes, comes back and goes again in a single write has one tombstone.
            "INSERT OR IGNORE INTO tombstones (agent_pk, revision, what, id) VALUES (?, ?, ?, ?)",
            (self.agent_pk, self.revision, what, name),
        )

    def prune_tombstones(self) -> None:
        """Keep a bounded number; whoever is older than what went must start afresh."""
        row = self.run(
            "SELECT revision FROM tombstones WHERE agent_pk = ?"
            " ORDER BY revision DESC LIMIT 1 OFFSET ?",
            (self.agent_pk, TOMBSTONES_KEPT),
        ).fetchone()
        if row is not None:
            self.run(
                "DELETE FROM tombstones WHERE agent_pk = ? AND revision <= ?", (self.agent_pk, *row)
            )
            self.run("UPDATE agents SET floor = ? WHERE pk = ?", (*row, self.agent_pk))

    def put_entry(self, item: PutEntry) -> None:
        """Store a memory's next version, unless somebody else was faster."""
        row = self.run(
            "SELECT version FROM entries WHERE agent_pk = ? AND id = ?",
            (self.agent_pk, item.entry.id),
        ).fetchone()
        if (row[0] if row else 0) != item.expected:
            raise Stale(f"memory {item.entry.id} has changed meanwhile", field="id")
        entry = item.entry
        version = Version(
            number=entry.version, at=entry.changed_at, change=item.change, entry=entry
        )
        self.store_entry(item.digest, item.reading, version)

    def store_entry(self, digest: str, reading: Reading | None, *history: Version) -> None:
        """Write a memory as its last version says, and each version into its history."""
        entry = history[-1].entry
        self.run(_DROP_VECTOR, (self.agent_pk, entry.id, entry.content, entry.status))
        try:
            (entry_pk,) = self.run(
                _PUT_ENTRY,
                (self.agent_pk, digest, self.revision)
                + (reading and reading.reader, reading and reading.data, *entry_row(entry)),
            ).fetchone()
        except sqlite3.IntegrityError:
            raise Stale(f"another memory has the key {entry.key!r}", field="key") from None
        for version in history:
            self.run(
                "INSERT INTO entry_versions (agent_pk, entry_pk, number, at, change, entry)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (self.agent_pk, entry_pk, *version_row(version)),
            )

    def enqueue(self, item: Enqueue) -> None:
        """Ask for work, except embedding in a database that is kept without vectors, or reading for nobody."""
        if item.when is not None and not has_grown(item.when, self.grown):
            return
        if item.kind not in ADOPTED or adopted(self.run, item.kind) is not None:
            jobs.enqueue(self.run, self.agent_pk, self.agent, item, self.now)

    def restore_conversation(self, item: RestoreConversation) -> None:
        """Bring back what a conversation's turns do not say of it."""
        kept = item.conversation
        self.run(
            "INSERT INTO conversations"
            " (agent_pk, id, title, started_at, last_at, created_at, metadata, revision)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (agent_pk, id) DO NOTHING",
            (self.agent_pk, kept.id, kept.title, to_micros(kept.started_at))
            + (to_micros(kept.last_at), to_micros(kept.created_at), packed(kept.metadata))
            + (self.revision,),
        )

    def restore_turn(self, item: RestoreTurn) -> None:
        """Put a turn back where it was."""
        turn = item.turn
        conversation_pk = self.conversation_pk(turn.conversation, to_micros(turn.at))
        index = self.index_of(conversation_pk, turn)
        new = index is None
        if index is None:
            _, end = self.next_place(turn.conversation, to_micros(turn.at))
            index = self.place(conversation_pk, turn.index, end)
            self.insert_turn(conversation_pk, turn, index, item.reading)
        self.added.append(AddedTurn(turn.id, index, new=new))

    def restore_entry(self, item: RestoreEntry) -> None:
        """Put a memory back with its history; one that is here already stays as it is."""
        entry = item.history[-1].entry
        here = self.run(
            "SELECT 1 FROM entries WHERE agent_pk = ? AND id = ?", (self.agent_pk, entry.id)
        ).fetchone()
        if here:
            return
        try:
            self.store_entry(item.digest, item.reading, *item.history)
        except Stale:
            # To read again and try again would not help: two memories claim the key.
            whose = f"another one of kind {entry.kind} has its key {entry.key!r}"
            raise Conflict(f"memory {entry.id!r}: {whose}", field="key") from None

    def erase(self) -> None:
        """Remove the agent; every table's rows of it go along."""
        self.run("DELETE FROM agents WHERE pk = ?", (self.agent_pk,))
        self.run("UPDATE meta SET value = max(value, ?) WHERE key = 'erased'", (self.revision,))
        mark(self.run)
        # What follows in the same write meets an agent that is not there.
        self.agent_pk = 0
