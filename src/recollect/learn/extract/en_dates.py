"""English: dates."""

import re
from typing import Final

from recollect.learn.date_words import DateWords, Edge, Grain
from recollect.learn.extract.en_words import NUMBER_WORDS
from recollect.learn.extract.language import one_of

_MONTHS: Final = """january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|september sep sept
    |october oct|november nov|december dec"""
_DAYS: Final = "monday mon|tuesday tue tues|wednesday wed weds|thursday thu thurs thur|friday fri|saturday sat|sunday sun"


def _numbered(rows: str, first: int) -> dict[str, int]:
    split = rows.replace("\n", "").split("|")
    return {word: number for number, row in enumerate(split, first) for word in row.split()}


MONTHS: Final = _numbered(_MONTHS, 1)
WEEKDAYS: Final = _numbered(_DAYS, 0)
_OFFSETS: Final = {
    "today": 0,
    **dict.fromkeys(("tonight", "tonite"), 0),
    "this morning": 0,
    "this afternoon": 0,
    "this evening": 0,
    **dict.fromkeys(
        ("tomorrow", "tomorow", "tommorow", "tommorrow", "tmrw", "tmr", "tomoz", "2moro"), 1
    ),
    **dict.fromkeys(("yesterday", "yday"), -1),
    "last night": -1,
    "the day after tomorrow": 2,
    "day after tomorrow": 2,
    "the day before yesterday": -2,
    "day before yesterday": -2,
}
_UNITS: Final = {
    **dict.fromkeys(("day", "days"), Grain.DAY),
    "weekend": Grain.WEEKEND,
    **dict.fromkeys(("week", "weeks", "wk", "wks"), Grain.WEEK),
    **dict.fromkeys(("month", "months"), Grain.MONTH),
    **dict.fromkeys(("year", "years", "yr", "yrs"), Grain.YEAR),
    "quarter": Grain.QUARTER,
}
_SEASONS: Final = {
    "spring": "spring",
    "summer": "summer",
    "autumn": "autumn",
    "fall": "autumn",
    "winter": "winter",
}
# What has a name of its own, with the days from Easter Sunday where it moves.
_HOLIDAYS: Final = {
    **dict.fromkeys(("christmas", "christmas day", "xmas"), (12, 25)),
    "christmas eve": (12, 24),
    "boxing day": (12, 26),
    **dict.fromkeys(("new year", "new year's", "new year's day", "new years"), (1, 1)),
    **dict.fromkeys(("new year's eve", "nye", "hogmanay"), (12, 31)),
    **dict.fromkeys(("valentine's day", "valentine's", "valentines day", "valentines"), (2, 14)),
    **dict.fromkeys(("st patrick's day", "saint patrick's day", "paddy's day"), (3, 17)),
    **dict.fromkeys(("halloween",), (10, 31)),
    **dict.fromkeys(("bonfire night", "guy fawkes"), (11, 5)),
    "good friday": (0, -2),
    **dict.fromkeys(("easter", "easter sunday"), (0, 0)),
    "easter monday": (0, 1),
    **dict.fromkeys(("whitsun", "pentecost"), (0, 49)),
    "ash wednesday": (0, -46),
    **dict.fromkeys(("shrove tuesday", "pancake day"), (0, -47)),
}
_HOLIDAY: Final = one_of(" ".join(name.replace(" ", "_") for name in _HOLIDAYS))
_MONTH: Final = r"(?P<month>(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b)\.?"
_LONG_MONTH: Final = r"(?P<month>(?:january|february|march|april|(?-i:May)|(?<=in )may|(?<=since )may|june|july|august|september|october|november|december|(?-i:Jan|Feb|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec))\b)"
_NUMBER: Final = (
    r"(?P<number>\d{1,3}|" + "|".join(sorted(NUMBER_WORDS, key=len, reverse=True)) + ")"
)
_UNIT: Final = r"(?P<unit>days?|weeks?|wks?|months?|years?|yrs?)"
# "mon to thurs": so short a word is a weekday beside another one.
_SHORT: Final = "(?:mon|tue|wed|thu|fri|sat|sun)"
_STRETCH: Final = (
    rf"{_SHORT}(?=(?: to |\s?[-–]\s?){_SHORT})"
    rf"|(?:(?<=(?:mon|tue|wed|thu|fri|sat|sun|ues|eds|urs|hur|day) to )|(?<=(?:mon|tue|wed|thu|fri|sat|sun|ues|eds|urs|hur|day)[-–])){_SHORT}"
)
_WEEKDAY: Final = rf"(?P<weekday>monday|tuesday|wednesday|thursday|friday|saturday|sunday|(?-i:Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?!\w)|tues|weds|thurs?|(?:thu|fri|mon|tue|wed)(?= \d)|{_STRETCH}|(?:(?<=on )|(?<=by )|(?<=til )|(?<=till )|(?<=until )|(?<=next ))(?:mon|tue|wed|thu|fri|sat|sun))\b"
_STEP: Final = r"(?P<step>last|this|next|this coming|coming|past)"
_YEAR: Final = r"(?P<year>(?:19|20)\d\d)"
_WHICH: Final = r"(?P<which>(?:last|next|this) year)"


