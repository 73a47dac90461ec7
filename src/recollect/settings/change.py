"""Changing settings: into config.json, checked together with all the others before anything is written."""

import json
from collections.abc import Iterable, Mapping

from recollect.errors import InvalidSetting

from .files import changing, write_whole
from .load import load, load_with
from .problems import error_of, unknown
from .settings import Settings
from .sources import CONFIG, ROW_OF_KEY, content_of, parsed
from .table import TABLE, Row


def configured(running: Settings) -> Settings:
    """The settings as they would be if the program began now: config.json may have changed since."""
    return load(**_arguments(running))


def change(running: Settings, values: Mapping[str, object]) -> Settings:
    """Write values into config.json, and give what then holds; None takes a setting back to its default.

    Everything wrong is told in one InvalidSetting, and then nothing is written.
    """
    rows = _rows(values)
    _check_free(configured(running), rows.values())
    with changing(running.config_path):
        held = content_of(running.config_path)
        content = {
            key: value for key, value in held.items() if ROW_OF_KEY.get(key) not in rows.values()
        }
        content |= {rows[key].name: value for key, value in values.items() if value is not None}
        settings = load_with(content, **_arguments(running))
        write_whole(running.config_path, json.dumps(content, indent=2, ensure_ascii=False) + "\n")
    return settings


def understood(key: str, text: str) -> object:
    """The value that a text on the command line stands for, as in a variable."""
    row = ROW_OF_KEY.get(key)
    return parsed(row.kind, text) if row else text


def _rows(values: Mapping[str, object]) -> dict[str, Row]:
    if strange := [unknown(key, "argument") for key in values if key not in ROW_OF_KEY]:
        raise error_of(strange)
    return {key: ROW_OF_KEY[key] for key in values}


def _check_free(settings: Settings, rows: Iterable[Row]) -> None:
    """Refuse to write down what would have no effect."""
    for row in rows:
        source = settings.source_of(row.name)
        if source not in ("default", CONFIG):
            place = (
                "an argument of the program" if source == "argument" else f"the variable {source}"
            )
            message = f"{row.name} is set by {place}, which comes before {CONFIG}: change it there"
            raise InvalidSetting(message, field=row.name)


def _arguments(settings: Settings) -> dict[str, object]:
    names = (name for name in TABLE if settings.source_of(name) == "argument")
    return {name: getattr(settings, name) for name in names}
