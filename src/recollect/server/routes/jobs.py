"""The work in the background, each piece with its outcome."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field

from recollect.domain.access import Right
from recollect.domain.job import Job, JobKind, JobState
from recollect.errors import NotFound
from recollect.server.access import CurrentVisitor, Visitor
from recollect.server.cursors import opened, sealed
from recollect.server.errors import documented
from recollect.server.paths import PathName
from recollect.server.shapes import Moment, Name, Paged, Shown, as_given, cut
from recollect.server.shown import reach

router = APIRouter(prefix="/api/v1", tags=["work"])


JobPath = Annotated[PathName, Path(description="The id of the job.")]


class JobOut(BaseModel):
    """One piece of work; `outcome` says what became of it, or why it has not been done yet."""

    id: str
    agent_id: str
    conversation_id: str | None = Field(description="Null where it is about the whole agent.")
    kind: JobKind
    state: JobState
    due_at: Moment
    attempts: int
    outcome: str | None
    created_at: Moment
    updated_at: Moment

    @classmethod
    def of(cls, job: Job) -> "JobOut":
        """A job as it is shown."""
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
    """Which work is wanted."""

    agent_id: Name | None = Field(
        None, description="Only for this agent; for all the caller may read if left out."
    )
    state: Annotated[Any, as_given(JobState | None)] = Field(
        None, description="Only in this state; `dead` lists what has failed for good."
    )


class JobsOut(BaseModel):
    """A part of the work, newest first."""

    jobs: list[JobOut]
    next_cursor: str | None


class SyncOut(Shown):
    """What became of the work that was due: `ok` only when all of it was done."""

    ok: bool
    done: int
    waiting: int
    dead: int


@router.post(
    "/sync",
    summary="Do all that is due now",
    response_description="What became of it",
    responses=documented(403, 415, 422, 503, 507),
)
def sync(visitor: CurrentVisitor) -> SyncOut:
    """Does the background work asked for so far, of all agents, without waiting for silence, and says what became of it."""
    visitor.check(Right.ADMIN)
    return SyncOut.model_validate(visitor.memory.sync())


@router.get(
    "/jobs",
    summary="List the work in the background",
    response_description="A part of the work",
    responses=documented(403, 422, 503),
)
def list_jobs(query: Annotated[JobsIn, Query()], visitor: CurrentVisitor) -> JobsOut:
    """What is to be done, is being done and was done, with its outcome."""
    after = None if query.cursor is None else str(opened("jobs", query.cursor, str)[0])
    found = visitor.memory.jobs.list(
        state=query.state,
        cursor=after,
        limit=query.limit + 1,
        reach=reach(visitor, Right.READ, query.agent_id),
    )
    page, more = cut(found, query.limit)
    return JobsOut(
        jobs=[JobOut.of(job) for job in page],
        next_cursor=sealed("jobs", page[-1].id) if more else None,
    )


@router.get(
    "/jobs/{job_id}",
    summary="Read about a piece of work",
    response_description="The job",
    responses=documented(403, 404, 422, 503),
)
def get_job(job_id: JobPath, visitor: CurrentVisitor) -> JobOut:
    """One job with its outcome."""
    return JobOut.of(_job(visitor, Right.READ, job_id))


@router.post(
    "/jobs/{job_id}/retry",
    summary="Try a piece of work again",
    response_description="The job, with a fresh start",
    responses=documented(403, 404, 415, 422, 503, 507),
)
def retry_job(job_id: JobPath, visitor: CurrentVisitor) -> JobOut:
    """Gives a job a fresh start; one that is running is left to finish."""
    return JobOut.of(visitor.memory.jobs.retry(_job(visitor, Right.WRITE, job_id).id))


def _job(visitor: Visitor, right: Right, job_id: str) -> Job:
    """A job of an agent for which the caller has this right; of any other nothing is told."""
    meant = reach(visitor, right)
    job = visitor.memory.jobs.get(job_id)
    if not meant.covers(job.agent):
        raise NotFound(f"there is no job {job_id!r}", field="id")
    return job
