"""Days that have a name."""

import re
from datetime import UTC, date, datetime

import pytest

from recollect.learn.date_words import DateWords, Edge, Grain
from recollect.learn.dates import find_dates
from recollect.learn.extract.en_dates import DATES
from recollect.learn.reckoning import easter

WORDS = DateWords(
    patterns=(
        re.compile(r"(?:(?P<step>last) )?(?P<holiday>christmas|easter)(?: (?P<year>\d{4}))?"),
    ),
    months={},
    weekdays={},
    seasons={},
    units={},
    numbers={},
    offsets={},
    steps={"last": -1},
    edges={"until": Edge.UNTIL},
    prepositions=frozenset({"until"}),
    written={Grain.DAY: ("on", "{day} {month} {year}")},
    month_names=tuple(
        "January February March April May June July August September October November December".split()
    ),
    season_names={},
    holidays={"christmas": (12, 25), "easter": (0, 0)},
)
JUNE = datetime(2025, 6, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("year", "day"),
    [(1961, (4, 2)), (2000, (4, 23)), (2024, (3, 31)), (2027, (3, 28)), (2038, (4, 25))],
)
def test_easter_is_where_the_calendar_has_it(year, day):
    assert easter(year) == date(year, *day)


@pytest.mark.parametrize(
    ("text", "past", "day"),
    [
        ("until christmas", None, date(2025, 12, 25)),
        ("at christmas", True, date(2024, 12, 25)),
        ("last christmas", None, date(2024, 12, 25)),
        ("at easter", False, date(2026, 4, 5)),
        ("easter 2030", None, date(2030, 4, 21)),
    ],
)
def test_a_holiday_is_the_one_to_come_or_the_last_as_the_tense_says(text, past, day):
    (when,) = find_dates(text, JUNE, WORDS, past=past)

    assert when.start == day


def test_a_holiday_keeps_its_name_beside_its_date():
    (when,) = find_dates("until christmas", JUNE, WORDS, past=None)

    assert when.written == "christmas (25 December 2025)"
    assert when.edge is Edge.UNTIL


def of(text, at):
    (when,) = find_dates(text, at, DATES, past=None)
    return when.start


@pytest.mark.parametrize(
    ("text", "at", "day"),
    [
        ("next summer", datetime(2025, 7, 1, tzinfo=UTC), date(2026, 6, 1)),
        ("this winter", datetime(2025, 1, 16, tzinfo=UTC), date(2024, 12, 1)),
        ("this summer", datetime(2025, 12, 1, tzinfo=UTC), date(2025, 6, 1)),
        ("29 February", datetime(2025, 12, 1, tzinfo=UTC), date(2024, 2, 29)),
        ("in October", datetime(2025, 12, 1, tzinfo=UTC), date(2025, 10, 1)),
        ("in June", datetime(2025, 12, 1, tzinfo=UTC), date(2026, 6, 1)),
    ],
)
def test_a_month_without_a_year_is_the_nearest_that_can_be_meant(text, at, day):
    assert of(text, at) == day


@pytest.mark.parametrize("text", ["next March", "next summer", "March next year", "30 February"])
@pytest.mark.parametrize("year", [1, 9999])
def test_at_the_ends_of_time_there_may_be_no_such_day(text, year):
    assert len(find_dates(text, datetime(year, 6, 1, tzinfo=UTC), DATES, past=None)) <= 1
