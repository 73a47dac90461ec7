"""French: dates."""

import re
from typing import Final

from recollect.learn.date_words import DateWords, Edge, Grain
from recollect.learn.extract.fr_rule import french, plain
from recollect.learn.extract.fr_words import NUMBER_WORDS
from recollect.learn.extract.language import one_of

_MONTHS: Final = """janvier janv|février fév févr|mars|avril avr|mai|juin|juillet juil|août aout|septembre sept|octobre oct
    |novembre nov|décembre déc"""
_DAYS: Final = "lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche"


def _unaccented(words: dict[str, int]) -> dict[str, int]:
    return {plain(word): number for word, number in words.items()} | words


def _numbered(rows: str, first: int) -> dict[str, int]:
    split = rows.replace("\n", "").split("|")
    return _unaccented(
        {word: number for number, row in enumerate(split, first) for word in row.split()}
    )


_OFFSETS: Final = _unaccented(
    dict.fromkeys(
        (
            "aujourd'hui",
            "ajd",
            "auj",
            "ce soir",
            "ce matin",
            "ce midi",
            "cet après-midi",
            "cette nuit",
        ),
        0,
    )
    | dict.fromkeys(
        ("demain", "demain matin", "demain soir", "demain midi", "demain après-midi"), 1
    )
    | dict.fromkeys(("hier", "hier soir", "hier matin", "hier après-midi"), -1)
    | {"après-demain": 2, "après demain": 2, "avant-hier": -2, "avant hier": -2}
)
_UNITS: Final = {
    **dict.fromkeys(("jour", "jours"), Grain.DAY),
    **dict.fromkeys(("semaine", "semaines"), Grain.WEEK),
    "mois": Grain.MONTH,
    "trimestre": Grain.QUARTER,
    **dict.fromkeys(("an", "ans", "année", "années", "annee", "annees"), Grain.YEAR),
}
_HOLIDAYS: Final = {
    **dict.fromkeys(("noël", "noel"), (12, 25)),
    **dict.fromkeys(
        ("la veille de noël", "le réveillon de noël", "la veille de noel", "le reveillon de noel"),
        (12, 24),
    ),
    **dict.fromkeys(("le nouvel an", "le jour de l'an", "nouvel an", "jour de l'an"), (1, 1)),
    **dict.fromkeys(
        ("la saint-sylvestre", "le réveillon du nouvel an", "la st-sylvestre"), (12, 31)
    ),
    **dict.fromkeys(("la saint-valentin", "la st-valentin", "la saint valentin"), (2, 14)),
    **dict.fromkeys(("l'épiphanie", "l'epiphanie"), (1, 6)),
    "la chandeleur": (2, 2),
    **dict.fromkeys(("la fête nationale", "la fete nationale"), (7, 14)),
    **dict.fromkeys(("l'assomption",), (8, 15)),
    "la toussaint": (11, 1),
    **dict.fromkeys(("la rentrée", "la rentree"), (9, 1)),
    **dict.fromkeys(("l'armistice",), (11, 11)),
    **dict.fromkeys(("la fête du travail", "la fete du travail"), (5, 1)),
    **dict.fromkeys(("la fête de la musique", "la fete de la musique"), (6, 21)),
    **dict.fromkeys(("mardi gras",), (0, -47)),
    **dict.fromkeys(("vendredi saint",), (0, -2)),
    **dict.fromkeys(("pâques", "paques"), (0, 0)),
    **dict.fromkeys(("le lundi de pâques", "lundi de pâques", "lundi de paques"), (0, 1)),
    **dict.fromkeys(("l'ascension",), (0, 39)),
    **dict.fromkeys(("la pentecôte", "la pentecote"), (0, 49)),
}
_SEASONS: Final = {
    "printemps": "spring",
    "été": "summer",
    "ete": "summer",
    "automne": "autumn",
    "hiver": "winter",
}
_MONTH: Final = r"(?P<month>(?:janv(?:ier)?|févr?(?:ier)?|mars|avr(?:il)?|mai|juin|juil(?:let)?|août|sept(?:embre)?|oct(?:obre)?|nov(?:embre)?|déc(?:embre)?)\b)\.?"
_LONG_MONTH: Final = r"(?P<month>(?:janvier|février|(?:(?<=en )|(?<=fin )|(?<=début )|(?<=depuis )|(?<=de )|(?<=mi-))(?:mars|mai)|avril|juin|juillet|août|septembre|octobre|novembre|décembre)\b)"
_NUMBER: Final = (
    r"(?P<number>\d{1,3}|" + "|".join(sorted(NUMBER_WORDS, key=len, reverse=True)) + ")"
)
_UNIT: Final = r"(?P<unit>jours?|semaines?|mois|ans?|années?)\b"
_WEEKDAY: Final = r"(?P<weekday>lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)\b"
# The summer, and not "il a été".
_SUMMER: Final = (
    "".join(
        f"(?<!{word} )"
        for word in "a as ai ons ez ont ait ais ient eu pas plus urs déjà mais".split()
    )
    + r"été(?! \w+ée?s?\b)"
)
_STEP: Final = r"(?P<step>prochaine?|dernier|dernière|passée?|qui vient|qui arrive|en cours)\b"
_YEAR: Final = r"(?P<year>(?:19|20)\d\d)"
_DAY: Final = r"(?P<day>1er|\d{1,2})"
# Before these a weekday is a habit or a span: "le lundi", "du lundi au vendredi".
_NO_HABIT: Final = r"(?<!le )(?<!les )(?<!chaque )(?<!du )(?<!au )(?<!un )(?<!premier )"


