"""German."""

from typing import Final

from recollect.conversations.language import Kind, Language, any_of, one_of, signs, words

_HELP = (
    "ist sind war waren bin bist seid hat haben habe hast hatte hatten habt wird werden wurde wurden würde würden werde wirst kann können"
    " kannst könnte könnten könnt könntest muss müssen musst musste müsste darf dürfen darfst soll sollen sollte sollten sollst will wollen"
    " wollte willst mag möchte möchten möchtest gibt gab geht ging gehen kostet kosten heißt heißen liegt liegen macht machen mache"
    " machst steht stehen kommt kommen komme braucht brauche brauchen dauert lohnt gilt gelten funktioniert passt passen bedeutet"
    " bekommt bekomme bekommen wohnt lebt leben fährt fahren fahre schreibt isst läuft spricht sagt wächst hilft sieht"
    " regnet schneit wäre wären hätte nehme nimmt findet finde bleibt gehört empfiehlst empfehlen meinst weißt öffnet schließt"
)
_IN = (
    "in im ins an am auf mit ohne für von vom zu zum zur bei beim nach aus über unter vor hinter neben zwischen seit bis durch um"
    " gegen ab während wegen trotz statt per pro als wie"
)
_VERB = one_of(_HELP)
# What may follow a pronoun, but not come between an article and its noun.
_SMALL = one_of(
    "ich du er sie es wir man mich dich sich mir dir uns ihm ihr ein eine einen einem einer kein keine keinen der die das den dem des"
    " mein meine meinen dein und oder aber auch noch schon denn eigentlich so nicht nie immer wirklich genau gut besser teuer günstig"
    " wohl mal jetzt heute morgen wieder überhaupt etwa viel mehr oft lange weit sehr zu dann dort da hier nur bitte ungefähr alles"
    " normal gefährlich giftig möglich sicher schlimm erlaubt legal gesund schwer leicht eher trotzdem sonst"
)
_ALONE = rf"(?=\s*(?:[,.?!;:)]|$)|_(?:{_VERB}|{one_of(_IN)}|{_SMALL})\b)"
_SPAN = "woche wochenende monat jahr morgen abend nacht sommer winter frühling herbst saison mal tage tagen zeit quartal N+tag N+woche"

