"""German: dates."""

import re
from typing import Final

from recollect.learn.date_words import DateWords, Edge, Grain
from recollect.learn.extract.de_words import NUMBER_WORDS

_MONTHS: Final = """januar jan jänner|februar feb|märz maerz mrz|april apr|mai|juni jun|juli jul|august aug|september sept sep
    |oktober okt|november nov|dezember dez"""
_DAYS: Final = "montag mo|dienstag di|mittwoch mi|donnerstag do|freitag fr|samstag sonnabend sa wochenende|sonntag so"


def _numbered(rows: str, first: int) -> dict[str, int]:
    split = rows.replace("\n", "").split("|")
    return {word: number for number, row in enumerate(split, first) for word in row.split()}


def _declined(stems: str, step: int) -> dict[str, int]:
    return {stem + end: step for stem in stems.split() for end in ("e", "en", "er", "es", "em")}


MONTHS: Final = _numbered(_MONTHS, 1)
WEEKDAYS: Final = _numbered(_DAYS, 0)
_OFFSETS: Final = {
    **dict.fromkeys(
        (
            "heute",
            "heute abend",
            "heute morgen",
            "heute früh",
            "heut",
            "heute nachmittag",
            "heute mittag",
        ),
        0,
    ),
    **dict.fromkeys(
        ("morgen", "morgen früh", "morgen abend", "morgen nachmittag", "morgen mittag"), 1
    ),
    **dict.fromkeys(("übermorgen", "uebermorgen"), 2),
    **dict.fromkeys(("gestern", "gestern abend", "gestern nacht"), -1),
    "vorgestern": -2,
}
_UNITS: Final = {
    **dict.fromkeys(("tag", "tage", "tagen"), Grain.DAY),
    **dict.fromkeys(("woche", "wochen"), Grain.WEEK),
    **dict.fromkeys(("monats", "monatsende"), Grain.MONTH),
    **dict.fromkeys(("jahres", "jahresende"), Grain.YEAR),
    **dict.fromkeys(("monat", "monate", "monaten"), Grain.MONTH),
    **dict.fromkeys(("jahr", "jahre", "jahren"), Grain.YEAR),
    **dict.fromkeys(("quartal", "quartals", "quartalsende"), Grain.QUARTER),
}
_SEASONS: Final = {
    **dict.fromkeys(("frühling", "fruehling", "frühjahr", "fruehjahr"), "spring"),
    "sommer": "summer",
    "herbst": "autumn",
    "winter": "winter",
}
_STEPS: Final = (
    _declined("letzt vorig vergangen", -1)
    | _declined("dies", 0)
    | _declined("nächst naechst kommend", 1)
    | _declined("übernächst uebernaechst", 2)
    | {"vor": -1, "in": 1, "her": -1}
)
_HOLIDAYS: Final = {
    **dict.fromkeys(("silvester", "sylvester"), (12, 31)),
    **dict.fromkeys(("neujahr", "neujahrstag"), (1, 1)),
    **dict.fromkeys(
        ("heiligabend", "heilig abend", "weihnachten", "heiliger abend", "heiligen abend"), (12, 24)
    ),
    **dict.fromkeys(("1. feiertag", "1. weihnachtstag", "1. weihnachtsfeiertag"), (12, 25)),
    **dict.fromkeys(("2. feiertag", "2. weihnachtstag", "2. weihnachtsfeiertag"), (12, 26)),
    "nikolaus": (12, 6),
    "valentinstag": (2, 14),
    "tag der deutschen einheit": (10, 3),
    "tag der arbeit": (5, 1),
    "reformationstag": (10, 31),
    "halloween": (10, 31),
    "allerheiligen": (11, 1),
    **dict.fromkeys(("heilige drei könige", "dreikönig", "dreikönigstag"), (1, 6)),
    "martinstag": (11, 11),
    "rosenmontag": (0, -48),
    "aschermittwoch": (0, -46),
    **dict.fromkeys(("fasching", "karneval", "fastnacht"), (0, -47)),
    "gründonnerstag": (0, -3),
    "karfreitag": (0, -2),
    "ostern": (0, 0),
    "ostersonntag": (0, 0),
    "ostermontag": (0, 1),
    **dict.fromkeys(("christi himmelfahrt", "himmelfahrt", "vatertag"), (0, 39)),
    "pfingsten": (0, 49),
    "pfingstmontag": (0, 50),
    "fronleichnam": (0, 60),
}


