"""Checks of the database: can it be opened, is it intact, and are its jobs running."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

from recollect import errors
from recollect.cli.doctor import filesystem
from recollect.cli.doctor.check import Check, fail, ok, warn
from recollect.cli.erasure import HAS_TRACES
from recollect.cli.formatting import amounts, human_size, local_date, local_time, one_line
from recollect.cli.lookup import waiting_jobs
from recollect.domain.amounts import pluralize
from recollect.domain.job import JobState
from recollect.domain.timekeeping import CLOCK_SLACK
from recollect.memory import Memory
from recollect.settings import Settings
from recollect.storage.sqlite.copies import described_copies

_MAX_REASONS = 3
_BY_HAND = "recollect sync, or keep recollect worker running"
_HARMLESS = "Nothing is lost, and jobs do not wait for that time."
# A running worker picks up due jobs sooner than this.
_WORKER_DELAY = timedelta(minutes=2)
# Tolerates clock differences between machines and mistaken time zones.
_CLOCK_SLACK = timedelta(days=1)


def database_checks(settings: Settings, path: Path, *, named: bool) -> Iterator[Check]:
    """Check the database without creating it; only a named one must already exist."""
    if not path.exists():
        found = f"{path} does not exist"
        advice = (
            "Check the path; the first use without --database creates one in the home directory."
        )
        yield fail("database", found, advice) if named else ok("database", f"{found} yet")
        return
    lock = filesystem.lock(path)
    if lock is not None:
        yield lock
    try:
        # A lock has already been reported, so the other checks do not wait for it.
        with Memory.open(path, background=False, storage_busy_timeout_seconds=1) as memory:
            yield _file(memory, path)
            yield from _kept_copies(path)
            yield from content_checks(memory, settings)
    except errors.RecollectError as error:
        yield fail("database", error.message, _advice(error))


def content_checks(memory: Memory, settings: Settings) -> Iterator[Check]:
    """Check what is stored, whatever the database."""
    yield _writable(memory)
    yield _integrity(memory)
    yield _jobs(memory, settings)
    yield _dead(memory)
    yield _clock(memory)
    if memory.has_traces():
        yield warn("erasure", *HAS_TRACES)


def _writable(memory: Memory) -> Check:
    try:
        memory.check_writable()
    except errors.StorageError as error:
        return fail("writes", error.message, _advice(error))
    return ok("writes", "the database takes writes")


def _advice(error: errors.RecollectError) -> str:
    match error:
        case errors.SchemaTooNew():
            return "Install the newest Recollect, or choose another database: --database PATH"
        case errors.NotADatabase():
            return "Move that file, or choose another: --database PATH"
        case errors.StorageBusy():
            return "Another process has locked it: wait, or stop that process."
        case errors.StorageReadOnly():
            return "Allow writing to the file and its directory, or choose another: --database PATH"
        case errors.StorageFull():
            return "Free some disk space."
        case _:
            return "Restore a backup (recollect import), or choose another: --database PATH"


def _file(memory: Memory, path: Path) -> Check:
    schema, journal = _pragmas(path)
    store = memory.stats().store
    contents = amounts(agent=store.agents, turn=store.turns)
    log = path.with_name(path.name + "-wal")
    size = human_size(store.database_bytes)
    size += f" and its log {human_size(log.stat().st_size)}" if log.exists() else ""
    found = f"{path}, {size}, schema {schema}, {journal.upper()}: {contents}"
    if journal != "wal":
        advice = "Not in WAL mode, so readers wait for writers: is it on a network disk?"
        return warn("database", found, advice)
    return ok("database", found)


def _kept_copies(path: Path) -> Iterator[Check]:
    for copy in described_copies(str(path)):
        file = Path(copy.path)
        found = f"{file.name}, {human_size(file.stat().st_size)}, from before the {copy.before}"
        yield ok("copy", f"{found}; it is deleted on {local_date(copy.until)}")


def _pragmas(path: Path) -> tuple[int, str]:
    address = f"{path.absolute().as_uri()}?mode=ro"
    with closing(sqlite3.connect(address, uri=True)) as connection:
        (schema,) = connection.execute("PRAGMA user_version").fetchone()
        (journal,) = connection.execute("PRAGMA journal_mode").fetchone()
    return int(schema), str(journal)


def _integrity(memory: Memory) -> Check:
    faults = memory.faults()
    if faults:
        shown = "; ".join(one_line(fault) for fault in faults[:_MAX_REASONS])
        found = f"{pluralize(len(faults), 'problem')}: {shown}"
        advice = "Export what is readable (recollect export) and restore a backup."
        return fail("integrity", found, advice)
    return ok("integrity", "every row can be read")


def _jobs(memory: Memory, settings: Settings) -> Check:
    now = datetime.now(UTC)
    # Jobs that are due later, such as maintenance, are not a backlog.
    waiting = waiting_jobs(memory)
    running = memory.jobs.list(state=JobState.RUNNING)
    due = waiting + running
    if not due:
        return ok("work", "no jobs waiting")
    store = memory.stats().store
    left = store.turns - store.turns_embedded if settings.embedding_backend != "none" else 0
    to_embed = f", {pluralize(left, 'turn')} to embed" if left else ""
    found = f"{pluralize(len(due), 'job')} waiting{to_embed}"
    if settings.background_work:
        return warn("work", found, "The server runs them, or run: recollect sync")
    if running or min(job.due_at for job in waiting) > now - _WORKER_DELAY:
        return warn("work", found, f"To run them (background_work is false): {_BY_HAND}")
    advice = f"background_work is false, so run {_BY_HAND}"
    return fail("work", f"{found}, and no worker is running", advice)


def _dead(memory: Memory) -> Check:
    dead = memory.jobs.list(state=JobState.DEAD)
    if not dead:
        return ok("failed work", "none")
    reasons = dict.fromkeys(one_line(job.outcome or "no reason given") for job in dead)
    shown = "; ".join([*reasons][:_MAX_REASONS])
    details = "(details: recollect jobs list --state dead)"
    advice = f"Fix the cause, then run: recollect sync --retry {details}"
    return fail("failed work", f"{pluralize(len(dead), 'job')}: {shown}", advice)


def _leap(before: datetime, leapt_to: datetime) -> Check:
    """Say that the time is in doubt, what waits for it, and what to do."""
    found = f"the clock leapt from {local_time(before)} to {local_time(leapt_to)}"
    advice = (
        "Until it has gone on for an hour, no memory fades. If the date is right, as after months"
        " without power, do nothing; otherwise set it (timedatectl set-ntp true)."
    )
    return warn("clock", found, advice)


def _clock(memory: Memory) -> Check:
    """Check that the clock has not leapt, and that no stored time is in the future."""
    marks = memory.clock_marks()
    soon = datetime.now(UTC) + CLOCK_SLACK
    if marks is not None and marks.doubted is not None and marks.doubted <= soon:
        return _leap(marks.confirmed, marks.doubted)
    latest = datetime.now(UTC) + _CLOCK_SLACK
    written = [job.updated_at for job in memory.jobs.list()]
    written += [agent.created_at for agent in memory.agents()]
    if ahead := [moment for moment in written if moment > latest]:
        now = local_time(datetime.now(UTC))
        found = f"something was written at {local_time(max(ahead))}, but it is now {now}"
        if marks is None or marks.confirmed > latest:
            advice = "This machine's clock is or was wrong: if it is behind, set it."
            return fail("clock", found, f"{advice} {_HARMLESS}")
        return warn("clock", found, f"The clock was ahead for a while. {_HARMLESS}")
    last_turns = [
        conversation.last_at
        for agent in memory.agents()
        for conversation in memory.agent(agent.id).conversations.list()
    ]
    if ahead := [moment for moment in last_turns if moment > latest]:
        count = pluralize(len(ahead), "conversation")
        found = f"{count} with turns in the future, up to {local_time(max(ahead))}"
        question = "Was the clock wrong, or the `at` they were stored with?"
        return warn("clock", found, f"They rank as the newest turns. {question}")
    return ok("clock", "no time is in the future")