# No date begins within a word, but for the end of "Mon-Wed".
_START: Final = (
    r"(?:(?<![\w.,/-])|(?<=day-)|(?<=(?:mon|tue|wed|thu|fri|sat|sun|ues|eds|urs|hur)[-–]))"
)


def _all(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(_START + pattern, re.IGNORECASE) for pattern in patterns)


_NTH: Final = r"\d{1,2}(?:st|nd|rd|th)?"
_TO: Final = r"\s?(?:to|until|till|through|thru|-|–)\s?"


DATES: Final = DateWords(
    patterns=_all(
        rf"{_YEAR}-(?P<month>\d\d)-(?P<day>\d\d)\b",
        rf"(?P<day>\d{{1,2}})[./](?P<month>\d{{1,2}})[./]{_YEAR}\b",
        rf"(?:the )?(?P<day>{_NTH}){_TO}(?:the )?(?P<last>{_NTH})(?: of)? {_MONTH}(?:,? {_YEAR})?(?!\w)",
        rf"{_MONTH} (?:the )?(?P<day>{_NTH}){_TO}(?:the )?(?P<last>{_NTH})(?![\w:])(?:,? {_YEAR})?",
        rf"(?:the )?(?P<day>\d{{1,2}}(?:st|nd|rd|th)?)(?: of)? {_MONTH}(?:,? {_YEAR}|,? {_WHICH})?(?!\w)",
        rf"(?:the )?(?P<day>first) of {_MONTH}(?:,? {_YEAR})?(?!\w)",
        rf"{_MONTH} (?:the )?(?P<day>\d{{1,2}}(?:st|nd|rd|th)?)(?![\d:])(?:,? {_YEAR}|,? {_WHICH})?",
        rf"{_MONTH},? (?:of )?{_YEAR}\b",
        rf"{_WHICH},? in {_LONG_MONTH}",
        rf"{_LONG_MONTH},? (?:of )?{_WHICH}\b",
        rf"(?:mid|early|late)[- ]{_LONG_MONTH}",
        rf"(?P<offset>{one_of(' '.join(word.replace(' ', '_') for word in _OFFSETS))})\b",
        rf"(?:{_STEP} )?(?P<holiday>{_HOLIDAY})(?: {_YEAR})?(?!['\w]| (?!(?:is|was|were|will|would|we|i|i'm|i've|i'll|you|he|she|they|it|it's|my|our|the|with|at|in|on|and|or|but|so|to|for|from|by|this|next|last|because|when|if|then|after|before|until|as|off|too|again|morning|weekend|week|time|day|eve|lunch)\b)[a-z]+\b)",
        rf"(?P<over>a week) (?:on|from|this) {_WEEKDAY}",
        rf"{_WEEKDAY} (?P<over>week)\b",
        rf"(?:the )?{_WEEKDAY} (?P<over>after next)\b",
        r"the (?P<unit>week|weekend|month|year) (?P<step>after next)\b",
        rf"{_WEEKDAY} (?P<week>next|last|this) week\b",
        rf"(?P<week>next|last|this) week(?:'s)?,? (?:on )?{_WEEKDAY}",
        rf"(?<!every )(?<!each )(?<!other )(?<!most )(?<!second )(?<!third )(?<!first )(?<!last )(?<!alternate )(?<!\ba )(?:{_STEP} )?{_WEEKDAY}(?!s| (?:morning|afternoon|evening|night|lunchtime)s\b)",
        rf"{_NUMBER} {_UNIT} (?P<step>ago|back|from now)\b",
        rf"(?P<step>in) {_NUMBER}(?: more)? {_UNIT}(?:'? time)?\b",
        r"(?P<step>last|this|next|this coming) (?P<unit>weekend|week|month|year)\b(?:'s(?=,| \w+ing\b))?",
        # "In the last quarter" may be of a match.
        r"(?:the (?=next|coming))?(?P<step>(?<!the )last|this|next|this coming|coming) (?P<unit>quarter)\b(?! (?:of|mile|hour|pound|inch|century|final))",
        r"(?<=end of )(?:the )?(?P<unit>week|month|year|quarter)\b",
        rf"(?:{_STEP} |(?<=in )|(?<=the )|(?<=since )|(?<=until )|(?<=by )|(?<=from )|(?<=during )|(?<=of )|(?<=before )|(?<=after ))(?P<season>spring|summer|autumn|winter|(?:(?<=this )|(?<=last )|(?<=next )|(?<=in the ))fall)(?: (?:of )?{_YEAR})?\b(?! (?:job|jobs|camp|school|house|break|holiday|holidays|vacation|term|semester|dress|clothes|hours|sale|course|olympics))",
        rf"(?:{_STEP} )?{_LONG_MONTH}",
        r"the (?P<day>\d{1,2}(?:st|nd|rd|th))\b(?! (?:floor|grade|time|place|edition|birthday|century|anniversary))",
        r"(?:(?<=by )|(?<=on )|(?<=until )|(?<=till )|(?<=since )|(?<=from ))(?P<day>\d{1,2}(?:st|nd|rd|th))\b",
        r"(?P<day>\d{1,2}(?:st|nd|rd|th))(?= (?:to|until|till|[-–]) (?:the )?\d{1,2}(?:st|nd|rd|th))",
        rf"(?:(?<=in )|(?<=since )|(?<=until )|(?<=till )|(?<=from )|(?<=by )|(?<=around )|(?<=of )|(?<=summer )|(?<=back in )|(?<=before )|(?<=after )|(?<=end ))(?:early |late |mid-?)?{_YEAR}\b(?!s)",
        rf"{_YEAR}\b(?=[,)]|$)",
    ),
    since=re.compile(r"\bsince\b(?!.*\bwill\b)", re.IGNORECASE),
    recurs=re.compile(
        r"\b(?:always|usually|normally|every (?:year|month|summer|winter|spring|autumn)|(?:lives?|spends?)(?=.*\bin (?:the )?(?:spring|summer|autumn|winter)\b(?! \d))|do(?:es)? (?:yoga|pilates|zumba|judo|karate|ballet|crossfit|spinning)|(?:anniversary|birthday)(?! (?:party|dinner|lunch|trip|do|bash|celebration|drinks|present|gift|cake)))\b",
        re.IGNORECASE,
    ),
    likes=re.compile(
        r"(?<!'d )(?<!would )\b(?:prefers?|likes?|loves?|enjoys?|hates?|favou?rite)\b",
        re.IGNORECASE,
    ),
    day_names=re.compile(
        r"\b(?:my|our|his|her|their|your|no more|no|any|any more) (?:mon|tues|wednes|thurs|fri|satur|sun)day\| (?!(?:is|was|will|would|has|had|and|or|at|in|on|off|to|for|with|from|until|till|by"
        r"|because|but|so|if|when|next|this|last|looks|the|i|we|he|she|they|you|it)\b)(?-i:[a-z])",
        re.IGNORECASE,
    ),
    on_one_day=re.compile(
        r"\| (?:\w+ )?(?:appointment|interview|exam|test|scan|surgery|operation|flight|train|trip|deadline|delivery|viewing|party|dinner|lunch|date"
        r"|meeting|shift|call|match|game|concert|gig|show)\b",
        re.IGNORECASE,
    ),
    certain=re.compile(
        r"\d{4}|\b(?:last|next|this|today|tomorrow|yesterday|tonight)\b", re.IGNORECASE
    ),
    to=re.compile(r"\s*(?:to|till|until|through|thru|-|–)\s*(?:the )?", re.IGNORECASE),
    clock=re.compile(
        r"\b(?:at|by|from|till?|until|around|before|after) (?:about |around )?(?:[01]?\d|2[0-3])(?:[:.][0-5]\d)?(?: ?(?:am|pm|o'?clock))?\b"
        r"(?! ?(?:%|percent|st\b|nd\b|rd\b|th\b|euros?|dollars|pounds|years?|yrs?|km|kg|miles|people|of|or|to|weeks?|days?|months?|minutes?|mins?|hours?|\d)|[.,]\d)"
        r"|(?<![\d.,])(?:[01]?\d|2[0-3]):[0-5]\d\b|\b(?:1[0-2]|[1-9])(?:[:.][0-5]\d)? ?(?:am|pm)\b|\bhalf past \w+|\b(?:at|by) (?:noon|midday|midnight)\b",
        re.IGNORECASE,
    ),
    that_day=re.compile(
        r"\b(?:that (?:day|morning|afternoon|evening|night)|the same day)\b", re.IGNORECASE
    ),
    habit=re.compile(
        r"\b(?:always|usually|normally|often|every|each|most|(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekdays|weekends|mornings|evenings|daily|never)\b",
        re.IGNORECASE,
    ),
    also=re.compile(r"\s*(?:and|&)\s*(?:on )?", re.IGNORECASE),
    joints=re.compile(
        r",\s|[;(]|\b(?:and|but|so|because|while|whereas|which|who|that|told (?:me|us)|said)\s",
        re.IGNORECASE,
    ),
    present=re.compile(
        r"\b(?:is|are|isn't|aren't|i am|(?:it|he|she|that|there|here)'s(?! been)|i'm|(?:we|you|they)'re|now|comes?|goes|fly|flies|arrives?"
        r"|starts?|begins?|ends?|opens?|closes?|leaves?|gets?|takes?|expires?|runs out|falls on|finish(?:es)?|lands?|returns?"
        r"|needs?|wants?|can|can't|ha(?:s|ve) (?:an?|the|my|no|some|to|\d+)|(?:i|we|they|you) (?:go|come|get|move|fly|meet|see))\b",
        re.IGNORECASE,
    ),
    passing=re.compile(
        r"^(?!.*\b(?:been|since)\b).*?(?:"
        r"(?:\b(?:am|is|are|im)|\w'(?:m|re|s))(?: (?:not|currently|now|just|only|all|still|both|stuck))* "
        r"(?:in|at|on(?! an? new\b)|off|out|away|here|home|without|working|staying|visiting|travelling|traveling|camping|covering|house-?sitting"
        r"|babysitting|dog-?sitting|looking after|grounded|signed off|closed|shut|ill|sick|busy|alone)"
        r"|\b(?:can't|cannot|can not|can only|cant|mustn't|must not|may not|not allowed to|have to|has to|must))\b",
        re.IGNORECASE,
    ),
    length=re.compile(
        r"\bfor (?:about |around |at least |only |just |another |the next |roughly |almost |nearly )*"
        rf"{_NUMBER}(?: more)? {_UNIT}\b(?! now\b)",
        re.IGNORECASE,
    ),
    # "I lived in Rome for two years", and not "I've lived" or "Married for 20 years".
    over=re.compile(
        r"^(?!.*(?:\b(?:have|has|haven't|hasn't|been|ive)|'(?:ve|s))\b)(?:.+?\b(?:was|were|had|did|didn't|went|made|took|gave|ran|kept|led"
        r"|held|taught|got|(?<!is )(?<!are )(?<!am )(?<!'m )(?<!'re )(?<!not )(?<!\ba )(?<!\ban )(?<!\bmy )[a-z]{3,}ed)|offered|gave|got"
        r"|bought|signed|booked|rented|hired|borrowed)\b.* for\b",
        re.IGNORECASE,
    ),
    born=re.compile(r"\bborn\b", re.IGNORECASE),
    looks_back=re.compile(
        r"(?:\b(?:have|has|had|did)n'?t|(?:\b(?:have|has|had|did|ive)|'(?:ve|s|d)) (?:not|never|hardly|barely))(?! got\b)\b[^,;]* in [\w ]+\|"
        r"|(?:^|[,;:!] |\b(?:is|was|been|it's|that's|the) )(?:my |our |the )?(?:first|only|best|worst|biggest|longest|hottest|coldest|warmest|wettest"
        r"|driest|highest|lowest|hardest|most \w+)(?! friend)(?:(?: [\w'-]+){1,2}?|[^,;]*(?: ha(?:ve|s|d)|'(?:ve|s|d)) [^,;]*?) in [\w ]+(?:years?|yrs?)\|",
        re.IGNORECASE,
    ),
    then=re.compile(r"\b(?:then|after that|afterwards)\b", re.IGNORECASE),
    onwards="from {day} {month} {year}",
    no_date=re.compile(
        r"\b(?-i:January|February|March|April|May|June|July|August|September|October|November|December)"
        r" (?-i:Street|St|Road|Rd|Avenue|Ave|Lane|Close|Drive|Court|Gardens|Terrace|Crescent|Place|Way|Row|Grove)\b"
        r"|\bmon-fri\b|(?<=(?:me|us) to )(?:mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun)-(?:mon|tues?|weds?|thu(?:rs?)?|fri|sat|sun)\b"
        r"|\bname(?:'s| is| was) (?:april|may|june|august)\b(?! \d)|\b(?:i'm|i am|im) (?-i:April|May|June)\b(?! \d)"
        rf"|(?<!in )\bthe years {_YEAR.replace('?P<year>', '?:')}{_TO}{_YEAR.replace('?P<year>', '?:')}",
        re.IGNORECASE,
    ),
    called=frozenset(
        (
            "daughter son sister brother wife husband friend colleague boss aunt"
            " uncle niece nephew cousin girlfriend boyfriend dog cat called named"
        ).split()
    ),
    months=MONTHS,
    weekdays=WEEKDAYS,
    seasons=_SEASONS,
    units=_UNITS,
    numbers=NUMBER_WORDS,
    offsets=_OFFSETS,
    steps={
        "last": -1,
        "past": -1,
        "ago": -1,
        "back": -1,
        "this": 0,
        "next": 1,
        "in": 1,
        "coming": 0,
    }
    | {"this coming": 0, "from now": 1, "after next": 2},
    edges={
        **dict.fromkeys(("since", "ever since"), Edge.SINCE),
        **dict.fromkeys(
            (
                "from",
                "starting",
                "starting in",
                "starting on",
                "as of",
                "beginning",
                "beginning in",
                "effective",
                "effective from",
                "effective on",
                "effect from",
            ),
            Edge.FROM,
        ),
        "after": Edge.AFTER,
        **dict.fromkeys(("day after", "week after", "weekend after"), Edge.ON),
        **dict.fromkeys(
            ("until", "till", "til", "by", "before", "through", "up to", "until the", "by the"),
            Edge.UNTIL,
        ),
    },
    prepositions=frozenset(
        "in on at by until till til since from before after of for to through during around about between and early late mid the starting effective".split()
    ),
    written={
        Grain.DAY: ("on", "{day} {month} {year}"),
        Grain.WEEKEND: ("on", "the weekend of {day} {month} {year}"),
        Grain.WEEK: ("in", "the week of {day} {month} {year}"),
        Grain.MONTH: ("in", "{month} {year}"),
        Grain.QUARTER: ("in", "{quarter} {year}"),
        Grain.SEASON: ("in", "{season} {year}"),
        Grain.YEAR: ("in", "{year}"),
    },
    month_names=tuple(
        "January February March April May June July August September October November December".split()
    ),
    season_names={"spring": "spring", "summer": "summer", "autumn": "autumn", "winter": "winter"},
    next_of_next_week=True,
    holidays=_HOLIDAYS,
)

