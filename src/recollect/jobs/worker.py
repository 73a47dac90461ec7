"""The background threads that run jobs, and `sync`, which waits for them."""

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

from recollect import errors
from recollect.domain.access import ALL_AGENTS, Reach
from recollect.domain.job import Job, JobKind, JobState, SyncReport
from recollect.domain.ports import Clock, Store
from recollect.domain.timekeeping import CLOCK_SLACK
from recollect.domain.turn import Slice
from recollect.domain.writes import SWEEP_AFTER, RetryJob
from recollect.jobs.owner import has_ended
from recollect.jobs.run_due import LONG_DELAY, Runner
from recollect.tracing import Origins

_log = logging.getLogger(__name__)
_SYNC_POLL_SECONDS = 0.05
_BURST_SECONDS = 0.05
_BURST_MAX_SECONDS = 1.0
# One job leads to another: learning to a summary, the summary to its vector.
_SYNC_PASSES = 6
# The pause after removing traces of deleted text, as a multiple of how long it took.
_SCRUB_PAUSE = 20
# Looking for jobs that a wrong clock has postponed reads all that wait.
_LOOK_SECONDS = 3_600.0
# How long after a service could not be reached it is asked again for the work that was given up.
_REVIVAL_SECONDS = 60.0
_SYNCED_KINDS = frozenset(JobKind) - {JobKind.OPTIMIZE, JobKind.SWEEP}


