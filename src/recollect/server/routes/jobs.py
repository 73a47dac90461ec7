"""Routes of background jobs."""

from typing import Annotated, Self

from fastapi import Path
from pydantic import BaseModel, Field

from recollect.domain.access import Right
from recollect.domain.job import Job, JobKind, JobState
from recollect.errors import NotFound
from recollect.server.access import Caller, CurrentCaller, FromQuery
from recollect.server.cursors import decode_cursor, encode_cursor
from recollect.server.errors import error_responses
from recollect.server.field_types import Given, Moment, Name
from recollect.server.paths import PathName
from recollect.server.routing import NOT_FOUND, TAKES_BODY, api_router
from recollect.server.schemas import Paged, RequestModel, ResponseModel, optional, split_page

router = api_router("work", "/api/v1")


JobPath = Annotated[PathName, Path(description="The id of the job.")]


class JobOut(ResponseModel):
    """One background job; `outcome` is its result, or why it has not run yet."""

    id: str
    agent_id: str
    conversation_id: str | None = Field(description="Null if the job concerns the whole agent.")
    kind: JobKind
    state: JobState
    due_at: Moment
    attempts: int
    outcome: str | None
    created_at: Moment
    updated_at: Moment

    @classmethod
    def of(cls, job: Job) -> Self:
        """Build it from a job."""
        return cls.from_value(job, agent_id=job.agent, conversation_id=job.conversation or None)


class JobsIn(Paged):
    """Which jobs to list."""

    agent_id: Name | None = optional(
        "Only this agent; default: all agents that the caller may read."
    )
    state: Given[JobState | None] = optional(
        "Only jobs in this state; `dead` jobs have failed permanently."
    )


class JobsOut(BaseModel):
    """One page of jobs, newest first."""

    jobs: list[JobOut]
    next_cursor: str | None


class SyncOut(ResponseModel):
    """The result of running all due jobs; `ok` only if every one was done."""

    ok: bool
    done: int
    waiting: int
    dead: int


class SyncIn(RequestModel):
    """Whose jobs to run."""

    agent_id: Name | None = optional("Only this agent; default: all agents.")


@router.post("/sync", responses=TAKES_BODY | error_responses(415, 507))
def sync(caller: CurrentCaller, body: SyncIn | None = None) -> SyncOut:
    """Runs the pending jobs now, without the usual delay, and waits for them.

    With `agent_id` only those of this agent; those of all agents take the right `admin`.
    """
    agent = None if body is None else body.agent_id
    if agent is None:
        caller.check(Right.ADMIN, or_else="pass agent_id to sync one agent")
    else:
        caller.check(Right.WRITE, agent)
    return SyncOut.model_validate(caller.memory.sync(agent))


@router.get("/jobs")
def list_jobs(query: FromQuery[JobsIn], caller: CurrentCaller) -> JobsOut:
    """Pending, running and finished jobs with their outcomes."""
    after = None if query.cursor is None else str(decode_cursor("jobs", query.cursor, str)[0])
    found = caller.memory.jobs.list(
        state=query.state,
        cursor=after,
        limit=query.limit + 1,
        reach=caller.reach(Right.READ, query.agent_id),
    )
    page, more = split_page(found, query.limit)
    return JobsOut(
        jobs=[JobOut.of(job) for job in page],
        next_cursor=encode_cursor("jobs", page[-1].id) if more else None,
    )


@router.get("/jobs/{job_id}", responses=NOT_FOUND)
def get_job(job_id: JobPath, caller: CurrentCaller) -> JobOut:
    """One job with its outcome."""
    return JobOut.of(_job(caller, Right.READ, job_id))


@router.post("/jobs/{job_id}/retry", responses=NOT_FOUND | error_responses(415, 507))
def retry_job(job_id: JobPath, caller: CurrentCaller) -> JobOut:
    """Queues a job again with its attempts reset; a running job is left to finish."""
    return JobOut.of(caller.memory.jobs.retry(_job(caller, Right.WRITE, job_id).id))


def _job(caller: Caller, right: Right, job_id: str) -> Job:
    """Return the job if the caller has this right for its agent; otherwise it does not exist."""
    allowed = caller.reach(right)
    job = caller.memory.jobs.get(job_id)
    if not allowed.covers(job.agent):
        raise NotFound(f"there is no job {job_id!r}", field="id")
    return job
