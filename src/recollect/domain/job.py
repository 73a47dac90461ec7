"""Background jobs: at most one for each agent, conversation and kind."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final


class JobKind(StrEnum):
    """What a job does."""

    EMBED = "embed"
    READ = "read"
    OPTIMIZE = "optimize"
    LEARN = "learn"
    SUMMARIZE = "summarize"
    PROFILE = "profile"
    SWEEP = "sweep"
    COMPARE = "compare"


@dataclass(frozen=True, slots=True)
class Missing:
    """What a turn or memory may lack: a vector in a space, or a reading by a reader."""

    kind: JobKind
    name: str


# The watermark of a job that has processed nothing yet, and of one that must start over.
NOTHING_DONE: Final = -1
START_OVER: Final = NOTHING_DONE - 1


# A job whose worker died so often in the middle of it is not tried again: it may be the cause.
MAX_INTERRUPTED: Final = 3


class JobState(StrEnum):
    """The state of a job; a `dead` one waits for a manual retry or new work.

    One that could not reach a service is also retried by the worker, a minute later.
    """

    PENDING = "pending"
    RUNNING = "running"
    DONE = "done"
    DEAD = "dead"


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One job. `watermark` is the index of the last turn it has processed.

    Each request increments `asked`; an outcome sets `settled` to the request it completes.
    """

    id: str
    agent: str
    conversation: str
    kind: JobKind
    state: JobState
    due_at: datetime
    attempts: int
    watermark: int
    outcome: str | None
    asked: int
    settled: int
    created_at: datetime
    updated_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A job leased to one worker; a result is stored only with a valid `token`."""

    job: Job
    token: str


@dataclass(frozen=True, slots=True)
class Done:
    """The work is done up to `watermark`; `again` requests another run for the rest.

    `faults` counts the items that were skipped because of internal errors.
    """

    outcome: str
    watermark: int
    again: bool = False
    faults: int = 0


@dataclass(frozen=True, slots=True)
class Retry:
    """A temporary failure: try again at `due_at`. `counted` is False if the work never began."""

    reason: str
    due_at: datetime
    counted: bool = True


@dataclass(frozen=True, slots=True)
class Dead:
    """A failure that a retry would not fix."""

    reason: str


Outcome = Done | Retry | Dead


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncReport:
    """The result of a sync: `ok` only if no job is left."""

    done: int
    waiting: int
    dead: int

    @property
    def ok(self) -> bool:
        """Whether no job is waiting or dead."""
        return not self.waiting and not self.dead
