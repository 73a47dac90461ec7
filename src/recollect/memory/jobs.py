"""Background jobs."""

from dataclasses import dataclass
from typing import TypeAlias

from recollect.domain import checks
from recollect.domain.access import EVERYBODY, Reach
from recollect.domain.job import Job, JobState
from recollect.domain.writes import RetryJob
from recollect.errors import InvalidInput, NotFound
from recollect.learning.intake import optional
from recollect.wiring import Components

Queue: TypeAlias = list[Job]


@dataclass(frozen=True, slots=True)
class Jobs:
    """The background work of all agents, each job with its outcome."""

    _components: Components

    def list(
        self,
        *,
        state: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        reach: Reach = EVERYBODY,
    ) -> Queue:
        """Jobs, newest first; `state="dead"` lists the dead letters with their reasons."""
        wanted = None if state is None else checks.check_choice(state, "state", JobState)
        behind = optional(checks.check_id, cursor, "cursor")
        most = checks.check_limit(limit)
        store = self._components.store
        last = None if behind is None else store.any_job(behind)
        # An id is made of names: whether others have such a job must not be told.
        if last is not None and not reach.covers(last.agent):
            raise InvalidInput(f"there is no job {behind!r} to go on from", field="cursor")
        return [*store.every_job(state=wanted, after=behind, limit=most, reach=reach)]

    def get(self, job_id: str) -> Job:
        """One job; NotFound where there is none."""
        found = self._components.store.any_job(checks.check_id(job_id, "id"))
        if found is None:
            raise NotFound(f"there is no job {job_id!r}", field="id")
        return found

    def retry(self, job_id: str) -> Job:
        """Give a job a fresh start."""
        job = self.get(job_id)
        self._components.store.write(job.agent, RetryJob(job.id, self._components.clock.now()))
        self._components.worker.wake()
        return self.get(job.id)

    def run_due(self, most: int | None = None) -> int:
        """Do what is due now, at most so many jobs, and say how many; what is put off until later stays so."""
        return self._components.worker.run_due(checks.check_limit(most, "most"))
