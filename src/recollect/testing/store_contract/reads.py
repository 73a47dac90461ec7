"""What the tests of a store read: leases, derived data, and a full observation of an agent."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import TypeVar

from recollect.domain.clock import to_micros
from recollect.domain.columns import EntryRow, TurnRow
from recollect.domain.entry import EntryFilter
from recollect.domain.ids import entry_digest, job_id
from recollect.domain.job import Claim, Job, JobKind, Missing
from recollect.domain.ports import Store
from recollect.domain.store_results import Changes
from recollect.testing.store_contract.constants import EMBED, EVERY, READER, SPACE, START, later

T = TypeVar("T")


def existing(found: T | None) -> T:
    """What a store has found, which must exist."""
    assert found is not None
    return found


def vectors_of(
    store: Store, agent: str, space: str = SPACE, since: int = 0
) -> dict[tuple[str, str], bytes]:
    """The vectors newer than a revision, by (conversation, id) or, for memories, ("", id)."""
    news = store.changes(agent, since, space=space)
    named = [((row.conversation, row.id), row.vector) for row in news.turns.rows()]
    named += [(("", row.id), row.vector) for row in news.entries.rows()]
    return {name: vector for name, vector in named if vector is not None}


def readings_of(store: Store, agent: str, reader: str = READER) -> dict[tuple[str, str], bytes]:
    """The readings of a reader, with the keys of `vectors_of`."""
    news = store.changes(agent, 0, reader=reader)
    named = [((row.conversation, row.id), row.reading) for row in news.turns.rows()]
    named += [(("", row.id), row.reading) for row in news.entries.rows()]
    return {name: reading for name, reading in named if reading is not None}


def claim(
    store: Store, owner: str = "worker", *, now: datetime = START, seconds: float = 60
) -> Claim | None:
    """A lease on the next due job, if there is one."""
    until = now + timedelta(seconds=seconds)
    return store.claim_any(EMBED, owner=owner, now=now, until=until)


def claimed(store: Store, owner: str = "worker", *, now: datetime = START) -> Claim:
    """A lease on the next due job, which must exist."""
    return existing(claim(store, owner, now=now))


def embed_job(store: Store) -> Job:
    """Anna's job to embed the conversation c."""
    return existing(store.any_job(job_id("anna", "c", JobKind.EMBED)))


def observed(
    store: Store, agent: str, *, spaces: Iterable[str] = (SPACE,), known: Iterable[int] = (0,)
) -> dict[str, object]:
    """The results of every read for one agent; `known` are revisions to read changes since."""
    conversations = store.conversations(agent)
    names = [conversation.id for conversation in conversations]
    turns = store.turns(agent)
    entries = store.entries(agent, EVERY)
    lacks = [Missing(JobKind.READ, READER), *(Missing(JobKind.EMBED, space) for space in spaces)]
    return {
        "revision": store.revision(agent),
        "summary": [summary for summary in store.every_agent() if summary.id == agent],
        "changes": {since: store.changes(agent, since) for since in known},
        "news": [
            store.changes(agent, since, space=space, reader=READER)
            for since in known
            for space in spaces
        ],
        "conversations": conversations,
        "conversation": [store.conversation(agent, name) for name in names],
        "turns": turns,
        "turns of": {name: store.turns(agent, name) for name in names},
        "windows": {name: store.window(agent, name, after=0, limit=3) for name in names},
        "tails": {
            (name, last): store.tail(agent, name, last=last)
            for name in names
            for last in (0, 2, 99)
        },
        "turns since": [store.turns_since(agent, since, limit=2) for since in known],
        "entries since": [store.entries_since(agent, since) for since in known],
        "entries from": {name: store.entries_from(agent, name) for name in names},
        "as of": [store.entries_as_of(agent, later(seconds)) for seconds in (0, 5, 99)],
        "memory count": store.memory_count(agent),
        "changed": [store.changed_conversations(agent, since=since, limit=9) for since in known],
        "conversation revisions": [store.conversation_revision(agent, name) for name in names],
        "tuning": store.tuning(agent),
        "snapshots": [store.snapshots(agent, limit=limit) for limit in (None, 1)],
        "missing": {
            (name, lack): store.window(agent, name, limit=99, missing=lack)
            for name in names
            for lack in lacks
        },
        "memories missing": [
            store.entry_window(agent, since=since, limit=99, missing=lack)
            for lack in lacks
            for since in known
        ],
        "turn": [store.turn(agent, turn.conversation, turn.id) for turn in turns],
        "entries": entries,
        "listed": store.entries(agent, EntryFilter()),
        "entry": [store.entry(agent, entry.id) for entry in entries],
        "like": [store.entry_by_digest(agent, entry_digest(entry)) for entry in entries],
        "histories": [store.history(agent, entry.id) for entry in entries],
        "dump": store.dump(agent),
        "jobs": [job for job in store.every_job() if job.agent == agent],
    }


class Mirror:
    """A reader that only follows changes."""

    def __init__(self, store: Store, agent: str) -> None:
        self._store = store
        self._agent = agent
        self.revision = 0
        self.turns: dict[tuple[str, str], TurnRow] = {}
        self.entries: dict[str, EntryRow] = {}

    def catch_up(self) -> Changes:
        """Apply the changes since the last call."""
        news = self._store.changes(self._agent, self.revision)
        if news.reset:
            self.turns, self.entries = {}, {}
        self.turns |= {(turn.conversation, turn.id): turn for turn in news.turns.rows()}
        self.entries |= {entry.id: entry for entry in news.entries.rows()}
        self.revision = news.revision
        return news

    def is_current(self) -> bool:
        """Whether its state equals a full read."""
        turns = [
            TurnRow._make(
                (turn.conversation, turn.id, turn.index, turn.speaker, turn.role.value)
                + (to_micros(turn.at), to_micros(turn.recorded_at), None, turn.content, None)
                + (turn.utc_offset,)
            )
            for turn in self._store.turns(self._agent)
        ]
        entries = [
            EntryRow._make(
                (entry.id, entry.kind.value, entry.status.value)
                + (to_micros(entry.valid_from or entry.recorded_at),)
                + (to_micros(entry.recorded_at), None, entry.content, None, int(bool(entry.links)))
            )
            for entry in self._store.entries(self._agent, EVERY)
        ]
        return self.turns == {(row.conversation, row.id): row for row in turns} and (
            self.entries == {row.id: row for row in entries}
        )
