"""Opens the API keys without opening the memory."""

from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

from recollect.domain.access_store import AccessRecords
from recollect.domain.clock import SystemClock
from recollect.domain.shared import Shared
from recollect.settings import Settings
from recollect.settings.fields import is_database_url
from recollect.settings.files import FileDocument
from recollect.settings.key_uses import KeyUses
from recollect.settings.keys import KeyFile
from recollect.settings.live import SWITCH, SharedSwitch
from recollect.storage.sqlite import SqliteStore
from recollect.wiring.build import open_postgres

if TYPE_CHECKING:
    from recollect.storage.postgres import PostgresStore


def keys_for(
    settings: Settings, shared: Shared | None, records: AccessRecords | None = None
) -> KeyFile:
    """The API keys: those of the database that servers share, or of the home directory.

    Before they change, the database that goes with them records that keys are required.
    """
    path = settings.keys_path
    document = shared.document("api_keys", path) if shared is not None else None
    before = partial(_require_keys, settings, records)
    return KeyFile(path, document=document, before_change=before)


def key_uses_for(settings: Settings, shared: Shared | None) -> KeyUses:
    """When those keys were last used."""
    path = settings.key_uses_path
    document = shared.document("api_key_uses", path) if shared is not None else None
    return KeyUses(document or FileDocument(path))


@contextmanager
def opened_keys(settings: Settings, database: str | None = None) -> Iterator[KeyFile]:
    """The API keys of a database, by default that of the settings."""
    with opened_keys_and_uses(settings, database) as (keys, _):
        yield keys


@contextmanager
def opened_keys_and_uses(
    settings: Settings, database: str | None = None
) -> Iterator[tuple[KeyFile, KeyUses]]:
    """The API keys of a database, and when they were last used."""
    with opened_postgres(settings, database) as store:
        shared = store.shared if store else None
        yield keys_for(settings, shared, store), key_uses_for(settings, shared)


@contextmanager
def opened_switch(settings: Settings) -> Iterator[SharedSwitch | None]:
    """The main switch of the servers on a PostgreSQL database; None with SQLite."""
    with opened_postgres(settings, None) as store:
        yield SharedSwitch(store.shared.document(SWITCH)) if store else None


def keys_required_since(settings: Settings, database: str | None = None) -> datetime | None:
    """When the servers of a PostgreSQL or the default database first required a key, if ever."""
    with opened_postgres(settings, database) as store:
        if store:
            return store.keys_required_since()
    if not settings.database_path.exists():
        return None
    with closing(_sqlite(settings)) as file:
        return file.keys_required_since()


def refuses_everybody(settings: Settings) -> bool:
    """Whether a key is required and none is left."""
    if settings.allow_anonymous:
        return False
    with opened_keys(settings) as keys:
        if keys.list():
            return False
    return keys_required_since(settings) is not None


def postgres_address(settings: Settings, database: str | None) -> str | None:
    """The address of a database, by default that of the settings; None if it is a file."""
    if database is not None:
        return database if is_database_url(database) else None
    return settings.database_url.get_secret_value() if settings.database_url else None


@contextmanager
def opened_postgres(settings: Settings, database: str | None) -> "Iterator[PostgresStore | None]":
    """A database, by default that of the settings; None if it is a file."""
    if (url := postgres_address(settings, database)) is None:
        yield None
        return
    with closing(open_postgres(settings, url, SystemClock(), connections=1)) as store:
        yield store


def _require_keys(settings: Settings, records: AccessRecords | None) -> None:
    now = SystemClock().now()
    if records is not None:
        records.require_keys(now)
        return
    with closing(_sqlite(settings)) as store:
        store.require_keys(now)


def _sqlite(settings: Settings) -> SqliteStore:
    patience = settings.storage_busy_timeout_seconds
    return SqliteStore(settings.database_path, clock=SystemClock(), patience=patience)