class Worker:
    """A daemon thread that runs due jobs and sleeps in between, and a second one for slow jobs."""

    def __init__(
        self,
        runner: Runner,
        store: Store,
        clock: Clock,
        *,
        space: str | None,
        reader: str,
        extractor: str | None,
        sweep_rules: str,
        is_on: Callable[[], bool],
        sweep: Callable[[datetime], object],
        poll_seconds: float,
        grace_seconds: float,
        slow: frozenset[JobKind] = frozenset(),
    ) -> None:
        self._runner = runner
        self._store = store
        self._clock = clock
        self._space = space
        self._reader = reader
        self._extractor = extractor
        self._sweep_rules = sweep_rules
        self._is_on = is_on
        self._sweep = sweep
        self._poll = poll_seconds
        self._grace = grace_seconds
        self._slow = slow
        self._prepared = False
        self._wakes = 0
        self._next_scrub = 0.0
        # The latest time seen, and when to look for jobs that a wrong clock has postponed.
        self._latest = clock.now()
        self._next_look = 0.0
        self._next_revival = 0.0
        self._wake = threading.Event()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._slow_thread: threading.Thread | None = None
        self._closing: Callable[[], None] | None = None

    @property
    def origins(self) -> Origins:
        """The traced requests that jobs follow from."""
        return self._runner.origins

    def prepare(self) -> None:
        """Adopt our reader, embedding space and extractor in the database.

        Without an embedder the space stays as it is. If another version of the built-in extractor
        was used before, its agents are learned again in the background, once memory is on.
        """
        if self._prepared:
            return
        self._store.adopt_reader(self._reader, self._clock.now())
        if self._space is not None:
            self._store.adopt_space(self._space, self._clock.now())
        # Before anything is written: a wrong clock is told by what was there before.
        self._store.begin_clock_marks(self._clock.now())
        self._store.adopt_sweep(self._sweep_rules, self._clock.now() + SWEEP_AFTER)
        is_on = self._is_on()
        if self._extractor is not None and is_on:
            self._store.adopt_extractor(self._extractor, self._clock.now())
        self._prepared = is_on

    def start(self) -> None:
        """Start the threads, beginning with jobs that a crash left behind."""
        self.prepare()
        self._thread = threading.Thread(target=self._loop, name="recollect-worker", daemon=True)
        self._thread.start()
        self._store.when_asked(self.wake)
        if self._slow:
            self._slow_thread = threading.Thread(
                target=self._slow_loop, name="recollect-slow-worker", daemon=True
            )
            self._slow_thread.start()

    def is_alive(self) -> bool:
        """Whether the thread that runs jobs is alive."""
        return self._thread is not None and self._thread.is_alive()

    def wake(self) -> None:
        """Report that there is new work."""
        self._wakes += 1
        if not self._wake.is_set():
            self._wake.set()

    def stop(self) -> bool:
        """Stop, releasing jobs that take too long; return whether all running jobs finished."""
        self._stopping.set()
        self._wake.set()
        deadline = time.monotonic() + self._grace
        for thread in (self._thread, self._slow_thread):
            if thread is not None and thread is not threading.current_thread():
                thread.join(max(0.0, deadline - time.monotonic()))
        self._runner.release_paused()
        return not self._release_running()

    def run_due(self, limit: int | None = None) -> int:
        """Run the jobs that are due, in this thread, and return how many were run."""
        self.prepare()
        self._maintain()
        return self._runner.run_due(limit)

    def abandon(self, close: Callable[[], None]) -> None:
        """Stop without waiting and then call `close`; for a memory that nobody references any more.

        The garbage collector calls this in any thread: even in one of ours, or in the middle of a
        write.
        """
        self._closing = close
        self._stopping.set()
        self._wake.set()
        if self._thread is None:
            threading.Thread(target=close, name="recollect-closing", daemon=True).start()

    def _maintain(self, *, look: bool = True) -> None:
        """What is done whenever jobs are about to run."""
        self._sweep(self._clock.now())
        self.recover()
        self._take_up_postponed(look=look)
        self._revive()

    def recover(self) -> None:
        """Release the leases of workers that have ended."""
        for owner in self._store.every_lease_owner():
            if has_ended(owner):
                self._store.release_leases(owner, died=True)

    def _take_up_postponed(self, *, look: bool) -> None:
        """Take up jobs that a clock which was ahead has postponed.

        That is after the clock was set back and, with `look`, now and then, because another process
        may have seen it ahead.
        """
        now, at = self._clock.now(), time.monotonic()
        was_set_back = now < self._latest - CLOCK_SLACK
        if was_set_back:
            _log.warning("the clock was set back: jobs that were to wait are taken up")
        if was_set_back or (look and at >= self._next_look):
            self._next_look = at + _LOOK_SECONDS
            self._store.hasten_future_jobs(now)
        self._latest = now if was_set_back else max(now, self._latest)

    def _revive(self) -> None:
        """Now and then, retry the jobs that were given up because a service could not be reached.

        It may be back, and what was remembered meanwhile must not wait for somebody to retry it.
        """
        if (at := time.monotonic()) < self._next_revival:
            return
        self._next_revival = at + _REVIVAL_SECONDS
        now = self._clock.now()
        for job in self._dead(ALL_AGENTS):
            is_old = job.updated_at <= now - timedelta(seconds=_REVIVAL_SECONDS)
            if is_old and (job.outcome or "").startswith(errors.ProviderUnavailable.code):
                with suppress(errors.NotFound):  # erased meanwhile
                    self._store.write(job.agent, RetryJob(job.id, now))

    def _release_running(self) -> bool:
        """Release our leases and return whether there were any; others may run those jobs again."""
        is_running = False
        # If the database is busy, full or read-only, the lease expires on its own.
        with suppress(errors.StorageError, errors.Closed):
            is_running = self._runner.owner in self._store.every_lease_owner()
            if is_running:
                self._store.release_leases(self._runner.owner, died=False)
        return is_running

    def _loop(self) -> None:
        self._work()
        if self._closing is not None:
            self._closing()

    def _work(self) -> None:
        is_idle = False
        while not self._stopping.is_set():
            self._wake.clear()
            try:
                self._maintain()
                if is_idle and time.monotonic() > self._next_scrub:
                    begun = time.monotonic()
                    self._scrub()
                    # In a large file it takes seconds, so it must not follow every deletion.
                    took = time.monotonic() - begun
                    self._next_scrub = time.monotonic() + _SCRUB_PAUSE * took
                is_idle = False
                self._run_all(excluded=self._slow)
            except errors.Closed:
                return
            except Exception as fault:  # noqa: BLE001 - the worker must survive a full disk
                _log.error("background work failed: %s", type(fault).__name__)
            # Other processes on one file cannot wake this one, so it also polls.
            if self._wake.wait(self._poll):
                self._wait_for_burst()
            else:
                is_idle = True

    def _slow_loop(self) -> None:
        """Run the jobs that wait for a model, so that they do not block others."""
        while not self._stopping.wait(self._poll):
            try:
                self._run_all(excluded=frozenset(JobKind) - self._slow)
            except errors.Closed:
                return
            except Exception as fault:  # noqa: BLE001 - as above
                _log.error("background work failed: %s", type(fault).__name__)

    def _run_all(self, *, excluded: frozenset[JobKind]) -> None:
        while not self._stopping.is_set() and self._runner.run_due(limit=1, excluded=excluded):
            pass

    def _wait_for_burst(self) -> None:
        """Wait for a short silence: a burst of turns is one job, and writers have priority."""
        seen_wakes = -1
        deadline = time.monotonic() + _BURST_MAX_SECONDS
        while (
            seen_wakes != self._wakes
            and time.monotonic() < deadline
            and not self._stopping.is_set()
        ):
            seen_wakes = self._wakes
            self._stopping.wait(_BURST_SECONDS)

    def sync(self, agent: str | None = None) -> SyncReport:
        """Run all jobs requested so far, debounced and resulting ones included, and count outcomes.

        Purely periodic jobs are not run early. With an agent, only its jobs are waited for.
        """
        reach = ALL_AGENTS if agent is None else Reach(only=agent)
        self.prepare()
        # For one agent, the jobs of all the others are not read.
        self._maintain(look=agent is None)
        outcomes: dict[str, JobState] = {}
        answered: dict[str, int] = {}
        for _ in range(_SYNC_PASSES):
            # A job postponed by an error is not run again; a job requested by a finished one is.
            new = [
                job
                for job in self._requested(reach)
                if job.id not in answered or (_is_follow_up(job) and job.asked > answered[job.id])
            ]
            if not new:
                break
            self._store.hasten_every_job(_SYNCED_KINDS, self._clock.now(), agent=agent)
            outcomes |= {
                job.id: self._wait_for(job, self._target_watermark(job), agent) for job in new
            }
            answered |= {job.id: job.asked for job in new}
        self._scrub()
        states = list(outcomes.values())
        return SyncReport(
            done=states.count(JobState.DONE),
            waiting=states.count(JobState.PENDING),
            dead=len(self._dead(reach)),
        )

    def _dead(self, reach: Reach) -> list[Job]:
        """All jobs that were given up, however long ago: they were requested and are not done."""
        dead = self._store.every_job(state=JobState.DEAD, reach=reach)
        return [job for job in dead if job.kind in self._runner.handles]

    def _requested(self, reach: Reach) -> list[Job]:
        """Pending and running jobs that this worker has handlers for."""
        now = self._clock.now()
        handled, store = self._runner.handles, self._store
        return [
            job
            for state in (JobState.PENDING, JobState.RUNNING)
            for job in (
                *store.every_job(state=state, reach=reach, kinds=handled & _SYNCED_KINDS),
                # Very many may be due later.
                *store.every_job(
                    state=state, reach=reach, kinds=handled - _SYNCED_KINDS, due_by=now
                ),
            )
        ]

    def _target_watermark(self, job: Job) -> int:
        """The watermark that covers everything so far: the last turn, or the current revision."""
        if not job.conversation:
            return self._store.revision(job.agent)
        newest = self._store.turns(job.agent, job.conversation, Slice(last=1))
        return newest[0].index if newest else -1

    def _wait_for(self, requested: Job, target: int, agent: str | None) -> JobState:
        """Wait until a job has run as requested, here or in another process.

        It also counts as done once it reaches the target, so that ongoing writes do not keep the
        caller waiting.
        """
        while True:
            # One at a time: while somebody keeps writing, there is always another job due.
            ran = self._runner.run_due(limit=1, agent=agent)
            job = self._store.any_job(requested.id)
            if job is None or job.watermark >= target > requested.watermark:
                return JobState.DONE
            if job.settled >= requested.asked and job.state is not JobState.DEAD:
                return JobState.DONE
            if job.state is JobState.DEAD:
                return JobState.DEAD
            is_pending = job.state is JobState.PENDING
            is_postponed = is_pending and job.due_at > self._clock.now() + LONG_DELAY
            if is_postponed or job.kind not in self._runner.kinds:
                return JobState.PENDING
            if not ran:
                time.sleep(_SYNC_POLL_SECONDS)

    def _scrub(self) -> None:
        """Remove deleted data from the file; if the disk is busy or full, a later call will."""
        with suppress(errors.StorageBusy, errors.StorageFull):
            self._store.scrub()


def _is_follow_up(job: Job) -> bool:
    """Whether learning requested the job; turns written meanwhile are not waited for."""
    embeds_memories = job.kind is JobKind.EMBED and not job.conversation
    return embeds_memories or job.kind in {JobKind.PROFILE, JobKind.SUMMARIZE}
