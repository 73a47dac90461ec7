"""German: what is no statement."""

from typing import Final

from recollect.learn.extract.de_manner import JEST
from recollect.learn.extract.de_rule import spelled
from recollect.learn.extract.de_ways import REMINDS
from recollect.learn.extract.language import Guards, pattern

_YOU: Final = r"(?:du|ihr|sie|Sie|man|jemand|es|das|dir|wer)"
_COULD: Final = r"(?:würd(?:e|en|est|et)?|hätt(?:e|en|est|et)?|wär(?:e|en|st|est)?|könnt(?:e|en|est)|dürft(?:e|en)|müsst(?:e|en)|bräucht(?:e|en)?|gäbe?|käme?|ginge)"

# What is not meant, or meant for this moment only: feelings, requests, troubles with what is asked about.
_TALK: Final = pattern(
    spelled(
        r"\b(?:du|dir|dich|dein\w*|ihnen|ihr|euch|fehler\w*|fehlermeldung|bug|exception|irgendwie|variante|lösung\w*|absatz|titel|datei|meeting|schlafen|sterbe|beruhigt|verklickt|vertippt|umbringen|sehen uns|sie|ihn|ihm|zeile|aufgabe|kapitel|später|nochmal|melde|gerade|grad|eben|heute|jetzt mal|kurz|mal|das|dies\w*|daran|darum|damit|davon|dazu|dafür|hier|wissen|fragen?|sagen|verstehen|hilfe|helfen|rezept\w*|text\w*|antwort\w*|idee\w*|tipp\w*|vorschlag|vorschläge|bitte|danke|freue|hoffe|gefühl|leider nicht|nichts|etwas|was|wie|ob|wenn|als ob|nicht weiter|probier\w*|versuch\w*|brauche?n?|brauch|suche?n?|such|will|wollen|möchte\w*|soll|sollen|sollte|muss|müssen|kann|können|darf|es|man|sagt|sagte|meint|findet|gesagt|gemeint|gesehen|gehört|gelesen|gedacht|gefunden|genervt|müde|satt|lust|bock|laune|traum|zitat|lied|film|buch|spiel|toll|super|schön|cool|krass|wahnsinn)\b"
    )
)
_LAUGHS: Final = pattern(
    r"\b(?:lol|haha\w*|hehe\w*|hihi\w*|rofl|xd|höhö|muaha\w*|scherz(?! beiseite)|spaß(?! beiseite)|witz|drache|einhorn|zombie|könig|kaiser|prinzessin)\b|😂|🤣|😜|🙃|😉|😅|;-?\)|:-?P\b|/s\b"
)

