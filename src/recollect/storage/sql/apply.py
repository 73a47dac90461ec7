"""Applies writes inside a transaction that is already open."""

from collections.abc import Sequence
from typing import assert_never

from recollect.domain import writes
from recollect.domain.clock import to_micros
from recollect.domain.entry import Version
from recollect.domain.forgetting import Gone
from recollect.domain.items import DropItems, PutItem
from recollect.domain.similarity import stems_of
from recollect.domain.store_results import Written
from recollect.domain.turn import Reading
from recollect.errors import Conflict, NotFound, Stale
from recollect.storage.rows import ENTRY_NAMES, entry_row
from recollect.storage.sql import derived, items, jobs, learned, optimizer
from recollect.storage.sql.connection import Connection
from recollect.storage.sql.derived import ADOPTED
from recollect.storage.sql.traces import mark, note_erasure
from recollect.storage.sql.turn_writes import TurnWrites

_PUT_ENTRY = f"""
    INSERT INTO entries (agent_pk, digest, revision, read_by, reading, {", ".join(ENTRY_NAMES)})
    VALUES (?, ?, ?, ?, ?, {", ".join("?" * len(ENTRY_NAMES))})
    ON CONFLICT (agent_pk, id) DO UPDATE SET digest = excluded.digest, revision = excluded.revision,
    read_by = coalesce(
        excluded.read_by, CASE WHEN entries.content = excluded.content THEN entries.read_by END),
    reading = coalesce(
        excluded.reading, CASE WHEN entries.content = excluded.content THEN entries.reading END),
    {", ".join(f"{n} = excluded.{n}" for n in ENTRY_NAMES if n != "id")}
    RETURNING pk
"""
# A vector must not outlive the text it was made from, or its memory's searchable status.
_DROP_VECTOR = """
    DELETE FROM entry_vectors WHERE agent_pk = ?1 AND entry_pk = (
        SELECT pk FROM entries WHERE agent_pk = ?1 AND id = ?2
        AND (content <> ?3 OR ?4 NOT IN ('active', 'review')))
"""
_SAME_KEY = """
    SELECT 1 FROM entries WHERE agent_pk = ?1 AND kind = ?2 AND key = ?3 AND id <> ?4
    /*pg AND md5(key) = md5(?3) */
"""
_COUNT_TURNS = """
    UPDATE conversations AS c SET revision = ?2,
    turns = (SELECT count(*) FROM turns WHERE agent_pk = ?3 AND conversation_pk = c.pk),
    started_at = coalesce(
        (SELECT min(at) FROM turns WHERE agent_pk = ?3 AND conversation_pk = c.pk), started_at),
    last_at = coalesce(
        (SELECT max(at) FROM turns WHERE agent_pk = ?3 AND conversation_pk = c.pk), last_at)
    WHERE pk = ?1
"""


def write(connection: Connection, agent: str, batch: tuple[writes.Write, ...], now: int) -> Written:
    """Apply the writes of one agent within the caller's transaction."""
    applied = _Application(connection, agent, now)
    applied.requests = [item for item in batch if isinstance(item, writes.Enqueue)]
    applied.enter(creating=any(isinstance(item, writes.CREATING) for item in batch))
    for item in batch:
        if not isinstance(item, writes.AddTurn | writes.Enqueue):
            # It may change the jobs.
            applied.waiting = None
        applied.apply(item)
    return Written(applied.revision, tuple(applied.added), tuple(applied.dropped))


