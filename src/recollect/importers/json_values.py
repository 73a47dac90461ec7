"""Values of a JSON file of another program, which may have any type."""

from datetime import UTC, datetime
from typing import Any, Final

from recollect.domain.checks import EARLIEST, LATEST

# Above this, a number is a time in milliseconds: in seconds it would lie after 2286.
_MILLISECONDS: Final = 10_000_000_000


def moment(value: object) -> datetime | None:
    """A time of the file in UTC unless it names its zone; None if it is missing or unusable."""
    try:
        match value:
            case bool() | None:
                return None
            case int() | float():
                seconds = value / 1000 if value > _MILLISECONDS else value
                read = datetime.fromtimestamp(seconds, UTC) if value > 0 else None
            case str():
                read = datetime.fromisoformat(value.strip())
            case datetime():
                read = value
            case _:
                return None
        if read is None:
            return None
        aware = read if read.tzinfo else read.replace(tzinfo=UTC)
        in_range = EARLIEST.year < aware.astimezone(UTC).year < LATEST.year
    except (ValueError, OverflowError, OSError):
        return None
    return aware if in_range else None


def fields_of(value: object) -> dict[str, Any]:
    """The value if it is a JSON object, otherwise an empty one."""
    return value if isinstance(value, dict) else {}


def list_of(value: object) -> list[Any]:
    """The value if it is a JSON list, otherwise an empty one."""
    return value if isinstance(value, list) else []


def text_of(value: object) -> str:
    """The value without surrounding space if it is text, otherwise nothing."""
    return value.strip() if isinstance(value, str) else ""
