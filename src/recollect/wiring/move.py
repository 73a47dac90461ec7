"""Moves a memory between SQLite and PostgreSQL, with its API keys and sign-ins."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from recollect.domain.clock import SystemClock
from recollect.errors import Conflict, InvalidInput, NotFound, StorageReadOnly
from recollect.settings import Settings, change
from recollect.settings.fields import is_database_url
from recollect.settings.files import FileDocument, locked, write_atomically
from recollect.settings.live import OFF, SWITCH
from recollect.storage.move import (
    DOCUMENTS,
    Bar,
    Move,
    Moved,
    documents_of,
    meta,
    no_bar,
    refusing,
    reopen,
)
from recollect.storage.sql.store import SqlStore
from recollect.storage.sqlite import SqliteStore, resolved_path
from recollect.wiring.build import open_postgres

_SQLITE: Final = "sqlite:///"
# A file under its own name is complete.
_UNFINISHED: Final = ".migrating"


@dataclass(frozen=True, slots=True)
class DatabaseAddress:
    """Where a memory is: a file, or a PostgreSQL database."""

    address: str
    path: Path | None

    @classmethod
    def of(cls, text: str) -> "DatabaseAddress":
        """A file's path, with or without sqlite:///, or a PostgreSQL address."""
        if is_database_url(text):
            return cls(text, None)
        if not (name := text.removeprefix(_SQLITE)) or "://" in name or name == ":memory:":
            takes = "postgresql://user:password@host/database or the path of a file"
            raise InvalidInput(f"a memory can be moved to {takes}", field="to")
        return cls(name, Path(resolved_path(Path(name).expanduser())))


def move(
    settings: Settings, source: str | None, target: str, bar: Bar, say: Callable[[str], None]
) -> Moved | None:
    """Move everything from one database to another; None if that has been done before."""
    here, there = source_of(settings, source), DatabaseAddress.of(target)
    if here.path is not None and there.path is not None:
        message = "both are SQLite files: stop what uses it and copy the file"
        raise InvalidInput(message, field="to")
    with (
        locked(settings.home / "migrate"),
        _opened(settings, here) as first,
        _target(settings, there, first) as (second, where),
    ):
        moving = Move(first, second, where, bar)
        moved = None
        if not moving.is_done():
            moving.begin()
            moving.copy_while_in_use()
            say(f"From now on, {first.path} can only be read.")
            moving.close_source()
            moved = moving.finish(_documents(settings, here, first, there))
        if there.path is not None and not there.path.exists():
            _to_files(settings, documents_of(first))
            # What its servers have switched off must not go on by being moved.
            if settings.enabled and meta(first).get(SWITCH) == OFF:
                change(settings, {"enabled": False})
    return moved


def moved_to(settings: Settings, source: str | None) -> str | None:
    """Where a database was moved to that refuses writes since; an empty one stays empty."""
    where = source_of(settings, source)
    if where.path is None:
        from recollect.storage.postgres.probe import probe  # noqa: PLC0415 - an extra

        if not probe(where.address).schema:
            return None
    with _opened(settings, where) as store:
        return refusing(store)


def make_writable(settings: Settings, source: str | None) -> str:
    """Let the source of a move be written to again, and return its name."""
    with _opened(settings, source_of(settings, source)) as store:
        if not reopen(store):
            raise Conflict(f"{store.path} does not refuse writes: it has not been moved")
        return store.path


def source_of(settings: Settings, given: str | None) -> DatabaseAddress:
    """The database that is meant: the given one, or that of the settings."""
    if given is not None:
        return DatabaseAddress.of(given)
    if settings.database_url is not None:
        return DatabaseAddress(settings.database_url.get_secret_value(), None)
    return DatabaseAddress.of(str(settings.database_path))


@contextmanager
def _opened(settings: Settings, place: DatabaseAddress) -> Iterator[SqlStore]:
    if place.path is not None and not place.path.exists():
        raise NotFound(f"there is no database at {place.path}", field="database")
    with closing(_store(settings, place.path, place.address)) as store:
        yield store


@contextmanager
def _target(
    settings: Settings, place: DatabaseAddress, source: SqlStore
) -> Iterator[tuple[SqlStore, str]]:
    """The database to fill, and its name; a file gets its name once it is complete."""
    if place.path is None:
        with _opened(settings, place) as store:
            if store.path == source.path:
                raise InvalidInput("it is in that database already", field="to")
            yield store, store.path
        return
    if place.path.exists():
        with _opened(settings, place) as store:
            if not Move(source, store, str(place.path), no_bar).is_done():
                message = f"{place.path} exists already; it was left as it is"
                raise Conflict(f"{message}. Give the path of a new file", field="to")
            yield store, str(place.path)
        return
    unfinished = place.path.with_name(place.path.name + _UNFINISHED)
    with closing(_store(settings, unfinished, "")) as store:
        yield store, str(place.path)
    try:
        unfinished.rename(place.path)
    except OSError as error:
        raise StorageReadOnly(f"{place.path} cannot be created: {error.strerror}") from error


def _store(settings: Settings, path: Path | None, address: str) -> SqlStore:
    clock, patience = SystemClock(), settings.storage_busy_timeout_seconds
    if path is not None:
        return SqliteStore(path, clock=clock, patience=patience)
    return open_postgres(settings, address, clock, connections=2)


def _files(settings: Settings) -> dict[str, Path]:
    return dict(zip(DOCUMENTS, (settings.keys_path, settings.grants_path), strict=True))


def _documents(
    settings: Settings, here: DatabaseAddress, source: SqlStore, there: DatabaseAddress
) -> dict[str, str]:
    """What is to be written to the target besides rows."""
    if there.path is not None:
        return {}
    if here.path is None:
        return documents_of(source)
    texts = {name: FileDocument(path).read() for name, path in _files(settings).items()}
    return {name: text for name, text in texts.items() if text is not None}


def _to_files(settings: Settings, texts: Mapping[str, str]) -> None:
    """Write the keys and sign-ins; files with others are kept under another name."""
    for name, path in _files(settings).items():
        with locked(path):
            before, after = FileDocument(path).read(), texts.get(name)
            if before is not None and before != after:
                path.replace(path.with_name(f"{path.name}.before"))
            if after is not None and before != after:
                write_atomically(path, after)
