"""German: what people want to be kept to, how things are done where they are, and what they do again and again."""

from typing import Final

from recollect.learn.extract.de_manner import JEST
from recollect.learn.extract.de_rule import rule, say, weak
from recollect.model.entry import Kind

# A request in the form of a question; "an was", "woran" ask indeed.
REMINDS: Final = r"(?:(?:kannst|könntest|würdest) du|kannste|(?:können|könnten|würden) sie) (?:mich|uns) (?:bitte |mal |dann |auch |noch )*(?=(?:[^,?]{2,60} )?(?:daran|an (?!was\b|wen\b|welche)[^,?]{2,80}) erinnern\b)"
_LIKE = Kind.PREFERENCE
_ALWAYS = r"(?:immer|nie|niemals|nie wieder|ab jetzt|ab sofort|von jetzt an|künftig|zukünftig|in zukunft|generell|grundsätzlich|standardmäßig|jedes mal|jedesmal|jeweils|stets|prinzipiell|dauerhaft|von nun an|auch in zukunft|bei allen|in allen|für alle)"
_ACT = r"(?:antworte|antwort|schreib|schreibe|sprich|rede|nutze|nutz|benutze|benutz|verwende|gib|mach|mache|zeig|zeige|nenn|nenne|rechne|runde|erkläre|erklär|formuliere|fass|fasse|frag|frage|duze|duz|sieze|siez|speichere|speicher|lösche|lösch|schick|schicke|sag|sage|beginne|beginn|ende|verzichte|vermeide|lass|halte|halt|nimm|zitiere|sortiere|formatiere|übersetze|übersetz|prüfe|prüf|bestätige|buche|buch|bestelle|bestell|wähle|benenne|commite|committe|pushe|füge|liste|denk|denke|achte|erinnere|erinner|bleib|bleibe|kürze|markiere|leg|lege|kommentiere|teste|installiere|empfiehl|schlag|setz|setze|stell|stelle)"
_POLITE = rf"(?:{_ACT}|antworten|schreiben|sprechen|reden|nutzen|benutzen|verwenden|geben|machen|zeigen|nennen|rechnen|erklären|formulieren|fragen|duzen|siezen|speichern|löschen|schicken|sagen|vermeiden|lassen|halten|nehmen|sortieren|übersetzen|prüfen|buchen|bestellen|kürzen)"

