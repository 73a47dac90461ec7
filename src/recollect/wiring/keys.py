"""Opens the API keys without opening the memory."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

from recollect.domain.clock import SystemClock
from recollect.domain.shared import Shared
from recollect.settings import Settings
from recollect.settings.fields import is_database_url
from recollect.settings.keys import KeyFile
from recollect.wiring.build import open_postgres


def keys_for(settings: Settings, shared: Shared | None) -> KeyFile:
    """The API keys: those of the database that servers share, or of the home directory."""
    path = settings.keys_path
    document = shared.document("api_keys", path) if shared is not None else None
    return KeyFile(path, document=document)


@contextmanager
def opened_keys(settings: Settings, database: str | None = None) -> Iterator[KeyFile]:
    """The API keys of a database, by default that of the settings."""
    url = settings.database_url.get_secret_value() if settings.database_url else None
    if database is not None:
        url = database if is_database_url(database) else None
    if url is None:
        yield keys_for(settings, None)
        return
    with closing(open_postgres(settings, url, SystemClock(), connections=1)) as store:
        yield keys_for(settings, store.shared)