def _any(words: object) -> str:
    return "|".join(sorted(words, key=len, reverse=True))  # type: ignore[call-overload]


_MONTH: Final = r"(?P<month>januar|jänner|februar|märz|maerz|april|mai|juni|juli|august|september|oktober|november|dezember|(?:jan|feb|mrz|apr|jun|jul|aug|sept|sep|okt|nov|dez)(?=\.|\b))\b\.?"
_LONG_MONTH: Final = r"(?P<month>januar|jänner|februar|märz|maerz|april|mai|juni|juli|august|september|oktober|november|dezember)\b"
_NUMBER: Final = r"(?P<number>\d{1,3}|" + _any(NUMBER_WORDS) + ")"
_UNIT: Final = r"(?P<unit>tage?n?|wochen?|monate?n?|jahre?n?)"
_WEEKDAY: Final = r"(?P<weekday>montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|wochenende|(?-i:Mo|Di|Mi|Do|Fr|Sa|So)(?=,? \d|\.,? \d))(?:abend|morgen|nachmittag|mittag|früh|nacht|vormittag)?(?![\w])"
_STEP: Final = (
    r"(?P<step>(?:letzt|vorig|vergangen|dies|(?:über)?nächst|(?:ue?ber)?naechst|kommend)e[nrsm]?)"
)
_YEAR: Final = r"(?P<year>(?:19|20)\d\d)"


# No date begins within a word, but for the end of "Montag-Mittwoch".
_START: Final = r"(?:(?<![\w.,/-])|(?<=tag-)|(?<=woch-))"


def _all(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(_START + pattern, re.IGNORECASE) for pattern in patterns)


