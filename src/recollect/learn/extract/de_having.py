"""German: what people have, use and own, what became of it, and what used to be."""

from typing import Final

from recollect.learn.extract.de_rule import rule, say, weak
from recollect.learn.extract.language import Timing
from recollect.model.entry import Kind
from recollect.model.learning import EntityType as Type

_FACT = Kind.FACT
_HAVE = "hab|habe|haben|hat|ham"
_BE = "bin|ist|sind|war|waren"
_CUE_HAVE = "ham hab habe haben hat habs hab's"
_COUNT = r"(?:einen|eine|ein|nen|ne|'ne|'nen|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|\d+|mehrere|viele|keine|keinen|kein)"
_NOTHING = r"(?:frage\w*|problem\w*|idee\w*|zeit|lust|hunger|durst|angst|gefühl|eindruck|fehler\w*|tipp\w*|ahnung|plan|moment|chance|recht|glück|pech|spaß|stress|kopfschmerzen|schnupfen|erkältung|tag|urlaub|meeting|termin\w*|bock|wahl|bild|bitte|vorstellung\w*|rat|vorschlag|liste|rezept\w*|text|datei|aufgabe|fall|sorgen?|probleme|möglichkeit|grund|gründe|wunsch|pause|interesse|kater (?:heute|von)|fieber|ohrwurm|anliegen|verdacht|geduld|schwierigkeiten|wetter|appetit|überblick|zweifel|mühe|sinn|nerven|kraft|date|verabredung|geld|schlechtes gewissen|dabei|da$|an$|auf$|ruhe|gehört|rausgefunden|klausur\w*|prüfung\w*|vortrag|zahnarzt|besuch|feierabend|frei|eile|kapitel|absatz|satz|code|skript|funktion|tabelle|ordner|neuigkeiten|riesen\w*hunger|muskelkater|meinung)"
_PARTICIPLE = r"(?:\w{0,6}ge\w{2,}(?:t|en)|(?:be|ver|er|ent|zer)\w{3,}(?:t|en)|\w+iert)(?=$|,)"
_GOT = r"(?:gekauft|verkauft|adoptiert|geerbt|gemietet|bestellt|angeschafft|geleast|zugelegt|gekriegt|verschenkt|geholt|abgeschafft|ersetzt|abonniert|aufgenommen|weggegeben|gepachtet|eingetauscht)"
_DONE = r"(?:bestanden|abgeschlossen|abgegeben|geheiratet|gekündigt|verlobt|getrennt|scheiden lassen|gewonnen|veröffentlicht|gegründet|eröffnet|aufgehört|eingereicht|verteidigt|durchgefallen|abgebrochen|geschmissen|eingeschult|befördert|entlassen|gefeuert|gestorben|verstorben|geboren|pensioniert|in rente gegangen|rausgeworfen|unterschrieben|angemeldet|beworben|immatrikuliert|eingeschrieben|gewechselt|bekommen|verloren|angenommen|verlängert|gebaut|fertiggestellt|umgestellt|umgestiegen|absolviert|durch .*gefallen|gelaufen|bestiegen|eingebrochen|gestohlen|geklaut|erhöht|beendet|aufgegeben|verschoben|ausgewandert|beigetreten|ausgetreten|konvertiert|promoviert|getauft)"

