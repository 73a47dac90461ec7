"""German."""

import re
from typing import Final

from recollect.learn.lexicon import Lexicon, bare, figures, phrases, senses, words

_DAYS = "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag"
_YEAR = "januar jänner februar märz april mai juni juli august september oktober november dezember"
_SEASONS = "frühling sommer herbst winter"
_MONTHS = f"{_YEAR} {_SEASONS}"
_MONTH = "|".join(_MONTHS.split())

GERMAN: Final = Lexicon(
    code="de",
    stemmer="german",
    capital_nouns=True,
    small=words(
        """ich mich mir mein meine meinen meinem meiner meines wir uns unser unsere unseren unserem unserer du dich dir
        dein deine er ihn ihm sein seine seinen seinem seiner sie ihr ihre ihren ihrem ihrer es man sich der die das den
        dem des ein eine einen einem einer eines und oder aber auch so als wie an am auf aus bei beim bis durch für gegen
        im in ins mit nach ob seit über um unter von vom vor zu zum zur zwischen dass wenn weil da dort hier bin bist ist
        sind seid war waren habe hab hast hat haben hatte hatten werde wird werden wurde wurden kann können sehr ganz
        wirklich eigentlich gerade derzeit momentan schon noch ja doch halt eben mal bitte also dann denn etwas mehr
        will möchte versprochen plane wirst muss soll davon daran dazu gern gerne natürlich übrigens jahre jahr alt uhr diese dieser dieses diesen ursprünglich geplant angesetzt"""
    )
    - words("gern gerne uhr jahr alt"),
    denials=words(
        "nicht kein keine keinen keinem keiner keines nie niemals ohne weder nichts niemand kaum"
    ),
    same=senses(
        """
        wohnen wohne wohnt wohnst lebe lebt leben zuhause daheim wohnhaft gewohnt gelebt
        mögen mag magst liebe liebt lieben gern gerne gefällt gefallen fan begeistert
        arbeiten arbeite arbeitet arbeitest angestellt beschäftigt tätig gearbeitet job
        heißen heiße heißt nenne nennt genannt name namens
        kommen komme kommt stamme stammt
        allergie allergien allergisch
        trinken trinke trinkt trank getrunken
        essen esse isst aß gegessen
        fahren fahre fährt fuhr gefahren
        sprechen spreche spricht sprach gesprochen
        lernen lerne lernt gelernt studiere studiert studieren
        nutzen nutze nutzt benutze benutzt verwende verwendet genutzt
        rauchen rauche raucht geraucht
        spielen spiele spielt gespielt
        schicken schicke schickt geschickt sende sendet gesendet
        treffen treffe trifft traf getroffen
        kaufen kaufe kauft kaufte gekauft
        machen mache macht machte gemacht
        gehen gehe geht ging gegangen
        besitzen besitze besitzt
        vegetarier vegetarierin
        mutter mama mutti
        vater papa vati
        chef chefin
        arzt ärztin
        hausarzt hausärztin
        zahnarzt zahnärztin
        vermieter vermieterin
        trainer trainerin
        therapeut therapeutin
        anwalt anwältin
        steuerberater steuerberaterin
        handy telefon
        auto wagen
        """
    ),
    numbers=figures(
        "null=0 zwei=2 drei=3 vier=4 fünf=5 sechs=6 sieben=7 acht=8 neun=9 zehn=10 elf=11 zwölf=12 dreizehn=13"
        " vierzehn=14 fünfzehn=15 sechzehn=16 siebzehn=17 achtzehn=18 neunzehn=19 zwanzig=20 dreißig=30 vierzig=40"
        " fünfzig=50 hundert=100 tausend=1000 einmal=1 zweimal=2 dreimal=3"
    ),
    roles=words(
        """mutter vater schwester bruder sohn tochter frau mann partner partnerin freund freundin verlobter verlobte oma opa
        großmutter großvater tante onkel cousin cousine neffe nichte nachbar nachbarin kollege kollegin chef chefin arzt
        ärztin hausarzt hausärztin zahnarzt zahnärztin vermieter vermieterin lehrer lehrerin mitbewohner mitbewohnerin trainer trainerin
        schwager schwägerin schwiegermutter schwiegervater mama papa kind therapeut therapeutin anwalt anwältin
        ex steuerberater steuerberaterin eltern großeltern"""
    ),
    partners=words("frau mann partner partnerin freund freundin verlobter verlobte"),
    times=words(
        f"""{_DAYS} montags dienstags mittwochs donnerstags freitags samstags sonntags {_MONTHS} heute gestern morgen
        übermorgen abend abends morgens mittags nachts nacht nachmittag vormittag wochenende wochenenden tag tage täglich
        woche wochen wöchentlich monat monate monatlich jeden jede jedes jeder immer oft meistens manchmal regelmäßig
        letzte letzten letzter nächste nächsten nächster"""
    ),
    moments=words(f"{_DAYS} {_SEASONS} abend morgen mittag nacht nachmittag vormittag wochenende"),
    months=words(_YEAR),
    since=words("seit ab bis in jahr"),
    units=words("jahre jahren jahr monate monaten wochen woche tage tagen uhr"),
    light=words(
        "heissen heißen wohnen arbeiten trinken essen fahren lernen nutzen spielen machen gehen besitzen kommen"
    ),
    meals=words("essen trinken"),
    many=words("mögen sprechen nutzen spielen lernen besitzen besuche kenne lese habe"),
    directed=words("als statt lieber vor nach von bis zwischen weniger besser"),
    turning=words("raus heraus entlassen gegen weg"),
    definite=words("mein meine unser unsere der die das sein seine ihr ihre"),
    liking="mogen",
    naming="heißen",
    doing=re.compile(r"(?:erin|erinnen|er|en|e|in|st|t|ei)$"),
    dislikes=phrases(
        "hasse",
        "hasst",
        "verabscheue",
        "kann .{1,40} nicht (?:leiden|ausstehen)",
        "ekle mich vor",
        "keine lust mehr auf",
        "genug von",
        "satt",
    ),
    ends=phrases(
        "aufgehört(?: zu)?",
        "aufgegeben",
        "früher",
        "damals",
        "gekündigt",
        "verkauft",
        "beendet",
        "abgeschafft",
    ),
    ended=phrases(
        "(?:nicht|kein\\w*|nie) (?:.{1,40} )?mehr",
        "nicht länger",
        "vorbei",
        "ehemalig\\w*",
        "keine lust mehr auf",
        "genug von",
        "satt",
    ),
    changes=phrases(
        "jetzt",
        "nun",
        "inzwischen",
        "mittlerweile",
        "neuerdings",
        "ab sofort",
        "wieder",
        "umgezogen",
        "gezogen",
        "gewechselt",
        "umgestiegen",
        "geworden",
        "angefangen",
        "begonnen",
        "neu",
        "neue[rsnm]?",
        "von nun an",
        "stattdessen",
        "aktualisiert",
        "doch(?! nicht)",
        "gestiegen(?: auf)?",
        "erhöht",
        "gesunken",
        "versch(?:oben|ieben)",
        "verschiebt sich(?: auf)?",
        "verleg(?:t|en)",
    ),
    adds=phrases(
        "auch",
        "außerdem",
        "zusätzlich",
        "ebenfalls",
        "noch ein\\w*",
        "zweite[rsnm]?",
        "daneben",
        "sowie",
    ),
    corrects=phrases(
        "^nein[,:.;]?",
        "^ne[,:;]",
        "sorry",
        "entschuldigung",
        "entschuldige",
        "ich meinte",
        "ich meine",
        "korrektur",
        "stimmt nicht",
        "falsch",
        "ich habe mich (?:geirrt|vertan)",
        "tatsächlich",
        "genauer gesagt",
        "nicht .{1,40}, sondern",
        "verbesserung",
    ),
    says=phrases(
        "(?:bitte )?(?:denk daran|merk dir|zur erinnerung|vergiss nicht),? dass",
        "wie (?:gesagt|erwähnt|du weißt)",
        "ich (?:sagte|habe) (?:dir )?(?:ja |schon )?gesagt,? dass",
        "übrigens",
    ),
    plans=phrases(
        "werde",
        "wirst",
        "wird",
        "werden",
        "will",
        "möchte",
        "plane",
        "plant",
        "habe vor",
        "hat vor",
        "muss",
        "soll",
        "vorhaben",
        f"ab (?:dem |nächste\\w* )?(?:{_MONTH})",
        "demnächst",
        "bald",
    ),
    cancels=phrases(
        "abgesagt",
        "fällt aus",
        "fällt ins wasser",
        "findet nicht statt",
        "storniert",
        "doch nicht",
        "umentschieden(?: wegen| bei)?",
        "anders überlegt(?: mit| wegen)?",
        "hat sich erledigt",
    ),
    habits=phrases(
        "jede[nrs]?",
        "wöchentlich",
        "monatlich",
        "immer",
        "\\w+tags",
        "mittwochs",
    ),
    turns=phrases(
        "jetzt",
        "nun",
        "mittlerweile",
        "inzwischen",
        "(?:runter|rauf|hoch) auf",
        "auf .* (?:runter|rauf|hoch)",
        "stattdessen",
        "erster tag",
        "ab (?:jetzt|sofort|heute)",
        "vorbei",
        "weg",
        "verabschiedet",
        "abgegeben",
        "verkauft",
        "gekündigt",
    ),
    switches=phrases(
        "stattdessen", "gewechselt", "umgestiegen", "ersetzt", "umgestellt", "zurück zu"
    ),
    finishes=phrases("fertig(?: mit)?", "abgeschlossen", "fertiggestellt", "fertig gelesen"),
    dies=phrases("gestorben", "verstorben", "starb", "tot", "eingeschläfert", "einschläfern"),
    gives=phrases(
        "(?:verkauft|verschenkt|weggegeben|gespendet|geschenkt)(?! bekommen)",
        "wurden? (?:.{1,40} )?(?:gestohlen|geklaut)",
    ),
    bound=phrases(
        "(?:ist|bin|sind) (?:jetzt |wieder )?(?:single|ledig|geschieden|verwitwet|verheiratet|verlobt)",
        "in einer beziehung mit",
        "(?:haben|hat|habe) (?:sich|uns|mich|\\w+ )?(?: ?\\w+ )?(?:verlobt|geheiratet)",
        "mit \\w+ (?:verlobt|verheiratet|zusammen)",
        "(?:hat|habe) (?:jetzt |wieder )?(?:eine? |einen )(?:neuen? )?(?:freundin|freund|partnerin|partner|verlobten?)",
    ),
    idle=phrases(
        "arbeitslos",
        "in rente",
        "im ruhestand",
        "pensioniert",
        "job verloren",
        "entlassen",
        "gefeuert",
        "rausgeschmissen",
    ),
    favourite=re.compile(r"(?<!\w)lieblings(?P<what>\w{3,}?)(?:s|es)?(?!\w)"),
    prefers=phrases("bevorzug(?:e|t)", "(?:mag|sitze|sitzt) lieber"),
    pets=words(
        "katze kater hund hündin welpe kaninchen hamster pferd pony papagei wellensittich schildkröte meerschweinchen"
    ),
    scoped=re.compile(
        r"(?<!\w)(?:wenn|sobald|bei der arbeit|zu hause|im buro|in (?:e-?mails?|mails|chats?)|fur (?:e-?mails?|mails|code))(?!\w)"
    ),
    fails=phrases("vergessen", "noch nicht", "muss noch", "nicht geschafft"),
    parts=phrases(
        "getrennt", "geschieden", "schluss gemacht", "nicht mehr zusammen", "auseinander"
    ),
    contrasts=re.compile(
        r"(?:, (?:und )?nicht (?:mehr )?(?P<left>[^,.;]{1,40}?)(?=\s*(?:[,.;!]|$))|(?<!\w)nicht (?P<left2>[^,.;]{1,40}?),? sondern(?!\w)"
        r"|(?<!\w)(?:statt|anstatt|anstelle von) (?P<left3>[\w-]+)(?!\w))"
    ),
    living="wohnen",
    somewhere=re.compile(
        bare(
            r"(?<!\w)(?:(?:in|bei|nach|nahe|an|auf|nähe|aus)(?: der| dem| den)? (?!(?:eine[rmn]?|[mds]einer|unserer|der) (?:[\w-]+ ){0,2}(?:etage|wohnung|wg|haus|zimmer)(?!\w))\w|im (?!(?:[\w-]+ ){0,2}(?:\w*stock|\w*geschoss|haus|keller)(?!\w))\w)"
        )
    ),
    engaged=re.compile(
        bare(
            r"(?<!\w)(?:bei|beim|für|im|am|in(?= (?:der|dem|den|einer|einem|meiner|unserer)(?!\w))|zu|zum|zur|als|an) (?!(?:der woche|home|hause|vollzeit|teilzeit|schichten|wochenende|büro|homeoffice|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)(?!\w)|\d)\w"
        )
    ),
    moves=phrases("(?:umgezogen|gezogen|umziehen|zugezogen)"),
    leaves=re.compile(
        bare(
            r"(?<!\w)(?:von (?P<left>.+?) (?:auf|zu|zum|zur|nach) .{1,40}(?:gewechselt|umgestiegen|umgezogen|gezogen|wechsle)"
            r"|(?P<left2>(?:\w+ ){0,2}\w+) (?:verlassen|ersetzt|gekündigt)"
            r"|aus (?P<left3>[\w-]+) (?:bin ich |ist \w+ )?(?:weggezogen|fortgezogen|ausgezogen))(?!\w)"
        )
    ),
    bounded=phrases(
        "bis",
        "vorübergehend",
        "vorerst",
        "am wochenende",
        "im urlaub",
        "in den ferien",
        "gemietet\\w*",
        "zu besuch",
        f"im (?:{_MONTH})",
        f"von (?:{_MONTH}) bis",
        "diese[nrs]? (?:woche|monat|sommer|winter)",
        "für (?:ein paar|zwei|drei|\\d+) (?:tage|wochen|monate)",
    ),
    past=re.compile(
        r"^(?!bitte|heute|versichert$|verheiratet$|verlobt$|angemeldet$|angestellt$|möchten?|könnten?|sollten?|müssten?|dürften?|zweiten?|dritten?|\w+sten?$)"
        r"(?:war|waren|hatte|hatten|wurde|ge\w{3,}(?:t|en)|(?:ver|be|er|ent|ab|an|auf|aus|ein)\w{3,}t|\w{3,}te|\w{3,}ten)$"
    ),
)
