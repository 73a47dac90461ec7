"""All checks of `recollect doctor`, in order."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from recollect.cli.doctor import access, database, environment, filesystem, models
from recollect.cli.doctor.check import Check, fail
from recollect.cli.doctor.hooks import hooks
from recollect.cli.doctor.install_size import install_size
from recollect.cli.doctor.postgres import postgres_checks
from recollect.errors import InvalidSetting, RecollectError
from recollect.settings import Settings, load
from recollect.settings.fields import is_database_url
from recollect.wiring.move import moved_to


def all_checks(path: str | None, *, offline: bool) -> Iterator[Check]:
    """Yield every check; invalid settings end the list early."""
    yield environment.python()
    yield environment.sqlite()
    try:
        settings = load()
    except InvalidSetting as error:
        yield fail("settings", error.message, "Fix them; nothing else can be checked until then.")
        yield environment.variables()
        yield install_size()
        return
    yield from _settings_checks(settings, path, offline=offline)
    yield install_size()


def _settings_checks(settings: Settings, path: str | None, *, offline: bool) -> Iterator[Check]:
    yield environment.settings_in_use(settings)
    yield environment.variables()
    yield filesystem.home(settings.home)
    yield from _database_checks(settings, path)
    yield models.embedder(settings, offline=offline)
    yield models.core_model(settings, offline=offline)
    yield from models.upstreams(settings, offline=offline)
    yield access.keys(settings)
    yield from access.limits(settings)
    yield access.secrets(settings)
    yield access.port(settings)
    yield hooks()
    yield environment.tracing(offline=offline)


def _database_checks(settings: Settings, path: str | None) -> Iterator[Check]:
    url = settings.database_url.get_secret_value() if settings.database_url else None
    if path is not None and is_database_url(path):
        path, url = None, path
    if path is None and url is not None:
        yield from postgres_checks(settings, url)
        yield from _moved(settings, url)
        return
    where = Path(path) if path else settings.database_path
    yield filesystem.disk(where)
    yield filesystem.file_system(where)
    yield from database.database_checks(settings, where, named=path is not None)
    yield from _moved(settings, str(where))


def _moved(settings: Settings, address: str) -> Iterator[Check]:
    """Say if the database refuses writes because it was moved; others have said if it is broken."""
    with suppress(RecollectError):
        if where := moved_to(settings, address):
            advice = "Use that database, or: recollect migrate --reopen"
            yield fail("moved", f"it can only be read: it was moved to {where}", advice)
