"""The days that a text names, as numbers: "friday" in a question finds "the 14th" in a turn."""

from datetime import datetime
from typing import Final

from recollect.dates.statements import find_days
from recollect.recall.terms import language_of

# A longer time, such as a month, names no day.
_MAX_DAYS: Final = 8


def days_named(text: str, said: datetime, language: str | None = None) -> list[int]:
    """The days that a text names, as proleptic ordinals, relative to the day it was said.

    `language` is that of `language_of`, if it is known already.
    """
    found = find_days(text, said, language or language_of(text))
    spans = ((day.start.toordinal(), day.end.toordinal()) for day in found)
    days = {n for start, end in spans if end - start <= _MAX_DAYS for n in range(start, end)}
    return sorted(days)