GERMAN: Final = Language(
    code="de",
    capital_nouns=True,
    stop=words(
        """der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner und oder aber
        sondern denn doch wenn weil dass ob als wie also so dann da dort hier ich mich mir mein meine meinen meinem
        meiner meines du dich dir dein deine deinen deinem deiner er ihn ihm sein seine seinen seinem seiner seines
        sie ihr ihre ihren ihrem ihrer ihres ihnen es wir uns unser unsere unseren unserem unserer euch euer eure man
        sich selbst dieser diese dieses diesen diesem jener jene jenes jeder jede jedes jeden jedem alle alles allen
        beide beides beiden viel viele vielen mehr meisten wenig weniger einige etwas was nichts nie niemand jemand
        in im ins an am auf mit ohne für von vom zu zum zur bei beim nach aus über unter vor hinter neben zwischen
        seit bis durch um gegen ab während wegen trotz statt per pro nicht nur auch noch schon immer wieder oft
        manchmal sehr ganz eher fast etwa rund ungefähr circa genau eigentlich wirklich vielleicht natürlich gern gerne
        lieber bitte danke ja nein ok okay gut gute guten guter gutes schön schöne toll super klar prima perfekt mal
        jetzt heute gerade bald später eben halt wohl einfach sonst anders andere anderen anderer anderes ander
        erste ersten erster zweite zweiten dritte dritten letzte letzten nächste nächsten ein zwei drei vier fünf sechs
        hallo hi hey tschüss morgen neu neue neuen groß große kleine klein beste besten besser bestimmt davon damit
        dafür dazu daran darin daraus darauf darüber dabei dagegen danach davor dazwischen drin hin her los sache
        sachen ding dinge zeit paar weise art glückwunsch viel spaß erfolg wahl hab habs gibts gehts wärs dir euch""".replace(
            "\n", " "
        )
    ),
    action_verbs=words(
        "kaufen gekauft bestellt hochgeladen geschickt gelesen sagen wissen suche such suchen finden zeig zeigen mach nenn empfiehl überlege überlegen planen plane lerne lernen pendle empfehlen wechseln"
    ),
    question_words=words(
        "was wer wen wem wessen wann wo wohin woher warum wieso weshalb wie welche welcher welches welchen welchem"
        " wofür womit wozu worüber wovon woran worauf woraus wodurch wieviel wieviele weswegen was's"
    ),
    verbs=words(_HELP),
    measures=words(
        "viel viele lange oft weit teuer groß hoch schwer alt tief schnell spät früh breit lang häufig nicht denn eigentlich so kommt"
    ),
    prepositions=words(_IN),
    edits=words(
        """kürzer länger einfacher formeller förmlicher lockerer nochmal noch mal mehr details genauer ausführlicher
        beispiel beispiele sicher echt wirklich ernsthaft weiter erklär erkläre erklären erläutern erläutere englisch
        deutsch französisch spanisch zusammenfassen zusammenfassung stichpunkte stichpunkten tabelle umformulieren
        fortfahren weitere quelle quellen verständlicher version kurz anders""".replace("\n", " ")
    ),
    aspects=words(
        """preis preise kosten autor autorin regisseur adresse hauptstadt größe gewicht höhe frist name grund unterschied
        vorteil vorteile nachteil nachteile alternative alternativen zutaten telefonnummer öffnungszeiten miete gebühr
        gebühren datum uhrzeit dauer entfernung risiko risiken nebenwirkungen symptome ursache ursachen einwohnerzahl
        währung sprache länge alter garantie akku farbe ergebnis sieger ende handlung besetzung haken bedeutung
        voraussetzungen rezept anleitung regeln titel kaution nebenkosten eintritt eintrittspreis folgen parkplatz
        parkplätze frühstück speisekarte versand lieferung lieferzeit rückgabe visum trinkgeld gehalt ablauf eingang""".replace(
            "\n", " "
        )
    ),
    persons={
        **dict.fromkeys(
            """schwester mutter mama tante frau tochter freundin oma großmutter nichte königin kollegin chefin ärztin
            lehrerin nachbarin cousine autorin schwiegermutter enkelin""".split(),
            Kind.SHE,
        ),
        **dict.fromkeys(
            """bruder vater papa onkel mann sohn freund opa großvater neffe könig kollege chef arzt lehrer nachbar cousin
            autor herr schwiegervater enkel junge vermieter""".split(),
            Kind.HE,
        ),
    },
    genders={
        **dict.fromkeys(
            "eine einer meine meiner deine seine ihre unsere keine zur diese".split(), Kind.SHE
        ),
        **dict.fromkeys(
            "einen meinen deinen seinen ihren unseren den keinen diesen".split(), Kind.HE
        ),
        "das": Kind.IT,
        "ins": Kind.IT,
        "der": Kind.HE,
        "die": Kind.SHE,
    },
    ordinals={
        **dict.fromkeys(
            [
                "erste",
                "ersten",
                "erster",
                "erstes",
                "eins",
                "1",
                "a",
                "erstere",
                "ersteres",
                "ersterer",
            ],
            1,
        ),
        **dict.fromkeys(["zweite", "zweiten", "zweiter", "zweites", "zwei", "2", "b"], 2),
        **dict.fromkeys(["dritte", "dritten", "dritter", "drittes", "drei", "3", "c"], 3),
        **dict.fromkeys(["vierte", "vierten", "viertes", "vier", "4", "d"], 4),
        **dict.fromkeys(["fünfte", "fünften", "fünf", "5"], 5),
        **dict.fromkeys(
            [
                "letzte",
                "letzten",
                "letzter",
                "letztes",
                "letztere",
                "letzteres",
                "letzterer",
                "letzteren",
            ],
            -1,
        ),
    },
    types={
        **dict.fromkeys(
            """restaurant hotel ort café bar kneipe museum stadt dorf laden geschäft land insel park strand firma marke
            buch film serie lied song album band app spiel podcast modell auto handy lokal""".split(),
            "name",
        ),
        **dict.fromkeys("dokument datei pdf text schreiben brief papier".split(), "document"),
        **dict.fromkeys(
            "ding dinger dinge sache sachen thema fall punkt idee frage zeug nummer schritt option variante vorschlag tipp".split(),
            "topic",
        ),
    },
    document_words=words(
        """mietvertrag vertrag anleitung bedienungsanleitung handbuch police brief bericht lebenslauf aufsatz pdf rechnung
        protokoll artikel entwurf dokument datei tabelle folien präsentation satzung hausordnung bescheid gutachten
        kaufvertrag arbeitsvertrag angebot zeugnis""".replace("\n", " ")
    ),
    non_references=any_of(
        r"\bes_(?:regn\w+|schnei\w+|gewitter\w*|gibt|gab)\b|\b(?:regnet|schneit|gewittert|gibt|gab|gäbe|geht|handelt_sich_um)_es\b(?!_(?:dort|dann)\s*\?)",
        r"\b(?:wird|ist|war|bleibt|wurde)_es_(?:\w+_){0,5}?(?:dunkel|hell|kalt|warm|heiß|spät|sonnig|regnen|schneien|windig|glatt|neblig|so_weit|soweit)\b",
        r"\bwie_(?:kalt|warm|heiß|spät|dunkel|hell|windig)_(?:ist|wird|war|bleibt)_es\b|\bwie_viel_uhr_ist_es\b",
        r"\bes_(?:(?:\w+|N+)[,_]+){1,8}?(?:zu_\w+|dass\b|wenn\b|ob\b)|\bes_(?:lohnt|stimmt|heißt|sich|scheint)\b|\b(?:lohnt|gehört|empfiehlt)_es_sich\b|\bstimmt_es\b",
        r"\bes,_|\bes_bis\b|\bbis_es\b|\bdauert_es\b(?=.*\bbis\b)",
        r"\bwie_geht_es\b|\bwie_geht's\b|\bgeht_es_(?:dir|ihnen|euch|um)\b|\bwie_kommt_es\b|\bwie_wäre_es\b|\bheißt_es\b|\bsagt_man\b",
        r"(?<=,_)(?:der|die|das|den|dem|deren|dessen|denen|in_der|in_dem|in_denen|mit_der|mit_dem|auf_dem|auf_der|an_der|an_dem|von_der|von_dem|für_die|für_den|zu_der|zu_dem|bei_der|bei_dem)\b",
        rf"\b(?:diese[nmrs]?|nächste[nmrs]?|letzte[nmrs]?|jede[nmrs]?|das|die|der|den)_(?:{one_of(_SPAN)})\b",
        r"\b(?:darauf|daran|dafür|davon|damit|dazu|darum|darüber|dagegen|dadurch|daraus)_?,_(?:dass|ob|wie|zu|wenn|wer|was|wo)\b|\bdamit_(?=(?:ich|du|er|wir|man|mein\w*|der|die|das|N+|ein\w*)\b)",
        r"(?<=,_)(?:damit|da|dass)\b|^\W*da_(?=(?:ich|wir|mein|der|die|das|N)\b)|\bda_(?=(?:ich|wir)_)|\bdas_(?:heißt|selbe_wie|gleiche_wie)\b",
        r"\bdie_(?:beiden|zwei|drei|vier|meisten|anderen)_N+|\bbeide[nrs]?_N+|\b(?:so)wohl_\w+_als\b|\bsein_(?=\s*[,.?!])|\bsein\s*[?.!]*$|\bzu_sein\b",
        r"\b(?:der|die|das|den|dem)_(?:erste|zweite|dritte|letzte|andere|gleiche|selbe)[nrsm]?_(?:\w+_)?N+|\b(?:am|als|fürs)_(?:ersten?|letzten?|erstes)\b|\bzum_(?:ersten|letzten)_mal\b",
        r"\b(?:seid|habt|könnt|macht|wollt|müsst|geht|kennt|wisst|würdet|hättet|solltet|dürft|braucht|bietet|nehmt|wart|denkt|meint|empfehlt|verkauft|liefert|akzeptiert)_ihr\b|^\W*ihr_(?!N)",
        r"\bdanach_(?=N)|\bsonst_noch_jemand\b|\bunter_anderem\b|\bdies_und_das\b|\beinander\b",
    ),
    signs=signs(
        (
            Kind.ORDINAL,
            r"\b(?:punkt|nummer|schritt|option|variante|vorschlag|tipp|stelle)_(?P<n>\d{1,2}|eins|zwei|drei|vier|fünf|[abcd])\b(?!_N)",
        ),
        (
            Kind.ORDINAL,
            rf"\b(?:der|die|das|den|dem|beim|zum|vom|im|zur)_(?P<n>erste|zweite|dritte|vierte|fünfte|letzte)[nrs]?\b{_ALONE}",
        ),
        (Kind.ORDINAL, r"\b(?P<n>letztere|erstere)[nrs]?\b"),
        (Kind.OTHER, rf"\b(?:der|die|das|den|dem|vom|beim|zum|zur)_andere[nrs]?\b{_ALONE}"),
        (
            Kind.AMONG,
            r"\b(?P<word>davon)\b(?!,)|\b(?:welche[rsnm]?|wie_viele|einer?s?|keiner?s?|jede[rs]?|alle)_(?:von|unter)_(?P<word2>ihnen|denen|diesen|den_(?:beiden|zwei|drei|vier))\b",
        ),
        (
            Kind.AMONG,
            rf"^\W*(?:(?:und|aber|also|ok|dann)[,_]+)*welche[rsnm]?_(?:{_VERB}|würdest|ist|von)\b(?!.*\boder\b)(?!_(?:das|der|die|den|ein|eine|N)\b)",
        ),
        (
            Kind.AMONG,
            rf"\b(?P<word>beide[rns]?|alle_(?:beide|drei|vier)|keins?|keiner|die_beiden)\b{_ALONE}",
        ),
        (
            Kind.AMONG,
            r"^\W*(?:und_|also_)?was_(?:ist|wäre|kostet|hält|schmeckt|geht|dauert)_(?:denn_|eigentlich_)?(?:\w+er|mehr|weniger|am_\w+sten)\s*[?]*$",
        ),
        (
            Kind.NAMED,
            r"\b(?P<word>diese[nmrs]?|jene[nmrs]?|dies)_(?P<noun>[\w'-]+(?:_[\w'-]+){0,2})",
        ),
        (Kind.HE, r"\b(?P<word>er|ihn|ihm|seine[nmrs]?)\b|\b(?P<word2>sein)_N"),
        (Kind.SHE, r"\b(?P<word>sie|ihre[nmrs]?|ihr)\b"),
        (Kind.THEY, r"\b(?P<word>ihnen|denen|deren)\b"),
        (Kind.PLACE, r"\b(?P<word>dort|dorthin|dorther|dahin)\b|\bda_(?P<word2>hin)\b"),
        (
            Kind.PLACE,
            r"\bwie_komme?_(?:ich|man|wir)_(?:am_besten_|am_schnellsten_)?(?P<word>hin)\b|\bwie_komme?_(?:ich|man|wir)_(?:am_besten_)?(?:von|vom|mit)_(?!.*\b(?:nach|zum|zur|zu|in|ins)\b)",
        ),
        (
            Kind.TIME,
            r"\b(?P<word>danach|davor|damals|bis_dahin|seitdem|vorher|nachher|hinterher)\b(?!_N)|(?<!^)\b(?P<word2>dann)\s*[?.!]*$|^(?!.*\b(?:wenn|falls|sobald)\b).*\b(?:ist|sind|wird|gibt|kann|hat|war|muss|macht|sieht)_(?:es_|man_|ich_|da_)?(?P<word3>dann)_",
        ),
        (
            Kind.TOPIC,
            r"\b(?P<word>damit|dafür|dazu|daran|darin|daraus|darauf|darüber|dabei|dagegen|dadurch|darum|deswegen|deshalb|dadrin|dafuer)\b",
        ),
        (
            Kind.TOPIC,
            r"\b(?P<word>da)_(?:\w+_|N+_){0,6}?(?:drin|dran|drauf|bei|rein|raus|rauf|für|von|mit|zu)\s*[?.!]*$|\b(?P<word2>da)\s*[?.!]*$|\b(?:kann|muss|gibt|ist|wird|hat|lebt|lohnt|braucht|darf|steht|was|kommt|wie|war|sind|sollte|könnte|läuft|passiert)_(?:es_|man_|ich_|was_|denn_)*(?P<word3>da)_(?!N)",
        ),
        (Kind.IT, r"\b(?P<word>es)\b"),
        (
            Kind.TOPIC,
            rf"(?<!,_)\b(?P<word>das|dies|die|der|den|dem)\b(?=\s*(?:[.?!;:)]|$|,_(?:und|oder|wenn))|_\w+en\s*[?.!]*$|_(?:{_VERB}|{one_of('auch noch schon denn eigentlich so nicht immer wirklich genau gut besser teuer gefährlich giftig normal möglich sicher schlimm erlaubt legal gesund schwer leicht mit für in bei im ohne nach vor zu zum aus an auf von jetzt heute wieder überhaupt ungefähr alles mal nur trotzdem ich du er sie wir man')})\b(?!_N+_?\s*N))",
        ),
        (
            Kind.TOPIC,
            rf"\b(?:das|der|die|den|dem)_?(?:selbe|gleiche)[nrs]?\b{_ALONE}|\b(?:dasselbe|derselbe|dieselbe|sowas|so_was|so_etwas|stattdessen|ebenso)\b|\bsonst_noch\b|\b(?:was|wer|wo)_sonst\b|\bnoch_(?:eins|einer|eine|einen|mehr|welche|andere)\b{_ALONE}|\bwarum_nicht\b|\betwas_(?:\w+eres|ähnliches|N+)\s*[?.!]*$|\bnichts_anderes\b",
        ),
    ),
    possessives=any_of(r"^(?:seine?[nmrs]?|ihre[nmrs]?|deren)$"),
    connectives=any_of(
        r"^\W*(?:(?:ok|okay|ah|gut|danke|also|na|ach)[,_]+)*(?:und|aber|oder|was_ist_mit|wie_ist_es_mit|wie_steht_es_mit|wie_sieht_es_(?:\w+_)?mit|wie_sieht's_mit|was_wäre_mit|wie_wäre_es_mit)\b[,_]*"
    ),
    only=any_of(r"^\W*(?:auch|nur|sogar|selbst|nicht|lieber|heute|morgen|übermorgen|nächste\w*)\b"),
    clause=any_of(
        r"[,;.:!?]\s|_(?:und|aber|oder|wenn|weil|dass|sobald|bevor|nachdem|obwohl|damit|falls|während|ob|denn)_"
    ),
    condition=any_of(r"\b(?:wenn|falls|sobald|nachdem|bevor|nach|vor|bei|während|ohne)\b"),
    social=words(
        """danke dankeschön hallo hi hey moin servus tschüss tschüs ciao morgen abend nacht tag super toll prima perfekt
        klasse cool gut okay ok geholfen hilfe verstanden alles klar vielen dank lieben gruß grüße bis später wunderbar
        spitze genial sorry grüezi""".replace("\n", " ")
    ),
    small_talk=any_of(
        r"^\W*(?:hallo|hi|hey|na|und)?[,_]*(?:wie_geht(?:'s|_es)(?:_dir|_ihnen|_euch)?|wer_bist_du|was_bist_du|was_kannst_du|alles_klar|alles_gut|guten_(?:morgen|abend|tag)|gute_nacht|bis_(?:bald|später|morgen|dann)|schon_gut|kannst_du_mir_helfen|bist_du_da)\b[^,;.]{0,20}$"
    ),
    thanks=any_of(
        r"^\W*(?:ok,?_|okay,?_|super,?_|perfekt,?_|ah,?_|alles_klar,?_|gut,?_|toll,?_)*(?:danke\w*|vielen_dank|tausend_dank|besten_dank|herzlichen_dank|tschüss|gute_nacht|dank_dir)\b"
    ),
    yes=any_of(
        r"^\W*(?:ja|jo|jep|gern|gerne|bitte|klar|sicher|natürlich|okay|ok|nein|nee|noch_nicht|nicht_wirklich|beide|beides|mach_das|unbedingt|auf_jeden_fall|passt|genau|stimmt|lieber|eher)\b"
    ),
    asked_for=any_of(r"^\W*(?:wie_viele?_\w+|welche[rsnm]?_\w+|was_für_\w+(?:_N+)?)\b"),
    half_said=any_of(
        r"^\W*(?:und_|aber_)?(?:muss|soll|sollte|kann|darf|könnte|müssen|sollen|können|dürfen)_(?:ich|man|wir)_(?:auch_|noch_|vorher_|dann_|denn_)*\w+\s*[?]*$"
    ),
    offers=any_of(
        r"\b(?:kann_ich_(?:dir|ihnen)?_?(?:helfen|tun)|was_kann_ich|abfragen|sonst_noch|was_möchtest_du_wissen|wobei_kann)\b"
    ),
    mention=any_of(
        r"\b(?:schreibt_man|unterschied_zwischen|N+_zwischen|das_wort|das_N+_N+_auf|spricht_man|heißt_auf|grammatik|benutzt_man|verwendet_man|auf_(?:englisch|N+)_heißt)\b"
    ),
    places=any_of(r"\b(?:in|nach|aus|bei|von|ab|über|um|richtung)_$"),
    asks_for=any_of(
        r"\b(?:was|welche[rsnm]?|wer|wo|wohin|empfiehl\w*|empfehl\w*|nenn|such|schlag|kennst|ideen?|tipp\w*|gibt_es)\b"
    ),
    alternatives=any_of(r"\bzwischen_|\bentweder_"),
    times=words(
        "montags dienstags mittwochs donnerstags freitags samstags sonntags sonntagen feiertagen wochentags montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz april mai juni juli august september oktober november dezember heute morgen abend wochenende sommer winter frühling herbst englisch deutsch französisch spanisch finnisch hause zukunft ordnung ruhe monat jahr woche tag uhr euro minuten stunden"
    ),
)
