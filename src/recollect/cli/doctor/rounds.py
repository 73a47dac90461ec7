"""The round the doctor makes: the machine, the settings, the database, the models, the port, the weight."""

from collections.abc import Iterator
from pathlib import Path

from recollect.cli.doctor import database, doors, machine, place, services
from recollect.cli.doctor.check import Check, fail
from recollect.cli.doctor.embedder import embedder
from recollect.cli.doctor.packages import weight
from recollect.cli.doctor.port import port
from recollect.errors import InvalidSetting
from recollect.settings import Settings, load


def every_check(path: str | None, *, offline: bool) -> Iterator[Check]:
    """Each check in its turn; without sound settings the rest cannot be looked at."""
    yield machine.python()
    yield machine.sqlite()
    try:
        settings = load()
    except InvalidSetting as wrong:
        yield fail("settings", wrong.message, "Mend them; until then nothing else can be checked.")
        yield machine.variables()
        yield weight()
        return
    yield from _with(settings, path, offline=offline)
    yield weight()


def _with(settings: Settings, path: str | None, *, offline: bool) -> Iterator[Check]:
    where = Path(path) if path else settings.database_path
    yield machine.chosen(settings)
    yield machine.variables()
    yield place.home(settings.home)
    yield place.disk(where)
    yield place.file_system(where)
    yield from database.every_check(settings, where, named=path is not None)
    yield embedder(settings, offline=offline)
    yield services.core_model(settings, offline=offline)
    yield services.upstream(settings, offline=offline)
    yield doors.keys(settings)
    yield doors.secrets(settings)
    yield port(settings)
