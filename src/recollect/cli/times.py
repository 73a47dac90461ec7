"""Times as people type them."""

from datetime import datetime, time, timedelta
from typing import Annotated

import typer

from recollect.domain.checks import check_local

_DAY = len("2026-05-01")
_LAST = timedelta(days=1, microseconds=-1)

AsOf = Annotated[
    str | None,
    typer.Option(
        "--as-of",
        metavar="TIME",
        help="Of what had been said by then: a day (to its end) or a time in ISO 8601, of this machine's zone unless it names one.",
        show_default=False,
    ),
]


def moment(text: str | None, field: str, *, early: bool = False) -> datetime | None:
    """The moment that is meant; a day alone means its end, or its beginning, and a time without a zone is local."""
    if text is None:
        return None
    try:
        read = datetime.fromisoformat(text.strip())
    except ValueError:
        return check_local(text, field)  # which says what is wrong with it
    if len(text.strip()) <= _DAY:
        read = datetime.combine(read.date(), time()) + (timedelta() if early else _LAST)
    return check_local(read if read.tzinfo else read.astimezone(), field)