INSTRUCTIONS: Final = (
    # A list of wishes behind "merk dir:".
    rule(
        _LIKE,
        "",
        rf"(?!(?:ich|wir|mein|meine|unser|unsere|er|sie|es|der|die|das)\b)(?=.*\b(?:antworten|sätze|emojis?|stichpunkte|einheiten|quellen?|duzen|siezen|du|sie|kurz|knapp|ton|förmlich|locker|fachwörter|nie|immer)\b)(?:{_ACT}|kein\w*|kurze|knappe|einfache|immer|nie|bitte|weniger|mehr|nur|ohne|mit|du|sie)\b.+",
        "instruction",
        confidence=0.65,
        after=r"\b(?:merk(?:e|en sie)? (?:dir|sich)|nicht vergessen|denk dran|regeln?|wichtig|für (?:die zukunft|später|künftig))\b[^.:]{0,20}:\s*$",
    ),
    rule(
        _LIKE,
        "ausführlicher ausführlich länger kürzer kurz knapper förmlicher lockerer",
        r"(?:ab jetzt |ab sofort |von nun an )?(?:du|sie) (?:darfst|kannst|dürfen|können) (?:mir )?(?:(?:ab jetzt|ab sofort|jetzt|wieder|ruhig|gern|gerne|auch|mal|etwas|ein bisschen|künftig) )*(?:ausführlich(?:er)?|länger|kürzer|kurz|knapper|förmlicher|lockerer) (?:antworten|schreiben|erklären|werden|sein)$",
        "instruction",
        confidence=0.65,
    ),
    rule(
        _LIKE,
        "erklären erklär erkläre erklärs schritt schritte",
        r"(?:bitte )?(?:(?:alles |immer )?(?:einfach|langsam|kurz|ausführlich|schritt für schritt|ganz einfach) erklären|erklär(?:e)?(?: mir)?(?: bitte)?(?: alles)? (?:einfach|langsam|schritt für schritt|ganz einfach|so, dass)|(?:immer |bitte )*(?:nur )?(?:ein(?:en)? schritt|eine frage) (?:nach der? ander\w+|auf einmal))\b.*",
        "instruction",
        confidence=0.65,
    ),
    rule(
        _LIKE,
        "antworte antwort antworten sprich rede halte halt schreib schreibe",
        r"(?:bitte )?(?:(?:antworte|antwort|antworten sie|sprich|rede)(?: mir| bitte| doch| mit mir)* (?:nur )?(?:auf (?-i:[A-ZÄÖÜ])\w+|kurz|knapp|kürzer|ausführlich\w*|in (?:ganzen|kurzen|einfachen|stichpunkten)\b).*|halte? deine antworten .+)",
        "instruction",
        confidence=0.7,
    ),
    # How answers are to sound.
    rule(
        _LIKE,
        "sei seien",
        r"(?:bitte |ruhig |und |aber )*(?:sei|seien sie)(?: bitte| ruhig| etwas| ein bisschen| viel| sehr| ganz| nicht so| weniger| mehr)* (?:ehrlich\w*|direkt\w*|kurz|kürzer|knapp\w*|kritisch\w*|höflich\w*|förmlich\w*|locker\w*|sachlich\w*|präzise\w*|genau\w*|streng\w*|geduldig\w*|ausführlich\w*|freundlich\w*)(?: (?:zu mir|mit mir|mit meinen? .+|bei .+|wenn du .+))?$",
        "instruction",
        confidence=0.65,
    ),
    rule(
        _LIKE,
        "",
        rf"(?:ich|wir) (?:möchte|will|möchten|wollen) {_ALWAYS} .+",
        "instruction",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "bei für",
        r"(?:bei|für) (?:mir|mich|uns) (?:bitte )?(?:nur|ohne|kein\w*|immer|nichts mit) .+",
        "diet",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "",
        rf"(?:bitte |und |aber |also )*{_ACT}(?: sie| mir| uns| mich| dich| bitte| das| die| den| es| doch| deine| alle)* .*\b{_ALWAYS}\b.*",
        "instruction",
        confidence=0.8,
    ),
    rule(
        _LIKE,
        "",
        rf"(?:bitte |und |aber |also )*{_ALWAYS},?:? (?:bitte )?(?:{_ACT}|nur|keine?n?|ohne|mit|in|auf|alles|erst|auch|die|das|den|alle|metrisch\w*|zuerst|deutsch|per|als|kurz|kürzer|ausführlich)\b(?!.* (?:ich|wir)\b).+",
        "instruction",
        confidence=0.75,
    ),
    rule(
        _LIKE,
        "bitte",
        r"(?!(?:ich|wir|und|dann)\b)[\w' -]{3,40}? bitte (?:immer|nie|niemals|stets|grundsätzlich|generell|künftig|ab jetzt|in zukunft)\b.+",
        "instruction",
        confidence=0.75,
    ),
    rule(
        _LIKE,
        "",
        rf"bitte {_ALWAYS} .+|(?:bitte |und |aber )?(?:kein|keine|keinen) [\w -]{{3,40}}(?: mehr)?,? (?:bitte|in (?:deinen|den) antworten|mehr(?: bitte)?|{_ALWAYS}).*",
        "instruction",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "möchte will möchten wollen hätte",
        rf"(?:ich|wir) (?:möchte|will|möchten|wollen|hätte gern|hätte gerne|mag)(?:,? dass (?:du|sie)| deine| alle| antworten| meine)\b.*\b{_ALWAYS}\b.*|(?:ich|wir) (?:möchte|will|möchten|wollen|mag|bevorzuge) (?:nur |lieber |kurze |knappe |ausführliche |immer )*(?:antworten|erklärungen|zusammenfassungen|listen|stichpunkte|bulletpoints|code|beispiele)\b.*",
        "instruction",
        confidence=0.75,
    ),
    rule(
        _LIKE,
        "du sie",
        rf"(?:du|sie) (?:mir|mich|uns|die|das|den|alle|bitte|keine)?.*\b{_ALWAYS}\b.*",
        "instruction",
        confidence=0.75,
        after=r"(?i)(?:möchte|will|wünsche mir|hätte gerne?|wollen|möchten),? dass\s*$",
    ),
    rule(
        _LIKE,
        "nenn nenne nennen sag sagen",
        rf"(?:bitte |und |aber |du kannst mich |sie können mich |ihr könnt mich )*(?:nenn|nenne|nennen|nennt)(?: sie)? (?:mich|uns) (?:einfach |bitte |doch |lieber |ruhig )*(?!{JEST}\b)\w+.*|(?:bitte )?sag(?:en sie|t)? (?:bitte |einfach |ruhig )*(?-i:[A-ZÄÖÜ])\w+.* zu mir.*|(?:du kannst|ihr könnt|sie können|alle|freunde|meine freunde)(?: \w+)? (?:nennen )?(?:mich|mir|zu mir) (?:ruhig |einfach |gern |gerne )*\w+(?: nennen| sagen)?.*",
        "nickname",
        confidence=0.75,
    ),
    rule(
        _LIKE,
        "duze duzen duz sieze siezen siez du sie",
        r"(?:bitte |und |wir können uns |lass uns |sie (?:können|dürfen) (?:mich|uns) |du (?:kannst|darfst) (?:mich|uns) |können wir uns |ruhig |gern |gerne |auch |einfach )*(?:duz|duze|duzen|siez|sieze|siezen)(?: sie)?(?: mich| uns)?(?: ruhig| gern| gerne| lieber)*(?: bitte)?(?: duzen| siezen)?\b.*|(?:bitte )?(?:per|mit) (?:du|sie)\b.*",
        "instruction",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "",
        rf"(?:bitte )?{_ACT}(?: mir| bitte| alles| mit mir| die (?:preise|temperaturen|maße|entfernungen|mengen|zahlen|zeiten|antworten))* (?:nur |bitte |lieber )*(?:auf (?:deutsch|englisch|schweizerdeutsch)|in (?:einfacher sprache|leichter sprache|celsius|kilometern|metrischen einheiten|euro|stichpunkten|kurzen sätzen)|ohne (?:emojis|floskeln|fachbegriffe|fachjargon|anglizismen|gendern)|metrisch\w*|das 24-stunden-format|per du|per sie)$",
        "instruction",
        confidence=0.65,
        after=r"^(?!.*(?:übersetz|fass|zusammen|schreib|text|mail)).*$",
    ),
    rule(
        _LIKE,
        "antworten antwort nachrichten nachricht",
        r"(?:bitte )?(?:fang|fange|beginn|beginne|eröffne|beende|schließ|schließe|start|starte)(?: bitte)? (?:deine?|jede|alle) (?:antwort(?:en)?|nachricht(?:en)?)\b.+",
        "instruction",
        confidence=0.7,
    ),
)

