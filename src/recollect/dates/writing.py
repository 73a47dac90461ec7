"""A date as a language writes it, to be shown behind one that was said in relation to a day."""

from datetime import date, timedelta

from recollect.dates.day import Day, Grain
from recollect.languages.pack import pack

_ONE_DAY = timedelta(days=1)
_MONTHS_OF_A_SEASON = 3
# How long a stretch of each grain is at most; what is longer has a beginning and an end.
_LONGEST = {
    Grain.DAY: 1,
    Grain.WEEKEND: 2,
    Grain.WEEK: 7,
    Grain.MONTH: 31,
    Grain.QUARTER: 92,
    Grain.SEASON: 92,
    Grain.YEAR: 366,
}


def write_day(day: Day, language: str) -> str:
    """The date in words: "8 June 2026", "8. Juni 2026", "June 2026", "2026"."""
    last = day.end - _ONE_DAY
    first_written = _written(day.start, day.grain, language)
    if (day.end - day.start).days <= _LONGEST[day.grain]:
        return first_written
    template: str = pack(language).table("dates")["written"]["range"]
    return template.format(first=first_written, last=_written(last, day.grain, language))


def _written(day: date, grain: Grain, language: str) -> str:
    templates = pack(language).table("dates")["written"]
    template: str = templates[grain.value]
    season = (day.month // _MONTHS_OF_A_SEASON + 3) % 4
    return template.format(
        day=day.day,
        month=templates["months"].split()[day.month - 1],
        year=day.year,
        quarter=(day.month - 1) // _MONTHS_OF_A_SEASON + 1,
        season=templates["seasons"].split()[season],
    )