NAMED: Final = (
    rule(
        Kind.ENTITY,
        "ist meine mein meinen",
        r"(?P<thing>\W?(?-i:[A-ZÄÖÜ])[\w -]{2,30}?)\W? ist (?:unser|unsere|mein|meine) (?!lieblings|erste|fehler|frage|problem|schuld|ziel|idee|plan|traum)(?:[\w-]+ ){0,2}(?-i:[A-ZÄÖÜ])[\w-]+.*|mit .{2,40} mein(?:e|en)? (?:ich|wir) .+",
        "name_of:{thing}",
        confidence=0.7,
    ),
    rule(
        _FACT,
        "heißt heißen heisst heissen hieß nennt nennen",
        r"(?P<own>(?:mein|meine|unser|unsere|unsre|sein|seine|ihr|ihre) |(?:die|der|das) (?=[\w-]*(?:gruppe|projekt|firma|verein|team|band|hund|katze|kater|kind|café|cafe|laden|boot|chor|produkt|app|repo|server|kita|schule|klasse|abteilung|kurs|kleine|große|junge|baby|welpe|pferd|start-?up|kanzlei|praxis|hof|mannschaft|marke|shop|blog|podcast|kanal|datenbank|tool)(?: von \w+ \w+)? ))(?P<thing>(?:[\w-]+ ){0,4}?[\w-]+) (?:heißt|heißen|hieß|nennt sich) (?!(?:das|es|nicht|dass|so|ja|nein|für|also|was|wie|im klartext)\b)(?P<object>\W?[\w].*)",
        "name_of:{thing}",
        relation="is called",
        confidence=0.75,
    ),
    rule(
        Kind.ENTITY,
        "steht intern kürzel codename projektname spitzname abkürzung",
        r"(?P<thing>[\w-]+) (?:steht (?:bei uns )?für|ist (?:bei uns |intern )*(?:die abkürzung|das kürzel|unser kürzel|der codename|der projektname|der name|unser name|der spitzname|unser internes \w+|unser interner \w+)) .+",
        "name_of:{thing}",
        confidence=0.7,
    ),
    rule(
        _FACT,
        "heißt heisst",
        r"(?:der|die|das|sie|er) heißt (?P<object><NAME>).*",
        "name_of:tier",
        confidence=0.7,
        after=r"(?i)\b(?:hab|habe|haben|ham|hat|bekommen|gekauft)\b.*,\s*$",
    ),
    rule(
        _FACT,
        "er sie es heißt",
        r"(?P<who>er|<SHE>) heißt (?P<object><NAME>).*",
        "name",
        confidence=0.7,
    ),
)

