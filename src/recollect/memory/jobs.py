"""Background jobs."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from recollect.domain import checks
from recollect.domain.access import ALL_AGENTS, Reach
from recollect.domain.job import Job, JobState
from recollect.domain.shared import Process
from recollect.domain.writes import RetryJob
from recollect.errors import InvalidInput, NotFound
from recollect.jobs.heartbeat import heartbeat
from recollect.wiring import Components

# An alias, because `Jobs.list` hides the built-in `list`.
JobList: TypeAlias = list[Job]


@dataclass(frozen=True, slots=True)
class Jobs:
    """The background jobs of all agents, with their outcomes."""

    _components: Components

    def list(
        self,
        *,
        state: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        reach: Reach = ALL_AGENTS,
        due_by: datetime | None = None,
    ) -> JobList:
        """Jobs, newest first; `state="dead"` lists the failed ones with their reasons."""
        wanted = None if state is None else checks.check_choice(state, "state", JobState)
        behind = checks.check_optional(checks.check_id, cursor, "cursor")
        most = checks.check_limit(limit)
        store = self._components.store
        last = None if behind is None else store.any_job(behind)
        # Job ids are hashes of names: do not reveal whether another agent has such a job.
        if last is not None and not reach.covers(last.agent):
            raise InvalidInput(f"there is no job {behind!r} to continue from", field="cursor")
        found = store.every_job(state=wanted, after=behind, limit=most, reach=reach, due_by=due_by)
        return [*found]

    def get(self, job_id: str) -> Job:
        """One job; NotFound if there is none."""
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

    def overdue_seconds(self) -> float:
        """How long the job that has waited longest should have been taken up; 0 without one.

        If it grows, no worker is alive, or they cannot keep up.
        """
        due = self._components.store.next_due()
        now = self._components.clock.now()
        return 0.0 if due is None else max(0.0, (now - due).total_seconds())

    def processes(self) -> tuple[Process, ...]:
        """The servers and workers on a PostgreSQL database, each with its last sign of life.

        One that was killed stays for a day. With SQLite there is nothing.
        """
        shared = self._components.shared
        return () if shared is None else shared.processes()

    def reporting(self, kind: str) -> AbstractContextManager[None]:
        """Let the others on a PostgreSQL database see that this server or worker is alive."""
        shared, worker = self._components.shared, self._components.worker
        return nullcontext() if shared is None else heartbeat(shared, kind, worker.is_alive)

    def run_due(self, most: int | None = None) -> int:
        """Run the jobs that are due, at most `most`, and return how many ran."""
        return self._components.worker.run_due(checks.check_limit(most, "most"))
