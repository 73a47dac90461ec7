"""The job queue of the in-memory store, and the models that its jobs use."""

import secrets
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime

from in_memory_store import jobs as jobs
from in_memory_store.jobs import JobRow
from in_memory_store.paging import limited, newest_first
from in_memory_store.state import StoreState
from recollect.domain.access import ALL_AGENTS, Reach
from recollect.domain.job import Claim, Job, JobKind, JobState
from recollect.domain.ports import Clock
from recollect.domain.timekeeping import (
    CLOCK_SLACK,
    LONGEST_DELAY,
    LONGEST_LEASE,
    LONGEST_SWEEP_DELAY,
    ClockMarks,
)
from recollect.errors import Closed

_UNSETTLED = frozenset({JobState.PENDING, JobState.RUNNING})


class InMemoryQueue:
    """The jobs of an `InMemoryStore`, with its state and lock."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = threading.RLock()
        self._state = StoreState()
        self._closed = False
        # The agents in the order in which they were served.
        self._served: dict[int, None] = {}

    @contextmanager
    def _open(self) -> Iterator[StoreState]:
        with self._lock:
            if self._closed:
                raise Closed("this memory has been closed")
            yield self._state

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
        """Jobs of all agents, newest first, starting after the one named `after`."""
        with self._open() as store:
            named = {row.job.id: row.job for _, row in store.jobs()}
        within = (job for job in newest_first(named, after) if reach.covers(job.agent))
        wanted = (
            job
            for job in within
            if state in {None, job.state}
            and (kinds is None or job.kind in kinds)
            and (due_by is None or job.due_at <= due_by)
        )
        return tuple(limited(wanted, limit))

    def any_job(self, job_id: str) -> Job | None:
        """One job of any agent."""
        with self._open() as store:
            return next((row.job for _, row in store.jobs() if row.job.id == job_id), None)

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
        with self._open() as store:
            for _, row in store.jobs():
                if row.is_running and row.job.due_at <= now:
                    late = "did not come back in time"
                    store.put_job(jobs.interrupted(row, late, row.job.due_at))
            found = self._next_in_turn(store, kinds, now, agent)
            if found is None:
                return None
            token = secrets.token_hex(8)
            taken = jobs.leased(found, owner=owner, token=token, now=now, until=until)
            store.put_job(taken)
            number = store.agents[taken.job.agent].number
            self._served.pop(number, None)
            self._served[number] = None
            return Claim(job=taken.job, token=token)

    def extend_lease(self, claim: Claim, until: datetime) -> None:
        """Extend the lease of a claimed job, unless another worker has it by now."""
        with self._open() as store:
            for _, row in store.jobs():
                if row.job.id == claim.job.id and row.token == claim.token:
                    store.put_job(replace(row, job=replace(row.job, due_at=until)))

    def mark_paused(self, claim: Claim, *, paused: bool) -> None:
        """Note that a leased job is paused, or goes on."""
        with self._open() as store:
            for _, row in store.jobs():
                if row.job.id == claim.job.id and row.token == claim.token:
                    store.put_job(replace(row, paused=paused))

    def _next_in_turn(
        self, store: StoreState, kinds: frozenset[JobKind], now: datetime, agent: str | None
    ) -> JobRow | None:
        """The first due job of the agent that was not served for longest."""
        served = {number: place for place, number in enumerate(self._served, 1)}
        due = [
            ((served.get(state.number, 0), row.job.due_at, state.number, row.number), row)
            for state, row in store.jobs()
            if row.job.state is JobState.PENDING and row.job.due_at <= now and row.job.kind in kinds
            if agent in {None, row.job.agent}
        ]
        return min(due, key=lambda item: item[0])[1] if due else None

    def when_asked(self, wake: Callable[[], None]) -> None:
        pass

    def next_due(self) -> datetime | None:
        """When the next waiting job is due or the next lease ends."""
        with self._open() as store:
            due = [row.job.due_at for _, row in store.jobs() if row.job.state in _UNSETTLED]
        return min(due, default=None)

    def hasten_every_job(
        self, kinds: frozenset[JobKind], now: datetime, *, agent: str | None = None
    ) -> None:
        """Make every waiting job of these kinds due now, or as soon as its current run ends."""
        with self._open() as store:
            for _, row in store.jobs():
                if agent not in {None, row.job.agent}:
                    continue
                waits = row.job.state is JobState.PENDING and row.job.due_at > now
                if waits and row.job.kind in kinds:
                    store.put_job(replace(row, job=replace(row.job, due_at=now)))
                elif row.next_due is not None and row.next_due > now and row.job.kind in kinds:
                    store.put_job(replace(row, next_due=now))

    def every_lease_owner(self) -> tuple[str, ...]:
        """The current owners of leases."""
        with self._open() as store:
            return tuple(sorted({row.owner for _, row in store.jobs() if row.owner}))

    def release_leases(self, owner: str, *, died: bool) -> None:
        """Release the jobs claimed by a worker that is being stopped or has died."""
        with self._open() as store:
            for _, row in store.jobs():
                if row.owner == owner and died:
                    why = "ended before the work was done"
                    store.put_job(jobs.interrupted(row, why, row.job.updated_at))
                elif row.owner == owner:
                    store.put_job(jobs.returned(row))

    def space(self) -> str | None:
        """The vector space that this store uses."""
        with self._open() as store:
            return store.adopted.get(JobKind.EMBED)

    def reader(self) -> str | None:
        """The reader that this store uses."""
        with self._open() as store:
            return store.adopted.get(JobKind.READ)

    def adopt_space(self, space: str | None, now: datetime) -> None:
        """Switch to this vector space; if it is new, embed everything again."""
        with self._open() as store:
            if self.space() != space:
                store.adopt(JobKind.EMBED, space, now)

    def adopt_reader(self, reader: str, now: datetime) -> None:
        """Switch to this reader; if it is new, read everything again."""
        with self._open() as store:
            if self.reader() != reader:
                store.adopt(JobKind.READ, reader, now)

    def extractor(self) -> str | None:
        """The built-in extractor that this store learned with."""
        with self._open() as store:
            return store.extractor

    def adopt_extractor(self, name: str, now: datetime) -> None:
        """Switch to this extractor; if it is new, every agent with turns learns again."""
        with self._open() as store:
            if store.extractor != name:
                store.adopt_extractor(name, now)

    def adopt_sweep(self, rules: str, due_at: datetime) -> None:
        """Set the rules of the sweep; if they are new, sweep every agent by then."""
        with self._open() as store:
            if store.sweep_rules != rules:
                store.sweep_rules = rules
                self.hasten_every_job(frozenset({JobKind.SWEEP}), due_at)

    def keys_required_since(self) -> datetime | None:
        """When a key was first required."""
        with self._open() as store:
            return store.keys_required_since

    def require_keys(self, now: datetime) -> None:
        """Record that a key is required; the first time stays."""
        with self._open() as store:
            store.keys_required_since = store.keys_required_since or now

    def clock_marks(self) -> ClockMarks | None:
        """The marks of the clock; None if none were put yet."""
        with self._open() as store:
            return store.clock_marks

    def begin_clock_marks(self, now: datetime) -> None:
        """Without marks, confirm when the last job was created, or now."""
        with self._open() as store:
            if store.clock_marks is None:
                created = [row.job.created_at for _, row in store.jobs()]
                store.clock_marks = ClockMarks(min(now, max(created, default=now)))

    def put_clock_marks(self, marks: ClockMarks) -> None:
        """Replace the marks."""
        with self._open() as store:
            store.clock_marks = marks

    def hasten_future_jobs(self, now: datetime) -> None:
        """Make jobs due that a clock which was ahead has postponed, and shorten their leases."""
        with self._open() as store:
            for _, row in store.jobs():
                job, late = row.job, now + CLOCK_SLACK
                sweeps = job.kind is JobKind.SWEEP
                last = max(late, now + (LONGEST_SWEEP_DELAY if sweeps else LONGEST_DELAY))
                written_ahead = job.due_at > late and job.updated_at > late
                if job.state is JobState.PENDING and (written_ahead or job.due_at > last):
                    store.put_job(replace(row, job=replace(job, due_at=now)))
                elif job.state is JobState.RUNNING:
                    too_late = row.next_due is not None and row.next_due > last
                    due = min(job.due_at, now + LONGEST_LEASE)
                    changed = replace(job, due_at=due)
                    next_due = now if too_late else row.next_due
                    store.put_job(replace(row, job=changed, next_due=next_due))

    def close(self) -> None:
        """Refuse every later call; closing twice is fine."""
        with self._lock:
            self._closed = True
