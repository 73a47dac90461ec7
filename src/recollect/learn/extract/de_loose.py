"""German: what people say of themselves in words of their own.

These rules are tried where no other matched: somebody who speaks of "ich", "wir", of his own things or of people
named before, in the indicative and not about the talk itself, states something.
"""

from typing import Final

from recollect.learn.extract.de_cuts import FIRST_VERBS, THIRD_VERBS
from recollect.learn.extract.de_rule import placed, rule, spelled
from recollect.learn.extract.language import Timing, pattern
from recollect.model.entry import Kind

# What is not meant, or meant for this moment only: feelings, requests, troubles with what is asked about.
TALK: Final = pattern(
    spelled(
        r"\b(?:du|dir|dich|dein\w*|ihnen|ihr|euch|fehler\w*|fehlermeldung|bug|exception|irgendwie|variante|lösung\w*|absatz|titel|datei|meeting|schlafen|sterbe|beruhigt|verklickt|vertippt|umbringen|sehen uns|sie|ihn|ihm|zeile|aufgabe|kapitel|später|nochmal|melde|gerade|grad|eben|heute|jetzt mal|kurz|mal|das|dies\w*|daran|darum|damit|davon|dazu|dafür|hier|wissen|fragen?|sagen|verstehen|hilfe|helfen|rezept\w*|text\w*|antwort\w*|idee\w*|tipp\w*|vorschlag|vorschläge|bitte|danke|freue|hoffe|gefühl|leider nicht|nichts|etwas|was|wie|ob|wenn|als ob|nicht weiter|probier\w*|versuch\w*|brauche?n?|brauch|suche?n?|such|will|wollen|möchte\w*|soll|sollen|sollte|muss|müssen|kann|können|darf|es|man|sagt|sagte|meint|findet|gesagt|gemeint|gesehen|gehört|gelesen|gedacht|gefunden|genervt|müde|satt|lust|bock|laune|traum|zitat|lied|film|buch|spiel|toll|super|schön|cool|krass|wahnsinn)\b"
    )
)
LAUGHS: Final = pattern(
    r"\b(?:lol|haha\w*|hehe\w*|hihi\w*|rofl|xd|höhö|muaha\w*|scherz(?! beiseite)|spaß(?! beiseite)|witz|drache|einhorn|zombie|könig|kaiser|prinzessin)\b|😂|🤣|😜|🙃|😉|😅|;-?\)|:-?P\b|/s\b"
)
_PARTICIPLE = (
    r"\b(?:\w{0,8}ge\w{2,}(?:t|en)|(?:be|ver|er|ent|zer|über|unter)\w{3,}(?:t|en)|\w+iert)$"
)

# After or before "ich" and "wir" a small word in -e or -en is their verb.
_ANY_VERB = r"(?-i:(?!eine|meine|keine|gerne|heute|ohne|diese|beide|alle)[a-zäöüß]{3,}e(?= ich\b)|(?<=[Ii]ch )[a-zäöüß]{3,}e|[a-zäöüß]{3,}en(?= wir\b)|(?<=[Ww]ir )[a-zäöüß]{3,}en)"

# Signs that something is so for longer than this moment, or of the speaker's own life.
_LASTS = r"\b(?:seit|seitdem|immer|nie|niemals|oft|selten|jede[nrsm]?|normalerweise|meistens|nur noch|nicht mehr|kein\w*|früher|jahrelang|regelmäßig|täglich|mein\w*|unser\w*|(?:mon|diens|donners|frei|sams|sonn)tags|mittwochs|nachts|morgens|abends|schlecht|gut|jetzt nur|wg|familie|allergie\w*|bei uns|beruf\w*|(?:19|20)\d\d|letzte[nrsm]?|vor \w+ (?:jahren|monaten|wochen))\b"

LOOSE: Final = (
    rule(
        Kind.FACT,
        "",
        rf"(?=.*{_LASTS})(?=.*{_PARTICIPLE})"
        + placed("hab|habe|haben|hat|ham|bin|ist|sind|wurde|wurden", final=False)
        + ".*",
        None,
        timing=Timing.EVENT,
        past=True,
        confidence=0.5,
    ),
    rule(
        Kind.FACT,
        "",
        rf"(?=.*{_LASTS})" + placed(f"{FIRST_VERBS}|{THIRD_VERBS}|{_ANY_VERB}", final=False) + ".*",
        None,
        confidence=0.5,
    ),
    rule(
        Kind.FACT,
        "",
        rf"(?!.* (?:bringt|macht|treibt) (?:mich|uns)\b)(?P<whose>(?:mein|unser)e? (?!frage|problem|ziel|fehler|meinung|vorschlag|eindruck|kopf|tag|leben|herz|gott|laune|code|skript|computer|pc)[\w-]+(?: [\w-]+)?) (?:{THIRD_VERBS}|(?!jetzt|nicht|recht|meist|nächst)\w{{3,}}(?:t|te|en))\b.+",
        None,
        confidence=0.5,
    ),
)