GUARDS: Final = Guards(
    asks=pattern(
        spelled(
            r"(?:(?:und|aber|oder|also|ok|okay|ach|hey|so|sag mal|sagt mal|übrigens|kurze frage|frage|mal ne frage|na)[,:]? )*"
            r"(?:(?:was|wer|wem|wen|wessen|wo|woher|wohin|wann|warum|wieso|weshalb|wie|welche[rsnm]?|womit|wofür|wovon|worauf|worüber|wozu|wieviel|wodurch)\b(?! (?:ich (?:mag|liebe|brauche|will|hasse|suche|mache)|mich|mir|gesagt))"
            rf"|(?:ist|sind|war|hat|hast|habt|haben|kann|kannst|könnt|können|könntest|könnten|willst|wollt|wollen|magst|mögt|weißt|wisst|wissen|kennst|kennt|kennen|gibt|gibts|gibt's|darfst|dürft|musst|müsst|soll|sollst|sollt|sollen|würdest|würdet|würden|hättest|hätten|bist|seid|machst|macht|findest|findet|finden|meinst|glaubst|denkst|geht|gehts|geht's|bringt|stimmt|passt|lohnt|reicht|muss|darf|gäbe) {_YOU}\b"
            r"|(?:soll|kann|muss|darf|könnte|sollte|müsste|dürfte) (?:ich|wir)\b(?! (?:noch |unbedingt |spätestens )*bis )|(?:ist|sind|hat|gibt|geht|darf|kann|soll) (?:der|die|das|ein|eine|mein|meine|sowas|so ein|so was|dieser|diese|dieses)\b"
            r"|(?:irgendwelche |hast du |habt ihr )?(?:tipps|ideen|vorschläge|empfehlungen|eine idee|ne idee|idee|empfehlung)\b|erklär\w*\b|sag mir\b|weißt du\b|ob\b)"
        )
    ),
    supposes=pattern(
        spelled(
            rf"\b(?:wenn|falls|sollte|angenommen|stell dir vor|gesetzt den fall|mal angenommen)\b.*\b{_COULD}\b|\b{_COULD}\b.*\b(?:wenn|falls)\b"
            r"|\b(?:angenommen|stell dir vor|stellen wir uns vor|gesetzt den fall|nehmen wir an|mal rumgesponnen|rumgesponnen|nur mal so|rein hypothetisch|hypothetisch|theoretisch|in einem anderen leben|was wäre wenn|im lotto|falls ich|falls wir|als ob|zum beispiel|z\. ?b\.|bspw|beispielsweise|im traum|geträumt|ich träumte)\b"
            r"|\b(?:würde|würd|hätte|wäre|könnte|bräuchte) (?:ich|wir) (?!gern)|\b(?:ich|wir) (?:würde|würd|würden|wäre|wären|hätte|hätten) (?!(?:gern|gerne|lieber|da|noch|mal|eine|ne)\b)"
        )
    ),
    doubts=pattern(
        spelled(
            r"\b(?:vielleicht|vllt|vlt|evtl|eventuell|möglicherweise|womöglich|wahrscheinlich|vermutlich|wohl nicht|unsicher|nicht sicher|keine ahnung|kein plan|weiß (?:noch )?nicht|weiß ich nicht|weiß nich|kann sein|könnte sein|mag sein|mal schauen|mal sehen|mal gucken|schauen wir mal"
            r"|ich glaube?|glaub ich|glaube ich|ich denke?|denk ich|denke ich|ich schätze?|schätz ich|schätze ich|ich vermute|nehme ich an|ich nehm an|angeblich|anscheinend|scheinbar|überleg\w*|am überlegen|spiele mit dem gedanken|spiel mit dem gedanken|frage mich|frag mich|könnt(?:e|en|est(?! du (?:mich|uns) [^?]*\berinnern\b))|dürfte|müsste|unentschlossen|unentschieden|schwanke|oder auch nicht|gerüchte?|irgendwann mal|je nachdem|hoffe|hoffentlich|hoff)\b"
            rf"|^(?:wenn|falls|ob|sofern|solange|sobald|als ob)\b|(?!{REMINDS})\b{_COULD}\b(?! (?:gern|gerne|lieber)\b)"
        )
    ),
    mocks=pattern(
        spelled(
            r"^\W*(?:na klar|ja klar|klar doch|oh ja|ach ja|ja genau|na toll|na super|na wunderbar|wie schön|toll|super|genial|wunderbar|herrlich|prima|großartig|spitze)[,!.]+ (?!(?:danke|bin|hab|das|dann|wir|wohn|arbeit|mein))"
            r"|\b(?:LIEBE|liebe|mag|genieße) (?:ich )?es(?:,)? (?:wenn|vor|um|mitten|im|in|am|an|von|stundenlang|total|so sehr|bei)\b.*\b(?:geweckt|warten|stau|aufzustehen|zahlen|steuer\w*|kaputt|angeschrien|laut|verspät\w*|schlange|stehen|hängen)"
            r"|\b(?:mein absolutes hobby|mein größtes hobby|mein lieblingshobby ist warten|nicht ernst gemeint|war nur spaß|nur spaß|kleiner scherz|ironie|achtung ironie|haha nein|hab ich ein glück|genau mein humor|auf den mond|zum mond|zum mars|auf den mars|weltherrschaft|vampir|werwolf|superheld\w*|einhorn|zeitreisend\w*|reinkarnation|kaiser von china|königin von england|könig von|bundeskanzler|millionär und|im früheren leben|in meinem früheren leben|alien|außerirdisch\w*|zauberer|hexe|\d{3,} jahre alt|gefühlt \d+)\b|/s\b"
        )
    ),
    laughs=_LAUGHS,
    joked=pattern(
        r"(?:^|(?<=[.!?,;\n…)–-])|(?<=[.!?,;\n…)–-] ))(?:(?:(?:nein|nee|ne|haha|ach|nur|war nur|war|kleiner|das war(?: nur)?|ein),? ){0,3}(?:quatsch|scherz|spaß(?= beiseite|[,.!])|witz|april,? april)(?: beiseite)?(?=[,.! ]|$)[ ,.!:;-]*|haha,? nein(?=[,.!])[,.!]*)"
    ),
    talk=_TALK,
    plays=pattern(
        spelled(
            r"\b(?:rollenspiel\b|(?:üben|proben|nachspielen|durchspielen)\b.{0,20}\bdu (?:bist|spielst|machst) (?:jetzt )?(?:der|die|den|mein|meine|ein|eine)\b|lass uns (?:ein )?(?:spielen|so tun)|tu(?:n wir| mal| so)? so,? als|wir tun so|du bist (?:jetzt |nun |ab jetzt )?(?:ein|eine|der|die|mein|meine) [\w -]{3,40}?,? und ich (?:bin|spiele)|ich (?:bin|spiele) (?:ein|eine|der|die|den) [\w -]{3,40}?,? (?:und )?du (?:bist|spielst)|(?:^|(?<=[.!?:;,] )|(?<=bitte )|(?<=jetzt ))spiel(?:e|en sie)? (?:mal |bitte )*(?:einen|eine|den|die) (?!lied|song)"
            r"|in der ich-form|ich-erzähler\w*|es war einmal)"
        )
    ),
    invents=pattern(
        spelled(
            r"\b(?:schreib(?:e|en sie|t)?(?: mir| uns)? (?:bitte |mal )*(?:eine|einen|ein|die|den|das) (?:[\w-]+ ){0,3}(?:geschichte|kurzgeschichte|märchen|szene|monolog|roman|drehbuch|tagebucheintrag|dialog|sketch|theaterstück|gedicht|songtext|lied|rap|krimi|fanfiction)\b"
            r"|aus der (?:sicht|perspektive) (?:von|eines|einer|des|der)\b)"
        )
    ),
    goes_on=pattern(
        spelled(
            r"\b(?:weiter(?: so| geht's| gehts)?\s*[:.,!]|(?:schreib|mach|erzähl)\w* (?:bitte |mal )?weiter|fortsetz\w*|fahr(?:e)? fort|(?:nächste|neue|weitere|letzte)[rsn]? (?:szene|teil|kapitel|strophe|absatz|seite|zeile|fassung|version)|(?:die|der|das|dein\w*) (?:geschichte|szene|ende|schluss|gedicht|monolog|kapitel|figur)\b|und dann (?:ist|hat|kommt|geht|bin|habe)\b|(?:mach|lass|änder|füg|bau|ersetz|nimm|kürz|schreib|streich)\w* (?:es|sie|ihn|das|den|die|der|dem|noch|mal|bitte|doch|jetzt|ein\w*|was|etwas|mehr|daraus)\b|(?:kürzer|länger|lustiger|düsterer|trauriger|reim\w*|stattdessen)\b)"
        )
    ),
    fiction=pattern(
        spelled(
            r"\b(?:(?:meine?|unsere?|die|der|dieser?) (?:(?:d&d|dsa|p&p|pen-(?:and|&)-paper)[ -])?(?:haupt(?:figur|person|charakter|rolle)|romanfigur|protagonist\w*|erzähler\w*|(?<!ist mein )heldin|(?<!ist mein )held|(?:spiel)?figur|charakter)\b"
            r"|(?:geschichte|roman|szene|krimi|gedicht|monolog|drehbuch)\b[^.?!]{0,40}\b(?:in der|in dem|über|wo|aus sicht)\b|halb-?(?:ork|elf)\w*|NSCs?\b"
            r"|(?:d&d|dsa|pen ?(?:&|and) ?paper|rollenspiel)[ -](?:frage|figur|charakter|held\w*|kampagne|abenteuer)\b|(?:d&d|dsa)\s*[:!])"
        )
    ),
    stops_playing=pattern(
        spelled(
            r"\b(?:ende (?:des |vom |der )?(?:rollenspiel\w*|spiel\w*|geschichte)|spiel ende|schluss mit (?:dem |der )?(?:spiel|rollenspiel|geschichte)|genug gespielt|wieder ernst|im ernst jetzt|jetzt im ernst|jetzt mal im ernst|zurück zur realität|raus aus der rolle|out of character|ooc)\b"
        )
    ),
    idle=pattern(
        spelled(
            rf"^(?:ab (?:jetzt|sofort|heute)|immer|in zukunft)$|^nennt? mich {JEST}$|^(?:hilf mir|übersetz\w*|fass\w* .*zusammen|berechne|korrigier\w*|formulier\w*)\b(?!.*\bimmer\b)"
            rf"|^(?:danke|dankeschön|vielen dank|herzlichen dank|merci|sorry|tschuldig\w*|entschuldig\w*|bitte$|hallo|hi\b|hey|guten (?:morgen|tag|abend)|gute nacht|schon gut|kein problem|macht nichts|egal|verstehe|verstanden|alles klar|passt|klingt|mach ich|mache ich$|lass (?:uns|mich|mal|es)|(?!{REMINDS})(?:kannst du|könntest|können sie|könnten sie)|fass\b|übersetz(?:e|en sie)? (?:das|mir|bitte|den|die)|schreib(?:e|en sie)? (?:mir|mal|bitte|uns|ein|eine|einen|das|doch)\b|formulier\w*|hilf\b|zeig\b|gib\b|such\b|suche? (?:ein|eine|einen|nach|mir|rez\w+|den|die|das)\b|sag\b(?!.*\bzu mir\b)|nenn(?:e)? mir|mach (?:mir|mal|das|es|bitte|daraus|einen?)|erstell\w*|liste|tschüss|(?:ich )?muss (?:jetzt |mal |leider |dann )*(?:los|weg|auflegen|aufhören|gehen)$|dann sag ich|bis (?:dann|später|bald|morgen)$|bis denne|noch nicht$|nicht schlecht|gute idee|gute frage|stimmt$|genau$|nur so)"
            r"|^(?:ich|wir) (?:wollte|wollten|will|möchte|würde|würd|brauche|brauch|bräuchte|bräucht|hätte|hätt|suche|such|benötige)(?: nur| gern| gerne| mal| kurz| bitte| noch| eigentlich| jetzt| mich)* (?:wissen|fragen|sagen|hören|verstehen|hilfe|deine|ihre|dich|sie|von dir|einen? (?:[\w-]+ ){0,2}(?:tipp|rat|idee|text|vorschlag|rezept|liste|antwort|überblick|erklärung|beispiel|moment|zusammenfassung|übersetzung|mail|brief|pause|kaffee|formulierung|plan|hinweis|empfehlung|geschenkidee|slogan|titel|name[n]?|gedicht|satz)|ein (?:[\w-]+ ){0,2}(?:rezept|beispiel|gedicht|wort|geschenk)|(?:tipps|ideen|vorschläge|hilfe|rat|infos|informationen|unterstützung|rezepte))"
            r"|^(?:ich|wir) (?:hab|habe|haben)(?: da| mal| nur| noch| jetzt| schon| gerade| grad| leider| gar| eben| auch)* (?:eine? |ne |keine |zwei |kurze |ein paar )*(?:kurze |kleine |blöde |dumme |weitere )?(?:frage|fragen|ahnung|problem mit|bitte|idee|lust|angst dass|das gefühl|den eindruck|zeit|hunger|durst|recht|plan|bock|verstanden|gehört|gelesen|gesehen|gemerkt|vergessen|gedacht|gesagt|gemeint|gefragt|versucht|probiert)\b"
            r"|^(?:ich|wir) (?:meine?(?=,|$| ja| nur| das| damit)|meinte das|verstehe?|versteh|weiß|(?:sehe?|seh)\b(?!.*\b(?:am \d{1,2}|(?:am )?(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag)|morgen|übermorgen|nächste woche|um \d{1,2})\b)|finde? (?:das|es|den|die|deine|ihre|nicht|nichts|keine)|frage?|freue?|freu|danke|wünsche|merke|gucke?|guck|schaue?|schau|warte|wart|probiere?|probier|versuche?|versuch|teste?|erinnere|bitte|bedanke|entschuldige|kapier\w*|check\w*|gebe? zu|bin gespannt)\b"
            r"|^(?:ich )?(?:bin|war) (?:nur |so |echt |ziemlich |ein bisschen |etwas |sehr |gerade |grad |noch |schon |total |voll |mir |da |gleich |wieder |immer noch |jetzt |heute |einfach |halt )*(?:neugierig|verwirrt|sicher|müde|hungrig|froh|traurig|gespannt|dankbar|genervt|sauer|nervös|aufgeregt|überfordert|fertig|bereit|da|hier|weg|zurück(?! (?:aus|von|vom|im)\b)|dran|dabei|begeistert|beeindruckt|überrascht|enttäuscht|einverstanden|erleichtert|erschöpft|kaputt|platt|verzweifelt|unsicher|auf dem weg|unterwegs|in eile|glücklich|stolz|happy|gestresst|baff|raus|gelangweilt|ratlos|faul)\b"
            r"|^(?:du|ihr|dein|deine|dir|dich|Sie (?:haben|sind|können|sollten|müssen))\b(?!.*\b(?:duzen|siezen|nennen|ausführlicher|kürzer|knapper|förmlicher|lockerer|immer|künftig|in zukunft|ab jetzt|grundsätzlich)\b)|\b(?:nur (?:dieses|für dieses|für heute|diesmal|jetzt)|dieses mal|diesmal|für (?:heute|jetzt|diesmal)|ausnahmsweise|vorerst)\b|^(?:es|das) (?:ist|war|wäre|klingt|sieht|hört|geht|reicht|passt|stimmt|hilft|hat|kostet|heißt|macht|tut|dauert|gibt|kommt|wird|kann|regnet|schneit)\b(?!.*\b(?:allerg\w+|mein|meine|unser|unsere)\b)"
            r"|\b(?:meine frage|mein problem ist|mein fehler|mein gott|meines wissens|meiner meinung|an meiner stelle|wie gesagt$|was soll's|lange geschichte|bitte nicht falsch|nichts für ungut)\b|^(?:kann|konnte) (?:ich )?(?:mich )?(?:nicht |kaum |leider )*(?:erinnern|glauben|finden|sehen|sagen|erwarten|klagen|verstehen)\b"
        )
    ),
    corrects=pattern(
        spelled(
            r"(?:\b(?:nein|nee|ne|nö|falsch|korrektur|moment|sorry|entschuldigung|ich meinte|quatsch|stimmt nicht|stimmt nicht mehr|stimmt so nicht|ups|halt|vertan|stellt sich (?:he)?raus|hat sich (?:he)?rausgestellt)\b[\s,:;.!–—-]*)+(?:dass )?$"
        )
    ),
    puts_right=pattern(
        spelled(
            r"\W{0,3}(?:\*\s?|(?:(?:nein|nee|ne|nö|quatsch|falsch|korrektur|moment|warte|halt|sorry|entschuldigung|tschuldigung|ups|ach|äh|vertan|blödsinn|stimmt nicht|doch|ich meine|ich meinte|besser gesagt|vielmehr)\b[\s,:;.!…–—-]{1,5}){1,4})"
            r"(?:(?:ich meinte|es ist|es sind|das ist|doch|am|um|in|bei|erst|schon)\b ){0,3}(?P<value>\S.{0,50}?)(?:,? (?:meinte ich|mein ich|natürlich|nicht [^,]{1,20}))?[.!]?"
        )
    ),
    # "Habe ich Diabetes, wenn ...?": the verb comes first.
    inverted=pattern(
        r"\s*(?:habe?|bin|bist|ist|sind|war|hat|hast|kann|darf|muss|soll|will|werde|wird|gilt|\w+e) (?:ich|wir|du|er|sie|es|man|ihr)\b"
    ),
    reports=pattern(
        spelled(
            r"\b(?:er|sie|die|der|artikel|buch|film|video|serie|doku|podcast|mail|brief|wikipedia|lied|song|text|autor\w*|sänger\w*|schauspieler\w*|figur|beitrag|post) (?:sagt|sagte|meint|meinte|behauptet|behauptete|schreibt|schrieb|erzählt|erzählte|singt|fragt|fragte) ?(?:,|:|dass|er|sie|ich|\")"
            r"|\b(?:sagt|sagte|meint|meinte|behauptet|behauptete|erzählt|erzählte|schreibt|schrieb|findet|vermutet|glaubt|denkt|befürchtet)\b(?: immer| ja| mal| mir| uns| oft| dann| mich)*[,:]"
            r"|\b(?:laut|zufolge|es heißt|in dem es heißt|heißt es|dort steht|da steht|steht (?:in|im|da)|hat (?:mal |mir |neulich )?(?:gesagt|gemeint|behauptet|geschrieben|erzählt)|zitat|ich zitiere|dieser (?:schauspieler|sänger|youtuber|autor|fußballer)|diese (?:schauspielerin|sängerin|autorin))\b"
        )
    ),
)
