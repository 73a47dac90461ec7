"""Jobs of the in-memory store: immutable rows, and a function for each change of a row."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import assert_never

from recollect.domain.ids import job_id
from recollect.domain.job import MAX_INTERRUPTED, Dead, Done, Job, JobState, Retry
from recollect.domain.writes import Enqueue, FinishJob, GiveUp, RetryJob

_IDLE = frozenset({JobState.DONE, JobState.DEAD})


@dataclass(frozen=True, slots=True, kw_only=True)
class JobRow:
    """A job with its position and lease; while it runs, `due_at` is the end of the lease."""

    job: Job
    number: int
    claimed: int = 0
    set_back: bool = False
    next_due: datetime | None = None
    owner: str | None = None
    token: str | None = None
    paused: bool = False

    @property
    def is_running(self) -> bool:
        """Whether a worker has claimed it."""
        return self.job.state is JobState.RUNNING


def new_job(agent: str, item: Enqueue, now: datetime, number: int) -> JobRow:
    """The row of a job requested for the first time."""
    job = Job(
        id=job_id(agent, item.conversation, item.kind),
        agent=agent,
        conversation=item.conversation,
        kind=item.kind,
        state=JobState.PENDING,
        due_at=item.due_at,
        attempts=0,
        watermark=-1,
        outcome=None,
        asked=1,
        settled=0,
        created_at=now,
        updated_at=now,
    )
    return JobRow(job=job, number=number)


def requested_again(row: JobRow, item: Enqueue, now: datetime) -> JobRow:
    """The job after another request; a waiting job changes only if the request adds something."""
    job = row.job
    watermark = job.watermark if item.since is None else min(job.watermark, item.since - 1)
    waiting = job.state is JobState.PENDING
    moved = item.debounced or item.hastened
    if waiting and not moved and watermark == job.watermark:
        return row
    idle = job.state in _IDLE
    due_at = item.due_at if idle else job.due_at
    if waiting and item.debounced:
        due_at = max(job.due_at, item.due_at)
    elif waiting and item.hastened:
        due_at = min(job.due_at, item.due_at)
    asked = replace(
        job,
        asked=job.asked + 1,
        updated_at=now,
        watermark=watermark,
        attempts=0 if idle else job.attempts,
        due_at=due_at,
        state=JobState.RUNNING if row.is_running else JobState.PENDING,
    )
    return replace(
        row,
        job=asked,
        set_back=row.set_back or item.since is not None,
        next_due=_next_due(row, item),
    )


def _next_due(row: JobRow, item: Enqueue) -> datetime | None:
    """When a running job is due again."""
    if not row.is_running:
        return None
    if item.debounced or row.next_due is None:
        return item.due_at
    return min(row.next_due, item.due_at) if item.hastened else row.next_due


def leased(row: JobRow, *, owner: str, token: str, now: datetime, until: datetime) -> JobRow:
    """The job claimed by a worker."""
    job = replace(row.job, state=JobState.RUNNING, due_at=until, updated_at=now)
    return replace(
        row,
        job=job,
        claimed=job.asked,
        set_back=False,
        next_due=None,
        owner=owner,
        token=token,
        paused=False,
    )


def finished(row: JobRow, item: FinishJob) -> JobRow:
    """The job after its outcome; work requested in the meantime stays due."""
    more = row.job.asked > row.claimed
    # Work requested in the meantime keeps its due time and starts without counted attempts.
    due = max(item.at, row.next_due) if more and row.next_due else item.at
    job = replace(row.job, updated_at=item.at, due_at=due)
    match item.outcome:
        case Done(outcome, watermark, again):
            job = replace(
                job,
                state=JobState.PENDING if more or again else JobState.DONE,
                due_at=item.at if again else due,
                attempts=0,
                outcome=outcome,
                watermark=job.watermark if row.set_back else watermark,
                settled=job.settled if again else row.claimed,
            )
        case Retry(reason, due_at, counted):
            attempts = job.attempts + counted
            job = replace(
                job, state=JobState.PENDING, due_at=due_at, attempts=attempts, outcome=reason
            )
        case Dead(reason):
            job = replace(
                job,
                state=JobState.PENDING if more else JobState.DEAD,
                attempts=0 if more else job.attempts + 1,
                outcome=reason,
                settled=job.settled if more else row.claimed,
            )
        case _:
            assert_never(item.outcome)
    return replace(row, job=job, owner=None, token=None)


def retried(row: JobRow, item: RetryJob) -> JobRow:
    """The job queued again with no attempts counted; a running job finishes first."""
    job = replace(row.job, asked=row.job.asked + 1)
    if not row.is_running:
        job = replace(job, state=JobState.PENDING, attempts=0, due_at=item.due_at)
    return replace(row, job=job)


def given_up(row: JobRow, item: GiveUp) -> JobRow:
    """The job after it failed as part of another; a waiting or running job goes on."""
    job = replace(row.job, asked=row.job.asked + 1, updated_at=item.at)
    if job.state in _IDLE:
        job = replace(job, state=JobState.DEAD, attempts=1, outcome=item.reason, settled=job.asked)
    return replace(row, job=job)


def returned(row: JobRow) -> JobRow:
    """The job released by a worker that is being stopped."""
    job = replace(
        row.job,
        state=JobState.PENDING,
        due_at=row.job.updated_at,
        outcome="interrupted: its worker was stopped",
    )
    return replace(row, job=job, owner=None, token=None)


def interrupted(row: JobRow, why: str, due_at: datetime) -> JobRow:
    """The job whose worker died before it finished; the third time while it ran it is dead."""
    attempts = row.job.attempts + (not row.paused)
    job = replace(row.job, due_at=due_at, attempts=attempts)
    if row.paused or attempts < MAX_INTERRUPTED:
        job = replace(job, state=JobState.PENDING, outcome=f"interrupted: its worker {why}")
    else:
        outcome = f"interrupted, {attempts} attempts: its worker {why}"
        job = replace(job, state=JobState.DEAD, outcome=outcome, settled=job.asked)
    return replace(row, job=job, owner=None, token=None)


def restarted(row: JobRow, now: datetime) -> JobRow:
    """The job restarted from the first turn."""
    job = replace(row.job, watermark=-1, attempts=0, asked=row.job.asked + 1)
    if job.state in _IDLE:
        job = replace(job, state=JobState.PENDING, due_at=now)
    return replace(row, job=job, set_back=True)
