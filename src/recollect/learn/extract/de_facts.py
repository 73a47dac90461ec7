"""German: who somebody is, where they live and work."""

from typing import Final

from recollect.learn.extract.de_names import FIRST_NAMES
from recollect.learn.extract.de_rule import rule, say, weak
from recollect.learn.extract.language import Timing
from recollect.model.entry import Kind
from recollect.model.learning import EntityType as Type

_FACT = Kind.FACT
_BE = "bin|ist|is|sind|war|waren"
_HAVE = "hab|habe|haben|hat|hatte|hatten"
_BECOME = "werde|werd|wird|werden|wurde|wurden"
NAMES: Final = r"(?-i:(?:" + "|".join(sorted(FIRST_NAMES)) + r")(?![\w-]))"
_CUE_BE = "bin ist sind war waren"
_CUE_HAVE = "hab habe haben hat hatte hatten hab's habs"
# A noun after "bin" without an article says what somebody is.
_NOT_ROLE = r"(?!(?:März|Jahr|Jahre|Jahren|Monat|Monaten|Wochen|Woche|Tagen|Kurzem|Langem|Geburt|Kindheit|Januar|Februar|April|Juni|Juli|August|September|Oktober|November|Dezember|Paar|Sommer|Winter|Herbst|Ostern|Weihnachten|Corona|Mitte|Anfang|Ende|Fan|Gast|Zuhause|Opfer|Nutzer|Nutzerin|Team|Freitag|Montag|Dienstag|Mittwoch|Donnerstag|Samstag|Sonntag|Ihnen|Teil|Feuer|Kunde|Kundin|Single|Hause|Zeuge|Herr|Frau|Sie|Ihr|Vegetarier\w*|Veganer\w*|Allergiker\w*|Diabetiker\w*)\b)"
_LOW_ROLE = r"\w*(?:lehrer|pfleger|leiter|arbeiter|techniker|informatiker|verkäufer|berater|entwickler|programmierer|designer|fahrer|bäcker|schreiner|tischler|maler|elektriker|mechaniker|mechatroniker|erzieher|trainer|therapeut|ingenieur|student|schüler|rentner|azubi|koch|köchin|ärztin|arzt|anwalt|anwältin|hebamme|krankenschwester|kauffrau|kaufmann|ologe|ologin|biker|musiker|fotograf|journalist|redakteur|übersetzer|friseur|gärtner|landwirt|bauer|bäuerin|winzer|metzger|polizist|feuerwehrmann|soldat|pilot|beamter|beamtin|freelancer|freiberufler|apotheker|architekt|handwerker|assistent|manager|linkshänder|brillenträger|imker|jäger|morgenmensch|frühaufsteher|langschläfer|nachteule|mutter|vater|single|mama|papa|oma|opa)(?:in)?"
ROLE: Final = rf"(?:{_NOT_ROLE}(?-i:[A-ZÄÖÜ][\w-]{{3,}})|{_LOW_ROLE})(?![\w-])"
_TRADE = r"(?:(?:gelernte|ausgebildete|studierte|freie|freiberufliche|selbstständige|selbständige|alleinerziehende|pensionierte|angehende|leidenschaftliche|staatlich geprüfte|leitende|junge|frischgebackene|zweifache|dreifache|stolze)[rs]? |von beruf |beruflich |seit (?:(?!(?:bei|in|im|an|am|zu)\b)[\w.]+ ){1,3}|jetzt |nun |auch |noch |beide |alle |eine? (?=(?:\w+ )?\w*(?:er|erin|istin|ist|mensch|kind|typ|eule|person|mutter|vater|student\w*|azubi)\b)|'?ne? |der |die |hier |eher |hauptberuflich |nebenberuflich |inzwischen |mittlerweile |ursprünglich |(?:im|in) \w+ )*"
_AT_WORK = r"(?:selbstst?ändig|freiberuflich|arbeitslos|arbeitssuchend|angestellt|berufstätig|verbeamtet|pensioniert|krankgeschrieben|in (?:rente|pension|elternzeit|mutterschutz|kurzarbeit|altersteilzeit|ausbildung|teilzeit|vollzeit|der ausbildung|der probezeit)|im (?:ruhestand|vertrieb|homeoffice|öffentlichen dienst|außendienst|referendariat|[\w]+dienst|\w+\. (?:semester|lehrjahr|schuljahr))|bei (?:der|dem|den|einer|einem|(?-i:[A-ZÄÖÜ]))[\w-]*|in der \w+\. klasse|tätig|beschäftigt)"