# What people pay for or get, month by month.
_COST = r"(?:miete|kaltmiete|warmmiete|nebenkosten|strom|gas|heizung|kita|kredit|autokredit|rate|versicherung|internet|handy|lebensmittel|essen|fitnessstudio|gehalt|rente|unterhalt)"
HAVING: Final = (
    rule(
        Kind.FACT,
        "miete kaltmiete warmmiete nebenkosten strom gas heizung kita kredit autokredit rate versicherung internet handy lebensmittel essen fitnessstudio gehalt rente unterhalt",
        rf"{_COST}:? (?:(?:ca\.?|circa|etwa|rund|ungefähr) )*[£$€]?\d[\d.,]*(?: ?(?:€|euros?|k\b))?(?: (?:(?:im|pro) (?:monat|jahr|woche)|monatlich|warm|kalt|netto|brutto))?(?: \([^)]*\))?$",
        confidence=0.7,
    ),
    rule(
        Kind.RELATIONSHIP,
        _CUE_HAVE,
        say(
            _HAVE,
            rf"\b(?:{_COUNT}|zwillinge|einzelkind) (?:[\w-]+ ){{0,2}}?<FAMILY>\b",
            drop="hab|habe",
            never="gesagt|gefragt|erzählt|besucht|getroffen|gesehen|angerufen|frau müller|termin|gekauft|geschenkt|dabei|geschrieben",
        ),
        "relative",
        confidence=0.8,
        relation="has",
        type=Type.PERSON,
    ),
    rule(
        _FACT,
        _CUE_HAVE,
        say(
            _HAVE,
            rf"\b{_COUNT} (?:[\w-]+ ){{0,2}}?<ANIMAL>\b",
            drop="hab|habe",
            never="gesehen|gegessen|gekocht|zum essen|gefüttert",
        ),
        "pet",
        confidence=0.8,
        relation="has",
    ),
    rule(
        _FACT,
        "gekauft verkauft adoptiert geerbt gemietet bestellt angeschafft geleast zugelegt gekriegt verschenkt geholt abgeschafft ersetzt abonniert aufgenommen weggegeben gepachtet eingetauscht",
        say(
            _HAVE,
            rf"\b{_GOT}\b",
            drop="hab|habe|haben",
            never="brot|essen|pizza|milch|tomaten|lebensmittel|gerade geholt|das gekauft|nachgeholt|einen kaffee|kredit aufgenommen",
        ),
        "owns",
        timing=Timing.EVENT,
        past=True,
        confidence=0.7,
    ),
    rule(
        _FACT,
        "",
        say(
            f"{_HAVE}|{_BE}|wurde|wurden",
            rf"\b{_DONE}\b",
            drop="hab|habe|haben|bin|wurde",
            never="antwort|fehler\\w*|nachricht|mail|hilfe|tipp|fehlermeldung|meldung|lust|frage|hunger|das bekommen|nichts|den faden|gewicht|link|besuch|geschmack",
        ),
        "event",
        timing=Timing.EVENT,
        past=True,
        confidence=0.65,
    ),
    rule(
        _FACT,
        _CUE_HAVE + " besitze besitzt besitzen",
        say(
            f"{_HAVE}|besitze|besitzt|besitzen",
            rf"\b{_COUNT} (?:[\w-]+ ){{0,3}}?\w{{3,}}",
            drop="hab|habe|besitze|haben nur",
            never=rf"{_NOTHING}|{_PARTICIPLE}|zu \w+en|\w+zu\w+en|lassen|können|mehr so|keine zeit|gar kein\w*",
        ),
        "owns",
        relation="has",
        confidence=0.65,
    ),
    rule(
        _FACT,
        "",
        say(
            "fahre?|fährt|fahren",
            r"\b(?:einen|eine|ein|nen|ne) (?:\w+ ){0,2}(?-i:[A-ZÄÖÜ])[\w-]+|\b(?:mit (?:dem|der) (?:rad|fahrrad|auto|bus|bahn|zug|roller|e-bike|öffis|s-bahn|u-bahn)|öffis) (?:zur|in die|ins|täglich|jeden)",
            drop="fahre?",
            never="urlaub|morgen|umweg|heute|nächste\\w*",
        ),
        "car",
        relation="drives",
        confidence=0.65,
    ),
    rule(
        _FACT,
        "nutze nutzt nutzen nutz benutze benutzt benutzen verwende verwendet verwenden setze setzen",
        say(
            weak("nutz|benutz|verwend") + "|setze?n? \\w*",
            r"\b(?:nutz|benutz|verwend)\w*\b.*\w{2,}|\bsetze?n?\b.* (?:auf|ein)\b",
            drop="nutze?|benutze?|verwende",
            never="das|es|dich|dafür|dies\\w*|die chance|die gelegenheit|gerade mal",
        ),
        "uses",
        relation="uses",
        type=Type.TOOL,
        confidence=0.65,
    ),
    rule(
        _FACT,
        "",
        r"(?:unser|unsere|mein|meine|das|die|der) (?:[\w-]+ ){1,3}?(?:läuft|laufen|liegt|liegen|steht|stehen|basiert|ist in|ist auf|hostet|wird) .*\b(?:auf|in|mit|bei|unter) (?P<object>(?-i:[A-Z])[\w.+#-]+).*(?<!gut)",
        "uses",
        relation="uses",
        type=Type.TOOL,
        confidence=0.65,
    ),
    rule(
        _FACT,
        "ist sind",
        r"(?:mein|unser)e? (?P<thing>(?:neue[rs]? |alte[rs]? )?(?!frage|problem|ziel|fehler|meinung|vorschlag|eindruck|idee|plan|anliegen|wunsch|punkt|tipp|rat|gefühl|antwort|gedanke|ansatz|code|text|satz|kopf|tag|leben|bruder|schwester|mann|frau)[\w-]+) (?:ist|sind) (?:jetzt |noch |immer noch )*(?:ein |eine |der |die |das )?(?:(?:alte|neue|gebrauchte|rote|blaue|schwarze|weiße)[rs]? )?(?-i:[A-ZÄÖÜ0-9])[\w.-]+.*",
        "owns",
        relation="has",
        confidence=0.6,
    ),
    rule(
        _FACT,
        "hat haben liegt steht kostet besteht umfasst beträgt",
        rf"(?!.*\b(?:{_NOTHING}|kaputt|abgestürzt|aufgehängt|du)\b)(?:mein|unser)e? (?P<thing>[\w-]+) (?:hat|haben|liegt|steht|kostet|besteht|umfasst|beträgt) (?:[\w-]+ )*?(?:\d|(?-i:[A-ZÄÖÜ])).*(?<!iert)",
        "count:{thing}",
        confidence=0.6,
    ),
    rule(
        _FACT,
        "bin nutze auf",
        r"(?P<who>ich|wir) (?:bin|sind|arbeite|arbeiten) (?:noch |jetzt |immer noch |hier )*(?:auf|mit|unter) (?P<object>(?:windows|linux|ubuntu|macos|mac|android|iphone|ios|debian|fedora|arch|excel|word|sap|outlook|(?-i:[A-Z])\w+ \d[\d.]*)\b.*)",
        "uses",
        relation="uses",
        type=Type.TOOL,
        confidence=0.65,
    ),
    # What there is to spend, of whatever the talk is about.
    rule(
        _FACT,
        "budget",
        r"(?:(?:mein|unser|das) )?(?:gesamt)?budget(?: ist| sind| liegt bei|:)?(?: (?:max|maximal|etwa|ca\.?|rund|circa|höchstens|bei|von|so|bis zu))* [$€£~]?\d[\d.,]*k?\b.*",
        None,
        confidence=0.6,
    ),
)

