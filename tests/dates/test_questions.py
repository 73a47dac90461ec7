from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recollect.dates.questions import MAX_TIMES, TimeRange, find_times
from recollect.dates.vocabulary import question_vocabulary

NOW = datetime(2024, 3, 15, 10, 30, tzinfo=UTC)  # a Friday


def said(text, now=NOW, names=()):
    """The ranges as "first day/day after the last", an open side empty."""
    return [
        f"{edge(time.start)}/{edge(time.end)}"
        for time in find_times(text, now, frozenset(names)).times
    ]


def edge(moment):
    return moment.date().isoformat() if moment else ""


def each_year(start, end, years=(2023, 2022, 2021)):
    return [f"{year}-{start}/{year}-{end}" for year in years]


MAYS = each_year("05-01", "06-01")

DATES = [
    # --- days
    ("Who came to dinner on 7 May 2023?", ["2023-05-07/2023-05-08"]),
    ("Who came to dinner on May 7, 2023?", ["2023-05-07/2023-05-08"]),
    ("Who came on May 7th,2023 for dinner?", ["2023-05-07/2023-05-08"]),
    ("What broke on the 7th of May 2023?", ["2023-05-07/2023-05-08"]),
    ("What broke on the first of May, 2023?", ["2023-05-01/2023-05-02"]),
    ("What broke on Sunday, 7 May 2023?", ["2023-05-07/2023-05-08"]),
    ("What broke on Aug 15th?", each_year("08-15", "08-16")),
    ("What did she plant on 29 February?", ["2024-02-29/2024-03-01"]),
    ("Was it on 2023-05-07?", ["2023-05-07/2023-05-08"]),
    ("Was it logged at 2023-05-07T10:00?", ["2023-05-07/2023-05-08"]),
    ("Was it on 25/12/2023?", ["2023-12-25/2023-12-26"]),
    ("Was it on 12/25/23?", ["2023-12-25/2023-12-26"]),
    ("Was it on 05/07/2023?", ["2023-05-07/2023-05-08", "2023-07-05/2023-07-06"]),
    ("War das am 05/07/2023, und wer kam mit?", ["2023-07-05/2023-07-06"]),
    ("War das am 7.5.2023?", ["2023-05-07/2023-05-08"]),
    ("Was hat er am 5. Juni 2023 gekauft?", ["2023-06-05/2023-06-06"]),
    ("¿Qué firmó el 13 de noviembre de 2023?", ["2023-11-13/2023-11-14"]),
    ("¿Quién cantó el primero de mayo de 2023?", ["2023-05-01/2023-05-02"]),
    ("Qui a chanté le 1er mars 2023 ?", ["2023-03-01/2023-03-02"]),
    # --- months
    ("What did Ana bake in May?", MAYS),
    ("what did ana bake in may?", MAYS),
    ("What did Ana bake in May 2023?", ["2023-05-01/2023-06-01"]),
    ("What did Ana bake last May?", ["2023-05-01/2023-06-01"]),
    ("What will Ana bake next May?", ["2024-05-01/2024-06-01"]),
    ("What is due this May?", ["2024-05-01/2024-06-01"]),
    ("What did Ana say at the May conference?", MAYS),
    ("Who moved in May of last year?", ["2023-05-01/2023-06-01"]),
    ("Who moved last year in May?", ["2023-05-01/2023-06-01"]),
    ("How was the march in March 2022?", ["2022-03-01/2022-04-01"]),
    ("What happened in March?", each_year("03-01", "04-01", (2024, 2023, 2022))),
    ("What happened in December?", [
        "2023-12-01/2024-01-01", "2022-12-01/2023-01-01", "2021-12-01/2022-01-01"]),
    ("Was it March or April 2023?", ["2023-03-01/2023-04-01", "2023-04-01/2023-05-01"]),
    ("Is there a note from 2023-05?", ["2023-05-01/2023-06-01"]),
    ("Was hat Jana im Mai gebacken?", MAYS),
    ("Was hat Jana letzten Mai gebacken?", ["2023-05-01/2023-06-01"]),
    ("Was geschah im Mai letzten Jahres?", ["2023-05-01/2023-06-01"]),
    ("¿Qué compró en mayo de 2023?", ["2023-05-01/2023-06-01"]),
    ("¿Qué compró en mayo del año pasado?", ["2023-05-01/2023-06-01"]),
    ("¿Qué compró el pasado julio?", ["2023-07-01/2023-08-01"]),
    ("Qu'a-t-elle vendu en mai dernier ?", ["2023-05-01/2023-06-01"]),
    ("Qu'a-t-elle vendu au mois de mai ?", MAYS),
    ("Qu'a-t-elle vendu en août 2022 ?", ["2022-08-01/2022-09-01"]),
    # --- parts of months and years
    ("Which race was at the beginning of November 2022?", ["2022-11-01/2022-11-16"]),
    ("What came up in mid-May 2023?", ["2023-05-08/2023-05-24"]),
    ("Where was he in late 2022?", ["2022-07-02/2023-01-01"]),
    ("Was the first half of September 2022 busy?", ["2022-09-01/2022-09-16"]),
    ("Where was he in the second week of November 2023?", ["2023-11-08/2023-11-15"]),
    ("Where was he in the last week of May 2023?", ["2023-05-25/2023-06-01"]),
    ("Where was he on the last weekend of May 2023?", ["2023-05-27/2023-05-29"]),
    ("Where was he in the week of 10 May 2023?", ["2023-05-08/2023-05-15"]),
    ("Wo wohnten sie Anfang 2023?", ["2023-01-01/2023-07-02"]),
    ("¿Dónde vivían a finales de mayo de 2023?", ["2023-05-16/2023-06-01"]),
    ("Où vivaient-ils début juin 2023 ?", ["2023-06-01/2023-06-16"]),
    # --- years, seasons, feasts
    ("What did he learn in 2022?", ["2022-01-01/2023-01-01"]),
    ("What did the 2021 storm destroy?", ["2021-01-01/2022-01-01"]),
    ("What music from the 1990s does she like?", ["1990-01-01/2000-01-01"]),
    ("Where did they camp last year?", ["2023-01-01/2024-01-01"]),
    ("Where did they camp in the summer of 2022?", ["2022-06-01/2022-09-01"]),
    ("Where will they camp this summer?", ["2024-06-01/2024-09-01"]),
    ("Where did they camp during the summer?", each_year("06-01", "09-01")),
    ("Where did they ski last winter?", ["2023-12-01/2024-03-01"]),
    ("What did she get last Christmas?", ["2023-12-24/2023-12-27"]),
    ("Wo waren sie im Sommer 2022?", ["2022-06-01/2022-09-01"]),
    ("Wo waren sie letztes Jahr?", ["2023-01-01/2024-01-01"]),
    ("¿Dónde estuvieron en la Navidad de 2019?", ["2019-12-24/2019-12-27"]),
    ("¿Dónde estuvieron el verano pasado?", ["2023-06-01/2023-09-01"]),
    ("Où étaient-ils l'été dernier ?", ["2023-06-01/2023-09-01"]),
    ("Où étaient-ils l'an dernier ?", ["2023-01-01/2024-01-01"]),
    # --- relative to today
    ("What did I cook yesterday?", ["2024-03-14/2024-03-15"]),
    ("What did I dream last night?", ["2024-03-14/2024-03-15"]),
    ("What did I cook the day before yesterday?", ["2024-03-13/2024-03-14"]),
    ("What did I cook last week?", ["2024-03-04/2024-03-11"]),
    ("What did I cook last weekend?", ["2024-03-09/2024-03-11"]),
    ("What did I cook last Friday?", ["2024-03-08/2024-03-09"]),
    ("What did I cook on Tuesday?", ["2024-03-12/2024-03-13"]),
    ("What do I cook next Friday?", ["2024-03-22/2024-03-23"]),
    ("What is due next month?", ["2024-04-01/2024-05-01"]),
    ("What is due early next month?", ["2024-04-01/2024-04-16"]),
    ("What broke two weeks ago?", ["2024-02-26/2024-03-04"]),
    ("What broke a couple of months ago?", ["2024-01-01/2024-02-01"]),
    ("What broke 3 days ago?", ["2024-03-12/2024-03-13"]),
    ("Where did he live 4 years ago?", ["2020-01-01/2021-01-01"]),
    ("What did we say in the past two weeks?", ["2024-03-01/2024-03-16"]),
    ("Was habe ich gestern gekocht?", ["2024-03-14/2024-03-15"]),
    ("Was machen wir morgen?", ["2024-03-16/2024-03-17"]),
    ("Was habe ich letzte Woche gekocht?", ["2024-03-04/2024-03-11"]),
    ("Was war vor zwei Wochen?", ["2024-02-26/2024-03-04"]),
    ("Was ist nächsten Monat?", ["2024-04-01/2024-05-01"]),
    ("¿Qué cociné ayer?", ["2024-03-14/2024-03-15"]),
    ("¿Qué cociné la semana pasada?", ["2024-03-04/2024-03-11"]),
    ("¿Qué haré la semana que viene?", ["2024-03-18/2024-03-25"]),
    ("¿Qué pasó hace dos semanas?", ["2024-02-26/2024-03-04"]),
    ("Qu'est-ce que j'ai cuisiné hier ?", ["2024-03-14/2024-03-15"]),
    ("Qu'est-ce que j'ai cuisiné avant-hier ?", ["2024-03-13/2024-03-14"]),
    ("Qu'est-ce que j'ai cuisiné la semaine dernière ?", ["2024-03-04/2024-03-11"]),
    ("Qui est venu il y a deux ans ?", ["2022-01-01/2023-01-01"]),
    ("Que faisons-nous le mois prochain ?", ["2024-04-01/2024-05-01"]),
    # --- ranges
    ("Where was he between March and June?", [
        "2024-03-01/2024-07-01", "2023-03-01/2023-07-01", "2022-03-01/2022-07-01"]),
    ("Where was he between August 11 and August 15 2023?", ["2023-08-11/2023-08-16"]),
    ("Where was he between the 5th and the 9th of May 2023?", ["2023-05-05/2023-05-10"]),
    ("Where was he from November to February 2023?", ["2022-11-01/2023-03-01"]),
    ("Where was he from 2021 to 2022?", ["2021-01-01/2023-01-01"]),
    ("Where was he on 5–9 May 2023?", ["2023-05-05/2023-05-10"]),
    ("What did he paint before July 2023?", ["/2023-07-01"]),
    ("What did he paint by July 10, 2022?", ["/2022-07-11"]),
    ("What did he paint after the 5th of June?", ["2023-06-06/"]),
    ("What did he paint since last week?", ["2024-03-04/"]),
    ("Was malte er zwischen März und Juni 2023?", ["2023-03-01/2023-07-01"]),
    ("Was malte er vor Juli 2023?", ["/2023-07-01"]),
    ("Was malte er seit Mai 2023?", ["2023-05-01/"]),
    ("Was malte er nach dem 5. Juni 2023?", ["2023-06-06/"]),
    ("¿Qué pintó entre marzo y junio de 2023?", ["2023-03-01/2023-07-01"]),
    ("¿Qué pintó del 5 al 9 de mayo de 2023?", ["2023-05-05/2023-05-10"]),
    ("¿Qué pintó antes de julio de 2023?", ["/2023-07-01"]),
    ("Qu'a-t-il peint entre mars et juin 2023 ?", ["2023-03-01/2023-07-01"]),
    ("Qu'a-t-il peint après le 5 juin 2023 ?", ["2023-06-06/"]),
    ("Qu'a-t-il peint depuis mai ?", ["2023-05-01/"]),
    # --- relative to another date: the meaning, and the possible day of the report
    ("Where was he in the week before 16 November 2023?", ["2023-11-09/2023-11-16", "2023-11-16/2023-11-17"]),
    ("What did he adopt two weeks before August 11, 2023?", ["2023-07-24/2023-07-31", "2023-08-11/2023-08-12"]),
    ("What was shown on the Sunday before October 25, 2022?", ["2022-10-23/2022-10-24", "2022-10-25/2022-10-26"]),
    ("What did he finish last Friday on 23 January, 2022?", ["2022-01-21/2022-01-22", "2022-01-23/2022-01-24"]),
    ("What failed last week, as mentioned on November 6, 2023?", ["2023-10-30/2023-11-06", "2023-11-06/2023-11-07"]),
    ("¿Qué rompió dos días antes del 3 de agosto de 2023?", ["2023-08-01/2023-08-02", "2023-08-03/2023-08-04"]),
    ("What did I say yesterday about the fair on 12 June 2024?", ["2024-03-14/2024-03-15", "2024-06-12/2024-06-13"]),
    # --- Portuguese
    ("O que comprei em maio de 2023?", ["2023-05-01/2023-06-01"]),
    ("O que é que comprei ontem?", ["2024-03-14/2024-03-15"]),
    ("Quem veio jantar na semana passada?", ["2024-03-04/2024-03-11"]),
    ("Onde estive há dois anos?", ["2022-01-01/2023-01-01"]),
    ("O que fizemos no verão de 2022?", ["2022-06-01/2022-09-01"]),
    ("O que fiz entre março e junho de 2023?", ["2023-03-01/2023-07-01"]),
    ("O que disse a Ana antes de 5 de junho de 2023?", ["/2023-06-05"]),
    ("Que filme vi na segunda-feira?", ["2024-03-11/2024-03-12"]),
    ("O que vamos fazer no próximo mês?", ["2024-04-01/2024-05-01"]),
    ("O que fiz no dia 05/07/2023, e com quem?", ["2023-07-05/2023-07-06"]),
    # --- Italian
    ("Che cosa ho comprato a maggio 2023?", ["2023-05-01/2023-06-01"]),
    ("Che cosa ho mangiato ieri?", ["2024-03-14/2024-03-15"]),
    ("Chi è venuto a cena la settimana scorsa?", ["2024-03-04/2024-03-11"]),
    ("Dove ero due anni fa?", ["2022-01-01/2023-01-01"]),
    ("Che cosa abbiamo fatto nell'estate del 2022?", ["2022-06-01/2022-09-01"]),
    ("Che cosa ho fatto tra marzo e giugno 2023?", ["2023-03-01/2023-07-01"]),
    ("Che cosa ha detto Anna prima del 5 giugno 2023?", ["/2023-06-05"]),
    ("Che film ho visto questo lunedì?", ["2024-03-11/2024-03-12"]),
    ("Che cosa faremo il mese prossimo?", ["2024-04-01/2024-05-01"]),
    ("Che cosa ho fatto dal 5 al 9 maggio 2023?", ["2023-05-05/2023-05-10"]),
    # --- Japanese and Chinese
    ("2024年3月10日に何をしましたか？", ["2024-03-10/2024-03-11"]),
    ("去年の夏はどこへ行きましたか？", ["2023-06-01/2023-09-01"]),
    ("昨日は何を食べた？", ["2024-03-14/2024-03-15"]),
    ("三週間前に誰と会った？", ["2024-02-19/2024-02-26"]),
    ("他们去年5月去了哪里？", ["2023-05-01/2023-06-01"]),
    ("十一月发生了什么？", ["2023-11-01/2023-12-01", "2022-11-01/2022-12-01", "2021-11-01/2021-12-01"]),
    ("上个月谁来过？", ["2024-02-01/2024-03-01"]),
    ("2023年5月以前他住在哪里？", ["/2023-05-01"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), DATES)
def test_times_in_a_question(text, expected):
    assert said(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Which of the two may have been right?",
        "Which of the 7 may have come?",
        "How far did they march?",
        "What happened at the march in town?",
        "What happened after the fall?",
        "What did they eat for their 10-year anniversary?",
        "Who can hold a note for 20 minutes?",
        "How many of the 2000 people stayed?",
        "What costs $2000 or 2,000 dollars?",
        "What is the XR-2000?",
        "Who walked past an old house?",
        "What does she do on Fridays?",
        "What was the last thing he said?",
        "How many months after the opening did he resign?",
        "What did she do before the trip?",
        "What did April say about June?",
        "Who likes mayo on a sandwich?",
        "Who works 24/7 on COVID-19?",
        "What happened on 30 February 2023?",
        "Was it on 13/13/2023 or 2023-02-30?",
        "What lived here 9999 years ago?",
        "Wer wohnt hier am Morgen?",
        "Wie alt ist die Vierjährige?",
        "¿Qué come por la mañana?",
        "¿A qué se dedica desde hace quince años?",
        "Pourquoi Marie a été malade ?",
        "Quem é a segunda pessoa na foto?",
        "O que é que ele faz de manhã?",
        "Hai mai visto il mare?",
        "三十歳になる前に何をしたかった？",
        "三个月很长吗？",
        "",
    ],
)
def test_lookalikes_are_not_dates(text):
    assert said(text) == []