PERSON: Final = (
    rule(
        _FACT,
        "hier",
        rf"(?:hier (?:ist|schreibt) )?(?P<object>{NAMES})(?: (?-i:[A-ZÄÖÜ]\w+))? hier(?=$|,).*",
        "name",
        confidence=0.75,
        type=Type.PERSON,
    ),
    rule(
        _FACT,
        "heiße heißen heiß name",
        r"(?:ich |wir )?(?:heiße?|heiss?e?) (?:übrigens |eigentlich |auch |jetzt |nun )?(?!das\b|es\b|nicht\b)(?P<object><NAME>).*|mein (?:voller |richtiger )?name (?:ist|lautet) (?P<y><NAME>).*",
        "name",
        confidence=0.85,
        type=Type.PERSON,
    ),
    rule(
        _FACT,
        "bin",
        rf"(?:(?P<who>ich) )?(?:bin|hier ist) (?:übrigens )?(?:(?:die|der) )?(?P<object>{NAMES}(?: (?-i:[A-ZÄÖÜ]\w+))?)(?=$|,| und| aus| von| vom).*",
        "name",
        confidence=0.8,
        type=Type.PERSON,
    ),
    rule(
        _FACT,
        "jahre jahr monate wochen alt " + _CUE_BE + " werde wird wurde",
        say(
            f"{_BE}|{_BECOME}",
            r"\b(?:bin|ist|sind|war|werde|wird|werden|wurde|geworden)\b",
            r"(?:(?<![\d.,:/€$-])\d{1,3}(?![\d%€]|[.,:]\d|\.)(?: (?:Jahre|Monate|Wochen)(?: (?:alt|jung))?)?(?: geworden)?(?=$|,| und\b| (?:geworden|bin|ist|wird)$)|(?:\d{1,3}|<NUM>) (?:Jahre|Jahr|Monate|Wochen) (?:alt|jung)\b|\b(?:Anfang|Mitte|Ende) (?:[2-9]0|zwanzig|dreißig|vierzig|fünfzig|sechzig|siebzig|achtzig)\b)",
            drop="bin|werde|wurde",
            never="prozent|kilo|kg|cm|meter|uhr|euro|seiten|grad|km|platz|stock|etage|folge|kapitel|version|punkte",
        ),
        "age",
        confidence=0.8,
    ),
    rule(
        _FACT,
        "geboren",
        say(
            f"{_BE}|{_BECOME}",
            r"\bgeboren\b",
            r"(?:\d|\b(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|gestern|heute|letzte\w*)\b)",
            drop="bin|wurde",
        ),
        "birthday",
        timing=Timing.EVENT,
        past=True,
        confidence=0.8,
    ),
    rule(
        _FACT,
        "geburtstag jahrgang",
        say(
            f"{_HAVE}|{_BE}|{_BECOME}",
            r"\b(?:geburtstag|jahrgang)\b",
            r"\d",
            drop="hab|habe|bin|wurde",
        ),
        "birthday",
        timing=Timing.YEARLY,
        confidence=0.8,
    ),
    rule(
        _FACT,
        "geburtstag hochzeitstag namenstag",
        r"(?:mein|unser|sein|ihr|<FIRST>s) (?:\w+ )?(?:geburtstag|hochzeitstag|namenstag|jahrestag) (?:ist|war|fällt) .*\d.*|(?:der )?geburtstag von .+ (?:ist|war) .*\d.*",
        "birthday",
        timing=Timing.YEARLY,
        confidence=0.8,
    ),
    rule(
        _FACT,
        "",
        r"(?P<who>(?:(?:mein|meine|unser|unsere) )?<KIN>|<FIRST>)(?: \(<FIRST>\))?[:,]? (?:am |hat am )?\d{1,2}\.\s?(?:\d{1,2}\b\.?|(?:jan|feb|mär|mrz|apr|mai|jun|jul|aug|sep|okt|nov|dez)\w*\.?)(?: ?(?:19|20)?\d\d)?(?=$|,).*",
        "birthday",
        timing=Timing.YEARLY,
        confidence=0.7,
        after=r"(?i)geburtstag",
    ),
    rule(
        _FACT,
        "paar verheiratet verlobt geschieden ledig single getrennt verwitwet schwanger witwe witwer alleinerziehend vergeben zusammen beziehung geheiratet",
        say(
            f"{_BE}|{_HAVE}|leb|lebe",
            r"\b(?:verheiratet|verlobt|geschieden|ledig|single|verwitwet|schwanger|witwer?|alleinerziehend|vergeben|getrennt lebend|ein (?-i:Paar)|lebe? getrennt|(?:mit \w+(?: \w+)? )zusammen|in einer (?:festen |offenen )?(?:beziehung|fernbeziehung))\b",
            drop="bin|lebe?|hab|habe",
        ),
        "marital_status",
        confidence=0.8,
    ),
    rule(
        _FACT,
        "",
        say(
            f"{_BE}|{_HAVE}",
            r"\b(?:evangelisch|katholisch|muslim\w*|moslem\w*|jude|jüdin|jüdisch|atheist\w*|buddhist\w*|konfessionslos|orthodox|christ|christin|hindu|staatsbürgerschaft|staatsangehörigkeit|(?:deutsch|österreich|schweiz)erin?|staatsbürger\w*)\b",
            drop="bin|hab|habe",
            never="frage|witz|küche|wetter",
        ),
        "faith",
        confidence=0.75,
    ),
    rule(
        _FACT,
        "groß wiege wiegt schuhgröße kleidergröße blutgruppe konfektionsgröße ringgröße",
        r"(?:mein|meine|unsere) (?:schuh|kleider|konfektions|ring|hosen)größe (?:ist|beträgt) .+|meine blutgruppe ist .+|ich habe? (?:blutgruppe|schuhgröße|kleidergröße|größe) .+|(?P<who>ich) (?:bin (?:nur |etwa |ca\. )?\d[\d,.]* ?(?:m|cm|meter)?(?: \d\d)? ?groß|wiege .*\d.*)",
        "height",
        confidence=0.75,
    ),
)

