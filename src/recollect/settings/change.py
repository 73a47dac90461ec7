"""Changes settings in config.json, after checking them together with all others."""

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from recollect.errors import InvalidSetting

from .destinations import check_keys_given_again
from .files import locked, write_atomically
from .load import load, load_with
from .problems import error_of, unknown
from .settings import Settings
from .sources import CONFIG, ROW_OF_KEY, content_of, parsed
from .table import TABLE, Row

if TYPE_CHECKING:  # it loads asyncio
    from .live import SharedSwitch

_SWITCH: Final = TABLE["enabled"]


def configured(running: Settings, switch: "SharedSwitch | None" = None) -> Settings:
    """The settings as they would be after a restart: config.json may have changed."""
    settings = load(**_arguments(running))
    is_off = settings.enabled and switch is not None and switch.is_off()
    return settings.switched_off() if is_off else settings


def change(
    running: Settings,
    values: Mapping[str, object],
    *,
    is_remote: bool = False,
    switch: "SharedSwitch | None" = None,
) -> Settings:
    """Write values to config.json and return the new settings; None resets one to its default.

    One InvalidSetting lists all problems; nothing is written then. With `is_remote`, an address is
    changed only together with the API key that is sent there. `enabled` is written to the `switch`
    of the database's servers, if they have one.
    """
    if unknown_keys := [unknown(key, "argument") for key in values if key not in ROW_OF_KEY]:
        raise error_of(unknown_keys)
    rows = {key: ROW_OF_KEY[key] for key in values}
    switches = switch is not None and _SWITCH in rows.values()
    _check_not_overridden(configured(running), rows.values())
    with locked(running.config_path):
        current = content_of(running.config_path)
        content = {
            key: value for key, value in current.items() if ROW_OF_KEY.get(key) not in rows.values()
        }
        content |= {rows[key].name: value for key, value in values.items() if value is not None}
        new = {row.name for row in rows.values()}
        settings = load_with(content, new, **_arguments(running))
        if is_remote:
            before = load_with(current, **_arguments(running))
            check_keys_given_again(before, settings, new)
        is_on = settings.enabled
        if switches:
            # What the file says would hold for this server alone.
            content.pop(_SWITCH.name, None)
            settings = load_with(content, **_arguments(running))
        if content != current:
            write_atomically(
                running.config_path, json.dumps(content, indent=2, ensure_ascii=False) + "\n"
            )
    if switch is None or not switches:
        return settings
    switch.turn(on=is_on)
    return settings if is_on else settings.switched_off()


def parse_value(key: str, text: str) -> object:
    """The value of a text on the command line, parsed like an environment variable."""
    row = ROW_OF_KEY.get(key)
    return parsed(row.kind, text) if row else text


def _check_not_overridden(settings: Settings, rows: Iterable[Row]) -> None:
    """Refuse to write settings that an argument or a variable overrides."""
    for row in rows:
        source = settings.source_of(row.name)
        if source not in ("default", CONFIG):
            place = (
                "an argument of the program" if source == "argument" else f"the variable {source}"
            )
            message = f"{row.name} is set by {place}, which overrides {CONFIG}: change it there"
            raise InvalidSetting(message, field=row.name)


def _arguments(settings: Settings) -> dict[str, object]:
    names = (name for name in TABLE if settings.source_of(name) == "argument")
    return {name: getattr(settings, name) for name in names}