def test_a_month_without_a_year_covers_the_last_three_years():
    at_the_edge = datetime(2024, 5, 2, tzinfo=UTC)
    assert said("in May", at_the_edge) == each_year("05-01", "06-01", (2024, 2023, 2022))
    assert said("in June", at_the_edge) == each_year("06-01", "07-01")


def test_last_may_is_the_last_complete_one():
    assert said("last May", datetime(2024, 5, 20, tzinfo=UTC)) == ["2023-05-01/2023-06-01"]
    assert said("last May", datetime(2024, 6, 1, tzinfo=UTC)) == ["2024-05-01/2024-06-01"]


def test_this_winter_began_last_year():
    assert said("this winter", datetime(2024, 1, 9, tzinfo=UTC)) == ["2023-12-01/2024-03-01"]


def test_days_are_in_the_time_zone_of_the_caller():
    there = timezone(timedelta(hours=-5))
    (day,) = find_times("yesterday", datetime(2024, 3, 15, 22, 0, tzinfo=there)).times
    assert day.start == datetime(2024, 3, 14, tzinfo=there)
    assert day.end == datetime(2024, 3, 15, tzinfo=there)


def test_a_day_on_which_the_clocks_change_is_shorter():
    berlin = ZoneInfo("Europe/Berlin")
    (day,) = find_times("yesterday", datetime(2024, 4, 1, 12, tzinfo=berlin)).times
    assert day.start == datetime(2024, 3, 30, 23, tzinfo=UTC)
    assert day.end == datetime(2024, 3, 31, 22, tzinfo=UTC)


