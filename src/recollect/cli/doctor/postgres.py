"""Checks of a PostgreSQL database; its password is never shown."""

from collections.abc import Iterator

from recollect.cli.doctor.check import Check, fail, ok, warn
from recollect.cli.doctor.database import content_checks
from recollect.cli.formatting import amounts, human_size
from recollect.domain.access import Key
from recollect.errors import RecollectError, SchemaTooNew, StorageReadOnly, StorageUnavailable
from recollect.memory import Memory
from recollect.settings import Settings
from recollect.wiring import opened_keys


def postgres_checks(settings: Settings, url: str) -> Iterator[Check]:
    """Check that the database can be reached and used; an empty one stays empty."""
    try:
        from recollect.storage.postgres.probe import probe  # noqa: PLC0415 - an extra
    except ModuleNotFoundError:
        found = "database_url is set, but the PostgreSQL driver is not installed"
        yield fail("database", found, "Install it: pip install 'recollect[postgres]'")
        return
    try:
        seen = probe(url)
        found = f"{seen.where}, PostgreSQL {seen.server}"
        if not seen.schema:
            yield ok("database", f"{found}, empty: the first use creates its tables")
            return
        with Memory.open(database_url=url, background=False) as memory:
            store = memory.stats().store
            size = human_size(store.database_bytes)
            contents = amounts(agent=store.agents, turn=store.turns)
            yield ok("database", f"{found}, {size}, schema {seen.schema}: {contents}")
            yield _checksums(seen.checksums)
            yield from content_checks(memory, settings)
    except RecollectError as error:
        yield fail("database", error.message, _advice(error))


def _checksums(are_on: bool) -> Check:
    if are_on:
        return ok("checksums", "PostgreSQL notices pages that the disk has changed")
    advice = "Stop PostgreSQL and run: pg_checksums --enable"
    return warn("checksums", "PostgreSQL does not notice pages that the disk has changed", advice)


def stored_keys(settings: Settings) -> tuple[Key, ...]:
    """The API keys, in an empty database none."""
    if settings.database_url is not None:
        from recollect.storage.postgres.probe import probe  # noqa: PLC0415 - an extra

        if not probe(settings.database_url.get_secret_value()).schema:
            return ()
    with opened_keys(settings) as keys:
        return keys.list()


def _advice(error: RecollectError) -> str:
    match error:
        case StorageUnavailable():
            return "Is the server running, and are host, database, user and password right?"
        case SchemaTooNew():
            return "Install the newest Recollect, or set another database_url."
        case StorageReadOnly():
            return "Give the role the rights that docs/postgres.md lists."
        case _:
            return "The log of the PostgreSQL server says more."
