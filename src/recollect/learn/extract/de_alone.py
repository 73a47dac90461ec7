"""German: what a memory needs to stand alone."""

import re
from typing import Final

from recollect.learn.extract.language import Alone

_VERB: Final = (
    r"(?:bin|bist|is|ist|sind|war|waren|hab\w*|hat|hatte\w*|kann|können|könn\w+|muss|müss\w+|soll\w*|will|woll\w+|mag|darf"
    r"|dürf\w+|wird|werd\w*|wurd\w+|würd\w*|möcht\w*|geht|geh\w*|ging|kommt|komm\w*|kam|mach\w*|nehm\w*|nimmt|bleib\w*"
    r"|fahr\w*|fährt|brauch\w*|heiß\w*|heiss\w*|wohn\w*|arbeit\w*|lieg\w*|steh\w*|find\w*|spiel\w*|trink\w*|ess\w*|isst"
    r"|lern(?:e|st|t|en|te\w*)?|zieh\w*|gibt?|krieg\w*|bekomm\w*|gilt|kost\w*|dauer\w*|läuft|lauf\w*|beginn\w*|fängt|fang\w*|sag\w*|weiß)"
)
# What is always that of something.
_OF_WHAT: Final = (
    "Termin|Thema|Einlass|Beginn|Start|Abgabe|Frist|Deadline|Treffpunkt|Preis|Datum|Prüfung|Vertretung|Rest|Budget"
    "|Besprechung|Untersuchung|Ergebnis|Lieferung|Feier|Party|Treffen|Besichtigung|Anmeldung|Kündigungsfrist"
)
_COUNTED: Final = r"sind|haben|hab|hat|brauch\w*|zahl\w*|nehm\w*|kost\w+|verdien\w*"
# What one counts or reckons by is nothing that "es" means.
_TIMES: Final = (
    r"Jahr\w*|Monat\w*|Woche\w*|Tag\w*|Stunde\w*|Minute\w*|Mal|Euro|Prozent|Uhr|Grad|Kilo|Meter"
)
ALONE: Final = Alone(
    verbs=re.compile(
        rf"\b(?:{_VERB}|ich|wir|man|bitte|schreib\w*|antwort\w*|erklär\w*|zeig\w*|nenn\w*|sprich|duz\w*|siez\w*)\b|^(?:immer|nie|niemals)\b",
        re.IGNORECASE,
    ),
    refers=re.compile(
        r"\b(?:er|ihn|ihm|ihnen|dort|davon|damit|dafür|daran|darauf|darüber|dabei|dagegen|dazu|dran|drauf|drüber)\b"
        rf"|^(?:sie|der|die|das|den|dem|es)(?= {_VERB}\b)"
        r"|\b(?:ich|wir|hab|habe|haben) (?:\w+ )?(?P<word>(?-i:sie|es))\b(?!,)"
        r"|\b(?:einen|eine|eins|welche|das|den|ihn|sie|es|hier|(?<!wieder )(?<!schon )(?<!noch )da)(?=\W*$)",
        re.IGNORECASE,
    ),
    lacks=re.compile(
        r"\b(?:bis dahin|(?:der|die|das|den|dem|ein|eine|einen) (?:andere|neue|alte|blaue|rote|große|kleine|erste|zweite|dritte|letzte|nächste)[rsn]?(?=\W*$| (?:ist|hat|war|kommt|geht|will)\b)"
        r"|wir\b[^,]{0,30} beide)\b"
        # "hab ich gestern beantragt": what stands in front of the verb is left out, and it was its object.
        r"|^(?:hab|habe|haben|hatten?|muss|müssen|mach|mache|machen|will|wollen|kann|werde) (?:ich|wir)\b(?!.*\b(?:(?:ein|kein|mein|unser)\w*|de[rnm]|die|das|dass|(?!(?:Mon|Diens|Donners|Frei|Sams|Sonn)tag|Mittwoch|Januar|Februar|März|April|Mai|Ju[nl]i|August|\w+ber\b)(?-i:[A-ZÄÖÜ])\w+)\b)"
        r"|^(?:meiner|meins|dann)\b|^(?:am )?[\w.]+ (?:geht|passt|klappt|reicht)(?: \w+)?\W*$",
        re.IGNORECASE,
    ),
    part_of=re.compile(
        rf"^(?:der |die |das )?(?:{_OF_WHAT})\b(?! (?:für|von|vom|des|der|zu|zum|zur|mit|bei|beim|in)\b)"
        rf"|\b(?:{_COUNTED}) (?:so |etwa |rund |nur |schon |noch )?\d[\d.,]*(?=\W*$)",
        re.IGNORECASE,
    ),
    opens=re.compile(
        r"(?:ist|is|sind|war|waren|hat|hatte|haben|wird|wurde|muss|kann|soll|kommt|kostet|läuft|liegt|steht|gilt|funktioniert)\b(?! (?:mein|meine|unser|unsere|der|die|das|es|man)\b)",
        re.IGNORECASE,
    ),
    when=re.compile(r"\b(?:bis dahin|an dem (?:Tag|Abend)|am selben Tag)\b", re.IGNORECASE),
    named=re.compile(
        r"\b(?:de[rnm]|die|das) (?-i:[A-ZÄÖÜ])\w+|(?<=\w )(?!(?-i:Sie|Ihnen|Ihr)\b)(?-i:[A-ZÄÖÜ])[a-zäöü]+"
        rf"|\b(?:der|die|das|den|dem|vom|zum|zur|im) (?!{_VERB}\b|(?:{_TIMES})\b|\w{{1,20}}en\b)[a-zäöüß]{{5,}}"
        rf"|\b(?:eine?n?|mein\w*|unser\w*|\d+|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf) (?!(?:{_TIMES})\b)[^\W\d_]{{3,}}",
        re.IGNORECASE,
    ),
    parts=re.compile(
        r"[,;:(]|\b(?:und|aber|oder|weil|wenn|dass|da|seit|bevor|nachdem|bis|ob|wo|ich|wir|du|er|sie|es|man)\b",
        re.IGNORECASE,
    ),
    people={"er": "m", "ihn": "m", "ihm": "m"},
    agrees={
        "sie": re.compile(r"\b(?:die|eine|ne|meine|unsere) \w{3,}", re.IGNORECASE),
        "es": re.compile(r"\b(?:das|ein|mein|unser) \w{3,}", re.IGNORECASE),
        **dict.fromkeys(
            ("er", "ihn", "der", "den"),
            re.compile(r"\b(?:der|den|einen|nen|ein|meinen|mein|unseren?) \w{3,}", re.IGNORECASE),
        ),
    },
    takes_up=frozenset({"das", "davon", "dafür", "dagegen", "damit"}),
)
