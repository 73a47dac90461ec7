"""Runs due jobs: claim, run outside any transaction, write result and outcome together."""

import logging
import re
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import timedelta
from typing import assert_never

from recollect import errors, tracing
from recollect.domain.job import Claim, Dead, Done, Job, JobKind, Outcome, Retry
from recollect.domain.ports import Clock, JobQueue
from recollect.domain.steps import SLICE_SECONDS, Steps
from recollect.domain.writes import FinishJob, JobResult, Write

RETRY_SECONDS = (1, 2, 4)
# A job postponed for longer than any retry waits for something that retrying cannot speed up.
LONG_DELAY = timedelta(seconds=2 * max(RETRY_SECONDS))
# However long a service asks for, retry after a day.
MAX_DELAY_SECONDS = 86_400.0
# A living worker keeps renewing its lease: a long message on a busy machine may take any time.
# If its machine dies, another takes over the job within a minute.
LEASE_SECONDS = 50
RENEW_SECONDS = 10

_log = logging.getLogger(__name__)


# A worker stays with one job for a slice of time, if the handler has steps.
Handler = Callable[[Job], JobResult | Steps[JobResult]]
# How many jobs may be paused, because each keeps what it has read in RAM, and how long others wait.
MAX_PAUSED = 16
_FULL_SECONDS = 5


@dataclass(slots=True)
class _Started:
    """A job that runs or is paused, under a lease that is being renewed."""

    claim: Claim
    lease: ExitStack
    steps: Steps[JobResult] | None = None
    # Whether the store knows that it is paused.
    is_marked: bool = False


def _log_text(outcome: Outcome) -> str:
    """An outcome for the log, without any user text."""
    match outcome:
        case Done():
            return outcome.outcome
        case Retry():
            return f"will be retried: {outcome.reason}"
        case Dead():
            return f"dead: {outcome.reason}"
        case _:
            assert_never(outcome)