FORMER: Final = (
    rule(
        _FACT,
        "mehr",
        say(
            "bin|ist|sind|hab|habe|haben|hat|esse?|isst|trinke?|trinkt|rauche?|raucht|fahre?|fährt|wohne?|wohnt|wohnen|arbeite|arbeitet|arbeiten|spiele?|spielt|nutze?n?|benutze?n?|verwende|mache?|macht|gehe?|geht|nehme?|nimmt|unterrichte|trage|mag|kaufe?",
            r"\b(?:nicht|kein|keine|keinen|nie|nichts) (?:\w+ ){0,3}mehr\b",
            drop="bin|hab|habe|esse?|trinke?|rauche?|fahre?|wohne?|arbeite|spiele?|nutze?|mache?|gehe?|nehme?",
            never="lust|zeit|geduld|nerv\\w*|ahnung|weiter|sicher|kann|klar|idee\\w*|ob|was|wo|wie|viel mehr|als|das|dran|hin|ein noch aus|bock",
        ),
        None,
        confidence=0.7,
    ),
    rule(
        _FACT,
        "früher damals ehemals jahrelang lange",
        say(
            "war|waren|hatte|hatten|wohnte|lebte|arbeitete|spielte|habe?|bin|haben|rauchte|fuhr|machte|ging|studierte",
            r"\b(?:früher|damals|ehemals|jahrelang|lange zeit|als kind|als student\w*|in meiner jugend|in den (?:\d0ern|\w+ziger\w*)|bis (?:19|20)\d\d|von (?:19|20)\d\d|\w+ jahre(?: lang)?)\b",
            r"\b(?:war|waren|hatte|hatten|\w{3,}te|fuhr|ging|gewohnt|gelebt|gearbeitet|gespielt|geraucht|studiert|gewesen|gemacht|gehabt|getanzt|gesungen|geritten|unterrichtet|geschwommen)\b",
            drop="war|hatte|habe?|bin",
            never="besser|schlimmer|alles|es|schon immer so|das|dachte|sollte|wollte|könnte",
        ),
        "past_employer",
        timing=Timing.ENDED,
        past=True,
        confidence=0.7,
    ),
    rule(
        _FACT,
        "gewohnt gelebt gearbeitet studiert",
        say(
            "habe?|haben|hat",
            r"\b(?:gewohnt|gelebt|gearbeitet|studiert|gedient|gejobbt)$",
            drop="habe?",
            never="daran|zusammen an",
        ),
        "past_home",
        timing=Timing.ENDED,
        past=True,
        confidence=0.7,
    ),
)
