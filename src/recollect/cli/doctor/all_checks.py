"""All checks of `recollect doctor`, in order."""

from collections.abc import Iterator
from pathlib import Path

from recollect.cli.doctor import access, database, environment, filesystem, models
from recollect.cli.doctor.check import Check, fail
from recollect.cli.doctor.hooks import hooks
from recollect.cli.doctor.install_size import install_size
from recollect.errors import InvalidSetting
from recollect.settings import Settings, load


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
    yield from _checks_with_settings(settings, path, offline=offline)
    yield install_size()


def _checks_with_settings(
    settings: Settings, path: str | None, *, offline: bool
) -> Iterator[Check]:
    where = Path(path) if path else settings.database_path
    yield environment.settings_in_use(settings)
    yield environment.variables()
    yield filesystem.home(settings.home)
    yield filesystem.disk(where)
    yield filesystem.file_system(where)
    yield from database.database_checks(settings, where, named=path is not None)
    yield models.embedder(settings, offline=offline)
    yield models.core_model(settings, offline=offline)
    yield from models.upstreams(settings, offline=offline)
    yield access.keys(settings)
    yield access.secrets(settings)
    yield access.port(settings)
    yield hooks()
    yield environment.tracing(offline=offline)
