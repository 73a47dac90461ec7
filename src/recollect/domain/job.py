"""Background work as rows: one job for each agent, conversation and kind."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final


class JobKind(StrEnum):
    """What there is to do."""

    EMBED = "embed"
    READ = "read"
    OPTIMIZE = "optimize"
    LEARN = "learn"
    SUMMARIZE = "summarize"
    PROFILE = "profile"
    SWEEP = "sweep"
    COMPARE = "compare"


@dataclass(frozen=True, slots=True)
class Lack:
    """What a turn or a memory may still be without: a vector of a space, or the reading of a reader."""

    kind: JobKind
    name: str


# The watermark of a job that has dealt with nothing yet, and, below it, of one that has to begin anew with everything.
NOTHING_DONE: Final = -1
ANEW: Final = NOTHING_DONE - 1


class JobState(StrEnum):
    """Where a job stands; `dead` waits for a person's retry, or for new work that revives it."""

    PENDING = "pending"
    RUNNING = "running"
    DONE = "done"
    DEAD = "dead"


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One job. `watermark` is the index of the last turn it has dealt with.

    Each request for work raises `asked`; an outcome sets `settled` to the request it answers.
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
    """A job leased to one worker; `token` proves it, and a result without it is not written."""

    job: Job
    token: str


@dataclass(frozen=True, slots=True)
class Done:
    """The work is finished up to `watermark`; `again` asks to go on with the rest.

    `faults` is how much of it had to be left out because we failed at it.
    """

    outcome: str
    watermark: int
    again: bool = False
    faults: int = 0


@dataclass(frozen=True, slots=True)
class Retry:
    """A passing fault: try again at `due_at`. `counted` is False where the work was never begun."""

    reason: str
    due_at: datetime
    counted: bool = True


@dataclass(frozen=True, slots=True)
class Dead:
    """A fault that trying again would not mend."""

    reason: str


Outcome = Done | Retry | Dead


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncReport:
    """What became of the work that was due: `ok` only when all of it was done."""

    done: int
    waiting: int
    dead: int

    @property
    def ok(self) -> bool:
        """Whether nothing is left."""
        return not self.waiting and not self.dead


def so_many(number: int, noun: str) -> str:
    """A number of things as an outcome names them: 1 turn, 2 memories."""
    many = f"{noun[:-1]}ies" if noun.endswith("y") else f"{noun}s"
    return f"{number} {noun if number == 1 else many}"
