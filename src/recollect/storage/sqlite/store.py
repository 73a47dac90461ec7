"""The SQLite store: reads on connections of their own, writes through the one writer."""

import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from queue import Empty, LifoQueue
from typing import TypeVar

from recollect.domain.access import EVERYBODY, Reach
from recollect.domain.clock import to_micros
from recollect.domain.conversation import AgentSummary, Conversation
from recollect.domain.entry import Entry, EntryFilter, Tally, Version
from recollect.domain.job import Claim, Job, JobKind, JobState, Lack
from recollect.domain.ports import Clock
from recollect.domain.talk import Stretch
from recollect.domain.tuning import Snapshot, Tuning
from recollect.domain.turn import Turn
from recollect.domain.writes import (
    Changes,
    DeleteConversation,
    Dump,
    EraseAgent,
    StoreStats,
    Write,
    Written,
)
from recollect.errors import Closed, StorageBusy, StorageError, StorageFull, StorageReadOnly
from recollect.storage.sqlite import apply, changes, jobs, learned, reads, talks
from recollect.storage.sqlite.adoption import adopt, adopt_extractor, adopted, extractor
from recollect.storage.sqlite.connection import (
    OLDEST_SQLITE,
    check_openable,
    connect,
    connect_reader,
    translating,
)
from recollect.storage.sqlite.schema import check_known, migrate, migrations
from recollect.storage.sqlite.scrub import cut_log, scrub
from recollect.storage.sqlite.writer import Writer

_T = TypeVar("_T")
_READERS = 8
_PAUSE = 0.02
IN_RAM = ":memory:"


