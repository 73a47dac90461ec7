"""German: how people want to be answered and called; as in `en_manner.py`."""

from typing import Final

from recollect.learn.extract.de_rule import rule
from recollect.learn.extract.language import Wishes, pattern
from recollect.model.entry import Kind

_LIKE: Final = Kind.PREFERENCE
_ASKS: Final = r"(?:(?:kannst|könntest|würdest|magst) du|kannste|(?:können|könnten|würden) sie) (?:(?:mir|uns|bitte|doch|mal|vielleicht) )*"
_ANY: Final = rf"(?:{_ASKS}|(?:du|sie) (?:kannst|darfst|können|dürfen) |(?:bitte|mir|uns|doch|mal|jetzt|wieder|ruhig|gern|gerne|auch|ab jetzt|ab sofort|künftig|in zukunft|immer|nur|lieber|von mir aus) )*"
_ONCE: Final = r"(?!.*\b(?:hier|diesmal|heute|dies\w*|die (?:e-?mail|mail|nachricht)|den (?:text|brief)|das (?:nochmal|noch mal))\b)"
_END: Final = r"(?:,? (?:bitte|ab jetzt|ab sofort|jetzt|wieder|künftig|in zukunft|lieber|mit mir|zu mir|ok|okay))*$"
_TONGUE: Final = r"(?:auf )?(?:deutsch|englisch|französisch|spanisch|italienisch|portugiesisch|polnisch|türkisch|russisch|ukrainisch|arabisch|schweizerdeutsch)"
_LENGTH: Final = r"(?:kurz|kürzer|knapp|knapper|ausführlich|ausführlicher|länger|detaillierter|einfacher|genauer)"
_THING: Final = r"(?:emojis?|smileys?|anglizismen|floskeln|abkürzungen|fachbegriffe|aufzählungen|stichpunkte|bulletpoints|ausrufezeichen|fremdwörter|tabellen|quellen|quellenangaben)"
_SAY: Final = r"(?:antworten|schreiben|reden|sprechen|erklären)"
_MANY: Final = r"(?:ständig|immer|dauernd|jedes mal|andauernd|so oft|extra|mehr|so)"

