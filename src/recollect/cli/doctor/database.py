"""The database: can it be opened, is it whole, and is its work done."""

import sqlite3
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from recollect.cli.doctor import place
from recollect.cli.doctor.check import Check, fail, ok, warn
from recollect.cli.doctor.clock import clock
from recollect.cli.wording import counted, one_line, size
from recollect.domain.job import JobState
from recollect.errors import (
    NotADatabase,
    RecollectError,
    SchemaTooNew,
    StorageBusy,
    StorageFull,
    StorageReadOnly,
)
from recollect.memory import Memory
from recollect.settings import Settings

_REASONS = 3
# Longer than a worker that lives leaves anything lying that is due.
_PATIENCE = timedelta(minutes=2)


def every_check(settings: Settings, path: Path, *, named: bool) -> Iterator[Check]:
    """Looks without making: a database that is not there yet is no fault, unless it was named."""
    if not path.exists():
        found = f"{path} is not there"
        advice = (
            "Look at the path; the first use without --database makes one in the home directory."
        )
        yield fail("database", found, advice) if named else ok("database", f"{found} yet")
        return
    held = place.lock(path)
    if held is not None:
        yield held
    try:
        # Whoever holds the file has been named: what can be read is read without waiting for them.
        with Memory.open(path, background=False, storage_busy_timeout_seconds=1) as memory:
            yield _file(memory, path)
            yield _integrity(memory)
            yield _jobs(memory, settings)
            yield _dead(memory)
            yield clock(memory)
    except RecollectError as error:
        yield fail("database", error.message, _advice(error))


def _advice(error: RecollectError) -> str:
    match error:
        case SchemaTooNew():
            return "Install the newest Recollect, or name another database: --database PATH"
        case NotADatabase():
            return "Move that file away, or name another: --database PATH"
        case StorageBusy():
            return "Another process holds it: wait, or stop that one."
        case StorageReadOnly():
            return "Allow writing to the file and its directory, or name another: --database PATH"
        case StorageFull():
            return "Make room on the disk."
        case _:
            return "Restore a backup (recollect import), or name another: --database PATH"


def _file(memory: Memory, path: Path) -> Check:
    schema, journal = _pragmas(path)
    store = memory.stats().store
    held = f"{counted(store.agents, 'agent')}, {counted(store.turns, 'turn')}"
    found = f"{path}, {size(_bytes(path))}, schema {schema}, {journal.upper()}: {held}"
    if journal != "wal":
        return warn(
            "database", found, "Not in WAL mode, so readers wait for writers: a network disk?"
        )
    return ok("database", found)


def _pragmas(path: Path) -> tuple[int, str]:
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    try:
        (schema,) = connection.execute("PRAGMA user_version").fetchone()
        (journal,) = connection.execute("PRAGMA journal_mode").fetchone()
    finally:
        connection.close()
    return int(schema), str(journal)


def _bytes(path: Path) -> int:
    """The file and its log."""
    beside = (path, path.with_name(path.name + "-wal"))
    return sum(file.stat().st_size for file in beside if file.exists())


def _integrity(memory: Memory) -> Check:
    faults = memory.faults()
    if faults:
        shown = "; ".join(one_line(fault) for fault in faults[:_REASONS])
        return fail(
            "integrity",
            f"{counted(len(faults), 'fault')}: {shown}",
            "Export what can be read (recollect export), and restore a backup.",
        )
    return ok("integrity", "every row can be read")


def _jobs(memory: Memory, settings: Settings) -> Check:
    now = datetime.now(UTC)
    pending = memory.jobs.list(state=JobState.PENDING)
    # Memories are looked after once a day: that such a day lies ahead is no backlog.
    waiting = [job for job in pending if job.due_at <= now]
    running = memory.jobs.list(state=JobState.RUNNING)
    due = waiting + running
    if not due:
        return ok("work", "nothing is waiting")
    store = memory.stats().store
    left = counted(store.turns - store.turns_embedded, "turn")
    found = f"{counted(len(due), 'job')} waiting, {left} to embed"
    if settings.background_work:
        return warn("work", found, "The server does it, or: recollect sync")
    if running or min(job.due_at for job in waiting) > now - _PATIENCE:
        return warn("work", found, "recollect worker does it (background_work is false).")
    return fail(
        "work",
        f"{found}, and nobody does it",
        "background_work is false and no worker runs: start recollect worker",
    )


def _dead(memory: Memory) -> Check:
    dead = memory.jobs.list(state=JobState.DEAD)
    if not dead:
        return ok("failed work", "none")
    reasons = dict.fromkeys(one_line(job.outcome or "no reason given") for job in dead)
    shown = "; ".join([*reasons][:_REASONS])
    return fail(
        "failed work",
        f"{counted(len(dead), 'job')}: {shown}",
        "Mend the cause, then: recollect sync --retry (each by itself: recollect jobs list --state dead)",
    )