WAYS: Final = (
    rule(
        Kind.PROCEDURE,
        "bevor",
        r"bevor .{3,60}, (?:muss|müssen|wird|werden|soll|sollen|geht|kommt|kommen|gehen) (?!ich\b).+",
        "procedure",
        confidence=0.65,
    ),
    rule(
        Kind.PROCEDURE,
        "wird werden",
        r"(?P<keep>(?:(?:bei uns|im team|in der firma|hier) )?(?!(?:es|mir|das wetter|ich)\b)[\w' -]{3,60}? ?(?:wird|werden) (?:bei uns |weiterhin |immer |grundsätzlich |stets |nur |erst |zuerst |jeden \w+ |montags |freitags |einmal \w+ \w+ |automatisch |ausschließlich |per |über |via |mit |durch |nach |vor ).+)",
        "procedure",
        confidence=0.7,
    ),
    rule(
        Kind.PROCEDURE,
        "erst zuerst dann danach anschließend",
        r"(?!(?:ich|du) (?:muss|will|möchte|war|hab|habe|bin)\b)(?:.{0,60}\b)?(?:erst|zuerst|als erstes)\b.{2,90}\b(?:dann|danach|anschließend)\b.+",
        "procedure",
        confidence=0.65,
    ),
    rule(
        Kind.PROCEDURE,
        "",
        rf"[\w' /-]{{3,60}}? (?:bei uns|bei mir im team|im team|in der firma|in unserem team) (?:{_ALWAYS}|nur|ausschließlich|müssen|muss|gehen|geht|kommen|kommt|läuft|laufen|gilt|werden|wird|sind|ist|heißen)\b.+|bei uns (?:im team |in der firma |im büro |im betrieb |in der praxis |im verein |in der küche |im labor |zuhause |zu hause )?(?:wird|werden|gilt|gelten|läuft|laufen|muss|müssen|geht|gehen|kommt|kommen|darf|dürfen|macht|heißt|ist|sind|braucht|unterschreibt|steht|gibt es|gibt's) .+",
        "procedure",
        confidence=0.7,
    ),
    rule(
        Kind.PROCEDURE,
        "",
        r"(?:jede[rsn]?|alle|neue[rn]?) [\w -]{3,40}? (?:geht|gehen|kommt|kommen|muss|müssen|wird|werden|braucht|brauchen|bekommt|bekommen|läuft|laufen|landet|landen)\b.+",
        "procedure",
        confidence=0.65,
    ),
    rule(
        Kind.PROCEDURE,
        "",
        say(
            weak(
                "deploy|release|merge|review|test|backup|archivier|dokumentier|versionier|rechne|bill|kontrollier|inventur"
            )
            + "|deployen|releasen|mergen|reviewen|rollen|sichern|prüfen|bestellen|lagern|planen|buchen|rechnen|verpacken|verschicken",
            r"\b(?:immer|nur|per|via|über|erst|jeden|jede|grundsätzlich|einmal|zweimal|nach|vor jedem|freitags|montags|dienstags|mittwochs|donnerstags|mit|automatisch)\b",
            drop="deployen|releasen|mergen",
            never="ich|du|heute|morgen|gerade|urlaub|dir",
        ),
        "procedure",
        confidence=0.7,
    ),
    rule(
        Kind.PROCEDURE,
        "ablauf prozess workflow routine vorgehen regel reihenfolge",
        r"(?:unser|mein|der|die|unsere|meine) (?:üblicher |normale[r]? |ganze[r]? |tägliche |morgendliche )?(?:\w*ablauf|\w*prozess|workflow|\w*routine|vorgehen|regel|reihenfolge|\w*pipeline|checkliste)(?: \w+){0,3}? (?:ist|sieht|geht|lautet|läuft|beginnt|startet|besteht)\b.+",
        "procedure",
        confidence=0.7,
    ),
    rule(
        Kind.PROCEDURE,
        "",
        r"wir (?:machen|fahren|ziehen|erledigen|haben) .*\b(?:\w*backups?|deployments?|releases?|reviews?|standup|daily|inventur|abrechnung|retro|planning|übergabe|bestellung\w*|schicht\w*)\b.*\b(?:jede|jeden|jedes|immer|per|über|um|montags|freitags|täglich|einmal)\b.*",
        "procedure",
        confidence=0.65,
    ),
    rule(
        Kind.PROCEDURE,
        "niemand keiner",
        r"(?:niemand|keiner|nur \w+) (?:darf|pusht|merged|mergt|deployt|unterschreibt|bestellt|kommt|geht|bekommt|hat zugriff)\b.+",
        "procedure",
        confidence=0.6,
    ),
)

