"""German: what people like and dislike, and what they can do."""

from typing import Final

from recollect.learn.extract.de_rule import rule, say, weak
from recollect.model.entry import Kind

_LIKE = Kind.PREFERENCE
_NOT_THIS = r"dich|ihnen|deine\w*|es|dass|antwort\w*|vorschlag|idee"
_BAD = r"(?:nicht so |gar nicht |überhaupt nicht |nicht besonders |nicht wirklich |nicht |kein\w* )"
_FEEL = r"(?:super|toll|klasse|großartig|genial|lecker|köstlich|eklig|ekelhaft|widerlich|schrecklich|furchtbar|grauenhaft|grässlich|doof|blöd|langweilig|spannend|faszinierend|nervig|anstrengend|schön|cool|geil|mega|gut|besser|am besten|wunderbar|herrlich|öde|scheiße|mies|angenehm|unangenehm|praktischer|hässlich|ätzend|interessant)"
_CONSUME = (
    weak(
        "trink|hör|koch|lies|schau|guck|bestell|kauf|reis|spiel|wander|back|jogg|schwimm|tanz|mal|sing|bastel|fotografier|flieg|geh|mach|sitz|frühstück|telefonier|arbeit|schreib|lern|kletter|puzzl|strick|gärtner"
    )
    + "|esse?n?|isst|ess|lese?n?|liest|sehe?n?|sieht|fahre?n?|fährt|schlafe?n?|schläft|nehme?n?|nimmt|trage?n?|trägt|laufe?n?|läuft|reite|treffe?|hab|habe|haben|hat|bin"
)
_DROP = "trinke?|höre?|koche?|esse?|ess|lese?|schaue?|gucke?|spiele?|wandere?|backe?|jogge|schwimme|tanze|male|singe|fahre?|gehe?|nehme?|trage|mache?|reise|kaufe?|bestelle|schlafe?|arbeite|hab|habe|bin|frühstücke"

DIET: Final = (
    rule(
        _LIKE,
        "",
        say(
            "bin|ist|sind|is|esse?n?|isst|ess|lebe?n?|lebt|ernähre?n?|ernährt|koche?n?|werde|wird|wurde",
            r"\b(?:veg[ie]t\w*r\w*|veggie|vegan\w*|pescetari\w+|pescatari\w+|flexitari\w+|koscher\w*|halal|glutenfrei\w*|laktosefrei\w*|low[ -]carb|keto|zuckerfrei|frutari\w+|rohkost|paleo)\b",
            drop="bin|esse?|lebe?|ernähre|koche",
            never="restaurant\\w*|rezept\\w*|lokal|du|gericht|kuchen|menü",
        ),
        "diet",
        confidence=0.85,
    ),
    rule(
        _LIKE,
        "wieder",
        say(
            "esse?n?|isst|trinke?n?|trinkt",
            r"\bwieder (?:\w+ )?(?:fleisch|fisch|huhn|wurst|eier|milch|käse|gluten|brot|zucker|alkohol|wein|bier|kaffee|alles|normal)\b",
            drop="esse?|trinke?",
            never="heute|gestern|mal wieder|morgen",
        ),
        "diet",
        confidence=0.75,
    ),
    rule(
        _LIKE,
        "",
        say(
            "esse?n?|isst|ess|trinke?n?|trinkt|mag|mögen|nehme?n?",
            r"\b(?:kein|keine|keinen|nie|niemals|selten|kaum|nur|ausschließlich|hauptsächlich|ab un[d]? zu|manchmal|meistens|gelegentlich|immer|alles|täglich|jeden tag|viel|wenig|fast nie|nicht|abends|mittags|morgens)\b",
            drop="esse?|ess|trinke?|mag",
            never="heute|gerade|gestern|es|dich|das|hunger|morgen mittag",
        ),
        "diet",
        confidence=0.75,
    ),
    rule(
        _LIKE,
        "verzichte verzichtet verzichten meide meidet vermeide vermeidet ernähre",
        say(
            weak("verzicht|meid|vermeid"),
            r"\b(?:verzicht\w* .*auf|meid\w*|vermeid\w*)\b",
            drop="verzichte|meide|vermeide",
            never="es|das|dies\\w*|heute",
        ),
        "dislikes",
        confidence=0.75,
    ),
)

