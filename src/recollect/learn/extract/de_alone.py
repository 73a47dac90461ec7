"""German: what a memory needs to stand alone."""

import re
from typing import Final

from recollect.learn.extract.language import Alone

_VERB: Final = (
    r"(?:bin|bist|is|ist|sind|war|waren|hab\w*|hat|hatte\w*|kann|können|könn\w+|muss|müss\w+|soll\w*|will|woll\w+|mag|darf"
    r"|dürf\w+|wird|werd\w*|wurd\w+|würd\w*|möcht\w*|geht|geh\w*|ging|kommt|komm\w*|kam|mach\w*|nehm\w*|nimmt|bleib\w*"
    r"|fahr\w*|fährt|brauch\w*|heiß\w*|heiss\w*|wohn\w*|arbeit\w*|lieg\w*|steh\w*|find\w*|spiel\w*|trink\w*|ess\w*|isst"
    r"|lern\w*|zieh\w*|gibt?|krieg\w*|bekomm\w*|gilt|kost\w*|dauer\w*|läuft|lauf\w*|beginn\w*|fängt|fang\w*|sag\w*|weiß)"
)
ALONE: Final = Alone(
    verbs=re.compile(
        rf"\b(?:{_VERB}|ich|wir|man|immer|nie|niemals|bitte|schreib\w*|antwort\w*|erklär\w*|zeig\w*|nenn\w*|sprich|duz\w*|siez\w*)\b",
        re.IGNORECASE,
    ),
    refers=re.compile(
        r"\b(?P<word>ihn|ihm|ihnen|dort|davon|damit|dafür|daran|darauf|darüber|dabei|dagegen)\b"
        rf"|^(?:er|sie|der|die|das|den|dem|es)(?= {_VERB}\b)"
        r"|\b(?:einen|eine|eins|welche|das|den|ihn|sie|es|hier|(?<!wieder )(?<!schon )(?<!noch )da)(?=\W*$)",
        re.IGNORECASE,
    ),
    named=re.compile(
        r"\b(?:de[rnm]|die|das|eine?n?|mein\w*|unser\w*|\d+) (?-i:[A-ZÄÖÜ])\w+|(?<=\w )(?-i:[A-ZÄÖÜ])[a-zäöü]+",
        re.IGNORECASE,
    ),
)