HOME: Final = (
    rule(
        _FACT,
        "wohne wohn wohnen wohnt wohnte wohnten lebe leb leben lebt lebte lebten hause zuhause",
        say(
            weak("wohn|leb|haus"),
            r"\b(?:in|im|bei|auf|am|an|zur|mit|nahe|zusammen|allein|alleine|außerhalb|neben|nebenan|zwischen|hinter|über|unter|nördlich|südlich|gegenüber|um die ecke|getrennt|vegan|vegetarisch|abstinent)\b",
            drop="wohne?|lebe?|wohnte|lebte",
            never="ewig|von der hand|hinter dem mond|in frieden",
        ),
        "home",
        relation="lives in",
        type=Type.PLACE,
        confidence=0.8,
    ),
    rule(
        _FACT,
        "",
        say(
            f"{_BE}|{weak('komm|stamm')}",
            r"\b(?:(?:komm\w*|stamm\w*)\b.*\b(?:aus|vom|von) (?!(?:der schule|der arbeit|dem|da|hier|dort|einem|der nummer|hause)\b)[\w]+|(?:aufgewachsen|großgeworden|groß geworden)\b|geboren in \w+|gebürtige[rs]? \w+|(?:ursprünglich|gebürtig|eigentlich) (?:aus|von|vom) \w+|(?:bin|ist|sind) (?:auch )?(?:aus|vom) (?!(?:dem|der|allen|einem|meinem|versehen)\b)(?-i:[A-ZÄÖÜ])\w+)",
            drop="bin|komme?|stamme",
            never="zurecht|klar|drauf|an|mit|vorbei|gerade|nach hause",
        ),
        "hometown",
        relation="comes from",
        type=Type.PLACE,
    ),
    rule(
        _FACT,
        "gezogen umgezogen eingezogen ausgezogen ausgewandert hergezogen zurückgezogen",
        say(
            f"{_BE}",
            r"\b(?:gezogen|umgezogen|eingezogen|ausgezogen|ausgewandert|hergezogen|zugezogen|zurückgezogen)\b",
            drop="bin|sind",
        ),
        "home",
        timing=Timing.EVENT,
        past=True,
        relation="lives in",
        type=Type.PLACE,
        confidence=0.8,
    ),
    rule(
        _FACT,
        "adresse anschrift wohnung haus hof",
        r"(?:mein|unser)e? (?:neue |aktuelle |alte |jetzige )?(?:adresse|anschrift) (?:ist|lautet) .+|(?:mein|unser|die|das)e? (?:neue[s]? |aktuelle |jetzige |kleine )?(?:wohnung|haus|wg|bude|hof|hütte|ferienwohnung|garten|büro) (?:ist|liegt|befindet sich|steht) (?:jetzt )?(?:in|im|am|an|bei|auf) .+",
        "address",
        confidence=0.75,
    ),
)