_OFTEN = r"(?:jeden (?:ersten|zweiten|dritten|letzten) \w+|nie (?:vor|nach)|selten|fast nie|immer (?:um|erst|spät|früh|am)|jeden (?:tag|morgen|abend|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|monat|zweiten \w+|sommer|winter)|jede (?:woche|nacht)|jedes (?:jahr|wochenende)|täglich|wöchentlich|monatlich|jährlich|(?:einmal|zweimal|dreimal|viermal|fünfmal|\d+ ?(?:x|mal)|ein paar mal|mehrmals) (?:die|pro|in der|im|am) (?:woche|monat|jahr|tag)|(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|wochentag|werktag|morgen|abend|nacht|vormittag|nachmittag|wochenend)s(?: und \w+s)?|am wochenende immer|immer (?:morgens|abends|montags|samstags|sonntags|freitags)|meistens|normalerweise|in der regel|alle (?:zwei|drei|vier|\d+) (?:tage|wochen|monate|jahre)|regelmäßig|nach feierabend|vor der arbeit)"

HABITS: Final = (
    rule(
        Kind.FACT,
        "freizeit",
        say(
            r"\w{3,}(?:e|en|t)",
            r"\bin (?:meiner|seiner|ihrer|unserer) freizeit\b",
            r"\w{5,}$",
            drop=r"mache|spiele|gehe",
        ),
        "hobby",
        confidence=0.7,
    ),
    rule(
        Kind.FACT,
        "gibt gibts gibt's",
        r"(?!.*\bdu\b).*\bgibt(?:'s|s| es) bei (?:mir|uns)\b.+",
        "habit",
        confidence=0.65,
    ),
    rule(
        Kind.FACT,
        "",
        say(
            weak(
                "jogg|schwimm|geh|mach|spiel|arbeit|koch|trainier|tanz|sing|kletter|wander|trink|frühstück|meditier|hör|besuch|telefonier|pendl|pendel|steh|kauf|helf|bring|hol|üb|lern|back|bade?|duschе?|reit|turn|angl|engagier|komm"
            )
            + "|esse?n?|isst|ess|lese?n?|liest|fahre?n?|fährt|laufe?n?|läuft|schlafe?n?|schläft|treffe?n?|trifft|nehme?n?|nimmt|sehe?n?|gebe?n?|gibt|helfe|hilft|hab|habe|haben|hat|bin|braucht",
            rf"\b{_OFTEN}\b",
            drop="jogge|schwimme|gehe?|mache?|spiele?|arbeite|koche?|trainiere|tanze|singe|trinke?|frühstücke|meditiere|pendle|stehe|lese?|fahre?|laufe?|schlafe?|treffe|nehme?|hab|habe",
            never="du|frage|fragt|erinner\\w*|problem\\w*|\\w{0,6}ge(?!h)\\w{2,}(?:t|en)$|fehler|stress|kopfschmerzen",
        ),
        "habit",
        confidence=0.65,
    ),
)
