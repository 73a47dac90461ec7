from dataclasses import dataclass
from pathlib import Path

from .settings import Settings
from .table import TABLE, Row

Plain = str | int | float | bool | tuple[str, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingInfo:
    """A setting for display; the value of a secret is `set` or `not set`."""

    name: str
    value: Plain
    default: Plain
    allowed: str
    source: str
    sentence: str
    seed_key: str | None
    group: str
    secret: bool


def describe(settings: Settings) -> tuple[SettingInfo, ...]:
    """Every setting with its value, range and origin, in the order of the documentation."""
    return tuple(
        SettingInfo(
            name=row.name,
            value=plain(row, getattr(settings, row.name)),
            default=plain(row, row.default),
            allowed=row.allowed,
            source=settings.source_of(row.name),
            sentence=row.sentence,
            seed_key=row.seed_key,
            group=row.group,
            secret=row.secret,
        )
        for row in TABLE.values()
    )


def plain(row: Row, value: object) -> Plain:
    """A setting's value for display or JSON."""
    if row.secret:
        return "not set" if value is None else "set"
    if row.kind == "table":
        return tuple(map(str, value)) if isinstance(value, tuple) else None
    if isinstance(value, Path):
        return str(value)
    assert value is None or isinstance(value, str | int | float | tuple)
    return value
