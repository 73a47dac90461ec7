"""The time zone in which commands show times and take them."""

from datetime import tzinfo
from functools import cache


@cache
def zone() -> tzinfo:
    """Return the time zone of the settings; every command asks for it anew."""
    from recollect.settings import load  # noqa: PLC0415 - loads every setting

    return load().zone