LIKES: Final = (
    rule(
        Kind.FACT,
        "hobby hobbys hobbies",
        r"(?:mein|meine|unsere?) (?:größte[sn]? |liebste[sn]? )?hobb(?:y|ys|ies) (?:ist|sind|bleibt) .+",
        "hobby",
        answers=r"\bhobb|\bfreizeit\b",
    ),
    rule(
        _LIKE,
        "ja nein lieber",
        r"[\w -]{3,25} ja,? (?:aber |und )?[\w -]{3,25} (?:nein|(?<!noch )nicht|eher nicht).*|statt .{2,30} (?:bitte )?lieber .+|.{3,40} (?:ist|sind) (?:mir|uns) (?:viel |deutlich )?lieber\b.*",
        "likes",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "",
        r"(?:(?:mein|meine|unser|unsere|sein|seine|ihr|ihre|<FIRST>s) (?:absolute[rs]? |neue[rs]? |liebste[rs]? |großes )?(?P<thing>(?:lieblings-?[\w]+|lieblings [\w]+|hobb(?:y|ies|ys)|leidenschaft|traum|ziel|lebenstraum)) (?:ist|sind|war|bleibt|heißt|wäre|waren) .+)",
        "favourite:{thing}",
        confidence=0.85,
    ),
    rule(
        _LIKE,
        "",
        r".{2,50}? (?:ist|sind)(?: und bleibt| immer noch| einfach| schon immer| absolut)* (?:(?:mein|meine|unser|unsere|sein|seine|ihr|ihre) (?:absolute[rs]? |neue[rs]? |große[rs]? )?(?:lieblings-?\w+|hobby|leidenschaft|lieblings|schwäche|guilty pleasure|ding|welt|fall)\b|nicht (?:so |ganz |wirklich )?(?:mein|meine|unser) (?:ding|fall|welt|geschmack|stil)\b|nichts für (?:mich|uns)\b|genau mein (?:ding|geschmack)\b|mir (?:sehr |total |besonders |extrem |ziemlich |am )?(?:wichtig|wichtigsten|zuwider|zu (?:süß|scharf|laut|bitter|fettig|teuer|stressig|bunt))\b|mir (?:ein|eine) (?:graus|horror|gräuel|qual)\b|ein (?:graus|muss) für (?:mich|uns)\b).*",
        "likes",
        confidence=0.75,
    ),
    rule(
        _LIKE,
        "liebe lieb liebt lieben hasse hass hasst hassen mag mögen bevorzuge bevorzugt bevorzugen verabscheue genieße genießt schwärme schätze vermisse präferiere",
        say(
            weak("lieb|hass|bevorzug|verabscheu|genieß|vermiss|präferier")
            + "|mag|mögen|mochte|schwärme",
            r"\b(?:lieb|hass|bevorzug|verabscheu|genieß|vermiss|präferier|mag|mög|moch|schwärm)\w*\b|.* mag$",
            drop="liebe?|hasse?|mag|bevorzuge|verabscheue|genieße|vermisse",
            never=_NOT_THIS
            + "|du|das (?:erste|zweite|dritte)|diese\\w* (?:variante|version|idee)|etwas fragen|nicht mehr|sein mag",
        ),
        "likes",
        confidence=0.8,
        relation="likes",
    ),
    rule(
        _LIKE,
        "gern gerne lieber liebsten ungern",
        say(
            _CONSUME,
            r"\b(?:gern|gerne|lieber|am liebsten|ungern|total gern|nicht so gern)\b",
            drop=_DROP,
            never="hätte\\w*|würde\\w*|wissen|fragen|hilfe|möchte|du|lieber nicht sagen|dich|das|es|geschehen|heute|morgen|jetzt",
        ),
        "likes",
        confidence=0.75,
    ),
    rule(
        _LIKE,
        "steh stehe stehen steht fan fans freund begeistere interessiere interessiert interessieren",
        say(
            "stehe?n?|steht|bin|ist|sind|interessiere?n?|interessiert|begeistere",
            r"(?:\bsteh\w*\b.* (?:total |voll |sehr |nicht |nicht so |mehr )*auf \w+|\b(?:kein|keine|große[rn]?|riesen|totaler|echter|absoluter|riesiger|ein|eine)? ?(?:riesen)?fans? (?:von|vom|der|des)\b|\bkein freund von\b|\bsüchtig nach\b|\bverrückt nach\b|\binteressier\w* .*für\b|\binteressiere? mich\b.*für|\bbegeistere\b.*für)",
            drop="stehe?|bin|interessiere",
            never="leitung|schlauch|kopf|liste|programm|aufm schlauch|du|dem schlauch",
        ),
        "likes",
        confidence=0.75,
    ),
    rule(
        _LIKE,
        "kann können ausstehen leiden riechen ab anfangen",
        say(
            "kann|können|konnte",
            r"\b(?:nicht|kaum|gar nicht|nie|nichts|wenig|überhaupt nicht)\b.*\b(?:ausstehen|leiden|ab|riechen|ertragen|anfangen)$",
            drop="kann",
            never="dich|das|es|so",
        ),
        "dislikes",
        confidence=0.8,
    ),
    rule(
        _LIKE,
        "schmeckt schmecken gefällt gefallen liegt liegen taugt nervt nerven stört stören ekelt reizt fasziniert entspannt stresst langweilt begeistert interessiert",
        r"(?:(?!das\b|es\b|dein|mir\b|mich\b)[\w' -]{3,60}? (?:schmeck|gefall|gefäll|lieg|taug|nerv|stör|ekel|reiz|faszinier|entspann|stress|langweil|begeister|interessier)(?:t|en|e)?n? (?:mir|mich|uns)\b(?!.*\bdu\b).*|(?:mir|mich|uns) (?:schmeck|gefall|gefäll|nerv|stör|reiz|faszinier|entspann|stress|begeister|interessier|lieg)(?:t|en) (?!(?:das|es|dein|deine|ob|was|wie|der (?:erste|zweite)|die (?:erste|zweite|idee))\b).+)",
        "likes",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "finde find finden findet",
        say(
            "finde?n?|findet",
            rf"\b{_FEEL}$",
            drop="finde?",
            never="das|es|dass|dein\\w*|den vorschlag|die idee|die antwort|diese\\w*|du",
        ),
        "likes",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "jagen",
        r"mit .{2,40}? (?:kannst du|können sie|kann man|könnt ihr|kannste) (?:mich|uns) (?:echt |wirklich )?jagen\b.*",
        "dislikes",
        confidence=0.8,
    ),
    rule(
        _LIKE,
        "geht gehen",
        r"(?!(?:das|es|mir|wie|so)\b)[\w' -]{3,40}? (?:geht|gehen) (?:bei mir |für mich |bei uns )(?:gar nicht|überhaupt nicht)\b.*",
        "likes",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "darf dürfen muss gerne gern",
        r"(?!(?:ich|du|ihr|das|es|man)\b)[\w' -]{3,40}? (?:darf|dürfen|muss|kann)(?:'s| es)? (?:bei mir |bei uns |für mich |ruhig |schon )*(?:gern|gerne|immer|ruhig)\b.*",
        "likes",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "spaß freude",
        r"(?!(?:das|es)\b)[\w' -]{3,40}? (?:macht|machen|bereitet) (?:mir|uns) (?:total |viel |wenig |keinen |großen |am meisten |richtig |echt |keine |große )*(?:spaß|freude)\b.*",
        "likes",
        confidence=0.75,
    ),
    rule(
        _LIKE,
        "ziehe ziehen vor",
        say("ziehe?|ziehen", r"\b(?:vor)$", drop="ziehe"),
        "likes",
        confidence=0.75,
    ),
    rule(
        _LIKE,
        "lieber",
        r"(?:mir ist |mir sind |uns ist )?lieber (?!(?:nicht$|gott|du|herr|freund)\b)[\w' -]{2,60} als .+|(?:mir|uns) (?:ist|sind) .{2,40} lieber\b.*",
        "likes",
        confidence=0.7,
    ),
    rule(
        _LIKE,
        "passt passen",
        r"(?:(?:mir|uns) (?:passt|passen) .{3,40} (?:am besten|besser|gut)|(?!das\b|es\b)[\w' -]{3,40}? (?:passt|passen) (?:mir|uns) (?:am besten|besser|grundsätzlich|immer|nie|gar nicht)).*",
        "likes",
        confidence=0.65,
    ),
    rule(
        _LIKE,
        "wollte träume traum",
        say(
            "wollte|träume|träumt|wollten",
            r"\b(?:schon immer|seit jahren|immer schon|davon|von)\b",
            drop="wollte schon|träume",
            never="wissen|fragen|nachts|geträumt|dir|ihnen",
        ),
        "goal",
        confidence=0.7,
    ),
)