class SqliteStore:
    """A `Store` in one SQLite file, or in RAM under the path ":memory:"."""

    def __init__(self, path: str | Path, *, clock: Clock, patience: float = 30.0) -> None:
        if sqlite3.sqlite_version_info < OLDEST_SQLITE:
            found, needed = sqlite3.sqlite_version, ".".join(map(str, OLDEST_SQLITE))
            raise StorageError(f"this Python has SQLite {found}; Recollect needs {needed}")
        self.path = located(path)
        self._clock = clock
        self._pid = os.getpid()
        self._closed = False
        self._mutex = threading.RLock()
        self._in_ram = self.path == IN_RAM
        self._connection = _open(self.path, patience)
        self._writer = Writer(self._connection, self.path, patience=patience, mutex=self._mutex)
        self._idle: LifoQueue[sqlite3.Connection] = LifoQueue()
        self._readers = threading.BoundedSemaphore(_READERS)
        self._served = 0
        self._patience = patience

    def write(self, agent: str, *writes: Write) -> Written:
        """Run all the writes as one fact, durable on return, or none of them."""
        (written,) = self.write_every([(agent, writes)])
        return written

    def write_every(self, batches: Sequence[tuple[str, tuple[Write, ...]]]) -> tuple[Written, ...]:
        """Run the writes of several agents as one fact: an import is taken whole or not at all."""
        now = to_micros(self._clock.now())
        written = self._change(
            lambda c: tuple(apply.write(c, agent, writes, now) for agent, writes in batches)
        )
        kinds = {type(item) for _, writes in batches for item in writes}
        if EraseAgent in kinds:
            # The erasure itself is done: what a busy file or a full disk still holds goes at a quiet moment.
            with suppress(StorageBusy, StorageFull):
                self.scrub()
        elif DeleteConversation in kinds:
            with self._alone() as connection:
                cut_log(connection)
        return written

    def revision(self, agent: str) -> int:
        """A number that grows with every write of this agent and never goes back."""
        return self._read(lambda c: changes.revision(c, agent)[0])

    def changes(self, agent: str, since: int, *, space: str = "", reader: str = "") -> Changes:
        """What a reader at revision `since` must forget and take, read at one moment."""
        return self._read(lambda c: changes.changes(c, agent, since, space, reader))

    def conversations(
        self, agent: str, *, after: str | None = None, limit: int | None = None
    ) -> tuple[Conversation, ...]:
        """Conversations, newest first, beginning behind the one named `after`."""
        return self._read(lambda c: reads.conversations(c, agent, after, limit))

    def conversation(self, agent: str, conversation: str) -> Conversation | None:
        """One conversation."""
        return self._read(lambda c: reads.conversation(c, agent, conversation))

    def turns(self, agent: str, conversation: str | None = None) -> tuple[Turn, ...]:
        """Every turn in the order of arrival, read at one moment."""
        return self._read(lambda c: reads.turns(c, agent, conversation))

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
        return self._read(lambda c: reads.window(c, agent, conversation, after, limit, lacking))

    def entry_window(
        self, agent: str, *, since: int = 0, limit: int, lacking: Lack
    ) -> tuple[tuple[int, Entry], ...]:
        """Memories that a search may find, changed at `since` or later and `lacking` something, by revision."""
        return self._read(lambda c: reads.entry_window(c, agent, since, limit, lacking))

    def stretch(self, agent: str, conversation: str, *, last: int) -> Stretch:
        """The end of one conversation, at most so many turns of it."""
        return self._read(lambda c: talks.stretch(c, agent, conversation, last))

    def talk_revision(self, agent: str, conversation: str) -> int:
        """A number that grows with every change of one conversation."""
        return self._read(lambda c: talks.talk_revision(c, agent, conversation))

    def changed_conversations(self, agent: str, *, since: int, limit: int) -> tuple[str, ...]:
        """Conversations that have changed after a revision, the newest change first."""
        return self._read(lambda c: talks.changed(c, agent, since, limit))

    def tuning(self, agent: str) -> Tuning:
        """What the optimizer has done and learned for one agent."""
        return self._read(lambda c: talks.tuning(c, agent))

    def every_tuning(self) -> Tuning:
        """The same over all agents."""
        return self._read(talks.every_tuning)

    def snapshots(self, agent: str, *, limit: int | None = None) -> tuple[Snapshot, ...]:
        """The last runs of the optimizer for one agent, oldest first."""
        return self._read(lambda c: talks.snapshots(c, agent, limit))

    def every_snapshot(self, *, limit: int | None = None) -> tuple[Snapshot, ...]:
        """The last runs of the optimizer for whomever, oldest first."""
        return self._read(lambda c: talks.every_snapshot(c, limit))

    def turns_named(
        self, agent: str, names: Sequence[tuple[str, str]]
    ) -> dict[tuple[str, str], Turn]:
        """The turns of these (conversation, id) that are there, read at one moment."""
        return self._read(lambda c: reads.turns_named(c, agent, names))

    def turn(self, agent: str, conversation: str, turn_id: str) -> Turn | None:
        """One turn."""
        return self._read(lambda c: reads.turn(c, agent, conversation, turn_id))

    def entries(
        self,
        agent: str,
        chosen: EntryFilter,
        *,
        after: str | None = None,
        limit: int | None = None,
    ) -> tuple[Entry, ...]:
        """Memories, newest first, beginning behind the one named `after`."""
        return self._read(lambda c: reads.entries(c, agent, chosen, after, limit))

    def entry(self, agent: str, entry_id: str) -> Entry | None:
        """One memory, whatever its status."""
        return self._read(lambda c: reads.entry(c, agent, entry_id))

    def entry_like(self, agent: str, digest: str) -> Entry | None:
        """The memory that makes the statement with this digest, active ones first."""
        return self._read(lambda c: reads.entry_like(c, agent, digest))

    def turns_since(self, agent: str, revision: int, *, limit: int) -> tuple[tuple[int, Turn], ...]:
        """Turns that came after a revision, in the order of arrival."""
        return self._read(lambda c: learned.turns_since(c, agent, revision, limit))

    def entries_since(self, agent: str, revision: int) -> tuple[tuple[int, Entry], ...]:
        """Memories and records of any status that have changed after a revision."""
        return self._read(lambda c: learned.entries_since(c, agent, revision))

    def memories_held(self, agent: str) -> int:
        """How many memories there are, whatever their status."""
        return self._read(lambda c: reads.memories_held(c, agent))

    def entries_from(self, agent: str, conversation: str) -> tuple[Entry, ...]:
        """Memories and records of any status that rest on something said in a conversation."""
        return self._read(lambda c: learned.entries_from(c, agent, conversation))

    def entries_as_of(self, agent: str, moment: datetime) -> tuple[Entry, ...]:
        """What had been said by a moment, newest first, each as it stood then (`model.past` has the rule)."""
        return self._read(lambda c: learned.entries_as_of(c, agent, moment))

    def answer(self, agent: str, key: str) -> str | None:
        """What a model has answered to a prompt."""
        return self._read(lambda c: learned.answer(c, agent, key))

    def touch(self, agent: str, ids: Sequence[str], at: datetime, *, gain: float) -> None:
        """Count a use of memories, which gain confidence once a day."""
        self._change(lambda c: learned.touch(c, agent, ids, at, gain))

    def history(self, agent: str, entry_id: str) -> tuple[Version, ...]:
        """Every version of one memory, oldest first."""
        return self._read(lambda c: reads.history(c, agent, entry_id))

    def dump(self, agent: str) -> Dump:
        """Everything an export of this agent holds, read at one moment."""
        return self._read(lambda c: reads.dump(c, agent))

    def every_agent(
        self, *, after: str | None = None, limit: int | None = None, reach: Reach = EVERYBODY
    ) -> tuple[AgentSummary, ...]:
        """All agents by name, beginning behind `after`."""
        return self._read(lambda c: reads.every_agent(c, after, limit, reach))

    def every_entry(
        self,
        reach: Reach,
        chosen: EntryFilter,
        *,
        after: tuple[str, str] | None = None,
        limit: int | None = None,
    ) -> tuple[tuple[str, Entry], ...]:
        """Memories of several agents, each with its agent, newest first."""
        return self._read(lambda c: reads.every_entry(c, reach, chosen, after, limit))

    def every_holder(self, entry_id: str, reach: Reach) -> tuple[str, ...]:
        """The agents that have a memory of this id."""
        return self._read(lambda c: reads.every_holder(c, entry_id, reach))

    def every_tally(self, reach: Reach) -> tuple[Tally, ...]:
        """How many memories several agents have together, by kind, priority and status."""
        return self._read(lambda c: reads.every_tally(c, reach))

    def every_job(
        self,
        *,
        state: JobState | None = None,
        after: str | None = None,
        limit: int | None = None,
        reach: Reach = EVERYBODY,
    ) -> tuple[Job, ...]:
        """Jobs of all agents, newest first, beginning behind the one named `after`."""
        return self._read(lambda c: reads.every_job(c, state, after, limit, reach))

    def any_job(self, job_id: str) -> Job | None:
        """One job, whoever it belongs to."""
        return self._read(lambda c: reads.any_job(c, job_id))

    def claim_any(
        self, kinds: frozenset[JobKind], *, owner: str, now: datetime, until: datetime
    ) -> Claim | None:
        """Lease one job that is due, agents taking turns, to `owner` until a moment."""

        def lease(connection: sqlite3.Connection) -> tuple[Claim, int] | None:
            jobs.expire(connection.execute, now)
            return jobs.claim(
                connection.execute, kinds, owner=owner, now=now, until=until, after=self._served
            )

        taken = self._change(lease)
        if taken is None:
            return None
        claim, self._served = taken
        return claim

    def extend_lease(self, claim: Claim, until: datetime) -> None:
        """Leave a job longer with the worker that has claimed it; nothing, where it is another's by now."""
        self._change(lambda c: jobs.extend(c.execute, claim, until))

    def next_due(self) -> datetime | None:
        """When the next waiting job, or the end of the next lease, comes round."""
        return self._read(lambda c: jobs.next_due(c.execute))

    def hasten_every_job(self, kinds: frozenset[JobKind], now: datetime) -> None:
        """Make every job of these kinds that waits due at once."""
        self._change(lambda c: jobs.hasten(c.execute, kinds, now))

    def every_owner(self) -> tuple[str, ...]:
        """Who holds a lease now."""
        return self._read(reads.every_owner)

    def release_leases(self, owner: str) -> None:
        """Hand back what a worker that no longer lives had claimed."""
        self._change(lambda c: jobs.release(c.execute, owner))

    def space(self) -> str | None:
        """The vector space this database is kept in."""
        return self._read(lambda c: adopted(c.execute, JobKind.EMBED))

    def reader(self) -> str | None:
        """The reader this database is kept for."""
        return self._read(lambda c: adopted(c.execute, JobKind.READ))

    def adopt_space(self, space: str | None, now: datetime) -> None:
        """Make this the database's vector space; when it differs, everything is embedded anew."""
        if self.space() != space:
            self._change(lambda c: adopt(c, JobKind.EMBED, space, now))

    def adopt_reader(self, reader: str, now: datetime) -> None:
        """Make this the database's reader; when it differs, everything is read anew."""
        if self.reader() != reader:
            self._change(lambda c: adopt(c, JobKind.READ, reader, now))

    def extractor(self) -> str | None:
        """The built-in extractor that this database was learned with."""
        return self._read(lambda c: extractor(c.execute))

    def adopt_extractor(self, name: str, now: datetime) -> None:
        """Make this the database's extractor; when it differs, every agent with turns learns everything anew."""
        if self.extractor() != name:
            self._change(lambda c: adopt_extractor(c, name, now))

    def stats(self) -> StoreStats:
        """How much there is, over all agents."""
        return self._read(reads.stats)

    def faults(self) -> tuple[str, ...]:
        """What is wrong with the database itself, one sentence each; empty when sound."""
        return self._read(reads.faults)

    def scrub(self) -> None:
        """Remove what deletions have left in the file, if anything."""
        with self._alone() as connection:
            scrub(connection, self._patience)

    def close(self) -> None:
        """Let go of the database; closing twice is fine."""
        # A forked child must not even wait for the lock: its holder was left behind.
        if self._pid != os.getpid():
            return
        with self._mutex:
            if self._closed:
                return
            self._closed = True
        self._writer.close()
        with self._mutex:
            self._connection.close()
            while not self._idle.empty():
                self._idle.get().close()

    def _usable(self) -> None:
        if self._closed:
            raise Closed("this memory has been closed")
        # SQLite's locks and our writer thread do not survive a fork; carrying on would corrupt the file.
        if self._pid != os.getpid():
            raise Closed("this memory was opened in another process: open it anew after a fork")

    def _change(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        self._usable()
        return self._writer.run(work)

    def _read(self, query: Callable[[sqlite3.Connection], _T]) -> _T:
        self._usable()
        with self._reader() as connection, translating(self.path):
            if self._in_ram:
                return query(connection)
            # One transaction, so that all of a query's statements see the same moment.
            connection.execute("BEGIN")
            try:
                return query(connection)
            finally:
                connection.execute("ROLLBACK")

    @contextmanager
    def _reader(self) -> Iterator[sqlite3.Connection]:
        if self._in_ram:
            with self._mutex:
                self._usable()
                yield self._connection
            return
        with self._readers:
            try:
                connection = self._idle.get_nowait()
            except Empty:
                with translating(self.path):
                    connection = connect_reader(self.path)
            try:
                yield connection
            finally:
                if self._closed:
                    connection.close()
                else:
                    self._idle.put(connection)

    @contextmanager
    def _alone(self) -> Iterator[sqlite3.Connection]:
        """The writer's connection while nobody writes."""
        self._usable()
        with self._mutex, translating(self.path):
            self._usable()
            yield self._connection


def located(path: str | Path) -> str:
    """Where a database lies, for good: connections are opened later too, and the process may have moved."""
    return IN_RAM if str(path) == IN_RAM else str(Path(path).absolute())


def _open(path: str, patience: float) -> sqlite3.Connection:
    steps = migrations()
    if path != IN_RAM:
        try:
            check_openable(Path(path))
            _make_folder(Path(path))
        except OSError as error:
            raise StorageReadOnly(f"{path} cannot be opened: {error.strerror}") from error
    with translating(path):
        connection = connect(path)
        try:
            check_known(connection, path, steps)
            _into_wal(connection, patience)
            migrate(connection, path, steps)
            # From here on waiting for another process is the writer's own loop.
            connection.execute("PRAGMA busy_timeout = 0")
        except BaseException:
            connection.close()
            raise
    return connection


def _into_wal(connection: sqlite3.Connection, patience: float) -> None:
    """Change to WAL; the change itself does not wait while others open the same new file, whatever the timeout."""
    latest = time.monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > latest:
                raise
            time.sleep(_PAUSE)
        else:
            return


def _make_folder(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    # The file holds people's lives: only its owner may read it.
    if not path.exists():
        path.touch(mode=0o600)