WORK: Final = (
    rule(
        _FACT,
        "erster erste",
        r"(?:(?:heute|gestern|das|es) (?:war|ist) )?(?:mein |meine )?(?:aller)?erster? (?:arbeits)?(?:tag|woche|schicht) (?:bei(?: der| dem)?|beim) (?P<object>.+?)(?=$|,| heute| gestern).*",
        "employer",
        past=True,
        relation="works at",
        type=Type.COMPANY,
    ),
    rule(
        _FACT,
        "arbeite arbeiten arbeitet arbeit arbeitete jobbe jobbt schaffe",
        say(
            weak("arbeit|jobb") + "|arbeitete|schaffe",
            r"\b(?:bei|als|für|in|im|am|auf|an der|an einer|beim|zur|seit|teilzeit|vollzeit|nachts|\w*schicht\w*|remote|von zu hause|zuhause|freiberuflich|selbstst?ändig|\d+ (?:stunden|prozent)|\d+ ?%|halbtags|ehrenamtlich|nebenbei|an (?:vier|drei|zwei|\d) tagen|tageweise|samstags|wochenends)\b",
            drop="arbeite|jobbe|schaffe|arbeitete",
            never="gerade an|an meine[rm]|an eine[rm] (?:buch|roman|projekt|artikel|app|spiel)|daran|zusammen an|mit dir|mit ihnen|arbeite mich|arbeitet sich",
        ),
        "employer",
        relation="works at",
        type=Type.COMPANY,
        confidence=0.8,
    ),
    rule(
        _FACT,
        "",
        say(
            _BE,
            rf"\b(?:bin|ist|is|sind|war|waren)(?: (?:ich|wir|er|sie))? {_TRADE}{ROLE}",
            drop="bin|war",
            never="kein|keine|fan|nicht|unterwegs|heute|gespannt|(?:am|im) (?:überlegen|stress)|in den? \\w+ferien|im urlaub|ihr|dein|deine|schuld|ein genie|verein",
        ),
        "job_title",
        confidence=0.75,
    ),
    rule(
        _FACT,
        "",
        rf"(?P<who><SUBJ>) (?:nämlich |selbst |von beruf |gelernte[rs]? |ja )*{ROLE} (?:bin|ist|sind|war)",
        "job_title",
        confidence=0.7,
    ),
    rule(
        _FACT,
        _CUE_BE,
        say(
            _BE,
            rf"\b(?:bin|ist|sind|war)\b.*\b{_AT_WORK}\b",
            drop="bin|war",
            never="besuch|problem|frage|schuld|nicht bei der sache|dabei|urlaub|freunden?|arzt|friseur",
        ),
        "employer",
        confidence=0.7,
        type=Type.COMPANY,
    ),
    rule(
        _FACT,
        "studiere studier studiert studieren studierte promoviere promoviert gehe geht besuche besucht mache macht machen ausbildung lehre praktikum fsj umschulung referendariat abitur abi",
        say(
            weak("studier|promovier|habilitier")
            + "|mache?|macht|machen|besuche|besucht|gehe?|geht|absolviere|absolviert",
            r"\b(?:(?:studier|promovier|habilitier)\w*\b .+|(?:ausbildung|lehre|praktikum|fsj|umschulung|referendariat|fortbildung|weiterbildung|abi|abitur|master|bachelor|duales studium|studium|meisterschule|doktor)\b|in die \w+\.? klasse|in die (?:kita|schule|grundschule|krippe)|in den kindergarten|aufs gymnasium|auf (?:das|ein|die) (?:gymnasium|realschule|gesamtschule|hauptschule)|zur schule)",
            drop="studiere?|promoviere|mache?|besuche|absolviere",
            never="pause|quatsch|vielleicht|nächstes|überlege",
        ),
        "studies",
        confidence=0.75,
    ),
    rule(
        _FACT,
        "pflege pflegt leite leitet leiten führe führt betreibe betreibt unterrichte unterrichtet unterrichten verkaufe verkauft verkaufen betreue betreut manage organisiere trainiere coache züchte gründete",
        say(
            weak(
                "pfleg|leit|führ|betreib|unterricht|verkauf|betreu|trainier|coach|züchte?|vertreib|vermiet|bewirtschaft"
            ),
            r"\b(?:pfleg|leit|führ|betreib|unterricht|verkauf|betreu|trainier|coach|zücht|vertreib|vermiet|bewirtschaft)\w*\b.* (?:ein|eine|einen|das|die|den|mein|meine|meinen|unser|unsere|unseren|zwei|drei|\d+|(?-i:[A-ZÄÖÜ])\w+)",
            drop="pflege|leite|führe|betreibe|unterrichte|verkaufe|betreue|trainiere|coache|züchte|vermiete",
            never="dazu|gespräch|ein leben|dich|selbstgespräche|davon|trainier\\w* für",
        ),
        "job_title",
        confidence=0.65,
    ),
    rule(
        _FACT,
        "fange fang fängt fangen beginne starte angefangen begonnen gewechselt übernommen",
        say(
            f"{_HAVE}|{_BE}|fange?|fängt|fangen|starte|beginne",
            r"\b(?:bei|als|im|in der|beim|stelle|job|ausbildung|studium|lehre)\b",
            r"(?:\b(?:angefangen|begonnen|gestartet|gewechselt|eingestiegen)\b| an$|\b(?:starte|beginne)\b)",
            drop="fange?|starte|hab|habe|bin",
            never="versuch|gerade erst an zu|mit dem kochen",
        ),
        "employer",
        relation="works at",
        type=Type.COMPANY,
        confidence=0.7,
    ),
    rule(
        _FACT,
        "",
        say(
            f"{_BE}|{weak('sing|engagier')}|spiele?n?|spielt",
            r"\b(?:mitglied|(?:im|in einem|in meinem|in unserem) (?:[\w-]+ )?\w*(?:verein|chor|beirat|gemeinderat|betriebsrat|vorstand|orchester|posaunenchor)|(?:in der|in einer|bei der|bei den) (?:[\w-]+ )?\w*(?:partei|band|gewerkschaft|mannschaft|feuerwehr|tafel|pfadfindern|landfrauen)|ehrenamtlich|im \w*schutz)\b",
            drop="bin|singe|spiele|engagiere",
        ),
        "memberships",
        confidence=0.7,
    ),
    rule(
        _FACT,
        "als",
        rf"als (?!kind|erstes|beispiel|antwort|team|gast|laie|familie|thema)(?:gelernte[rs]? |angehende[rs]? )?{ROLE} (?:bin|hab|habe|arbeite|muss|komme|kenne|verdiene|fahre|sitze|sehe|brauche) (?P<who>ich)\b.*",
        "job_title",
        confidence=0.7,
    ),
    rule(
        _FACT,
        "",
        rf"{_TRADE}{ROLE}.*",
        "job_title",
        confidence=0.7,
        after=r"(?i)(?:zu mir|über mich|zu meiner person|hintergrund|vorstellung):\s*$",
    ),
    rule(
        _FACT,
        "verdiene verdient miete zahle zahlen gehalt kaltmiete warmmiete",
        r"(?P<who>ich|wir) (?:verdiene?n?|zahle?n?) .*\d.*|(?:mein|unser)e? (?:gehalt|miete|kaltmiete|warmmiete|stundenlohn|rente) (?:ist|beträgt|liegt) .*\d.*",
        "salary",
        confidence=0.7,
    ),
    rule(
        _FACT,
        "mach mache machen macht beruflich hauptberuflich",
        say(
            "mache?|machen|macht",
            r"\b(?:beruflich|hauptberuflich|nebenberuflich)\b",
            r"\bmach\w*\b.*\w{5,}",
            drop="mache?",
        ),
        "job_title",
        confidence=0.7,
    ),
)
