"""The marks of the clock, and jobs that a clock which was ahead has postponed."""

import json
from datetime import datetime

from recollect.domain.clock import from_micros, to_micros
from recollect.domain.job import JobKind
from recollect.domain.timekeeping import (
    CLOCK_SLACK,
    LONGEST_DELAY,
    LONGEST_LEASE,
    LONGEST_SWEEP_DELAY,
    ClockMarks,
)
from recollect.storage.sql.connection import SKIP_LOCKED, Connection
from recollect.storage.sql.traces import PUT_META, meta_value

_KEY = "clock"
# When a job is due too late: in how far the clock that wrote it was ahead, or later than it may be.
_LIMIT = f"CASE kind WHEN '{JobKind.SWEEP}' THEN ?2 ELSE ?3 END"
_IN_FUTURE = {
    "due_at": f"state = 'pending' AND due_at > ?1 AND (updated_at > ?1 OR due_at > {_LIMIT})",
    "next_due": f"state = 'running' AND next_due > ?1 AND next_due > {_LIMIT}",
}
_LONG_LEASE = "state = 'running' AND due_at > ?1"


def clock_marks(connection: Connection) -> ClockMarks | None:
    """The marks; None if none were put yet."""
    stored = meta_value(connection.execute, _KEY)
    if stored is None:
        return None
    confirmed, doubted = json.loads(stored)
    return ClockMarks(from_micros(confirmed), None if doubted is None else from_micros(doubted))


def begin_clock_marks(connection: Connection, now: datetime) -> None:
    """If there are no marks, confirm when the last job was created, or now."""
    if clock_marks(connection) is None:
        (created,) = connection.execute("SELECT max(created_at) FROM jobs").fetchone()
        latest = now if created is None else min(now, from_micros(created))
        put_clock_marks(connection, ClockMarks(latest))


def put_clock_marks(connection: Connection, marks: ClockMarks) -> None:
    """Replace the marks."""
    doubted = None if marks.doubted is None else to_micros(marks.doubted)
    connection.execute(PUT_META, (_KEY, json.dumps([to_micros(marks.confirmed), doubted])))


def has_future_jobs(connection: Connection, now: datetime) -> bool:
    """Whether there is anything for `hasten_future_jobs` to do."""
    rules = [(rule, _limits(now)) for rule in _IN_FUTURE.values()]
    rules.append((_LONG_LEASE, _lease_limit(now)))
    found = (
        connection.execute(f"SELECT 1 FROM jobs WHERE {rule} LIMIT 1", values).fetchone()
        for rule, values in rules
    )
    return any(row is not None for row in found)


def hasten_future_jobs(connection: Connection, now: datetime) -> None:
    """Make such jobs due now, and let their leases end soon unless they are renewed."""
    run = connection.execute
    for column, rule in _IN_FUTURE.items():
        chosen = f"SELECT pk FROM jobs WHERE {rule}{SKIP_LOCKED}"
        update = f"UPDATE jobs SET {column} = ?4 WHERE pk IN ({chosen})"
        run(update, (*_limits(now), to_micros(now)))
    chosen = f"SELECT pk FROM jobs WHERE {_LONG_LEASE}{SKIP_LOCKED}"
    run(f"UPDATE jobs SET due_at = ?1 WHERE pk IN ({chosen})", _lease_limit(now))


def _limits(now: datetime) -> tuple[int, ...]:
    ahead = (CLOCK_SLACK, LONGEST_SWEEP_DELAY, LONGEST_DELAY)
    return tuple(to_micros(now + delay) for delay in ahead)


def _lease_limit(now: datetime) -> tuple[int]:
    return (to_micros(now + LONGEST_LEASE),)