_TO: Final = r"\s?(?:bis(?: zum)?|-|–)\s?"
# What is counted by ordinals, and is no day of a month.
_COUNTED: Final = "platz|stock|klasse|mal|geburtstag|semester|etage|jahr|lehrjahr|lebensjahr|og|sw|ssw|liga|schuljahr|feiertag|weihnachtstag|weihnachtsfeiertag|advent|hochzeitstag|impfung|kind|quartal|bezirk|trimester|monat|tag|woche|stufe|stelle"
# "Ich mache Yoga am Montag" is a habit, "ich mache am Montag Yoga" may be one day's.
DOES_SPORT: Final = (
    "(?:mach|treib)(?:e|st|t|en)?(?: ich| wir| jetzt| wieder| auch)*"
    " (?:yoga|pilates|sport|gymnastik|krafttraining|fitness|zumba|judo|karate|ballett)"
)
DATES: Final = DateWords(
    patterns=_all(
        rf"{_YEAR}-(?P<month>\d\d)-(?P<day>\d\d)\b",
        r"(?P<day>\d{1,2})\.\s?(?P<month>\d{1,2})\.\s?(?P<year>(?:19|20)\d\d|\d\d)(?!\d|[.:]\d)",
        r"(?P<day>\d{1,2})\.\s?(?P<month>1[0-2]|0?[1-9])\.(?!\d)",
        r"(?:(?<=am )|(?<=der )|(?<=den )|(?<=zum )|(?<=bis )|(?<=vom )|(?<=ab )|(?<=mal ))(?P<day>\d{1,2})\.(?P<month>1[0-2]|0?[1-9])$",
        rf"(?P<day>\d{{1,2}})\.?{_TO}(?P<last>\d{{1,2}})\.?\s?{_MONTH}(?: {_YEAR})?(?!\w)",
        rf"(?P<day>\d{{1,2}})\.{_TO}(?P<last>\d{{1,2}})\.\s?(?P<month>1[0-2]|0?[1-9])\.(?:\s?{_YEAR})?(?!\d)",
        rf"(?<=vom )(?P<day>\d{{1,2}})\.?{_TO}(?P<last>\d{{1,2}})\b\.?(?!\d| (?:{_COUNTED}))",
        rf"(?P<day>\d{{1,2}})\.?\s?{_MONTH}(?: {_YEAR})?(?!\w)",
        rf"{_MONTH},? {_YEAR}\b",
        rf"(?P<which>(?:letztes|voriges|nächstes|kommendes|dieses) jahr),? im {_LONG_MONTH}",
        rf"{_LONG_MONTH} (?P<which>(?:letzten|vorigen|nächsten|kommenden|dieses) jahres)\b",
        rf"(?P<holiday>{_any(_HOLIDAYS)})(?: {_YEAR})?\b",
        rf"{_STEP} (?P<holiday>{_any(_HOLIDAYS)})\b",
        rf"(?<!jeden )(?<!am )(?<!guten )(?<!zum )(?P<offset>(?-i:{_any(_OFFSETS)}|(?:Heute|Gestern|Übermorgen|Vorgestern|Morgen)(?: (?:Abend|abend|früh|Morgen|morgen|Nachmittag|Mittag))?|heute (?:Abend|Morgen|Nachmittag|Mittag)|morgen (?:Abend|Nachmittag|Mittag)|gestern (?:Abend|Nacht)))\b",
        rf"(?P<week>(?:(?:über)?nächst|naechst|kommend|letzt|dies|vorig)e[rn]?) woche (?:am )?{_WEEKDAY}",
        rf"{_WEEKDAY} in (?P<over>einer woche|8 tagen|acht tagen)\b",
        rf"{_WEEKDAY} (?P<week>(?:(?:über)?nächst|naechst|kommend|letzt|dies|vorig)e[rn]?) woche\b",
        rf"(?<!jeden )(?<!jedes )(?<!jedem )(?<!jeden ersten )(?<!jeden zweiten )(?<!jeden dritten )(?<!jeden letzten )(?<!erster )(?:{_STEP} )?{_WEEKDAY}",
        rf"(?P<step>vor) (?:etwa |ca\. |rund |knapp |ungefähr |gut |fast |so )?(?:ein )?{_NUMBER} {_UNIT}\b",
        rf"(?P<step>in) (?:etwa |ca\. |rund |knapp |ungefähr |gut |so )?(?:ein )?{_NUMBER} {_UNIT}\b",
        rf"(?:(?<=in )der )?{_STEP} {_UNIT}\b",
        rf"{_STEP} (?P<unit>quartals?)\b",
        r"(?<=ende )(?:des )?(?P<unit>monats|jahres|quartals)\b",
        r"(?P<unit>(?:monats|jahres|quartals)ende)\b",
        rf"(?:{_STEP} )?(?P<season>frühling|fruehling|frühjahr|fruehjahr|sommer|herbst|winter)(?: {_YEAR})?(?!\w|-)",
        rf"(?:{_STEP} )?{_LONG_MONTH}",
        r"(?:(?<=am )|(?<=zum )|(?<=dem )|(?<=den ))(?P<day>\d{1,2})(?:$|\.)(?!\d|\w| (?:"
        + _COUNTED
        + r"))",
        rf"{_YEAR}\b(?!\s?(?:€|euro|km|kg|g\b|ml|stück|leute|kalorien|kcal|meter|m\b|qm|mitarbeiter|einwohner|watt|mal|seiten|wörter|zeichen|teilnehmer)|[.,:]\d)",
    ),
    since=re.compile(r"\bseit\b(?!.*\bwerde\b)", re.IGNORECASE),
    recurs=re.compile(
        r"\b(?:immer|meistens|jedes jahr|jahrestag|hochzeitstag|geburtstag|nur noch(?= \w+ am \w+tag)"
        rf"|{DOES_SPORT})\b",
        re.IGNORECASE,
    ),
    likes=re.compile(
        r"\b(?:lieber|gerne?|am liebsten|mag|mögen|liebe|hasse|lieblings\w+)\b", re.IGNORECASE
    ),
    certain=re.compile(
        r"\d{4}|\b(?:letzte\w*|nächste\w*|diese\w*|heute|morgen|gestern)\b", re.IGNORECASE
    ),
    to=re.compile(r"\s*(?:bis(?: zum)?|-|–)\s*", re.IGNORECASE),
    clock=re.compile(
        r"\b(?:um|ab|bis|gegen) (?:ca\.? |etwa |so )?(?:[01]?\d|2[0-3])(?:[:.][0-5]\d)?(?: ?uhr)?\b"
        r"(?!\.? ?(?:%|prozent|jahre|euro|€|leute|personen|km|kg|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|wochen|tage|monate|minuten|stunden|grad)|[.,] ?\d)"
        r"|\b(?:[01]?\d|2[0-3])(?:[:.][0-5]\d)? ?uhr\b|\bum halb \w+",
        re.IGNORECASE,
    ),
    that_day=re.compile(
        r"(?:^|[\s,])da (?=\w)|\ban dem (?:tag|abend|morgen)\b|\bam selben tag\b", re.IGNORECASE
    ),
    habit=re.compile(
        r"\b(?:immer|meistens|meist|oft|jede[nsrm]?|täglich|normalerweise|montags|dienstags|mittwochs|donnerstags|freitags|samstags|sonntags|morgens|abends|nie)\b",
        re.IGNORECASE,
    ),
    also=re.compile(r"\s*(?:und|&)\s*(?:am )?", re.IGNORECASE),
    joints=re.compile(r",\s|[;(]|\b(?:und|aber|sondern|doch|denn|weil)\s", re.IGNORECASE),
    # Behind a participle "ist" tells of the past: "weil er am 3. Mai gekommen ist".
    present=re.compile(
        r"\b(?:(?<!en )(?<!\wt )(?:ist|sind|bin)|jetzt|nun|kommt|beginnt|startet|fängt|endet|läuft|geht|fliegt|fährt|steht|findet|gilt"
        r"|dauert|öffnet|schließt|zieht|holt|bekommt|kriegt|gibt|muss|kann|soll|darf|(?:ich|wir) (?!habe?n?\b)[a-zäöü]+en?)\b",
        re.IGNORECASE,
    ),
    passing=re.compile(
        r"\b(?:kann|können|darf|dürfen|muss|müssen|soll|sollen)\b|\b(?:bin|ist|sind)\b(?=.*\b(?:weg|unterwegs|krank|krankgeschrieben|daheim"
        r"|zu hause|zuhause|nicht da|verreist|verhindert|allein|geschlossen|gesperrt|im (?:urlaub|krankenhaus|homeoffice|büro|ausland|hotel)"
        r"|(?:in|bei|auf)(?: der| dem| den| meiner| meinem| unserer)? (?-i:[A-ZÄÖÜ])\w+))",
        re.IGNORECASE,
    ),
    length=re.compile(
        r"(?<!seit )(?<!vor )(?<!in )(?<!alle )(?<!nach )(?<!schon )(?<!bereits )(?<!\w)"
        rf"{_NUMBER}(?: weitere)? (?P<unit>tage?|wochen?|monate?|jahre?)\b(?! (?:alt|später|zuvor|vorher|zusammen|älter|jünger|her|pro|im)\b)",
        re.IGNORECASE,
    ),
    born=re.compile(r"\bgeboren\b|\b(?:auf die|zur) welt\b", re.IGNORECASE),
    looks_back=re.compile(
        r"\b(?:hab|habe|haben|hat|bin|ist|sind)\b[^,;]* in [\w ]+\| (?:\w+ )?(?:nicht|nie|kein\w*)\b"
        r"|\b(?:nicht|nie|kein\w*)\b[^,;]* in [\w ]+\| (?-i:\w*ge\w+(?:t|en)|\w+iert)\b"
        r"|\b(?!nächst|jüngst|ältest|letzt)(?:erst|einzig|best|\w{3,}st)e[rsn]?(?: [\w-]+){1,2} in [\w ]+jahren\|",
        re.IGNORECASE,
    ),
    then=re.compile(r"\b(?:danach|dann|anschließend)\b", re.IGNORECASE),
    onwards="ab {day}. {month} {year}",
    no_date=re.compile(
        rf"\w*(?:straße|strasse|str\.|platz|allee|brücke) des \d{{1,2}}\.? {_LONG_MONTH.replace('?P<month>', '?:')}"
        r"|\bname ist (?:april|juni|august)\b(?! \d)"
        rf"|\bdie (?:jahre|jahrgänge) {_YEAR.replace('?P<year>', '?:')}{_TO}{_YEAR.replace('?P<year>', '?:')}",
        re.IGNORECASE,
    ),
    called=frozenset(
        (
            "tochter sohn schwester bruder frau mann freundin freund"
            " kollegin kollege tante onkel nichte hund katze heißt heiße namens"
        ).split()
    ),
    months=MONTHS,
    weekdays=WEEKDAYS,
    seasons=_SEASONS,
    units=_UNITS,
    numbers=NUMBER_WORDS,
    offsets=_OFFSETS,
    steps=_STEPS,
    edges={
        **{
            f"{word}{more}": edge
            for more in (
                "",
                " dem",
                " der",
                " anfang",
                " mitte",
                " ende",
                " etwa",
                " ca.",
                " ungefähr",
                " zum",
                " zur",
                " spätestens",
                " letztem",
                " letzter",
                " letzten",
                " kommenden",
                " nächsten",
            )
            for word, edge in {"seit": Edge.SINCE, "ab": Edge.FROM, "bis": Edge.UNTIL}.items()
        },
        **dict.fromkeys(
            ("spätestens", "spätestens am", "spaetestens", "spätestens zum"), Edge.UNTIL
        ),
        **dict.fromkeys(("nach", "nach dem", "nach den"), Edge.AFTER),
        **dict.fromkeys(("tag nach", "woche nach"), Edge.ON),
        "vom": Edge.FROM,
        "von": Edge.FROM,
    },
    prepositions=frozenset(
        """auf am im in an ab bis seit vom von zum zur dem der den vor nach um für gegen über zwischen und anfang mitte ende
        spätestens jahr jahre sommer herbst frühjahr winter frühling etwa ca. rund diesen""".split()
    ),
    written={
        Grain.DAY: ("am", "{day}. {month} {year}"),
        Grain.WEEK: ("in", "der Woche vom {day}. {month} {year}"),
        Grain.MONTH: ("im", "{month} {year}"),
        Grain.QUARTER: ("im", "{quarter} Quartal {year}"),
        Grain.SEASON: ("im", "{season} {year}"),
        Grain.YEAR: ("", "{year}"),
    },
    quarter_names=("1.", "2.", "3.", "4."),
    month_names=tuple(
        "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split()
    ),
    season_names={"spring": "Frühling", "summer": "Sommer", "autumn": "Herbst", "winter": "Winter"},
    holidays=_HOLIDAYS,
)

