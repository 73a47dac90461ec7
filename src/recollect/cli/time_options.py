"""Times given on the command line."""

from datetime import datetime, time, timedelta
from typing import Annotated

import typer

from recollect.domain.checks import check_local

_DAY = len("2026-05-01")
_END_OF_DAY = timedelta(days=1, microseconds=-1)

AsOf = Annotated[
    str | None,
    typer.Option(
        "--as-of",
        metavar="TIME",
        help="Use only what was known by then: a date (until its end) or a time in ISO 8601, local"
        " unless it has a time zone.",
        show_default=False,
    ),
]


def parse_time(text: str | None, field: str, *, early: bool = False) -> datetime | None:
    """Parse a time; a bare date means its end (or its start if `early`), no zone means local."""
    if text is None:
        return None
    try:
        parsed = datetime.fromisoformat(text.strip())
    except ValueError:
        return check_local(text, field)  # raises an error with the reason
    if len(text.strip()) <= _DAY:
        parsed = datetime.combine(parsed.date(), time()) + (timedelta() if early else _END_OF_DAY)
    return check_local(parsed if parsed.tzinfo else parsed.astimezone(), field)