def test_a_month_that_is_a_name_needs_more_than_a_preposition():
    assert said("What did she do after June left?", names={"june"}) == []
    assert said("What did she do after June left?") == ["2023-07-01/"]
    assert said("What did June do in June 2023?", names={"june"}) == ["2023-06-01/2023-07-01"]


def test_the_spans_of_months_are_returned():
    text = "What did May buy in May?"
    assert find_times(text, NOW).months == ((text.rindex("May"), len(text) - 1),)


def test_the_number_of_dates_is_limited():
    text = " ".join(f"{day} May {year}" for year in range(1950, 2020) for day in range(1, 29))
    assert len(find_times(text, NOW).times) == MAX_TIMES


_words = st.sampled_from(
    [
        *map(" ".join, question_vocabulary(None).words),
        "2023",
        "5",
        "5th",
        "5.",
        "31",
        "13",
        "2023-02-30",
        "99/99/99",
        "x",
        "?",
    ]
)


@given(st.one_of(st.text(), st.lists(_words, max_size=12).map(" ".join)))
def test_any_text_yields_ordered_ranges(text):
    found = find_times(text, NOW)
    for time in found.times:
        assert isinstance(time, TimeRange)
        assert time.start or time.end
        assert time.start is None or time.end is None or time.start < time.end
    assert found == find_times(text, NOW)


@given(
    st.lists(_words, max_size=8).map(" ".join),
    st.integers(0, 200_000_000_000).map(lambda at: datetime.fromtimestamp(at, UTC)),
)
def test_any_moment_is_accepted(text, now):
    find_times(text, now)
