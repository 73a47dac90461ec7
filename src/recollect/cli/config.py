import shlex
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated

from rich.padding import Padding
from rich.text import Text

from recollect.cli.audit import record
from recollect.cli.completion import setting_names
from recollect.cli.formatting import sanitize
from recollect.cli.lookup import did_you_mean
from recollect.cli.options import AsJson
from recollect.cli.output import note, print_details, print_items, print_json, say, stdout
from recollect.cli.parameters import argument, flag, option
from recollect.cli.table import Column, Table
from recollect.domain.audit import AuditAction
from recollect.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from collections.abc import Sequence

    from recollect.settings import SettingInfo, Settings

# On PostgreSQL all servers share it.
_SWITCH = "enabled"
_RESTART = "A server or worker that is running uses it after a restart."
_TABLE: Table["SettingInfo"] = (
    (Column("SETTING", style="cyan"), lambda setting: setting.name),
    (Column("VALUE"), lambda setting: _value(setting.value)),
    (Column("FROM"), lambda setting: setting.source),
    (Column("ALLOWED"), lambda setting: setting.allowed),
    (Column("WHAT IT DOES"), lambda setting: setting.sentence),
)
Key = Annotated[
    str | None, argument("KEY", "Show only this setting, in full.", autocompletion=setting_names)
]
Value = Annotated[list[str] | None, argument("VALUE", "The value to write to config.json.")]
Reset = Annotated[
    bool, flag("--reset", "Remove the setting, or those of the profile, from config.json.")
]
Profile = Annotated[
    str | None,
    option("--profile", "NAME", "Write the settings for a kind of machine: pi, a small one."),
]
Changed = Annotated[bool, flag("--changed", "Show only settings that differ from their default.")]


def config(
    key: Key = None,
    value: Value = None,
    reset: Reset = False,
    profile: Profile = None,
    changed: Changed = False,
    as_json: AsJson = False,
) -> None:
    """Show all settings with value, source, allowed values and description, or change one.

    Values are written to config.json in the home directory. An environment variable such as
    RECOLLECT_PORT=9000 takes precedence. A running server applies new values of 'audit_log' and
    'enabled' at once, of 'enabled' every server of a PostgreSQL database; any other after a
    restart.
    """
    from recollect.settings import describe, load  # noqa: PLC0415
    from recollect.settings.live import AT_ONCE  # noqa: PLC0415

    current = load()
    if profile is not None:
        if key is not None:
            raise InvalidInput("name a setting or a profile, not both", field="profile")
        _apply_profile(current, profile, reset=reset, as_json=as_json)
    elif key is not None:
        _check_form(key, value or [])
        given = value[0] if value else None
        name = _find(describe(current), key).name
        current = _changed(current, name, given, reset=reset)
        _print_one(_find(describe(current), name), as_json=as_json)
        if not as_json and name not in AT_ONCE and (given is not None or reset):
            note(_RESTART)
    else:
        settings = describe(current)
        shown = [setting for setting in settings if not changed or setting.source != "default"]
        _print_all(shown, as_json=as_json)


def _changed(current: "Settings", name: str, value: str | None, *, reset: bool) -> "Settings":
    """Return the settings after changing one of them, if that is wanted."""
    from recollect.settings import change, configured, parse_value  # noqa: PLC0415
    from recollect.wiring import opened_switch  # noqa: PLC0415 - loads the storage

    with opened_switch(current) if name == _SWITCH else nullcontext() as switch:
        if value is None and not reset:
            return configured(current, switch)
        new = None if reset else parse_value(name, value or "")
        changed = change(current, {name: new}, switch=switch)
    record(AuditAction.SETTINGS, "recollect config", name, before=current)
    return changed


def _check_form(key: str, values: "Sequence[str]") -> None:
    """Show how it is written to whoever writes `config set KEY VALUE` or `KEY=VALUE`."""
    words = [key, *values]
    if key in {"get", "set"} and values:
        words = [*values]
    if "=" in words[0]:
        words = [*words[0].split("=", 1), *words[1:]]
    if words != [key, *values]:
        command = shlex.join(["recollect", "config", *words])
        raise InvalidInput(f"give the setting and its value alone: {command}", field="key")
    if len(values) > 1:
        command = shlex.join(["recollect", "config", key, " ".join(values)])
        raise InvalidInput(f"give one value, with quotes: {command}", field="value")


def _apply_profile(current: "Settings", name: str, *, reset: bool, as_json: bool) -> None:
    """Write the settings of a profile, or remove them, and print them."""
    from recollect.settings import PROFILES, change, describe  # noqa: PLC0415

    if name not in PROFILES:
        known = ", ".join(PROFILES)
        raise NotFound(f"there is no profile {name!r:.80}; there are: {known}", field="profile")
    values = PROFILES[name]
    current = change(current, dict.fromkeys(values) if reset else values)
    record(AuditAction.SETTINGS, "recollect config", f"profile {name}")
    shown = [setting for setting in describe(current) if setting.name in values]
    if as_json:
        print_json(shown)
        return
    print_details(*((setting.name, _value(setting.value)) for setting in shown))
    note(_RESTART)


def _print_all(settings: "list[SettingInfo]", *, as_json: bool) -> None:
    if as_json:
        print_json(settings)
        return
    if not settings:
        say("Every setting is at its default.")
        return
    if not stdout().is_terminal:
        print_items(_TABLE, settings)
        return
    group = ""
    for setting in settings:
        if setting.group != group:
            group = setting.group
            say()
            say(Text(group, "bold"))
        _print_short(setting)


def _print_short(setting: "SettingInfo") -> None:
    changed = setting.source != "default"
    line = Text.assemble("  ", (setting.name, "cyan"), " = ")
    line.append(sanitize(_value(setting.value)), style="bold yellow" if changed else "bold")
    line.append(f"  from {setting.source}" if changed else "", style="yellow")
    line.append(f"  ({setting.allowed})", style="bright_black")
    say(line)
    stdout().print(Padding(Text(setting.sentence, "bright_black"), (0, 0, 0, 6)))


def _print_one(setting: "SettingInfo", *, as_json: bool) -> None:
    if as_json:
        print_json(setting)
        return
    print_details(
        ("setting", setting.name),
        ("value", _value(setting.value)),
        ("from", setting.source),
        ("default", _value(setting.default)),
        ("allowed", setting.allowed),
        ("what it does", setting.sentence),
        ("variable", f"RECOLLECT_{setting.name.upper()}"),
        ("other name", setting.seed_key if setting.seed_key not in (None, setting.name) else ""),
    )


def _find(settings: "tuple[SettingInfo, ...]", key: str) -> "SettingInfo":
    by_name = {setting.seed_key: setting for setting in settings if setting.seed_key}
    by_name |= {setting.name: setting for setting in settings}
    wanted = key.removeprefix("RECOLLECT_").lower() if key.isupper() else key
    for name in (key, wanted, wanted.replace("-", "_")):
        if name in by_name:
            return by_name[name]
    hint = did_you_mean(key, by_name) or ": recollect config lists them"
    raise NotFound(f"there is no setting {key!r}{hint}", field="key")


def _value(value: object) -> str:
    match value:
        case None:
            return "not set"
        case bool():
            return "true" if value else "false"
        case tuple():
            return ", ".join(value) or "none"
        case _:
            return str(value)