MANNER: Final = (
    rf"{_ONCE}(?:{_ANY}(?:antworte|schreib|schreibe|rede|sprich)(?: mir| mit mir| bitte| doch| nur| noch| immer| jetzt| wieder)* (?:{_TONGUE}|(?:etwas |viel |ein bisschen )?{_LENGTH}|nicht so (?:förmlich|lang|viel|kompliziert|ausführlich))"
    rf"|{_ANY}(?:etwas |viel |ein bisschen )?(?:{_TONGUE}|{_LENGTH}) {_SAY}"
    rf"|{_ANY}(?:fass|fasse|halt|halte) dich(?: bitte| immer| doch)* (?:kurz|kürzer|knapp)|{_ANY}(?:fassen|halten) sie sich(?: bitte)? kurz"
    rf"|{_ANY}(?:(?:ganz )?kurze|knappe|ausführliche|lange|längere|kürzere) antworten"
    rf"|{_ANY}(?:keine?|ohne|weniger|nie) (?:langen |so viele )?{_THING}(?: mehr)?|{_ANY}{_THING} (?:benutzen|verwenden|nutzen|schreiben|weglassen|einbauen|angeben|nennen|dazuschreiben)"
    rf"|{_THING} sind (?:\w+ ){{0,2}}(?:ok|okay|in ordnung|erlaubt|gut)|(?:benutz|benutze|verwende|nutz|nutze)(?: bitte| ruhig| wieder| jetzt| gern| gerne| auch)* (?:keine )?{_THING}(?: mehr)?"
    r"|(?:wollen|können|könnten|sollen|dürfen) wir uns (?:nicht |bitte |vielleicht |einfach |auch )*(?:duzen|siezen)|(?:sagen|bleiben) wir (?:doch |lieber |ruhig |einfach |bitte |beim |per |jetzt |weiter )*(?:du|sie)"
    r"|(?:ich|wir) (?:möchte|möchten|will|würde|würden|werde)(?: gern| gerne| lieber| bitte| von dir)* (?:geduzt|gesiezt)(?: werden)?|(?:wir )?(?:können|dürfen) (?:wir )?(?:uns )?(?:ruhig |gern |gerne |auch )*du sagen"
    rf"|du (?:musst|brauchst)(?: dich| mir| mich| bitte)* nicht (?:{_MANY} )?(?:\w+ )?(?:zu )?(?:entschuldigen|bedanken|rechtfertigen|wiederholen|loben|siezen|erklären|verwenden|anzugeben|angeben)"
    rf"|hör(?:e)?(?: bitte)? auf,? (?:dich|mich|mir|{_MANY})(?: {_MANY})? zu \w+"
    r"|wenn du (?:mir |uns )?[\w -]{3,40}?,? (?:dann )?(?:bitte )?(?:nur|ohne|keine?|immer|nie)\b.+|bei code(?:fragen)?,? (?:bitte )?(?:nur|ohne|keine)\b.+"
    rf"|(?:preise|temperaturen|entfernungen|gewichte|maße|mengen|zeiten|daten)(?: bitte| immer| lieber)* in [\w-]+){_END}"
)
# "Nenn mich verrückt, aber": who says so wants no such name.
JEST: Final = (
    r"(?:verrückt|altmodisch|spießig|paranoid|naiv|komisch|pingelig|bekloppt|blöd|dumm|faul|ein\w*)"
)
_NAME: Final = rf"(?!{JEST}\b)[\w'-]+(?: [\w'-]+)?"
NICKNAME: Final = rf"(?:(?:bitte |und |aber |einfach )*(?:(?:kannst|könntest|würdest|magst) du|du (?:kannst|darfst)|(?:können|könnten) sie|sie (?:können|dürfen)|ihr könnt) mich (?:bitte |ruhig |einfach |gern |gerne |auch |lieber |ab jetzt )*)(?P<name>{_NAME}) nennen(?: bitte)?$"
WISHES: Final = Wishes(
    told=pattern(f"(?:{MANNER}|{NICKNAME})"),
    opens=pattern(_ASKS),
    drafts=pattern(
        r"\b(?:schreib|schreibe|verfass|verfasse|formulier|formuliere|erstell|erstelle|mach|mache|übersetz|übersetze|fass|kürz|kürze|brauche|brauch|schreiben|formulieren|verfassen|erstellen|übersetzen)\b.{0,60}?\b\w*(?:mail|brief|nachricht|text|antwort auf|caption|bildunterschrift|post|aufsatz|bericht|geschichte|gedicht|rede|karte|einladung|beschreibung|bewertung|zusammenfassung|liste|überschrift|titel|slogan|anzeige|artikel|lebenslauf|anschreiben|präsentation|code|skript|funktion)\b"
        r"|\b(?:eine?n?|die|den|das|meine?n?) \w*(?:mail|brief|nachricht|text|aufsatz|gedicht|rede|einladung|anschreiben|beschreibung) .{0,40}?(?:schreiben|formulieren|verfassen|erstellen|übersetzen|kürzen)\b"
    ),
    lasts=pattern(
        r"\b(?:immer|nie|nie wieder|ab jetzt|ab sofort|künftig|in zukunft|grundsätzlich|generell|wieder|mehr|deine\w*|antworten|antworte|mir|mit mir|zu mir|mich|uns|dich)\b"
    ),
)
MANNERS: Final = (
    rule(_LIKE, "nennen", NICKNAME, "nickname", confidence=0.75),
    rule(_LIKE, "", MANNER, "instruction", confidence=0.75),
)
# Asked for or allowed: told as what they want.
CALLED: Final = pattern(NICKNAME)
FORMAL: Final = pattern(
    r"(?:(?:wollen|können|könnten|sollen|dürfen) wir uns|(?:ich|wir) (?:möchten?|will|würden?|werde))\b.*?\b(?:(?P<du>duzen|geduzt)|siezen|gesiezt)\b.*"
    r"|(?:sagen|bleiben) wir .*\b(?:(?P<per_du>du)|sie)$"
)
