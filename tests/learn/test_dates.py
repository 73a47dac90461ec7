"""Days that have a name."""

import re
from datetime import UTC, date, datetime

import pytest

from recollect.learn.dates import DateWords, Edge, Grain, easter, find_dates

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