class Runner:
    """Runs due jobs, as far as it has handlers for them, one slice of time after the other."""

    def __init__(
        self,
        store: JobQueue,
        clock: Clock,
        handlers: Mapping[JobKind, Handler],
        *,
        runnable: Callable[[], frozenset[JobKind]],
        owner: str,
    ) -> None:
        self._store = store
        self._clock = clock
        self._handlers = handlers
        self._runnable = runnable
        self.owner = owner
        self.origins = tracing.Origins()
        self._lock = threading.Lock()
        self._marking = threading.Lock()
        self._paused: deque[_Started] = deque()
        self._has_resumed = False
        self._is_stopped = False

    @property
    def handles(self) -> frozenset[JobKind]:
        """The kinds of jobs that this worker has handlers for."""
        return frozenset(self._handlers)

    @property
    def kinds(self) -> frozenset[JobKind]:
        """The kinds of jobs that this worker can run at the moment."""
        return self._runnable()

    def run_due(
        self,
        limit: int | None = None,
        excluded: frozenset[JobKind] = frozenset(),
        agent: str | None = None,
    ) -> int:
        """Run due jobs of one agent or of all, except excluded kinds; return how many were run."""
        count = 0
        while (limit is None or count < limit) and self._run_next(self.kinds - excluded, agent):
            count += 1
        return count

    def release_paused(self) -> None:
        """Forget the paused jobs and stop renewing their leases; others may run them again."""
        with self._lock:
            self._is_stopped = True
            paused, self._paused = self._paused, deque()
        for started in paused:
            started.lease.close()

    def _run_next(self, kinds: frozenset[JobKind], agent: str | None) -> bool:
        """Run a slice of one job; paused and new ones take turns. False if there is none."""
        started = None if self._has_resumed else self._resumable(kinds, agent)
        self._has_resumed = started is not None
        if started is None and self._is_any_due():
            started = self._claim(kinds, agent)
        if started is None:
            started = self._resumable(kinds, agent)
        if started is None:
            return False
        self._mark_running(started)
        self._run(started)
        return True

    def _mark_running(self, started: _Started) -> None:
        """Let the store know which jobs are paused while this one runs.

        If that one kills the process, the others did not. A job that nothing else interrupts is not
        marked, because each mark is a write.
        """
        with self._marking:
            with self._lock:
                changed = [(other, True) for other in self._paused if not other.is_marked]
            if started.is_marked:
                changed.append((started, False))
            for job, paused in changed:
                # If the database is busy, an attempt too many may count.
                with suppress(errors.RecollectError):
                    self._store.mark_paused(job.claim, paused=paused)
                    job.is_marked = paused

    def _pause(self, started: _Started) -> None:
        with self._lock:
            if not self._is_stopped:
                self._paused.append(started)
                return
        started.lease.close()

    def _resumable(self, kinds: frozenset[JobKind], agent: str | None) -> _Started | None:
        """Take the job that has been paused for longest."""
        with self._lock:
            for started in self._paused:
                job = started.claim.job
                if job.kind in kinds and agent in {None, job.agent}:
                    self._paused.remove(started)
                    return started
        return None

    def _is_any_due(self) -> bool:
        # Claiming is a write, and an idle worker must not write.
        due = self._store.next_due()
        return due is not None and due <= self._clock.now()

    def _claim(self, kinds: frozenset[JobKind], agent: str | None) -> _Started | None:
        now = self._clock.now()
        until = now + timedelta(seconds=LEASE_SECONDS)
        claim = self._store.claim_any(kinds, owner=self.owner, now=now, until=until, agent=agent)
        if claim is None:
            return None
        started = _Started(claim, ExitStack())
        started.lease.enter_context(self._renewed_lease(claim))
        return started

    def _run(self, started: _Started) -> None:
        job = started.claim.job
        attributes = {
            "gen_ai.agent.id": job.agent,
            "gen_ai.conversation.id": job.conversation or None,
            "recollect.job.kind": job.kind,
            "recollect.job.id": job.id,
        }
        links = self.origins.of(job.agent)
        with tracing.span(f"job {job.kind}", attributes, links=links) as span:
            try:
                result = self._attempt(started)
            except BaseException:
                started.lease.close()
                raise
            if result is None:
                span.set({"recollect.job.outcome": "paused"})
                self._pause(started)
                return
            started.lease.close()
            self._record(started.claim, result, span)

    def _record(self, claim: Claim, result: JobResult | Outcome, span: tracing.TraceSpan) -> None:
        outcome, writes = (
            (result.outcome, result.writes) if isinstance(result, JobResult) else (result, ())
        )
        try:
            outcome = self._finish(claim, outcome, writes)
        except (errors.LeaseLost, errors.NotFound):
            # The agent or job was erased, deleted or taken over meanwhile, which takes precedence.
            _log.info("job %s (%s): result dropped", claim.job.id, claim.job.kind)
            span.set({"recollect.job.outcome": "dropped"})
            return
        span.set({"recollect.job.outcome": type(outcome).__name__.lower()})
        if not isinstance(outcome, Done):
            # A reason begins with its code.
            span.fail(re.split("[:,]", outcome.reason, maxsplit=1)[0])
        level = logging.WARNING if isinstance(outcome, Done) and outcome.faults else logging.INFO
        _log.log(level, "job %s (%s): %s", claim.job.id, claim.job.kind, _log_text(outcome))

    @contextmanager
    def _renewed_lease(self, claim: Claim) -> Iterator[None]:
        """Renew the lease while the job runs."""
        finished = threading.Event()

        def renew() -> None:
            while not finished.wait(RENEW_SECONDS):
                until = self._clock.now() + timedelta(seconds=LEASE_SECONDS)
                # If the database is busy, the next renewal still comes before the lease expires.
                with suppress(errors.RecollectError):
                    self._store.extend_lease(claim, until)

        threading.Thread(target=renew, name="recollect-lease", daemon=True).start()
        try:
            yield
        finally:
            finished.set()

    def _finish(self, claim: Claim, outcome: Outcome, writes: tuple[Write, ...]) -> Outcome:
        """Write the result of a job; if its input has changed since, schedule a retry instead."""
        agent, now = claim.job.agent, self._clock.now()
        try:
            self._store.write(agent, *writes, FinishJob(claim, outcome, now))
        except errors.Stale as stale:
            outcome = Retry(f"{stale.code}: {stale}", now, counted=False)
            self._store.write(agent, FinishJob(claim, outcome, now))
        return outcome

    def _attempt(self, started: _Started) -> JobResult | Outcome | None:
        """The result of the handler or the outcome of its failure; None if it was paused."""
        job = started.claim.job
        try:
            return self._slice(started)
        except errors.Closed as closed:
            # The memory was closed: nothing is wrong with the job.
            return Retry(f"interrupted: {closed}", self._clock.now(), counted=False)
        except errors.CircuitOpen as circuit:
            due = self._clock.now() + timedelta(seconds=circuit.retry_after)
            return Retry(f"postponed: {circuit}", due, counted=False)
        except (errors.ProviderUnavailable, errors.StorageBusy) as error:
            retry_after = (
                error.retry_after if isinstance(error, errors.ProviderUnavailable) else None
            )
            return self._retry(job, error, retry_after or 0.0)
        except errors.RecollectError as error:
            return Dead(f"{error.code}: {error}")
        except Exception as fault:  # noqa: BLE001 - one bad job must not stop the rest
            return Dead(f"fault: {errors.fault_location(fault)}")

    def _slice(self, started: _Started) -> JobResult | Outcome | None:
        """Go on with a job until it ends or others may have waited long enough."""
        is_new = started.steps is None
        if started.steps is None:
            job = started.claim.job
            result = self._handlers[job.kind](job)
            if isinstance(result, JobResult):
                return result
            started.steps = result
        end = time.monotonic() + SLICE_SECONDS
        while True:
            try:
                next(started.steps)
            except StopIteration as done:
                result = done.value
                assert isinstance(result, JobResult)
                return result
            if time.monotonic() < end:
                continue
            # Only a job that has to be paused waits: the short ones of others get done.
            if is_new and len(self._paused) >= MAX_PAUSED:
                due = self._clock.now() + timedelta(seconds=_FULL_SECONDS)
                reason = f"waiting: {MAX_PAUSED} long jobs of other agents are not done yet"
                return Retry(reason, due, counted=False)
            return None

    def _retry(self, job: Job, error: errors.RecollectError, retry_after: float) -> Outcome:
        """Another attempt if one is left, no sooner than the service asked for."""
        wait = timedelta(seconds=min(retry_after, MAX_DELAY_SECONDS))
        if wait > LONG_DELAY:
            due = self._clock.now() + wait
            # The service named a time, so this does not count as a failed attempt.
            until = f"{due:%Y-%m-%d %H:%M:%S} UTC, as the service requested"
            return Retry(f"postponed until {until}: {error}", due, counted=False)
        if job.attempts >= len(RETRY_SECONDS):
            return Dead(f"{error.code}, {job.attempts + 1} attempts: {error}")
        pause = max(timedelta(seconds=RETRY_SECONDS[job.attempts]), wait)
        return Retry(f"{error.code}: {error}", self._clock.now() + pause)
