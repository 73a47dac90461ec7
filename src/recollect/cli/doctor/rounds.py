"""The round the doctor makes: the machine, the settings, the database, the models, the port, the weight."""

from collections.abc import Iterator
from pathlib import Path

from recollect.cli.doctor import database, machine
from recollect.cli.doctor.check import Check, fail
from recollect.cli.doctor.core_model import core_model
from recollect.cli.doctor.embedder import embedder
from recollect.cli.doctor.packages import weight
from recollect.cli.doctor.port import port
from recollect.errors import InvalidSetting
from recollect.settings import Settings, load


def every_check(path: str | None) -> Iterator[Check]:
    """Each check in its turn; without sound settings the rest cannot be looked at."""
    yield machine.python()
    yield machine.sqlite()
    try:
        settings = load()
    except InvalidSetting as wrong:
        yield fail("settings", wrong.message, "Mend them; until then nothing else can be checked.")
        yield weight()
        return
    yield from _with(settings, path)
    yield weight()


def _with(settings: Settings, path: str | None) -> Iterator[Check]:
    where = Path(path) if path else settings.database_path
    yield machine.chosen(settings)
    yield machine.variables()
    yield machine.home(settings.home)
    yield machine.disk(where)
    yield from database.every_check(where, named=path is not None)
    yield embedder(settings)
    yield core_model(settings)
    yield port(settings)
