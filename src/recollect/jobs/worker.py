"""The background thread of the library, and waiting for it."""

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime

from recollect.domain.job import Job, JobKind, JobState, SyncReport
from recollect.domain.ports import Clock, Store
from recollect.errors import Closed, StorageBusy, StorageError, StorageFull
from recollect.jobs.owner import is_gone
from recollect.jobs.run_due import LONG, Runner

_log = logging.getLogger(__name__)
_LOOK_SECONDS = 0.05
_BURST_SECONDS = 0.05
_BURST_MOST_SECONDS = 1.0
# Of one piece of work another follows, and of that a third: learning, a recap, its vector.
_PASSES = 6
_HURRIED = frozenset(JobKind) - {JobKind.OPTIMIZE, JobKind.SWEEP}


class Worker:
    """A daemon thread that runs what is due and sleeps until more comes, and one more for work that is `slow`."""

    def __init__(
        self,
        runner: Runner,
        store: Store,
        clock: Clock,
        *,
        space: str | None,
        reader: str,
        extractor: str | None,
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
        self._sweep = sweep
        self._poll = poll_seconds
        self._grace = grace_seconds
        self._slow = slow
        self._prepared = False
        self._asked = 0
        self._wake = threading.Event()
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        self._second: threading.Thread | None = None
        self._closing: Callable[[], None] | None = None

    def prepare(self) -> None:
        """Make the database ours to work on; who only reads, or cannot embed, leaves its space as it is.

        Who learns by the built-in extractor has what another version of it learned learned anew, in the background.
        """
        if self._prepared:
            return
        self._store.adopt_reader(self._reader, self._clock.now())
        if self._space is not None:
            self._store.adopt_space(self._space, self._clock.now())
        if self._extractor is not None:
            self._store.adopt_extractor(self._extractor, self._clock.now())
        self._prepared = True

    def start(self) -> None:
        """Begin, with whatever a crash has left behind."""
        self.prepare()
        self._thread = threading.Thread(target=self._loop, name="recollect-worker", daemon=True)
        self._thread.start()
        if self._slow:
            self._second = threading.Thread(
                target=self._think, name="recollect-thinker", daemon=True
            )
            self._second.start()

    def wake(self) -> None:
        """Say that there is new work."""
        self._asked += 1
        if not self._wake.is_set():
            self._wake.set()

    def stop(self) -> bool:
        """Finish the jobs in hand, or hand them back where that takes too long, then end; whether all were finished."""
        self._stopping.set()
        self._wake.set()
        latest = time.monotonic() + self._grace
        for thread in (self._thread, self._second):
            if thread is not None and thread is not threading.current_thread():
                thread.join(max(0.0, latest - time.monotonic()))
        return not self._handed_back()

    def run_due(self, most: int | None = None) -> int:
        """Do what is due now, at most so many jobs, in this thread; say how many were run."""
        self.prepare()
        self._sweep(self._clock.now())
        self.recover()
        return self._runner.run_due(most)

    def abandon(self, close: Callable[[], None]) -> None:
        """Nobody holds the memory any more: end, and close behind yourself. Waits for nothing.

        It is called by the garbage collector, in whatever thread that runs: even in one of our own, or in one
        that is in the midst of a write.
        """
        self._closing = close
        self._stopping.set()
        self._wake.set()
        if self._thread is None:
            threading.Thread(target=close, name="recollect-closing", daemon=True).start()

    def recover(self) -> None:
        """Take back the leases of workers that have died."""
        for owner in self._store.every_owner():
            if is_gone(owner):
                self._store.release_leases(owner)

    def _handed_back(self) -> bool:
        """Give up the lease of a job that is still under way: its result is not written, and others may begin it anew."""
        under_way = False
        # A database that is busy, full or not ours to write to keeps the lease until it runs out.
        with suppress(StorageError, Closed):
            under_way = self._runner.owner in self._store.every_owner()
            if under_way:
                self._store.release_leases(self._runner.owner)
        return under_way

    def _loop(self) -> None:
        self._work()
        if self._closing is not None:
            self._closing()

    def _work(self) -> None:
        quiet = False
        while not self._stopping.is_set():
            self._wake.clear()
            try:
                self._sweep(self._clock.now())
                self.recover()
                if quiet:
                    self._scrub()
                    quiet = False
                self._run_all(but=self._slow)
            except Closed:
                return
            except Exception as fault:  # noqa: BLE001 - the wall of the worker: it outlives a full disk
                _log.error("background work failed: %s", type(fault).__name__)
            # Other processes cannot wake this one, so it looks for itself now and then.
            if self._wake.wait(self._poll):
                self._let_burst_pass()
            else:
                quiet = True

    def _think(self) -> None:
        """What waits for a model is done here, so that it keeps nothing else waiting; it never is in a hurry."""
        while not self._stopping.wait(self._poll):
            try:
                self._run_all(but=frozenset(JobKind) - self._slow)
            except Closed:
                return
            except Exception as fault:  # noqa: BLE001 - the wall of the worker, as above
                _log.error("background work failed: %s", type(fault).__name__)

    def _run_all(self, *, but: frozenset[JobKind]) -> None:
        while not self._stopping.is_set() and self._runner.run_due(most=1, but=but):
            pass

    def _let_burst_pass(self) -> None:
        """Wait for a short silence: a burst of turns is one piece of work, and whoever writes goes first."""
        seen = -1
        latest = time.monotonic() + _BURST_MOST_SECONDS
        while seen != self._asked and time.monotonic() < latest and not self._stopping.is_set():
            seen = self._asked
            self._stopping.wait(_BURST_SECONDS)

    def sync(self) -> SyncReport:
        """Run everything asked for so far, debounced work and what follows from it included; say what became of it.

        What comes round by the clock alone is not hurried.
        """
        self.prepare()
        self._sweep(self._clock.now())
        self.recover()
        ends: dict[str, JobState] = {}
        answered: dict[str, int] = {}
        for _ in range(_PASSES):
            # What is put off by a fault is left; what follows from work done meanwhile is not.
            new = [
                job
                for job in self._asked_for()
                if job.id not in answered or (_follows(job) and job.asked > answered[job.id])
            ]
            if not new:
                break
            self._store.hasten_every_job(_HURRIED, self._clock.now())
            ends |= {job.id: self._outcome(job, self._end_of(job)) for job in new}
            answered |= {job.id: job.asked for job in new}
        self._scrub()
        told = list(ends.values())
        return SyncReport(
            done=told.count(JobState.DONE),
            waiting=told.count(JobState.PENDING),
            dead=len(self._dead()),
        )

    def _dead(self) -> list[Job]:
        """What was given up, whenever that was: it was asked for, and is not done."""
        dead = self._store.every_job(state=JobState.DEAD)
        return [job for job in dead if job.kind in self._runner.handles]

    def _asked_for(self) -> list[Job]:
        """What waits or runs and is this memory's to do: what it has no hands for is not."""
        now = self._clock.now()
        jobs = (
            job
            for state in (JobState.PENDING, JobState.RUNNING)
            for job in self._store.every_job(state=state)
        )
        return [
            job
            for job in jobs
            if job.kind in self._runner.handles and (job.kind in _HURRIED or job.due_at <= now)
        ]

    def _end_of(self, job: Job) -> int:
        """How far a job has to come to have done all there is now: to the last turn, or to this revision."""
        if not job.conversation:
            return self._store.revision(job.agent)
        talk = self._store.conversation(job.agent, job.conversation)
        return talk.turns - 1 if talk else -1

    def _outcome(self, asked: Job, end: int) -> JobState:
        """Wait until a job has answered what was asked of it, here or in another process.

        It is done, too, when it has come to the end there was: whoever goes on writing does not keep others waiting.
        """
        while True:
            # One at a time: where somebody writes all the time there is always more that is due.
            ran = self._runner.run_due(most=1)
            job = self._store.any_job(asked.id)
            if job is None or job.watermark >= end > asked.watermark:
                return JobState.DONE
            if job.settled >= asked.asked and job.state is not JobState.DEAD:
                return JobState.DONE
            if job.state is JobState.DEAD:
                return JobState.DEAD
            if job.kind not in self._runner.kinds or self._put_off(job):
                return JobState.PENDING
            if not ran:
                time.sleep(_LOOK_SECONDS)

    def _scrub(self) -> None:
        """Remove what deletions have left in the file; a busy or full disk is tried again later."""
        with suppress(StorageBusy, StorageFull):
            self._store.scrub()

    def _put_off(self, job: Job) -> bool:
        return job.state is JobState.PENDING and job.due_at > self._clock.now() + LONG


def _follows(job: Job) -> bool:
    """Whether it follows from learning; turns that others write meanwhile are theirs to wait for."""
    made = job.kind is JobKind.EMBED and not job.conversation
    return made or job.kind in {JobKind.PROFILE, JobKind.SUMMARIZE}
