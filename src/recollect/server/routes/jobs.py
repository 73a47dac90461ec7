"""Routes of background jobs."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field

from recollect.domain.access import Right
from recollect.domain.job import Job, JobKind, JobState
from recollect.errors import NotFound
from recollect.server.access import Caller, CurrentCaller
from recollect.server.cursors import decode_cursor, encode_cursor
from recollect.server.errors import error_responses
from recollect.server.paths import PathName
from recollect.server.resource_schemas import reach
from recollect.server.schemas import Moment, Name, Paged, ResponseModel, as_given, split_page

router = APIRouter(prefix="/api/v1", tags=["work"])


JobPath = Annotated[PathName, Path(description="The id of the job.")]


class JobOut(BaseModel):
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
    def of(cls, job: Job) -> "JobOut":
        """Build it from a job."""
        return cls(
            id=job.id,
            agent_id=job.agent,
            conversation_id=job.conversation or None,
            kind=job.kind,
            state=job.state,
            due_at=job.due_at,
            attempts=job.attempts,
            outcome=job.outcome,
            created_at=job.created_at,
            updated_at=job.updated_at,
        )


class JobsIn(Paged):
    """Which jobs to list."""

    agent_id: Name | None = Field(
        None, description="Only this agent; default: all agents that the caller may read."
    )
    state: Annotated[Any, as_given(JobState | None)] = Field(
        None, description="Only jobs in this state; `dead` jobs have failed permanently."
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


@router.post(
    "/sync",
    summary="Run all pending jobs",
    response_description="The result",
    responses=error_responses(403, 415, 422, 503, 507),
)
def sync(caller: CurrentCaller) -> SyncOut:
    """Runs the pending jobs of all agents now, without the usual delay, and waits for them."""
    caller.check(Right.ADMIN)
    return SyncOut.model_validate(caller.memory.sync())


@router.get(
    "/jobs",
    summary="List background jobs",
    response_description="One page of jobs",
    responses=error_responses(403, 422, 503),
)
def list_jobs(query: Annotated[JobsIn, Query()], caller: CurrentCaller) -> JobsOut:
    """Pending, running and finished jobs with their outcomes."""
    after = None if query.cursor is None else str(decode_cursor("jobs", query.cursor, str)[0])
    found = caller.memory.jobs.list(
        state=query.state,
        cursor=after,
        limit=query.limit + 1,
        reach=reach(caller, Right.READ, query.agent_id),
    )
    page, more = split_page(found, query.limit)
    return JobsOut(
        jobs=[JobOut.of(job) for job in page],
        next_cursor=encode_cursor("jobs", page[-1].id) if more else None,
    )


@router.get(
    "/jobs/{job_id}",
    summary="Get a job",
    response_description="The job",
    responses=error_responses(403, 404, 422, 503),
)
def get_job(job_id: JobPath, caller: CurrentCaller) -> JobOut:
    """One job with its outcome."""
    return JobOut.of(_job(caller, Right.READ, job_id))


@router.post(
    "/jobs/{job_id}/retry",
    summary="Retry a job",
    response_description="The job, queued again",
    responses=error_responses(403, 404, 415, 422, 503, 507),
)
def retry_job(job_id: JobPath, caller: CurrentCaller) -> JobOut:
    """Queues a job again with its attempts reset; a running job is left to finish."""
    return JobOut.of(caller.memory.jobs.retry(_job(caller, Right.WRITE, job_id).id))


def _job(caller: Caller, right: Right, job_id: str) -> Job:
    """Return the job if the caller has this right for its agent; otherwise it does not exist."""
    allowed = reach(caller, right)
    job = caller.memory.jobs.get(job_id)
    if not allowed.covers(job.agent):
        raise NotFound(f"there is no job {job_id!r}", field="id")
    return job