SKILLS: Final = (
    rule(
        Kind.SKILL,
        "",
        say(
            "spreche?|spricht|sprechen|bin|ist|sind|kann|können",
            r"\b(?:\w*(?:deutsch|englisch|französisch|spanisch|italienisch|türkisch|russisch|arabisch|polnisch|portugiesisch|chinesisch|japanisch|niederländisch|holländisch|schwedisch|dänisch|norwegisch|griechisch|kroatisch|serbisch|rumänisch|ungarisch|tschechisch|ukrainisch|kurdisch|persisch|farsi|hebräisch|latein|koreanisch|finnisch|vietnamesisch|bulgarisch|albanisch|gebärdensprache|platt|plattdeutsch|dialekt|mandarin|hindi|bairisch|schweizerdeutsch)|zweisprachig|dreisprachig|bilingual|muttersprachler\w*)\b",
            drop="spreche?|kann|bin",
            never="übersetz\\w*|antworte\\w*|du|auf englisch|auf deutsch|text\\w*|mail|gesprochen|kurs",
        ),
        "language",
        confidence=0.8,
        relation="speaks",
    ),
    rule(
        Kind.SKILL,
        "muttersprache",
        r"(?:mein|meine|unsere) (?:muttersprache|zweitsprache|erstsprache) ist .+",
        "native_language",
        confidence=0.85,
    ),
    rule(
        Kind.SKILL,
        "",
        say(
            weak(
                "programmier|entwickl|spiel|mal|näh|strick|reit|kletter|imker|tauch|surf|segel|fecht|box|tanz|trainier|schwimm|fotografier|töpfer|gärtner|häkel|koch|unterricht|übersetz|brau|ruder|turn|sing|jogg|angl|bouldr|boulder|schweiß|jonglier|zeichn|wander|back|schreib|lauf|coach|modellier|schreiner|musizier"
            )
            + "|spiele|spielt|mache|macht",
            r"\b(?:seit (?!(?:heute|gestern|eben|stunden|tagen|einer stunde|\w+ (?:tagen|stunden|minuten))\b)[\w. ]+|schon (?:seit )?\w+ jahren?|\w+ jahre(?:n)? lang)\b",
            drop="programmiere|entwickle|spiele?|male|nähe|stricke|reite|klettere|tauche|surfe|segle|tanze|trainiere|schwimme|fotografiere|koche|singe|jogge|mache",
            never="probleme?|ärger|fehler|nichts|pause|gedanken|sorgen|bei|als",
        ),
        "skill",
        confidence=0.75,
        past=True,
    ),
    rule(
        Kind.SKILL,
        "",
        say(
            "hab|habe|haben|hat|bin|ist|kenne?n?|kenn|kennt|bringe|sammle|auskenne",
            r"(?:\b(?:\w+ jahre?\w*|viel|keine|kaum|langjährige|etwas|wenig|jahrelange) (?:\w+ )?(?:\w*erfahrung)\b|\bkenn\w* (?:\w+ )?(?:mich|sich|uns) .*\baus$|\b(?:mich|sich|uns) .*\bauskenn\w+$|\berfahren\b.* (?:mit|in)\b|\berfahrung\w* (?:mit|in|als)\b)",
            drop="hab|habe|bin|kenne",
            never="gemacht dass|schlechte erfahrung\\w*|du",
        ),
        "skill",
        confidence=0.75,
    ),
    rule(
        Kind.SKILL,
        "kann können",
        say(
            "kann|können",
            r"\b(?:gut|ganz gut|sehr gut|nicht|im schlaf|fließend|kein|keine|perfekt|richtig gut|etwas|ein bisschen|super|schlecht)\b.*\b(?:schwimmen|kochen|backen|nähen|stricken|schweißen|programmieren|tippen|tanzen|singen|skifahren|ski fahren|autofahren|auto fahren|fahrrad fahren|radfahren|segeln|surfen|klettern|zeichnen|malen|reiten|noten lesen|lesen|schreiben|jonglieren|pfeifen|häkeln|löten|excel|python|java|sql|photoshop)\b|\b(?:schwimmen|kochen|nähen|schweißen|programmieren|noten lesen|löten|segeln|reiten|jonglieren|gebärden|python|java|excel|sql)$|\b(?:excel|python|java|sql|photoshop|word|englisch)\b.*\b(?:im schlaf|gut|perfekt|kaum)$",
            drop="kann",
            never="heute|du|man|gerade|wegen|deshalb|davon|hier",
        ),
        "skill",
        confidence=0.7,
    ),
    rule(
        Kind.SKILL,
        "bin ist sind anfänger anfängerin",
        say(
            "bin|ist|sind",
            r"\b(?:gut|fit|geübt|erfahren|versiert|ausgebildet|zertifiziert|ungeübt|blutige[rn]?|absolute[rn]?|totale[rn]?|schlecht|eine niete|autodidakt\w*|anfänger\w*|profi|experte|expertin|fortgeschritten\w*) ?(?:in|im|mit|bei|beim|als|für|anfänger\w*|autodidakt\w*|was)\b",
            drop="bin",
            never="laune|stimmung|gut in der zeit|du|zufrieden|ausgebildete[rs]?",
        ),
        "skill",
        confidence=0.7,
    ),
    rule(
        Kind.SKILL,
        "",
        say(
            "hab|habe|haben|hat|mache?|besitze",
            r"\b(?:\w*führerschein|\w*schein|zertifikat|zertifizierung|abschluss|diplom|bachelor|master|meisterbrief|doktor|doktortitel|staatsexamen|trainerlizenz|\w*lizenz|schwarze[rn] gürtel|gesellenbrief|abitur|abi|jagdschein|\w+patent)\b",
            drop="hab|habe",
            never="vergessen|verloren|krankenschein|gutschein|kassenschein|rezept|nicht dabei|arbeit",
        ),
        "skill",
        confidence=0.7,
    ),
    rule(
        Kind.SKILL,
        "spiele spielt spielen spiel",
        say(
            "spiele?|spielt|spielen",
            r"\b(?:klavier|gitarre|geige|schlagzeug|bass|flöte|querflöte|blockflöte|saxofon|saxophon|trompete|cello|orgel|akkordeon|harfe|posaune|bratsche|klarinette|ukulele|keyboard|horn|tuba|tischtennis|tennis|fußball|handball|volleyball|basketball|schach|badminton|hockey|golf|theater|in einer band|im verein|im orchester|rugby|squash|poker|skat)\b",
            drop="spiele?",
            never="heute|morgen|rolle|gegen|am \\w+tag",
        ),
        "hobby",
        confidence=0.7,
    ),
)
