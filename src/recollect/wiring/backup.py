"""Backups of a whole memory as one SQLite file, from both databases, and back.

They can be made while servers write. A file under its own name is complete and was checked.
"""

from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from recollect.domain.clock import SystemClock, from_micros
from recollect.errors import Conflict, InvalidInput, NotFound, RecollectError
from recollect.settings import Settings
from recollect.settings.keys import names_of_keys
from recollect.storage import age_format
from recollect.storage.backup import copy_everything
from recollect.storage.move import documents_of
from recollect.storage.sqlite import SqliteStore
from recollect.storage.sqlite.connection import connect, translating
from recollect.storage.sqlite.copies import (
    WORKING,
    check_copy,
    put_in_place,
    rows_of,
    unfinished,
    write_copy,
)
from recollect.storage.sqlite.schema import check_known, migrations
from recollect.wiring.build import open_postgres
from recollect.wiring.move import DatabaseAddress, source_of

_SHORTEST: Final = 8
_NAME: Final = "memory.sqlite"
_BACKING_UP, _RESTORING = WORKING
_CHUNK: Final = 2**20
_SQLITE: Final = b"SQLite format 3\0"
_EXPORT: Final = b'{"recollect":"export"'
_HEAD: Final = 64
_CONTENTS: Final = "SELECT (SELECT count(*) FROM agents), count(*), max(recorded_at) FROM turns"


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup file: its size, whether it is encrypted, and the rows of each table."""

    path: str
    bytes: int
    encrypted: bool
    rows: dict[str, int]


@dataclass(frozen=True, slots=True)
class Restored:
    """What was restored, where to, and where the database is that was there before.

    `keys` are the names of the API keys that came with it; those beside a file stay as they are.
    """

    database: str
    rows: dict[str, int]
    replaced: str | None
    keys: tuple[str, ...] = ()


def back_up(
    settings: Settings,
    source: str | None,
    target: Path,
    *,
    passphrase: str | None = None,
    replace: bool = False,
) -> Backup:
    """Write everything to one file, as it is at this moment, and check it."""
    here, target = source_of(settings, source), target.absolute()
    if passphrase is not None and len(passphrase) < _SHORTEST:
        message = f"the passphrase is too short: it needs {_SHORTEST} characters or more"
        raise InvalidInput(message, field="passphrase")
    if target.exists() and not replace:
        raise Conflict(f"{target} already exists", field="file")
    if target.is_dir() or not target.parent.is_dir():
        raise InvalidInput(f"{target} cannot be written: give the path of a file", field="file")
    if here.path is not None and _is_database(target, here.path):
        raise InvalidInput(f"{target} is the database itself", field="file")
    if passphrase is None:
        rows = _copy(settings, here, target)
    else:
        rows = _encrypted(settings, here, target, passphrase)
    return Backup(str(target), target.stat().st_size, passphrase is not None, rows)


def restore(
    settings: Settings,
    file: Path,
    target: str | None,
    *,
    passphrase: str | None = None,
    before: Callable[[Path, Path], None] | None = None,
) -> Restored:
    """Put a backup in the place of a SQLite file, or fill an empty PostgreSQL database.

    `before` is called with a file and the checked backup before that replaces it, and may raise.
    """
    there, needs_passphrase = source_of(settings, target), is_encrypted(file)
    if there.path is not None and _is_database(file, there.path):
        raise InvalidInput(f"{file} is the database itself", field="file")
    with unfinished(_beside(settings, there, _RESTORING), keep=False) as part:
        _read(file, part, passphrase, encrypted=needs_passphrase)
        _check_kind(file, part)
        rows = _checked(part, name=str(file))
        if there.path is not None:
            if before is not None and there.path.exists():
                before(there.path, part)
            kept = put_in_place(part, there.path)
            return Restored(str(there.path), rows, None if kept is None else str(kept))
        clock = SystemClock()
        with (
            closing(SqliteStore(part, clock=clock)) as source,
            closing(open_postgres(settings, there.address, clock, connections=2)) as filled,
        ):
            rows = copy_everything(source, filled)
            keys = names_of_keys(documents_of(filled).get("api_keys"))
            return Restored(filled.path, rows, None, keys)


def is_encrypted(file: Path) -> bool:
    """Whether a backup needs a passphrase."""
    if not file.is_file():
        raise NotFound(f"there is no file {file}", field="file")
    with translating(str(file)), file.open("rb") as opened:
        return opened.read(len(age_format.INTRO)) == age_format.INTRO


def contents(path: Path) -> tuple[int, int, datetime | None] | None:
    """The agents and turns of a file, and when the last was stored; None if it is damaged."""
    with suppress(RecollectError), translating(str(path)):
        with closing(connect(str(path), create=False)) as opened:
            agents, turns, last = opened.execute(_CONTENTS).fetchone()
        return agents, turns, None if last is None else from_micros(last)
    return None


def _is_database(file: Path, database: Path) -> bool:
    names = (database, *(database.with_name(database.name + end) for end in ("-wal", "-shm")))
    return file.absolute() in names or (
        file.exists() and database.exists() and file.samefile(database)
    )


def _copy(settings: Settings, here: DatabaseAddress, target: Path) -> dict[str, int]:
    if here.path is not None:
        if not here.path.exists():
            raise NotFound(f"there is no database at {here.path}", field="database")
        return write_copy(str(here.path), target)
    clock = SystemClock()
    with unfinished(target) as part:
        with (
            closing(open_postgres(settings, here.address, clock, connections=2)) as source,
            closing(SqliteStore(part, clock=clock)) as store,
        ):
            copy_everything(source, store)
        return _checked(part)


def _encrypted(
    settings: Settings, here: DatabaseAddress, target: Path, passphrase: str
) -> dict[str, int]:
    # Not beside the target: that disk may be one that may see only the encrypted file.
    with unfinished(_beside(settings, here, _BACKING_UP), keep=False) as part:
        rows = _copy(settings, here, part)
        with unfinished(target) as secret, translating(str(target)):
            with part.open("rb") as read, secret.open("wb") as written:
                age_format.encrypt(read, written, passphrase)
            # What cannot be read back is no backup.
            with secret.open("rb") as read, part.open("wb") as written:
                age_format.decrypt(read, written, passphrase)
            _checked(part, rows)
    return rows


def _beside(settings: Settings, place: DatabaseAddress, ending: str) -> Path:
    """A file beside the database, where a decrypted copy is as safe as that is."""
    path = place.path or settings.home / _NAME
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    return path.with_name(path.name + ending)


def _read(file: Path, part: Path, passphrase: str | None, *, encrypted: bool) -> None:
    """Write the plain content of a backup."""
    if encrypted and passphrase is None:
        raise InvalidInput("this backup is encrypted: it needs its passphrase", field="passphrase")
    with translating(str(part)), file.open("rb") as read, part.open("wb") as written:
        if encrypted:
            age_format.decrypt(read, written, passphrase or "")
        else:
            while piece := read.read(_CHUNK):
                written.write(piece)


def _check_kind(file: Path, part: Path) -> None:
    """Raise InvalidInput unless the content begins as a database does."""
    with part.open("rb") as opened:
        head = opened.read(_HEAD)
    if head.startswith(_SQLITE):
        return
    is_export = head.lstrip().startswith(_EXPORT)
    hint = "it is an export: use recollect import" if is_export else "recollect backup writes them"
    raise InvalidInput(f"{file} is not a backup: {hint}", field="file")


def _checked(
    part: Path, rows: dict[str, int] | None = None, *, name: str | None = None
) -> dict[str, int]:
    """The rows of a backup that is sound, and not from a newer Recollect."""
    label = name or part.name
    with translating(label), closing(connect(str(part), create=False)) as opened:
        check_copy(opened, label, rows)
        check_known(opened, label, migrations())
        return rows_of(opened)
