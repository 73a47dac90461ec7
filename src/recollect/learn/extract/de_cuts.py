"""German: where clauses part, what they open and end with, and by which words the language is told."""

from typing import Final

from recollect.learn.extract.de_rule import spelled
from recollect.learn.extract.de_words import PARTS
from recollect.learn.extract.language import expanded, pattern

LEADS: Final = pattern(
    spelled(
        r"[\s,.;:*•–—\"-]*(?:(?:und zwar|und|aber|oder|also|ja|jo|jep|jap|jup|nee|ne|nein|nö|ach so|achso|aso|ach ja|ach|achja|ah|oh|äh|ähm|hm+|naja|na ja|na gut|na|tja|ok|okay|oki|gut|super|prima|top|toll|klasse|perfekt|danke(?: dir| ihnen| schön)?|vielen dank|merci|hallo+|hi+|hey+|moi+n|servus|grüß gott|grüezi|guten (?:morgen|tag|abend)|weil|denn|dass|sodass|so|genau|stimmt|richtig|klar|logo|sicher|sorry|entschuldigung|kurz(?=:)|kurz vorab|vorab|btw|übrigens|nebenbei(?: bemerkt)?|zur info|zur information|fyi|ps|p\.s\.|zum kontext|kontext|hintergrund|wie gesagt|ehrlich gesagt|eigentlich|leider|zum glück|glücklicherweise|außerdem|ausserdem|allerdings|jedenfalls|nämlich|sondern|bloß|haha+|hehe+|lol|wow|oje|ups|hurra|juhu|endlich(?=[,!:])|wichtig|update|kleines update|korrektur(?=[:,] (?:ich|wir|mein))|noch was|noch etwas|eins noch|eine sache noch|nur zur info|damit du (?:es )?(?:bescheid )?weißt|damit sie bescheid wissen|nur damit du(?:'s| es)? weißt|falls es hilft|falls das hilft|(?:bitte )?merk(?:e|en sie)? (?:dir|sich)(?: bitte| mal)?(?:,? dass| noch)?|notier(?:e|en sie)? (?:dir |sich )?(?:bitte )?(?:,? dass)?|vergiss nicht,? dass|zu mir|kurz zu mir|über mich|gute nachricht(?:en)?|schlechte nachricht(?:en)?|ergebnis|neuigkeiten|neuigkeit|wobei|obwohl|da (?=ich|wir|mein|unser)|zumal|erstens|zweitens|drittens|doch(?=,)|noch nicht(?=,)|gerne?(?=,)|eben(?=,)|echt(?=,)|jetzt(?=,)|gott sei dank|ehrlich|im ernst|kein witz|bekanntlich|wohlgemerkt|plus|dafür|dagegen|trotzdem|deshalb|deswegen|daher|schade(?=,)|prost|liebe grüße|lg|vg)(?:\b|(?<=\.))(?!')[\s,:;.!–—-]*(?:dass (?=ich|wir|mein|unser|die|der|das|er|sie)\b)?)"
    )
)
TAILS: Final = pattern(
    spelled(
        r"[\s,.]*(?:\b(?:btw|übrigens|haha\w*|hehe\w*|lol|xd|bitte|danke(?: dir| ihnen| schön)?|vielen dank|oder|ne|gell|ok|okay|(?<=, )ja|halt|sorry|leider|fyi|zur info|nur so|nur zur info|falls das hilft|falls das wichtig ist|oder so|und so|weißt du|wisst ihr|ehrlich gesagt|natürlich|klar|tatsächlich|lg|vg|mfg)\b[\s!.,]*)+$|\s*(?:,|und)? bis (?:dann|morgen|später|bald|nachher|nächste woche|montag|gleich)[\s!.]*$|\s*,\s*(?:zu )?hilfe[\s!.]*$|\s*[:;][-']?[)D(P]\s*$"
    )
)
# Verbs that open a clause whose subject is left out, or follow one.
_FIRST: Final = r"bin|hab|habe|war|hatte|wohne?|arbeite|lebe?|mag|liebe|hasse|esse?|trinke?|spreche?|spiele?|heiße?|komme?|studiere?|lerne?|fahre?|gehe?|mache?|brauche?|kann|muss|will|möchte|werde?|nutze?|benutze?|verwende|suche|plane|kaufe?|ziehe?|bevorzuge|vertrage?|trage|lese|koche|jogge|schwimme|wiege|unterrichte|leite|verkaufe|sammle|gehöre|verdiene|schreibe?|stehe|bekomme|kriege?|darf|soll|schlafe?|treffe|fliege|starte|beginne|nehme|höre|sehe|züchte|baue|pflege|betreue|wechsle|steige|singe|male|tanze|reite|klettere|wandere|gärtnere|backe|angle|pendle|engagiere|faste|nehm|rauche|verzichte|kümmere|helfe|unterstütze|jobbe|pflanze|repariere|fotografiere|programmiere|entwickle|vertrage|finde|leide|hätte|wurde|bekam|zog|ging"
_THIRD: Final = r"ist|hat|war|hatte|wohnt|arbeitet|lebt|mag|liebt|hasst|isst|trinkt|spricht|spielt|heißt|kommt|studiert|lernt|fährt|geht|macht|braucht|kann|muss|will|möchte|wird|nutzt|sucht|zieht|sind|haben|waren|hatten|wohnen|arbeiten|leben|mögen|lieben|hassen|essen|trinken|sprechen|spielen|heißen|kommen|lernen|fahren|gehen|machen|brauchen|können|müssen|wollen|werden|nutzen|ziehen|steht|stehen|soll|sollen|darf|dürfen|bekommt|kriegt|verträgt|wurde|ging|zog|starb|leitet|unterrichtet|schreibt|singt|startet|beginnt|bleibt|läuft|liegt|trägt|kostet|gibt|gibts|gibt's|pendelt|engagiert|kümmert|betreut|verkauft|raucht|hilft|bleiben|reist|liest|jobbt|malt|tanzt|näht|backt|kocht|züchtet|repariert|is|hasst|findet|leidet|nimmt|schläft|reitet|wandert|programmiert|entwickelt|promoviert|heiratet|feiert"
FIRST_VERBS: Final = spelled(_FIRST)
THIRD_VERBS: Final = spelled(_THIRD)
_OWN: Final = r"(?:mein|meine|meinem|meinen|meiner|unser|unsere|unserem|unseren|unserer)"
_SUBJECT: Final = (
    r"(?:ich(?! (?:sind|haben|waren|hatten|werden|wollen|wohnen|\w{3,}en|(?!gestern)\w{3,}e[rl]n)\b)|wir|du|ihr|man|er|es|sie|Sie|dein|deine|mein|meine|unser|unsere|niemand|jeder|alle(?= \w+(?:t|en)\b)|kein(?:e|en)? \w+ (?:mehr|für)|erinner\w*|merk\w*|nenn\w*|bitte|sag\w*|antworte|nimm|schreib|nutz(?:e)?(?= )|verwende)\b"
    rf"|(?:die|der|das|dies|sein|seine|ihre)(?: (?!ich\b|wir\b|er\b|sie\b|mein\w*\b|man\b)[\w-]+){{0,2}}? (?:{_THIRD})\b"
    rf"|(?-i:[A-ZÄÖÜ][\w-]+) (?:{_THIRD})\b"
    rf"|(?:[\w.'-]+ ){{1,6}}?(?:{_FIRST}|{_THIRD}|\w{{3,}}en?)(?:'s)? (?:ich|wir|er|mein|meine)\b"
)
# These go with "ich" and with "er": behind "mein Chef, Herr Weber," they are his.
_MODAL: Final = r"(?:kann|muss|will|möchte|soll|darf|mag|war|hatte|wurde|ging|zog|bekam|wird)\b"
_CONJ: Final = r"(?:und|aber|oder|denn|sondern|weil|da|obwohl|während|wobei|doch|jedoch|also|deshalb|deswegen|trotzdem|allerdings|dafür|nur|dass|sodass|so dass|außerdem|zumal|seitdem|seit|bis|nachdem|bevor)"
_WH: Final = r"(?:was|wer|wo|wann|warum|wieso|wie|welche[rsnm]?|ob|wenn|falls|kannst du|könntest du|können sie|könnten sie|hast du|habt ihr|haben sie|weißt du|gibt es|gibts|gibt's|soll ich|ist das|ist es|hättest du|magst du)\b"
# "versprochen, sie am Sonntag anzurufen" is one statement.
_NO_ZU: Final = r"(?![^,.;!?\n]*\b(?:zu \w+e?n|(?:an|ab|auf|aus|ein|mit|vor|nach|um|hin|her|zurück|weg|bei)zu\w+en)\s*(?:[,.;!?\n]|$))"
# "eine Tochter, die in Kiel wohnt" is told of her alone.
_NO_WHO: Final = r"(?!(?:die|der|das) (?:(?:jetzt|auch|noch|inzwischen|mittlerweile|seit \w+) )*(?:in|im|bei|beim|an|am|auf|als|für|nahe)\b[^,.;!?\n]{1,50} (?:wohnt|wohnen|lebt|leben|arbeitet|arbeiten)\s*(?:[,.;!?\n]|$))"
# "…, aber in Trier": nothing new begins with it.
_TAIL: Final = r"(?:in|im|an|am|auf|aus|bei|für|mit|nach|nur|erst|nicht|ohne|seit|von|vor|zu|zum|zur|um|bis|auch)(?: (?!(?:ich|wir|er|sie|es|man|ist|sind|hat|haben)\b)[\w'-]+){1,4}\s*(?:[,.;!?\n]|$)"
BOUNDARY: Final = pattern(
    spelled(
        rf"(?<!versprochen)(?<!zugesagt)(?<!geschworen)(?<!ausgemacht)(?<!garantiert)\s*,{_NO_ZU}\s*{_NO_WHO}(?:{_CONJ}\s+)?(?:(?:auch|dann|jetzt|ja|ach|leider|übrigens) )?(?={_SUBJECT})"
        rf"|(?<!\bsagen wir)\s+(?:und|aber|denn|doch|sondern|weil|obwohl|während)\s+(?={_SUBJECT})"
        rf"|\s*,\s*(?:und|aber|sondern|dafür)\s+(?=(?:{_FIRST}|{_THIRD})\s)|\s*,\s*(?!{_MODAL})(?=(?:{_FIRST}|{_THIRD})\s)|\s+(?:und|aber)\s+(?=(?:{_FIRST}|{_THIRD})\s)"
        rf"|\s*,\s*(?:(?:und|aber|oder)\s+)?(?={_WH})|\s+(?:und|aber)\s+(?={_WH})|\s*,\s*aber\s+(?!{_TAIL})(?=\w)"
    )
)
# "Seit ich denken kann" only tells how long.
_UNTOLD: Final = (
    r"(?![^,]*\b(?:klein|jung|kind|denken kann|geboren|erinnern kann|schule|mal|nachgedacht)\b)"
)
OPENING: Final = pattern(
    spelled(
        rf"\s*(?:seit(?:dem)?|(?:jetzt|nun),? (?:wo|da)) {_UNTOLD}(?P<told>(?:ich|wir) [^,;.?!\n]{{3,80}}),\s*(?=\w)"
    )
)
_DET: Final = r"(?:(?:mein|unser|sein|ihr)(?:e|er|em|en)?|der|die|das|den|dem)"
# Nothing in it can be a verb: one noun behind "mein", then names and what else is mine.
HALVES: Final = pattern(
    spelled(
        expanded(
            rf"(?:{_DET} (?:(?:nächst|erst|letzt|neu|alt|groß|klein|älter|jünger|best|zweit)e[rsnm]? )?[\w-]+(?:,? <FIRST>)?|(?-i:[A-ZÄÖÜ][\w-]+)(?= mit\b))"
            rf"(?: (?:mit|für|von|aus|zu|zum|zur|bei|beim|in|im|über|zwischen) (?:{_DET} [\w-]+(?: <FIRST>)?|<FIRST>(?: <FIRST>)?)){{0,3}}"
            rf" und (?={_DET} |<FIRST>)",
            **PARTS,
        )
    )
)
# What follows a question without its mark and is none.
TELLS: Final = pattern(
    r"(?:ich|wir|mein|meine|unser|unsere|er|sie) (?!(?:soll|sollte|kann|könnte|muss|darf)\b)"
)
DENIES: Final = pattern(
    r",? (?:und )?(?:nicht|statt|anstatt) (?!nur\b|mehr\b)(?:am |im |in |um |der |die |das )*\w"
)
ADDS: Final = pattern(
    spelled(
        r"\b(?:auch|außerdem|zusätzlich|nebenbei|noch ein\w*|ein zweite\w*|weitere\w*|am wochenende|daneben)\b"
    )
)
# In German the verb follows what stands in front, so that a clause is understood from its beginning.
PREAMBLE: Final = pattern(r"(?!)")
_TEXT: Final = r"(?:text|mail|e-mail|email|brief|nachricht|artikel|absatz|post|aufsatz|abstract|entwurf|bewertung|transkript|notiz|protokoll|auszug|anzeige|bewerbung|anschreiben|rede|abschnitt)"
PASTES: Final = pattern(
    spelled(
        r"(?:\b(?:korrektur|korrigier\w*|lektorier\w*|übersetz\w*|fass\w*|zusammenfass\w*|umschreib\w*|umformulier\w*|formulier\w*|kürz\w*|verbesser\w*|prüf\w*|überprüf\w*|vereinfach\w*|analysier\w*|bewerte\w*|schau\w*|lies|lest|feedback|gegenles\w*|rechtschreib\w*|antwort\w*|beantwort\w*|was hältst du|was haltet ihr|was bedeutet|tl;?dr)\b[^\n.]{0,90}(?::|\?|\bunten\b[^\n]*|\bfolgende\w*\b[^\n]*)[ \t]*\n+"
        r"|\b(?:formulier\w*|verfass\w*|schreib) [^\n.:]{3,60}:\s*|\b(?:korrigier\w*|lektorier\w*|übersetz\w*|zusammenfass\w*|fass\w*|umschreib\w*|umformulier\w*|kürz\w*|vereinfach\w*|tl;?dr|rechtschreib\w*)\b[^\n.:]{0,60}:\s*"
        rf"|\b(?:hier (?:ist|kommt|der|die|das|mal)|folgende[rs]?|diese[rs]?|der|die|das) [^\n:]{{0,40}}{_TEXT}[^\n:]{{0,30}}:\s*\n*)"
    )
)
ABBREVIATIONS: Final = frozenset(
    """z.b b bzw ca dr prof nr usw etc evtl ggf inkl mind max str st tel vgl u.a d.h h s.o o.ä bspw geb jan feb mrz apr aug sep sept
    okt nov dez mo di mi do fr sa so zzgl exkl sog verh led z u d abs hr fr vllt abt hbf kl gr jh""".split()
)
REFUSALS: Final = pattern(
    spelled(
        r"\b(?:zu viele anfragen|anfragen pro (?:minute|stunde|tag|sekunde)|zugriff verweigert|nicht berechtigt|keine berechtigung|anmeldung erforderlich|login erforderlich|bitte (?:zuerst |erst )?(?:anmelden|einloggen)|sitzung (?:ist )?abgelaufen|gesperrt|mindestbestellwert|höchstens|maximal|limit überschritten|kontingent|nicht klickbar|überdeckt|verdeckt|pflichtfeld|parameter fehlt|fehlender parameter|datei (?:ist )?zu groß|nur mit (?:konto|anmeldung)|wartungsarbeiten|nicht zulässig)\b"
    )
)