LASTING: Final = re.compile(
    r"\b(?:seit|schon|bereits|inzwischen|mittlerweile|nun|jetzt) (?:etwa |ca\. |fast |gut |über |mehr als |rund |knapp |ungefähr |den letzten |inzwischen |mittlerweile |nun |schon |bereits |jetzt |so )*"
    rf"{_NUMBER}(?: und \w+)? (?P<unit>jahre?n?|monate?n?|wochen?|tage?n?)\b(?! (?:alt|jünger|älter))",
    re.IGNORECASE,
)
# A participle has no capital: "ich bin in Bergen" is none.
PAST: Final = re.compile(
    r"\b(?:war|waren|hatte|hatten|musste|mussten|konnte|konnten|durfte|durften|wurde|wurden|ging|kam|zog|fuhr|(?<!mein )(?<!meine )(?<!unser )(?<!unsere )(?<!der )letzte[nrsm]?|gestern|vorgestern|früher|damals|geboren|gestorben|vor kurzem|neulich|kürzlich)\b"
    r"|\b(?:hab|habe|haben|hat|bin|ist|sind)\b.*\b(?-i:(?=[a-zäöü]))(?:\w{0,5}ge\w{2,}(?:t|en)|(?:be|ver|er|ent|zer)\w{2,}(?:t|en)|\w+iert)\b",
    re.IGNORECASE,
)
FUTURE: Final = re.compile(
    r"\b(?:werde|werd|wird|werden|will|wollen|möchte|muss|müssen|soll|sollen|(?:über)?nächste[nrsm]?|kommende[nrsm]?|morgen|übermorgen|bald|demnächst|geplant|termin|frist|deadline|fällig|steht an|bis spätestens|abgabe)\b",
    re.IGNORECASE,
)
BEGINS: Final = re.compile(
    r"\b(?:fange?n?|fängt|beginne?n?|beginnt|starte?n?|startet|ziehe?n?|zieht|umziehen|anfangen|in rente|in pension|in den ruhestand|übernehme?n?|übernimmt|trete?n?|tritt|ab (?=dem \d|\d|anfang|mitte|ende|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|nächste|kommende|sofort))(?!.*\bbis\b)",
    re.IGNORECASE,
)
UNBROKEN: Final = re.compile(
    r"(?:(?<=am )|(?<=zum )|(?<=dem )|(?<=vom )|(?<=den ))\d{1,2}\.(?-i:(?=,|\s[a-zäöü(]))|"
    r"\b\d{1,2}\.\s?\d{1,2}\.(?=[,)]|\s+[a-zäöü])|\b\d{1,2}\.(?=\s?(?:bis|und|oder|-|–|auf den)\s?\d)|"
    rf"\b\d{{1,2}}\.(?=\s?(?:{_LONG_MONTH}|(?:jan|feb|mär|mrz|apr|mai|jun|jul|aug|sep|sept|okt|nov|dez)\b|\d{{1,2}}\.|(?:{_COUNTED})\b))"
    r"|\((?-i:[A-ZÄÖÜ][a-zäöüß]+)(?:, \d{1,2})?\)|\(\d{1,2}\)",
    re.IGNORECASE,
)
