"""How commands declare arguments and options, and parse their values."""

import json
from collections.abc import Callable
from datetime import datetime, time, timedelta
from enum import StrEnum
from typing import Any

import typer

from recollect.cli.time_zone import zone
from recollect.domain.checks import check_local
from recollect.errors import InvalidInput

_DAY = len("2026-05-01")
_END_OF_DAY = timedelta(days=1, microseconds=-1)
JSON_EXAMPLE = '\'{"app": "notes"}\''


def argument(metavar: str, help: str, **more: Any) -> Any:  # noqa: A002 - as typer calls it
    """Return a positional argument."""
    return typer.Argument(metavar=metavar, help=help, **more)


def option(
    name: str,
    metavar: str,
    help: str,  # noqa: A002 - as typer calls it
    *,
    short: str | None = None,
    **more: Any,
) -> Any:
    """Return an option with a value."""
    names = (name,) if short is None else (name, short)
    return typer.Option(*names, metavar=metavar, help=help, **more)


def flag(name: str, help: str, **more: Any) -> Any:  # noqa: A002 - as typer calls it
    """Return an option without a value, which therefore has no metavar."""
    return option(name, "", help, **more)


def complete_from(choices: type[StrEnum]) -> Callable[[str], list[str]]:
    """Return the shell completion for an option that takes one of these choices."""
    return lambda incomplete: [choice for choice in choices if choice.startswith(incomplete)]


def parse_time(text: str | None, field: str, *, early: bool = False) -> datetime | None:
    """Parse a time, in the zone of the settings if it names none.

    A bare date means its end, or its start if `early`.
    """
    if text is None:
        return None
    try:
        parsed = datetime.fromisoformat(text.strip())
    except ValueError:
        message = (
            f"{field} {text!r:.80} is not a time: give a date, 2026-05-01, or an ISO 8601 time"
        )
        raise InvalidInput(message, field=field) from None
    if len(text.strip()) <= _DAY:
        parsed = datetime.combine(parsed.date(), time()) + (timedelta() if early else _END_OF_DAY)
    return check_local(parsed if parsed.tzinfo else parsed.replace(tzinfo=zone()), field)


def parse_object(text: str | None, field: str) -> dict[str, Any] | None:
    """Parse a JSON object; None if the option was not given."""
    if text is None:
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise InvalidInput(
            f"{field} must be a JSON object, for example {JSON_EXAMPLE}", field=field
        )
    return value
