"""Copies of a database that others may be writing to: consistent, checked, and never half of one.

A copy gets its name once it is complete; until then it ends in `.part`, which a crash may leave.
"""

import logging
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from recollect.domain.erasure import KeptCopy
from recollect.errors import StorageBusy, StorageCorrupt, StorageError, StorageFull
from recollect.storage.sqlite.connection import APPLICATION_ID, connect, is_busy, translating
from recollect.storage.sqlite.health import size

_log = logging.getLogger(__name__)
_UPGRADE = ".before-upgrade-from-"
_RESTORE = ".before-restore"
# Of `recollect backup` and `restore`, deleted at their end.
WORKING = (".backing-up", ".restoring")
KEPT_DAYS = 30
_PART = ".part"
_LEFT_SECONDS = 3600
_ROOM = 64 * 2**20
_TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"


def write_copy(path: str, target: Path, *, thorough: bool = True) -> dict[str, int]:
    """Copy the file as it is now, check the copy, and return the number of rows of each table.

    `thorough` checks the indexes against the rows as well.
    """
    with unfinished(target) as part:
        with translating(path), closing(connect(path, create=False)) as source:
            _check_room(source, target)
            # One snapshot for the numbers of rows and for the copy.
            source.execute("BEGIN")
            rows = rows_of(source)
            _copy(source, part)
        with translating(str(part)), closing(connect(str(part), create=False)) as copied:
            _remove_traces(copied)
            check_copy(copied, str(part), rows, thorough=thorough)
    return rows


@contextmanager
def unfinished(target: Path, *, keep: bool = True) -> Iterator[Path]:
    """A file beside the target, which takes its name at the end unless something fails.

    Without `keep` it is deleted at the end.
    """
    part = target.with_name(f"{target.name}.{os.getpid()}{_PART}")
    try:
        with translating(str(target)):
            # It contains private data: only its owner may read it.
            os.close(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600))
        yield part
        if keep:
            with translating(str(target)):
                _flush(part)
                part.replace(target)
                flush_folder(target.parent)
    finally:
        for ending in ("", "-wal", "-shm", "-journal"):
            part.with_name(part.name + ending).unlink(missing_ok=True)


