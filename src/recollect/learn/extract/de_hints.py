"""German: words that hint at what sort of statement a clause is. They decide nothing: learned weights do."""

from collections.abc import Mapping
from re import Pattern
from typing import Final

from recollect.learn.extract.de_rule import spelled
from recollect.learn.extract.de_words import PARTS
from recollect.learn.extract.language import pattern

HINTS: Final[Mapping[str, Pattern[str]]] = {
    "taste": pattern(
        spelled(
            r"\b(?:mag|mögen|liebe[nr]?|liebst\w*|lieblings\w*|hasse?n?|gern\w*|bevorzug\w*|favorit\w*|ausstehen|leiden|lieber|eklig|ekelt|steh\w* (?:auf|nicht)|bock|schmeckt|fan|zu (?:laut|süß|scharf|voll|teuer|stressig)|nervt|ertrag\w*|kotzt|knicken|niemals|fürs leben gern)\b"
        )
    ),
    "decided": pattern(
        spelled(
            r"\b(?:entschieden|entscheidung|beschlossen|geeinigt|nehmen wir|wir nehmen|nehm\w* ich|abgesagt|gekündigt|doch nicht|stattdessen|umsteigen|steigen|wechseln?|gestrichen|steht fest|abgemacht|ab jetzt|ab sofort|bleiben bei|bleibt es|zugesagt|abgelehnt|es wird|kommt nicht|verzicht\w*|lassen wir|machen wir|nur noch)\b"
        )
    ),
    "steps": pattern(
        spelled(
            r"\b(?:erst|zuerst|dann|danach|vorher|bevor|nachdem|sobald|freigabe|freigegeben|darf|niemand|läuft über|ablauf|immer wenn|jede[rsnm]? neue\w*|ohne .* kein\w*|per hand|schritt\w*)\b"
        )
    ),
    "to do": pattern(
        spelled(
            r"\b(?:muss|muess|müssen|soll\w*|termin\w*|frist|abgabe|fällig|bis (?:zum|spätestens|montag|freitag|ende)|am \d|um \d|morgen|übermorgen|nächste[nrsm]?|kommende[nrsm]?|werde|angemeldet|gebucht|versprochen|übernehm\w*|kümmer\w*|bring\w*|treff\w*|prüfung|klausur|vorstellungsgespräch|abflug|fliege?n?|besuch\w*)\b"
        )
    ),
    "asked of you": pattern(
        spelled(
            r"^(?:(?:bitte|ab jetzt|und|künftig|in zukunft) )*(?:immer|nie|kein\w*|nicht|nur|schreib\w*|antworte|sag|nenn\w*|benutz\w*|verwende|nutze|lass|merk|denk|red\w*|duz\w*|siez\w*|gib|stell|kurz\w*|ohne|erinner\w*)\b"
        )
    ),
    "kin": pattern(r"\b(?:<KIN>)\b", **PARTS),
    "skill": pattern(
        spelled(
            r"\b(?:kann|gelernt\w*|lerne?n?|sprech\w*|spricht|beherrsch\w*|ausgebildet\w*|führerschein|schein|zertifi\w*|kenn\w* mich|anfänger\w*|niveau|erfahrung|[abc][12]|studiert)\b"
        )
    ),
    "rule": pattern(
        spelled(
            r"\b(?:immer|nie|jede[nrsm]?|nur|grundsätzlich|muss|müssen|ab jetzt|ab sofort|generell|regel\w*|wenn|sobald|(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs)\b"
        )
    ),
    "called": pattern(spelled(r"\b(?:heißt|heißen|heiße|namens|genannt|nennen wir|spitzname)\b")),
    "health": pattern(
        spelled(
            r"\b(?:allerg\w*|diabet\w*|asthma\w*|operiert|operation|diagnos\w*|medikament\w*|tablette\w*|zöliakie|schwanger\w*|blut\w*|verletz\w*|gebrochen|migräne\w*|insulin|vertrag\w*|verträgt|unverträglich\w*)\b"
        )
    ),
    "wanted": pattern(spelled(r"\b(?:will|wollen|möchte\w*|brauch\w*|wünsch\w*|hätte gern\w*)\b")),
}