class _Application(TurnWrites):
    """One agent's writes in one transaction, under one new revision."""

    # All requests for jobs, and what they are compared with.
    requests: Sequence[writes.Enqueue] = ()
    waiting: jobs.Waiting | None = None

    def enter(self, *, creating: bool) -> None:
        """Increment the revision, creating the agent if `creating`."""
        update = "UPDATE agents SET revision = revision + 1 WHERE id = ? RETURNING pk, revision"
        row = self.run(update, (self.agent,)).fetchone()
        if row is None and creating:
            row = self.run(
                "INSERT INTO agents (id, created_at, revision, floor)"
                " SELECT ?, ?, CAST(value AS BIGINT) + 1, CAST(value AS BIGINT) + 1 FROM meta"
                # Another process may have been faster.
                " WHERE key = 'erased' ON CONFLICT (id) DO UPDATE SET"
                " revision = agents.revision + 1 RETURNING pk, revision",
                (self.agent, self.now),
            ).fetchone()
        if row is None:
            raise NotFound(f"there is no agent {self.agent!r}", field="agent")
        self.agent_pk, self.revision = row

    def apply(self, item: writes.Write) -> None:  # noqa: C901, PLR0912, PLR0915 - one case each
        """Apply one write."""
        if not self.agent_pk:
            self.enter(creating=isinstance(item, writes.CREATING))
        match item:
            case writes.AddTurn():
                self.add_turn(item)
            case writes.SetTitle():
                self.set_title(item)
            case writes.SetViews():
                self.set_views(item)
            case writes.RecordRun():
                optimizer.record_run(self.run, self.agent_pk, item)
            case writes.DeleteConversation():
                self.delete_conversation(item.conversation)
            case writes.DeleteTurn():
                self.delete_turn(item.conversation, item.id)
            case writes.PutEntry():
                self.put_entry(item)
            case writes.DropEntries():
                self.drop_entries(item.ids)
            case PutItem():
                items.put_item(self.run, self.agent_pk, self.revision, item)
            case DropItems():
                self.drop_items(item)
            case writes.PurgeEntry():
                self.purge_entry(item.id)
            case writes.PutAnswer():
                learned.put_answer(self.run, self.agent_pk, item)
            case writes.PutVectors():
                derived.put_vectors(self.run, self.agent_pk, self.revision, item)
            case writes.PutReadings():
                derived.put_readings(self.run, self.agent_pk, item)
            case writes.Rederive(due_at):
                derived.rederive(self.run, self.agent_pk, to_micros(due_at), self.now)
            case writes.Enqueue():
                self.enqueue(item)
            case writes.Hasten() | writes.Interrupt():
                self.change_jobs(item)
            case writes.FinishJob():
                jobs.finish(self.run, self.agent_pk, item)
            case writes.RetryJob():
                jobs.retry(self.run, self.agent_pk, item)
            case writes.GiveUp():
                jobs.give_up(self.run, self.agent_pk, self.agent, item)
            case writes.RestoreAgent():
                self.restore_agent(item)
            case writes.RestoreConversation():
                self.restore_conversation(item)
            case writes.RestoreTurn():
                self.restore_turn(item)
            case writes.RestoreEntry():
                self.restore_entry(item)
            case writes.Subscribe() | writes.Unsubscribe():
                self.set_subscription(item)
            case writes.EraseAgent():
                self.erase()
            case _:
                assert_never(item)

    def restore_agent(self, item: writes.RestoreAgent) -> None:
        """Set the creation time of the agent, unless it is older."""
        update = "UPDATE agents SET created_at = least(created_at, ?) WHERE pk = ?"
        self.run(update, (to_micros(item.created_at), self.agent_pk))

    def delete_conversation(self, conversation: str) -> None:
        """Remove a conversation with its turns, its jobs and the memories learned from it."""
        self.detach(Gone(conversation), learned.words_said(self.run, self.agent_pk, conversation))
        # Answers of a model may repeat the deleted text.
        delete = "DELETE FROM answers WHERE agent_pk = ? AND conversation IN (?, '')"
        self.run(delete, (self.agent_pk, conversation))
        delete = "DELETE FROM conversations WHERE agent_pk = ? AND id = ?"
        done = self.run(delete, (self.agent_pk, conversation))
        if not done.rowcount:
            raise NotFound(f"there is no conversation {conversation!r}", field="conversation")
        delete = "DELETE FROM jobs WHERE agent_pk = ? AND conversation = ?"
        self.run(delete, (self.agent_pk, conversation))
        jobs.restart(self.run, self.agent_pk, self.now)
        self.note_deletion("conversation")

    def delete_turn(self, conversation: str, turn_id: str) -> None:
        """Remove a turn, the summary turns that cover it, and the memories learned from them."""
        conversation_pk, found = self.with_its_summaries(conversation, turn_id)
        gone = Gone(conversation, {name: content for _, name, content in found})
        self.detach(gone, stems_of(" ".join(content for *_, content in found)))
        for pk, *_ in found:
            self.run("DELETE FROM turns WHERE agent_pk = ? AND pk = ?", (self.agent_pk, pk))
        self.run(_COUNT_TURNS, (conversation_pk, self.revision, self.agent_pk))
        # Answers of a model may repeat the deleted text; the marks of dead letters are other turns.
        self.run(
            "DELETE FROM answers WHERE agent_pk = ?1 AND conversation IN (?2, '') AND answer <> ''"
            " AND answer NOT IN"
            " (SELECT id FROM turns WHERE agent_pk = ?1 AND conversation_pk = ?3)",
            (self.agent_pk, conversation, conversation_pk),
        )
        jobs.restart(self.run, self.agent_pk, self.now, conversation)
        self.note_deletion("conversation")

    def detach(self, gone: Gone, deleted: frozenset[str]) -> None:
        """Remove from memories what is deleted; `deleted` are its words."""
        where = (self.run, self.agent_pk, self.revision)
        self.drop_entries(learned.detach(*where, gone))
        self.drop_entries(learned.detach_repeated(*where, gone.conversation, deleted))

    def purge_entry(self, name: str) -> None:
        """Remove a memory with its history, and what models wrote about all memories."""
        self.drop_entries(learned.detach_entry(self.run, self.agent_pk, self.revision, name))
        self.run("DELETE FROM answers WHERE agent_pk = ? AND conversation = ''", (self.agent_pk,))
        jobs.restart(self.run, self.agent_pk, self.now)

    def drop_entries(self, ids: Sequence[str]) -> None:
        """Remove memories with their history; missing ones are ignored."""
        delete = "DELETE FROM entries WHERE agent_pk = ? AND id = ?"
        if sum(self.run(delete, (self.agent_pk, name)).rowcount for name in ids):
            self.note_deletion("entry")

    def drop_items(self, item: DropItems) -> None:
        """Remove items by id, and those that have expired."""
        gone = items.drop(self.run, self.agent_pk, item)
        self.dropped += gone
        if gone:
            mark(self.run)

    def note_deletion(self, what: str) -> None:
        """Let readers of the agent start over: no name of what is gone is kept for them."""
        # What a conversation's end tells includes that memories went with it.
        older = " AND what = 'entry'" if what == "entry" else ""
        self.run(f"DELETE FROM tombstones WHERE agent_pk = ?{older}", (self.agent_pk,))
        insert = "INSERT INTO tombstones (agent_pk, revision, what, id) VALUES (?, ?, ?, '')"
        self.run(insert, (self.agent_pk, self.revision, what))
        mark(self.run)

    def put_entry(self, item: writes.PutEntry) -> None:
        """Store a memory's next version; Stale if another write came first."""
        select = "SELECT version FROM entries WHERE agent_pk = ? AND id = ?"
        row = self.run(select, (self.agent_pk, item.entry.id)).fetchone()
        if (row[0] if row else 0) != item.expected:
            raise Stale(f"memory {item.entry.id} has changed in the meantime", field="id")
        entry = item.entry
        version = Version(
            number=entry.version, at=entry.changed_at, change=item.change, entry=entry
        )
        self.store_entry(item.digest, item.reading, version)

    def store_entry(self, digest: str, reading: Reading | None, *history: Version) -> None:
        """Store a memory as of its last version, and all versions as its history."""
        entry = history[-1].entry
        same = (entry.kind, entry.key, entry.id)
        self.run(_DROP_VECTOR, (self.agent_pk, entry.id, entry.content, entry.status))
        if entry.key is not None and self.run(_SAME_KEY, (self.agent_pk, *same)).fetchone():
            raise Stale(f"another memory has the key {entry.key!r}", field="key")
        (entry_pk,) = self.run(
            _PUT_ENTRY,
            (self.agent_pk, digest, self.revision)
            + (reading and reading.reader, reading and reading.data, *entry_row(entry)),
        ).fetchone()
        learned.add_versions(self.run, self.agent_pk, entry_pk, history)

    def change_jobs(self, item: writes.Hasten | writes.Interrupt) -> None:
        """Bring jobs forward, or restart the running ones: Stale if another write came first."""
        if isinstance(item, writes.Hasten):
            jobs.hasten_others(self.run, self.agent_pk, item)
            return
        if self.revision != item.revision + 1:
            raise Stale("the agent's memory has changed in the meantime")
        jobs.restart_all(self.run, self.agent_pk, self.now)

    def enqueue(self, item: writes.Enqueue) -> None:
        """Request a job, unless it embeds or reads and the database has no space or reader."""
        if item.when is not None and not writes.has_grown(item.when, self.grown):
            return
        if self.waiting is None:
            names = {each.conversation: None for each in (item, *self.requests)}
            models = [*ADOPTED.values()]
            self.waiting = jobs.waiting(self.run, self.agent_pk, [*names], models)
        has_model = item.kind not in ADOPTED or ADOPTED[item.kind] in self.waiting.models
        if has_model and not self.waiting.covers(item):
            jobs.enqueue(self.run, self.agent_pk, self.agent, item, self.now)
            self.waiting = None

    def restore_entry(self, item: writes.RestoreEntry) -> None:
        """Restore a memory with its history; an existing one stays as it is."""
        entry = item.history[-1].entry
        select = "SELECT 1 FROM entries WHERE agent_pk = ? AND id = ?"
        exists = self.run(select, (self.agent_pk, entry.id)).fetchone()
        if exists:
            return
        try:
            self.store_entry(item.digest, item.reading, *item.history)
        except Stale:
            # A retry would not help: two memories have the same key.
            reason = f"another one of kind {entry.kind} has its key {entry.key!r}"
            raise Conflict(f"memory {entry.id!r}: {reason}", field="key") from None

    def set_subscription(self, item: writes.Subscribe | writes.Unsubscribe) -> None:
        """Start or stop reading a space by default."""
        row = (self.agent_pk, item.space)
        if isinstance(item, writes.Subscribe):
            self.run(
                "INSERT INTO subscriptions (agent_pk, space) VALUES (?, ?) ON CONFLICT DO NOTHING",
                row,
            )
            return
        done = self.run("DELETE FROM subscriptions WHERE agent_pk = ? AND space = ?", row)
        if not done.rowcount:
            message = f"{self.agent!r} does not subscribe to {item.space!r}"
            raise NotFound(message, field="space")

    def erase(self) -> None:
        """Remove the agent with all its rows, and what others have of its name."""
        self.run("DELETE FROM subscriptions WHERE space = ?", (self.agent,))
        self.run("DELETE FROM agents WHERE pk = ?", (self.agent_pk,))
        update = "UPDATE meta SET value = greatest(CAST(value AS BIGINT), ?) WHERE key = 'erased'"
        self.run(update, (self.revision,))
        mark(self.run)
        note_erasure(self.run)
        # Later writes of the same transaction start from a new agent.
        self.agent_pk = 0
