"""Do what is due: claim a job, run it outside any transaction, write its result and outcome as one fact."""

import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import assert_never

from recollect.domain.job import Claim, Dead, Done, Job, JobKind, Outcome, Retry
from recollect.domain.ports import Clock, Store
from recollect.domain.writes import FinishJob, Work, Write
from recollect.errors import (
    CircuitOpen,
    Closed,
    LeaseLost,
    NotFound,
    ProviderUnavailable,
    RecollectError,
    Stale,
    StorageBusy,
    place_of,
)

RETRY_SECONDS = (1, 2, 4)
# A job put off for longer than any retry waits for something that trying cannot bring about.
LONG = timedelta(seconds=2 * max(RETRY_SECONDS))
# Whatever a service says, it is asked again the next day.
MOST_SECONDS = 86_400.0
# A lease is put off for as long as its worker lives: a long message takes as long as it takes, on a busy machine more.
LEASE_SECONDS = 330
RENEW_SECONDS = 60

_log = logging.getLogger(__name__)


Handler = Callable[[Job], Work]


def _told(outcome: Outcome) -> str:
    """An outcome in words, none of them people's."""
    match outcome:
        case Done():
            return outcome.outcome
        case Retry():
            return f"will be tried again: {outcome.reason}"
        case Dead():
            return f"dead: {outcome.reason}"
        case _:
            assert_never(outcome)


class Runner:
    """Runs the jobs that its handlers know, one at a time, for as long as any is due."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        handlers: Mapping[JobKind, Handler],
        *,
        able: Callable[[], frozenset[JobKind]],
        owner: str,
    ) -> None:
        self._store = store
        self._clock = clock
        self._handlers = handlers
        self._able = able
        self.owner = owner

    @property
    def handles(self) -> frozenset[JobKind]:
        """What this worker has hands for."""
        return frozenset(self._handlers)

    @property
    def kinds(self) -> frozenset[JobKind]:
        """What this worker can do at the moment."""
        return self._able()

    def run_due(self, most: int | None = None, but: frozenset[JobKind] = frozenset()) -> int:
        """Run what is due, at most so many jobs, `but` not of these kinds, and say how many were run."""
        count = 0
        while (most is None or count < most) and self._something_due():
            claim = self._claim(self.kinds - but)
            if claim is None:
                break
            self._run(claim)
            count += 1
        return count

    def _something_due(self) -> bool:
        """Look before claiming: a claim is a write, and an idle worker must not write."""
        due = self._store.next_due()
        return due is not None and due <= self._clock.now()

    def _claim(self, kinds: frozenset[JobKind]) -> Claim | None:
        now = self._clock.now()
        until = now + timedelta(seconds=LEASE_SECONDS)
        return self._store.claim_any(kinds, owner=self.owner, now=now, until=until)

    def _run(self, claim: Claim) -> None:
        with self._held(claim):
            work = self._attempt(claim.job)
        outcome, writes = (work.outcome, work.writes) if isinstance(work, Work) else (work, ())
        try:
            outcome = self._written(claim, outcome, writes)
        except (LeaseLost, NotFound):
            # Erased, deleted or taken over meanwhile: whoever did that has had the last word.
            _log.info("job %s (%s): result dropped", claim.job.id, claim.job.kind)
            return
        level = logging.WARNING if isinstance(outcome, Done) and outcome.faults else logging.INFO
        _log.log(level, "job %s (%s): %s", claim.job.id, claim.job.kind, _told(outcome))

    @contextmanager
    def _held(self, claim: Claim) -> Iterator[None]:
        """Keep the lease while the job is under way."""
        over = threading.Event()

        def renew() -> None:
            while not over.wait(RENEW_SECONDS):
                until = self._clock.now() + timedelta(seconds=LEASE_SECONDS)
                # A database that is busy now is asked again before the lease has run out.
                with suppress(RecollectError):
                    self._store.extend_lease(claim, until)

        threading.Thread(target=renew, name="recollect-lease", daemon=True).start()
        try:
            yield
        finally:
            over.set()

    def _written(self, claim: Claim, outcome: Outcome, writes: tuple[Write, ...]) -> Outcome:
        """Write what a job came to; where somebody was faster, that it has to think again."""
        agent, now = claim.job.agent, self._clock.now()
        try:
            self._store.write(agent, *writes, FinishJob(claim, outcome, now))
        except Stale as late:
            outcome = Retry(f"{late.code}: {late}", now, counted=False)
            self._store.write(agent, FinishJob(claim, outcome, now))
        return outcome

    def _attempt(self, job: Job) -> Work | Outcome:
        """The handler's work, or what its failure means for the job."""
        try:
            return self._handlers[job.kind](job)
        except Closed as ending:
            # Interrupted by the end of the memory: nothing is wrong with the job.
            return Retry(f"interrupted: {ending}", self._clock.now(), counted=False)
        except CircuitOpen as refused:
            later = self._clock.now() + timedelta(seconds=refused.retry_after)
            return Retry(f"postponed: {refused}", later, counted=False)
        except (ProviderUnavailable, StorageBusy) as passing:
            asked = passing.retry_after if isinstance(passing, ProviderUnavailable) else None
            return self._again(job, passing, asked or 0.0)
        except RecollectError as final:
            return Dead(f"{final.code}: {final}")
        except Exception as fault:  # noqa: BLE001 - the wall of the worker: one bad job must not stop the rest
            return Dead(f"fault: {place_of(fault)}")

    def _again(self, job: Job, error: RecollectError, asked: float) -> Outcome:
        """Another attempt, if one is left; a service that asks to be left alone for longer gets its way."""
        wait = timedelta(seconds=min(asked, MOST_SECONDS))
        if wait > LONG:
            due = self._clock.now() + wait
            # It named its time: that is no failed attempt.
            told = f"{due:%Y-%m-%d %H:%M:%S} UTC, as the service asked"
            return Retry(f"put off until {told}: {error}", due, counted=False)
        if job.attempts >= len(RETRY_SECONDS):
            return Dead(f"{error.code}, {job.attempts + 1} attempts: {error}")
        pause = max(timedelta(seconds=RETRY_SECONDS[job.attempts]), wait)
        return Retry(f"{error.code}: {error}", self._clock.now() + pause)
