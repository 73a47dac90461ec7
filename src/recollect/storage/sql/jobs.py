"""Jobs as rows: requested by a write, leased to a worker, ended by an outcome."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import assert_never

from recollect.domain.clock import from_micros, to_micros
from recollect.domain.ids import job_id
from recollect.domain.job import MAX_INTERRUPTED, Claim, Dead, Done, JobKind, JobState, Retry
from recollect.domain.writes import Enqueue, FinishJob, GiveUp, Hasten, RetryJob
from recollect.errors import LeaseLost, NotFound
from recollect.storage.rows import JOB_COLUMNS, job_of
from recollect.storage.sql.claims import Rotation, Wanted, marks, next_job
from recollect.storage.sql.connection import LOCKED, SKIP_LOCKED, Connection, Run
from recollect.storage.sql.reads import NO_LIMIT

_ENDED = "jobs.state IN ('done', 'dead')"
_OF_AGENT = " AND agent_pk = (SELECT pk FROM agents WHERE id = ?)"
_RELEASE = "UPDATE jobs SET state = 'pending', lease_owner = NULL, lease_token = NULL"
# What the owner of a paused job's lease ends in.
_PAUSED = " paused"
OWNER = f"replace(lease_owner, '{_PAUSED}', '')"


def _interrupt(why: str) -> str:
    """Release leases whose worker died: the attempt counts, and the last one makes a dead letter.

    Work requested meanwhile does not save the job: it may be what kills every worker. A paused job
    is not: it did nothing at that moment.
    """
    counted = f"CASE WHEN lease_owner <> {OWNER} THEN 0 ELSE 1 END"
    was_last = f"lease_owner = {OWNER} AND attempts + 1 >= {MAX_INTERRUPTED}"
    last = f"'interrupted, ' || (attempts + 1) || ' attempts: {why}'"
    return (
        "UPDATE jobs SET lease_owner = NULL, lease_token = NULL,"
        f" attempts = attempts + {counted},"
        f" state = CASE WHEN {was_last} THEN 'dead' ELSE 'pending' END,"
        f" settled = CASE WHEN {was_last} THEN asked ELSE settled END,"
        f" outcome = CASE WHEN {was_last} THEN {last} ELSE 'interrupted: {why}' END"
    )


_LATE = _interrupt("its worker did not come back in time")
_KILLED = _interrupt("its worker ended before the work was done")


@dataclass(frozen=True, slots=True)
class Waiting:
    """What decides whether a request adds anything, read at once for all requests of a write."""

    # The watermarks of pending jobs, by conversation and kind.
    watermarks: dict[tuple[str, str], int]
    # The names of the models that jobs depend on, by their keys.
    models: dict[str, str]

    def covers(self, item: Enqueue) -> bool:
        """Whether a pending job already covers the request."""
        known = self.watermarks.get((item.conversation, item.kind))
        return not (item.debounced or item.hastened) and known is not None and known <= _start(item)


def waiting(
    run: Run, agent_pk: int, conversations: Sequence[str], models: Sequence[str]
) -> Waiting:
    """The pending jobs of some conversations, and the models with these keys."""
    found = run(
        "WITH pending AS (SELECT conversation, kind, watermark FROM jobs WHERE agent_pk = ?"
        f" AND state = 'pending' AND conversation IN ({marks(conversations)}){LOCKED})"
        " SELECT conversation, kind, watermark FROM pending"
        f" UNION ALL SELECT key, value, NULL FROM meta WHERE key IN ({marks(models)})",
        (agent_pk, *conversations, *models),
    ).fetchall()
    return Waiting(
        {(name, kind): watermark for name, kind, watermark in found if watermark is not None},
        {key: value for key, value, watermark in found if watermark is None},
    )


def _start(item: Enqueue) -> int:
    return NO_LIMIT if item.since is None else item.since - 1


def enqueue(run: Run, agent_pk: int, agent: str, item: Enqueue, now: int) -> None:
    """Request a job."""
    run(
        "INSERT INTO jobs (agent_pk, id, conversation, kind, state, due_at, created_at, updated_at)"
        " VALUES (?, ?, ?, ?, 'pending', ?, ?, ?)"
        " ON CONFLICT (agent_pk, conversation, kind) DO UPDATE SET"
        " asked = jobs.asked + 1, updated_at = excluded.updated_at,"
        " watermark = least(jobs.watermark, ?), set_back = greatest(jobs.set_back, ?),"
        " attempts = CASE WHEN jobs.state IN ('done', 'dead') THEN 0 ELSE jobs.attempts END,"
        " due_at = CASE WHEN jobs.state IN ('done', 'dead') THEN excluded.due_at"
        "   WHEN jobs.state = 'pending' AND ? THEN greatest(jobs.due_at, excluded.due_at)"
        "   WHEN jobs.state = 'pending' AND ? THEN least(jobs.due_at, excluded.due_at)"
        "   ELSE jobs.due_at END,"
        # The same for requests while it runs.
        " next_due = CASE WHEN jobs.state <> 'running' THEN NULL"
        "   WHEN ? OR jobs.next_due IS NULL THEN excluded.due_at"
        "   WHEN ? THEN least(jobs.next_due, excluded.due_at) ELSE jobs.next_due END,"
        " state = CASE jobs.state WHEN 'running' THEN 'running' ELSE 'pending' END",
        (agent_pk, job_id(agent, item.conversation, item.kind), item.conversation, item.kind)
        + (to_micros(item.due_at), now, now)
        + (_start(item), int(item.since is not None), *(item.debounced, item.hastened) * 2),
    )


@dataclass(frozen=True, slots=True)
class Lease:
    """Who leases a job, and until when."""

    owner: str
    now: datetime
    until: datetime


def claim(
    connection: Connection,
    kinds: frozenset[JobKind],
    lease: Lease,
    rotation: Rotation,
    agent: str | None = None,
) -> Claim | None:
    """Lease one due job, of an agent or of the one that has waited longest for its turn."""
    expire(connection, lease.now)
    run = connection.execute
    pk = next_job(run, Wanted(to_micros(lease.now), sorted(kinds), agent), rotation)
    if pk is None:
        return None
    token = secrets.token_hex(8)
    run(
        "UPDATE jobs SET state = 'running', due_at = ?, claimed = asked, set_back = 0,"
        " next_due = NULL, lease_owner = ?, lease_token = ?, updated_at = ? WHERE pk = ?",
        (to_micros(lease.until), lease.owner, token, to_micros(lease.now), pk),
    )
    select = f"SELECT {JOB_COLUMNS} FROM jobs j JOIN agents a ON a.pk = j.agent_pk WHERE j.pk = ?"
    taken = run(select, (pk,)).fetchone()
    return Claim(job=job_of(taken), token=token)


def extend(connection: Connection, claim: Claim, until: datetime) -> None:
    """Extend a lease that is still valid."""
    update = "UPDATE jobs SET due_at = ? WHERE id = ? AND state = 'running' AND lease_token = ?"
    connection.execute(update, (to_micros(until), claim.job.id, claim.token))


def mark_paused(connection: Connection, claim: Claim, *, paused: bool) -> None:
    """Note that a job is paused, or that it runs again, if its lease is still valid."""
    connection.execute(
        f"UPDATE jobs SET lease_owner = {OWNER} || ?"
        " WHERE id = ? AND state = 'running' AND lease_token = ?",
        (_PAUSED if paused else "", claim.job.id, claim.token),
    )


def finish(run: Run, agent_pk: int, item: FinishJob) -> None:
    """Record the outcome if the lease is still valid; work requested during the run stays due."""
    row = run(
        "SELECT pk, asked > claimed, attempts, watermark, set_back, coalesce(next_due, 0) FROM jobs"
        f" WHERE agent_pk = ? AND id = ? AND state = 'running' AND lease_token = ?{LOCKED}",
        (agent_pk, item.claim.job.id, item.claim.token),
    ).fetchone()
    if row is None:
        raise LeaseLost(f"job {item.claim.job.id} is no longer leased to this worker")
    pk, more, attempts, kept, set_back, next_due = row
    # A request during the run keeps its due time and starts without failed attempts.
    due = max(to_micros(item.at), next_due) if more else to_micros(item.at)
    match item.outcome:
        case Done(outcome, watermark, again):
            state = JobState.PENDING if more or again else JobState.DONE
            settled = not again
            # A watermark that was set back during the run stays: those turns are still to be done.
            moved = kept if set_back else watermark
            values = (state, to_micros(item.at) if again else due, 0, outcome, moved)
        case Retry(reason, due_at, counted):
            settled = False
            values = (JobState.PENDING, to_micros(due_at), attempts + counted, reason, kept)
        case Dead(reason):
            state = JobState.PENDING if more else JobState.DEAD
            settled = not more
            values = (state, due, 0 if more else attempts + 1, reason, kept)
        case _:
            assert_never(item.outcome)
    run(
        "UPDATE jobs SET state = ?, due_at = ?, attempts = ?, outcome = ?,"
        " watermark = ?, settled = CASE WHEN ? THEN claimed ELSE settled END,"
        " lease_owner = NULL, lease_token = NULL, updated_at = ? WHERE pk = ?",
        (*values, settled, to_micros(item.at), pk),
    )


def retry(run: Run, agent_pk: int, item: RetryJob) -> None:
    """Reset a job to pending without attempts; a running one is left to finish."""
    done = run(
        "UPDATE jobs SET asked = asked + 1,"
        " attempts = CASE state WHEN 'running' THEN attempts ELSE 0 END,"
        " due_at = CASE state WHEN 'running' THEN due_at ELSE ? END,"
        " state = CASE state WHEN 'running' THEN 'running' ELSE 'pending' END"
        " WHERE agent_pk = ? AND id = ?",
        (to_micros(item.due_at), agent_pk, item.job_id),
    )
    if not done.rowcount:
        raise NotFound(f"there is no job {item.job_id!r}", field="id")


def give_up(run: Run, agent_pk: int, agent: str, item: GiveUp) -> None:
    """Add a dead letter; a pending or running job is left alone."""
    at = to_micros(item.at)
    run(
        "INSERT INTO jobs (agent_pk, id, conversation, kind, state, due_at, attempts, outcome,"
        " settled, created_at, updated_at) VALUES (?, ?, ?, ?, 'dead', ?, 1, ?, 1, ?, ?)"
        " ON CONFLICT (agent_pk, conversation, kind) DO UPDATE SET"
        " asked = jobs.asked + 1, updated_at = excluded.updated_at,"
        f" outcome = CASE WHEN {_ENDED} THEN excluded.outcome ELSE jobs.outcome END,"
        f" attempts = CASE WHEN {_ENDED} THEN 1 ELSE jobs.attempts END,"
        f" settled = CASE WHEN {_ENDED} THEN jobs.asked + 1 ELSE jobs.settled END,"
        f" state = CASE WHEN {_ENDED} THEN 'dead' ELSE jobs.state END",
        (agent_pk, job_id(agent, item.conversation, item.kind), item.conversation, item.kind)
        + (at, item.reason, at, at),
    )


def expire(connection: Connection, now: datetime) -> None:
    """Release every expired lease: its worker died or hangs."""
    connection.execute(
        f"{_LATE} WHERE pk IN (SELECT pk FROM jobs WHERE state = 'running' AND due_at <= ?"
        f"{SKIP_LOCKED})",
        (to_micros(now),),
    )


def release(connection: Connection, owner: str, *, died: bool) -> None:
    """Release every lease of one worker, which has died or is being stopped."""
    released = _KILLED if died else f"{_RELEASE}, outcome = 'interrupted: its worker was stopped'"
    update = f"{released}, due_at = updated_at WHERE state = 'running' AND lease_owner IN (?, ?)"
    connection.execute(update, (owner, owner + _PAUSED))


def restart(run: Run, agent_pk: int, now: int, conversation: str = "") -> None:
    """Restart running jobs of the whole agent and of a conversation: they may have read it."""
    run(
        f"{_RELEASE}, due_at = ?, outcome = 'interrupted: what it read was deleted'"
        " WHERE agent_pk = ? AND conversation IN ('', ?) AND state = 'running'",
        (now, agent_pk, conversation),
    )


def restart_all(run: Run, agent_pk: int, now: int) -> None:
    """Restart every running job of the agent: what it read has changed."""
    run(
        f"{_RELEASE}, due_at = ?, outcome = 'interrupted: what it read was undone'"
        " WHERE agent_pk = ? AND state = 'running'",
        (now, agent_pk),
    )


def hasten(
    connection: Connection, kinds: frozenset[JobKind], now: datetime, *, agent: str | None = None
) -> None:
    """Make pending jobs of these kinds due now, and the next run of running ones."""
    moment, wanted = to_micros(now), sorted(kinds)
    for due, state in (("due_at", "pending"), ("next_due", "running")):
        connection.execute(
            f"UPDATE jobs SET {due} = ? WHERE state = ? AND {due} > ?"
            f" AND kind IN ({marks(wanted)}){_OF_AGENT if agent else ''}",
            (moment, state, moment, *wanted, *((agent,) if agent else ())),
        )


def hasten_others(run: Run, agent_pk: int, item: Hasten) -> None:
    """Bring forward pending jobs of a kind for an agent's other conversations."""
    due = to_micros(item.due_at)
    run(
        "UPDATE jobs SET due_at = ? WHERE state = 'pending' AND agent_pk = ?"
        " AND due_at > ? AND due_at <= ? AND kind = ? AND conversation <> ?",
        (due, agent_pk, due, to_micros(item.until), item.kind, item.excluding),
    )


def next_due(connection: Connection) -> datetime | None:
    """The earliest moment at which a job is due or a lease expires."""
    row = connection.execute(
        "SELECT min(due_at) FROM (SELECT min(due_at) AS due_at FROM jobs WHERE state = 'pending'"
        " UNION ALL SELECT min(due_at) FROM jobs WHERE state = 'running') d"
    ).fetchone()
    return None if row[0] is None else from_micros(row[0])


def begin_again(run: Run, kind: JobKind, due_at: int, agent_pk: int | None) -> None:
    """Restart every job of a kind from its first turn, for one agent or (None) for all."""
    condition = " WHERE kind = ?1 AND (CAST(?2 AS BIGINT) IS NULL OR agent_pk = ?2)"
    run(
        f"UPDATE jobs SET watermark = -1, set_back = 1, attempts = 0, asked = asked + 1{condition}",
        (kind, agent_pk),
    )
    run(
        f"UPDATE jobs SET state = 'pending', due_at = ?3{condition} AND state IN ('done', 'dead')",
        (kind, agent_pk, due_at),
    )