def flush_folder(folder: Path) -> None:
    """Write the names in a folder to the disk, where the system can."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _flush(part: Path) -> None:
    with part.open("rb+") as file:
        os.fsync(file.fileno())


def _check_room(source: sqlite3.Connection, target: Path) -> None:
    needed, free = size(source) + _ROOM, shutil.disk_usage(target.parent).free
    if free < needed:
        raise StorageFull(
            f"{target}: there is no room for a copy: {needed / 2**20:,.0f} MiB are needed,"
            f" {free / 2**20:,.0f} MiB are free"
        )


def _copy(source: sqlite3.Connection, part: Path) -> None:
    with closing(sqlite3.connect(part, isolation_level=None)) as target:
        # A crash leaves no copy anyway, and at the end it is written to the disk as a whole.
        target.execute("PRAGMA synchronous = OFF")
        source.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")


def _remove_traces(copied: sqlite3.Connection) -> None:
    """Leave deleted text that is still in unused bytes of the file out of its copy."""
    if copied.execute("SELECT 1 FROM meta WHERE key = 'traces'").fetchone():
        copied.execute("VACUUM")
        copied.execute("DELETE FROM meta WHERE key = 'traces'")


def check_copy(
    copied: sqlite3.Connection, name: str, rows: dict[str, int] | None, *, thorough: bool = True
) -> None:
    """Raise StorageCorrupt unless it is a sound database of ours, with as many rows as expected."""
    (program,) = copied.execute("PRAGMA application_id").fetchone()
    if program != APPLICATION_ID:
        raise StorageCorrupt(f"{name}: this is not a copy of a Recollect database")
    check = "integrity_check" if thorough else "quick_check"
    (problem,) = copied.execute(f"PRAGMA {check}(1)").fetchone()
    if problem != "ok":
        raise StorageCorrupt(f"{name}: the copy is damaged ({problem})")
    if rows is not None and (found := rows_of(copied)) != rows:
        wrong = [table for table in rows if rows[table] != found.get(table)]
        # The mark of traces is not copied.
        if wrong != ["meta"]:
            raise StorageCorrupt(f"{name}: the copy lacks rows ({', '.join(wrong)})")


def rows_of(db: sqlite3.Connection) -> dict[str, int]:
    """The number of rows of each table."""
    names = [name for (name,) in db.execute(_TABLES)]
    return {name: db.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}


def put_in_place(part: Path, target: Path) -> Path | None:
    """Put a checked file in the place of a database that nobody has open, which is kept.

    Returns where the replaced one is. At any moment one of the two is there under its name.
    """
    kept = None
    with translating(str(target)):
        if target.exists():
            _close_log(target)
            kept = _link_before_restore(target)
        _flush(part)
        part.replace(target)
        flush_folder(target.parent)
    return kept


def _link_before_restore(target: Path) -> Path:
    """Give a database that is about to be replaced a second name, which no other copy has."""
    named = f"{target.name}{_RESTORE}-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    for number in count(1):
        kept = target.with_name(named if number == 1 else f"{named}-{number}")
        with suppress(FileExistsError):
            kept.hardlink_to(target)
            os.utime(kept)
            break
    return kept


def _close_log(path: Path) -> None:
    """Move the log into the file; that works only if no other process has it open."""
    try:
        with closing(connect(str(path), create=False)) as connection:
            connection.execute("PRAGMA busy_timeout = 500")
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError as error:
        if is_busy(error):
            message = f"{path}: a server or worker has it open: stop it first"
            raise StorageBusy(message) from error
        raise
    except sqlite3.DatabaseError:
        # Damaged: that may be why another is put in its place.
        for ending in ("-wal", "-shm"):
            path.with_name(path.name + ending).unlink(missing_ok=True)


def copy_before_upgrade(path: str, version: int) -> None:
    """Keep a copy of a file with an older schema; if there is no room, say so and go on.

    Each migration is one transaction, so without a copy only the way back to an older Recollect is
    missing.
    """
    target = Path(f"{path}{_UPGRADE}{version}")
    try:
        write_copy(path, target, thorough=False)
    except StorageFull as full:
        _log.warning("upgrading without a copy: %s", full.message)
        return
    except StorageError as error:
        message = f"{error.message}; it was not upgraded, because no copy could be made before"
        raise type(error)(message) from error
    _log.info("%s is a copy from before the upgrade", target)
    for other in kept_copies(path):
        if _UPGRADE in other.name and other != target and _PART not in other.name:
            other.unlink(missing_ok=True)


def kept_copies(path: str) -> list[Path]:
    """The copies of this file from before upgrades and restores, and unfinished ones."""
    file = Path(path)
    starts = tuple(file.name + ending for ending in (_UPGRADE, _RESTORE, *WORKING))
    return sorted(each for each in file.parent.iterdir() if each.name.startswith(starts))


def described_copies(path: str) -> list[KeptCopy]:
    """The complete copies with their times."""
    found = []
    for copy in kept_copies(path):
        if _PART in copy.name or any(ending in copy.name for ending in WORKING):
            continue
        with suppress(FileNotFoundError):
            made_at = datetime.fromtimestamp(copy.stat().st_mtime, UTC)
            before = "restore" if _RESTORE in copy.name else "upgrade"
            until = made_at + timedelta(days=KEPT_DAYS)
            found.append(KeptCopy(str(copy), before, made_at, until))
    return found


def remove_kept_copies(path: str, *, days: float = 0) -> list[Path]:
    """Delete copies that are older than this, and return them.

    Of the unfinished ones, only those that a killed process has left: another may be writing.
    """
    removed, now = [], time.time()
    for copy in kept_copies(path):
        seconds = _LEFT_SECONDS if _PART in copy.name else days * 86_400
        with suppress(FileNotFoundError):
            if copy.stat().st_mtime <= now - seconds:
                copy.unlink()
                removed.append(copy)
    return removed