def _all(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(
        french(r"(?:(?<=mi-)|(?<=ndi-)|(?<=rdi-)|(?<=edi-)|(?<=udi-)|(?<![\w.,/-]))" + pattern)
        for pattern in patterns
    )


DATES: Final = DateWords(
    patterns=_all(
        rf"{_YEAR}-(?P<month>\d\d)-(?P<day>\d\d)\b",
        rf"(?P<day>\d{{1,2}})[./](?P<month>\d{{1,2}})[./]{_YEAR}\b",
        rf"(?<=du ){_DAY} au (?P<last>\d{{1,2}})(?: {_MONTH}(?: {_YEAR})?)?(?!\w| (?:h|heures?|%|€|euros|ans|km)\b|[:,.]\d)",
        rf"{_DAY}\s?[-–]\s?(?P<last>\d{{1,2}}) {_MONTH}(?: {_YEAR})?(?!\w)",
        rf"(?:(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) )?{_DAY} {_MONTH}(?: {_YEAR})?(?!\w)",
        rf"{_MONTH} {_YEAR}\b",
        rf"(?P<which>l'an dernier|l'année dernière|l'an prochain|l'année prochaine|cette année),? en {_MONTH}",
        rf"{_MONTH} (?:de )?(?P<which>l'an dernier|l'année dernière|l'an prochain|l'année prochaine|cette année)\b",
        r"(?:(?<=le )|(?<=au )|(?<=du ))(?P<day>\d{1,2})/(?P<month>\d{1,2})\b(?!/)",
        rf"(?P<offset>{one_of(' '.join(word.replace(' ', '_') for word in _OFFSETS))})\b",
        rf"(?P<holiday>{one_of(' '.join(word.replace(' ', '_') for word in _HOLIDAYS))})\b(?: (?P<step>prochain|dernier)e?| {_YEAR})?",
        rf"{_WEEKDAY} (?:de )?(?P<week>la semaine prochaine|cette semaine|la semaine dernière|de la semaine prochaine)\b",
        rf"(?P<week>la semaine prochaine|cette semaine|la semaine dernière),? {_WEEKDAY}",
        rf"(?:(?:ce|le) (?={_WEEKDAY.replace('?P<weekday>', '?:')} (?:prochain|dernier|qui vient|en huit)))?{_WEEKDAY} {_STEP}",
        rf"{_WEEKDAY.replace('?P<weekday>', '?:')},? (?:le )?(?P<day>\d{{1,2}})(?![\d:]| ?h|-\d)",
        rf"(?:ce )?{_NO_HABIT}{_WEEKDAY}(?! (?:à|au) (?:mardi|mercredi|jeudi|vendredi|samedi|dimanche))",
        rf"(?P<step>il y a|y a|ya) (?:environ |presque |bientôt |à peu près )?{_NUMBER} {_UNIT}",
        rf"(?P<step>dans) (?:environ |à peu près )?{_NUMBER} {_UNIT}",
        rf"(?:(?<=fin )|(?<=début )|(?<=milieu ))(?P<step>du|de la|de l'|de cette|de ce) ?{_UNIT}(?! (?:prochain|dernier))",
        rf"(?:l'|la |le )?{_UNIT} {_STEP}",
        rf"(?:le |au )?(?P<unit>trimestre) {_STEP}",
        r"(?:le |au )(?P<step>prochain) (?P<unit>trimestre)\b",
        r"(?P<step>ce) (?P<unit>trimestre)\b(?:-ci\b)?",
        rf"(?P<step>cette|ce) {_UNIT}(?:-ci\b)?",
        r"(?P<step>cet|ce) (?P<season>printemps|été|automne|hiver)\b",
        rf"(?<!d')(?:au |à l'|en |l'|le )?(?P<season>printemps|{_SUMMER}|automne|hiver)(?: {_STEP})?(?: {_YEAR})?\b",
        rf"{_LONG_MONTH}(?: (?P<step>prochain|dernier))?",
        r"(?:(?<=le )|(?<=au )|(?<=du ))(?P<day>1er|\d{1,2})(?!\w|[:,.]\d| \d| (?:h|heures?|rue|avenue|%|€|euros|ans|km|m|cm|kg|rue|place|boulevard|bis)\b)",
        rf"(?:(?<=en )|(?<=depuis )|(?<=jusqu'en )|(?<=avant )|(?<=fin )|(?<=début )|(?<=de )|(?<=vers )|(?<=après )|(?<=mi-)|(?<=dès )|(?<=courant )){_YEAR}\b",
        rf"{_YEAR}\b(?=[,)]|$)",
    ),
    since=re.compile(r"\bdepuis\b", re.IGNORECASE),
    recurs=re.compile(
        r"\b(?:toujours|d'habitude|chaque année|tous les ans|(?<!fête d')anniversaire)\b",
        re.IGNORECASE,
    ),
    likes=french(
        r"\b(?:préfère(?:nt)?|préférons|aime(?:nt)?|adore(?:nt)?|déteste(?:nt)?|préférée?s?)\b"
    ),
    certain=re.compile(
        r"\d{4}|\b(?:dernier|dernière|prochaine?|cet|cette|ce|demain|hier|aujourd'hui)\b",
        re.IGNORECASE,
    ),
    to=re.compile(r"\s*(?:au|à|jusqu'(?:au|à|en)|-|–)\s*", re.IGNORECASE),
    clock=re.compile(
        r"(?<!en )(?<!de )(?<!pendant )(?<!dure )(?<!fait )\b(?:[01]?\d|2[0-3]) ?h(?: ?[0-5]\d)?\b(?! (?:de|par|de route)\b)|\bà (?:midi|minuit)\b"
        r"|\bà (?:[01]?\d|2[0-3]) heures\b",
        re.IGNORECASE,
    ),
    that_day=re.compile(
        r"\bce (?:jour|soir|matin)-là\b|\bcette (?:nuit|après-midi)-là\b|\ble même jour\b",
        re.IGNORECASE,
    ),
    habit=re.compile(
        r"\b(?:toujours|d'habitude|chaque|tous les|toutes les|souvent|le (?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)|jamais)\b",
        re.IGNORECASE,
    ),
    also=re.compile(r"\s*(?:et)\s*(?:le )?", re.IGNORECASE),
    joints=re.compile(r",\s|[;(]|\b(?:et|mais|donc|car|que|qui)\s|\bqu'", re.IGNORECASE),
    present=french(
        r"\b(?:est|sont|suis|maintenant|commencent?|débutent?|arrivent?|vient|viennent|part|pars|partons|va|vont|vais|finit|termine|tombe"
        r"|ouvre|ferme|revient|reviens|rentre|reprend|peux|peut|dois|doit)\b"
    ),
    passing=french(
        r"\b(?:suis|est|sommes|sont)\b(?= (?:pas |actuellement |toujours |encore )?(?:à|au|aux|en|chez|dans|sur|absente?s?|malades?|loin|ici|seule?s?"
        r"|fermée?s?)\b)|\b(?:peux|peut|pouvons|peuvent) (?:pas|plus)\b|\b(?:dois|doit|devons|doivent)\b"
    ),
    length=french(
        rf"\b(?:pendant|pour|durant) (?:environ |encore |au moins |à peu près )?{_NUMBER} {_UNIT}(?! que\b)"
    ),
    born=french(
        r"\b(?:suis|est|es|sommes|sont|étais|était) (?:\w+ )?née?s?\b|^née?s? le\b|\bnaissance\b"
    ),
    then=re.compile(r"\b(?:après|apres|ensuite|puis)\b", re.IGNORECASE),
    onwards="à partir du {day} {month} {year}",
    no_date=french(
        r"\b(?:rue|avenue|av\.|boulevard|bd|place|square|quai|pont|passage|allée|impasse) (?:du )?(?:1er|\d{1,2})"
        r" (?:janvier|février|mars|avril|mai|juin|juillet|août|septembre|octobre|novembre|décembre)(?: (?:19|20)\d\d)?\b"
        r"|(?:^|\b(?:manque|manquent|cherche|cherchons|ai|avons) )les années (?:19|20)\d\d (?:à|et) (?:19|20)\d\d"
    ),
    called=frozenset(
        "fille fils sœur frère femme mari amie ami tante oncle nièce neveu chien chat appelle nommée nommé".split()
    ),
    months=_numbered(_MONTHS, 1),
    weekdays=_numbered(_DAYS, 0),
    seasons=_SEASONS,
    units=_UNITS,
    numbers=_unaccented(NUMBER_WORDS),
    offsets=_OFFSETS,
    steps={
        **dict.fromkeys(
            (
                "dernier",
                "dernière",
                "derniere",
                "passé",
                "passée",
                "passe",
                "passee",
                "il y a",
                "y a",
                "ya",
            ),
            -1,
        ),
        **dict.fromkeys(
            (
                "ce",
                "cet",
                "cette",
                "du",
                "de la",
                "de l'",
                "de cette",
                "de ce",
                "en cours",
                "cette semaine",
            ),
            0,
        ),
        **dict.fromkeys(("prochain", "prochaine", "dans", "qui vient", "qui arrive"), 1),
        **dict.fromkeys(("la semaine prochaine", "de la semaine prochaine"), 1),
        **dict.fromkeys(("la semaine dernière", "la semaine derniere"), -1),
    },
    edges={
        **dict.fromkeys(
            ("depuis", "depuis le", "depuis la", "depuis fin", "depuis début", "dpuis", "dps"),
            Edge.SINCE,
        ),
        **dict.fromkeys(("après", "après le", "après la"), Edge.AFTER),
        **dict.fromkeys(
            ("partir de", "partir d'", "partir du", "dès", "dès le", "compter du", "partir de la"),
            Edge.FROM,
        ),
        **dict.fromkeys(
            (
                "jusqu'à",
                "jusqu'au",
                "jusqu'en",
                "jusque",
                "avant",
                "avant le",
                "d'ici",
                "d'ici le",
                "avant la",
                "d'ici à",
            ),
            Edge.UNTIL,
        ),
        **dict.fromkeys(
            (
                "jusqu'à la",
                "jusqu'à fin",
                "avant fin",
                "d'ici fin",
                "d'ici au",
                "jusqu'a",
                "d'ici la",
            ),
            Edge.UNTIL,
        ),
        # No edge, but what follows needs no preposition.
        **dict.fromkeys(("fin", "début", "debut", "milieu", "pour", "courant", "vers"), Edge.ON),
    },
    prepositions=frozenset(
        """le la du au de d' en à a fin début debut mi- depuis dpuis jusqu'à jusqu'au jusqu'en avant après pour vers dès d'ici entre et courant
        mois dans milieu""".split()
    ),
    written={
        Grain.DAY: ("le", "{day} {month} {year}"),
        Grain.WEEK: ("", "la semaine du {day} {month} {year}"),
        Grain.MONTH: ("en", "{month} {year}"),
        Grain.QUARTER: ("au", "{quarter} trimestre {year}"),
        Grain.SEASON: ("pendant", "{season} {year}"),
        Grain.YEAR: ("en", "{year}"),
    },
    quarter_names=("1er", "2e", "3e", "4e"),
    month_names=tuple(
        "janvier février mars avril mai juin juillet août septembre octobre novembre décembre".split()
    ),
    season_names={
        "spring": "le printemps",
        "summer": "l'été",
        "autumn": "l'automne",
        "winter": "l'hiver",
    },
    holidays=_HOLIDAYS,
)

LASTING: Final = french(
    r"\b(?:depuis|dpuis|ça fait|cela fait|voilà|(?:il y a|y a)(?=.* que (?:je|j'|on)\b)) (?:environ |presque |bientôt |plus de |au moins |déjà |à peu près |bien )*"
    rf"{_NUMBER} (?P<unit>ans?|années?|mois|semaines?)\b(?! que (?:je|j'|on) (?:n'|ne ))"
)
PAST: Final = french(
    r"\b(?:(?:ai|a|avons|ont|suis|est|sommes|sont)(?: (?!une?\b|des\b|l[ae]s?\b|mon\b|ma\b|mes\b|notre\b|à\b|en\b|aux?\b|dans\b|chez\b|sur\b|du\b)\w+)? (?!lieu\b|\w*di\b|aussi\b|ici\b|chez\b)\w{2,}(?:é|ée|és|ées|i|ie|is|u|ue|us|it|ert|eint)\b|(?:suis|est|sommes|sont) née?s?|étais|était|étions|avais|avait|avions|faisais|faisait|(?!(?:voud|aime|souhaite)r)\w{3,}(?:ais|ait|ions|aient)\b|viens de|vient de|vient d'|viens d'|hier)\b"
)
FUTURE: Final = french(
    r"\b(?:vais|va|allons|vont) (?:\w+ )?\w+(?:er|ir|re|oir)\b|\b\w+(?:rai|ras|ra|rons|rez|ront)\b|\b(?:prochaine?|échéance|rendez-vous|rdv|faut|dois|doit|prévu|prévue|compte|bientôt|demain|après-demain)\b"
)
BEGINS: Final = french(
    r"\b(?:commenc(?:e|es|ons|ent|erai|era)|démarr(?:e|ons|ent)|emménag\w+|(?:viens|vient|revien(?:s|t)|pars|part|vais|va) (?:vivre|habiter|m'installer|s'installer)|m'installe|s'installent?|déménag(?:e|ons|eons) (?:à|en|au|pour)|rejoins|rejoint|intègre|repren(?:d|ds|ons)|pren(?:d|ds) (?:ma|sa) retraite|passe(?:nt)? à|à partir d)\b(?! avant)"
)