LASTING: Final = re.compile(
    r"\b(?:(?=\w+ years since )|for) ?(?:about |almost |nearly |over |more than |the (?:last|past) |roughly |around |like )?(?:a )?"
    rf"{_NUMBER}(?: of)? (?P<unit>years?|yrs?|months?|weeks?)\b(?: now)?",
    re.IGNORECASE,
)
PAST: Final = re.compile(
    r"\b(?:was|were|did|had|(?<!'ve )(?<!have )(?<!has )(?<!'s )got|went|sold|bought|came|left|lost|won|made|took|gave|began|broke|ran|met|built|wrote|quit"
    r"|became|found|told|said|spent|grew|fell|drove|flew|paid|sent|saw|ate|turned|(?<!is )(?<!are )(?<!am )(?<!'s )(?<!'m )(?<!'re )(?<!not )(?<!be )(?<!\ba )(?<!\ban )(?<!\bmy )[a-z]{3,}ed)\b",
    re.IGNORECASE,
)
FUTURE: Final = re.compile(
    r"\b(?:will|'ll|going to|gonna|shall|due|plan(?:s|ning)? to|need(?:s)? to|ha(?:ve|s) to|must|next|upcoming|deadline|appointment|meant to|supposed to|going to|gonna|getting (?:\w+ed|paid|done|cut|built|put)|(?:booked|reserved|scheduled|signed up|registered|tickets?)\b.{0,60}? for)\b|'ll\b",
    re.IGNORECASE,
)
BEGINS: Final = re.compile(
    r"\b(?:start(?:s|ing)?|begin(?:s|ning)?|mov(?:ing|es?)(?:(?: back| over| house)? (?:to|in|into)| (?:from|out of) [^,;]{2,40}? (?:to|into))|(?:coming|going) back to live|joining|taking over|take over|takes over|retir(?:e|es|ing)|going (?:part|full)[ -]time)\b(?! (?:by|before))",
    re.IGNORECASE,
)
