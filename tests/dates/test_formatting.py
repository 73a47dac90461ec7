from datetime import UTC, date, datetime

import pytest

from recollect.dates import Day, Edge, Grain, find_days, format_day

SAID = datetime(2026, 5, 14, 12, tzinfo=UTC)


def a_day(start, end, grain):
    return Day(
        start=start,
        end=end,
        grain=grain,
        edge=Edge.ON,
        start_at=0,
        end_at=1,
        relative=True,
        sure=True,
    )


@pytest.mark.parametrize(
    ("language", "day", "month", "quarter", "season"),
    [
        ("en", "8 June 2026", "June 2026", "Q2 2026", "summer 2026"),
        ("de", "8. Juni 2026", "Juni 2026", "2. Quartal 2026", "Sommer 2026"),
        ("es", "8 de junio de 2026", "junio de 2026", "2.º trimestre de 2026", "verano de 2026"),
        ("fr", "8 juin 2026", "juin 2026", "2e trimestre 2026", "été 2026"),
        ("pt", "8 de junho de 2026", "junho de 2026", "2.º trimestre de 2026", "verão de 2026"),
        ("it", "8 giugno 2026", "giugno 2026", "2º trimestre 2026", "estate 2026"),
    ],
)
def test_dates_are_formatted_in_each_language(language, day, month, quarter, season):
    june = date(2026, 6, 1)
    one_day = a_day(date(2026, 6, 8), date(2026, 6, 9), Grain.DAY)
    assert format_day(one_day, language) == day
    assert format_day(a_day(june, date(2026, 7, 1), Grain.MONTH), language) == month
    spring_quarter = a_day(date(2026, 4, 1), date(2026, 7, 1), Grain.QUARTER)
    assert format_day(spring_quarter, language) == quarter
    assert format_day(a_day(june, date(2026, 9, 1), Grain.SEASON), language) == season
    year = a_day(date(2026, 1, 1), date(2027, 1, 1), Grain.YEAR)
    assert format_day(year, language) == "2026"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("We met this week", "the week of 11 May 2026"),
        ("We met last weekend", "the weekend of 9 May 2026"),
        ("We met last winter", "winter 2025"),
        ("We were away 3-14 March", "3 March 2026 to 14 March 2026"),
        ("I was there from November to February", "November 2025 to February 2026"),
        ("I worked there from 2014 to 2018", "2014 to 2018"),
        ("I quit at the end of March", "March 2026"),
    ],
)
def test_relative_dates_are_formatted_in_full(text, written):
    (day,) = find_days(text, SAID, "en")
    assert format_day(day, "en") == written
