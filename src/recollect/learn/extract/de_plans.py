"""German: what people decided, promised, plan and are busy with, and what they take back."""

from typing import Final

from recollect.learn.extract.de_dates import DOES_SPORT
from recollect.learn.extract.de_facts import ROLE
from recollect.learn.extract.de_rule import rule, say, weak
from recollect.learn.extract.de_ways import REMINDS
from recollect.learn.extract.language import Timing
from recollect.model.entry import Kind

DAY = r"(?:\b(?:heute(?: abend| nachmittag)?|(?:(?-i:morgen)|^morgen)(?! früher)|übermorgen|(?:mon|diens|donners|frei|sams|sonn)tag(?:abend|morgen|nachmittag|mittag|früh|vormittag)?|mittwoch(?!s\b)\w*|am wochenende|sonnabend|januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember|(?:nächst|kommend|dies)e[nrsm]? (?:woche|wochenende|monat|jahr|sommer|winter|herbst|frühling|frühjahr|mal)|im (?:sommer|herbst|winter|frühling|frühjahr)|in (?:<NUM>|ein paar|wenigen) (?:tagen|tag|wochen|woche|monaten|monat|jahren|jahr)|(?:ende|anfang|mitte) (?:des |der |nächster |nächsten |dieser )?(?:monat\w*|jahr\w*|woche)|bis (?:ende|anfang|mitte|spätestens|dahin)|weihnachten|silvester|ostern|pfingsten|heiligabend|karneval|vor (?:weihnachten|ostern|den ferien)|in den (?:\w*ferien)|20[2-9]\d)\b|\b\d{1,2}\.\s?(?:\d{1,2}\.|jan|feb|mär|apr|mai|jun|jul|aug|sep|okt|nov|dez)|\b(?:am|zum|bis zum|ab dem) \d{1,2}\.)"
_EVENT = r"(?:\w*termin|zahnarzt\w*|arzttermin|meeting|besprechung|\w*prüfung|\w*klausur|vorstellungsgespräch|bewerbungsgespräch|flug|zug|hochzeit|\w*party|\w*feier|deadline|frist|abgabe\w*|konzert|geburtstag|op|operation|untersuchung|lieferung|reise|urlaub|besuch|verhandlung|präsentation|vortrag|referat|konferenz|spiel|turnier|rennen|\w*marathon|wettkampf|\w*lauf|treffen|beerdigung|begehung|inspektion|audit|release|launch|go-?live|probe|\w*kurs|unterricht|einschulung|umzug|übergabe|\w*schlüssel\w*|besichtigung|demo|auftritt|premiere|\w*eröffnung|verteidigung|kolloquium|impfung|physio|friseur|tüv|hu|workshop|seminar|aufführung|\w*ferien|grillen|grillabend|essen|einreichung|bericht|anruf|call|vertrag|\w*mietvertrag|visum|pass|\w*wahl|festival|\w*markt|messe|elternabend|sprechstunde|taufe|kommunion|konfirmation|jubiläum|abschluss\w*|\w*ausstellung|rückgabe|klassenfahrt|ausflug|dienstreise|kontrolle|vorsorge|blutabnahme|mrt|ct|reha|kur|schulung)"
_DO = (
    weak(
        "flieg|zieh|heirat|start|beginn|feier|besuch|renovier|präsentier|liefer|mach|eröffn|verreis|wander|kauf|bekomm|tret|geb|bring|hol|schick|komm|geh|reis|zelt|campe?|kündig|wechsl|spiel|sing|koch|back|bau|tausch|streich|pflanz|mal|zahl|überweis|buch|organisier|veranstalt|übernehm|stell|reich|schreib|verkauf|verteidig|ruf|meld|kümmer|besorg|erledig|sag"
    )
    + "|fahre?n?|fährt|fange?n?|fängt|laufe?n?|läuft|treffe?n?|trifft|gebe?n?|gibt|nehme?n?|nimmt|lasse?n?|lässt|halte?n?|hält|bin|sind|ist|hab|habe|haben|hat|werde?n?|wird|muss|müssen|soll|sollen|will|wollen|möchte|möchten"
)
_DO_DROP = "fliege?|ziehe?|heirate|starte|beginne|feiere|besuche?|mache?|fahre?|fange?|laufe?|treffe?|gebe?|nehme?|werde?|muss|soll|will|möchte|hab|habe|bin|bringe?|hole?|schicke?"
_ACT = (
    weak(
        "bring|hol|schick|besorg|übernehm|kümmer|organisier|erledig|back|meld|reservier|buch|druck|bestell|sammel|sammle|liefer|bereit|stell|sag|ruf|schreib|mail|überweis|schau|sende|reich|zahl|koch|kauf|frag|teil|bastel|fahr|mach|prüf|repariere?|übersetz|erstell|leit|richt"
    )
    + "|nehme?|nimm"
)

DECISIONS: Final = (
    rule(
        Kind.DECISION,
        "",
        r"(?!(?:ich|wir) (?:weiß|wissen)\b).{4,}",
        "plan",
        confidence=0.75,
        after=r"(?i)(?:entschieden|beschlossen|entscheidung|beschluss|festgelegt|fazit|steht fest)\s*:\s*$",
    ),
    rule(
        Kind.DECISION,
        "entschieden beschlossen festgelegt geeinigt ausgesucht entschlossen entscheidung gewählt abgestimmt durchgerungen vereinbart",
        say(
            "hab|habe|haben|hat|bin|sind|ist|wurde",
            r"\b(?:entschieden|beschlossen|festgelegt|geeinigt|ausgesucht|entschlossen|durchgerungen|vereinbart|gewählt)\b",
            r"\b(?:für|gegen|dass|zu|auf|den|die|das|ein\w*|kein\w*|doch|nicht|daf[üu]r)\b",
            drop="hab|habe|haben|bin",
            never="noch nicht|noch nix|nichts|weder|bald",
        ),
        "plan",
        confidence=0.8,
    ),
    rule(
        Kind.DECISION,
        "entscheidung entschieden beschlossen abgestimmt team vorstand",
        r"(?:die|unsere|meine) (?:finale |endgültige )?(?:entscheidung|wahl) (?:ist |fiel |fällt |steht)(?!noch).*|(?:das team|der vorstand|die gruppe|die familie|die firma|der verein|die geschäftsführung|der gemeinderat|die mehrheit) (?:hat|haben) .*(?:entschieden|beschlossen|gestimmt|geeinigt|festgelegt).*|(?:es ist |ist |jetzt ist )?(?:beschlossen|entschieden|abgemacht|beschlossene sache)[,:]? .+",
        "plan",
        confidence=0.8,
    ),
    rule(
        Kind.DECISION,
        "wird wird's wirds werden",
        r"(?:.{3,60}? )?(?:es wird|wird es|wird's|wirds|es werden) (?:jetzt |nun |doch |also |dann |definitiv |endgültig |bei uns |am ende )*(?!(?:zeit|spät|kalt|warm|dunkel|schon|nicht|langsam|immer|eng|schwer|schwierig|teuer|ernst|bestimmt|regnen|schneien|heiß|voll|mir|besser|schlimmer|knapp|gut)\b)(?:der|die|das|ein|eine|(?-i:[A-ZÄÖÜ])\w+)\b.*(?<!zeit)",
        "plan",
        confidence=0.75,
    ),
    rule(
        Kind.DECISION,
        "nehmen nehme bleiben bleibe bleibt wechseln wechsle steigen steige stellen stelle setzen setze gehen machen verzichten verwenden streichen",
        say(
            "nehmen|bleibe?n?|wechseln|wechsle|steige?n?|stelle?n?|setze?n?|verzichten|streichen|migrieren|verwerfen|behalten|gehen|lassen",
            r"(?:\b(?:nehmen|nehme) (?:wir |ich |jetzt |doch |also |nun |dann |definitiv )*(?:den|die|das|(?-i:[A-Z])\w+)|\bbleib\w* (?:\w+ )?(?:jetzt |doch |also |erstmal )*(?:bei|beim)\b|\bwechs\w+ .*(?:zu|zur|zum|auf|von)\b|\bsteig\w* .*\bum\b|\bstell\w* .*\b(?:auf|von)\b.*\bum\b|\bsetz\w* (?:jetzt |ab sofort |künftig |also )*auf\b|\bverzichten .*auf\b|\bstreichen\b|\bmigrieren\b|\bverwerfen\b|\bgehen (?:jetzt |also )?mit (?:der|dem|(?-i:[A-Z]))|\blassen .*\b(?:sein|weg|bleiben)\b)",
            drop="nehmen|bleibe?n?|wechseln|wechsle|steigen|stellen|setzen|migrieren",
            never="bus|bahn|zug|zuhause|zu hause|im bett|den hund|schuhe|kleidung|du|spazieren|schwimmen",
        ),
        "plan",
        confidence=0.7,
    ),
    rule(
        Kind.DECISION,
        "doch nicht",
        say(
            _DO,
            r"\bdoch (?:nicht|kein|keine|keinen|lieber|nur)\b",
            drop=_DO_DROP,
            never="du|gesagt|das|ich doch|schon|weiß",
        ),
        "plan",
        confidence=0.7,
    ),
    rule(
        Kind.DECISION,
        "abgesagt gestrichen gecancelt abgeblasen geplatzt verworfen tisch storniert ausfällt",
        r".*\b(?:abgesagt|gestrichen|gecancelt|abgeblasen|geplatzt|verworfen|storniert|vom tisch|fällt aus|fällt (?:leider )?ins wasser|findet nicht statt|wird nichts|hat sich erledigt)\b.*",
        "plan",
        confidence=0.7,
    ),
)

COMMITMENTS: Final = (
    rule(
        Kind.COMMITMENT,
        "versprochen zugesagt verspreche verpflichtet vorgenommen geschworen",
        say(
            "hab|habe|haben|hat|verspreche?|bin|nehme|nimmt",
            r"\b(?:versprochen|zugesagt|verspreche?|verpflichtet|vorgenommen|geschworen)\b",
            drop="hab|habe|verspreche?",
            never="du|dir|ihnen",
        ),
        "plan",
        timing=Timing.PLAN,
        confidence=0.8,
    ),
    rule(
        Kind.COMMITMENT,
        "erinner erinnere erinnern",
        rf"(?:(?:bitte )?erinner(?:e|n sie|t)? (?:mich|uns) (?:bitte |mal |dann |daran |an |am |in |jeweils |immer |jedes mal |um |morgen |auch |rechtzeitig |noch |vorher ).*|{REMINDS}(?!daran erinnern$).*)",
        "plan",
        timing=Timing.PLAN,
        confidence=0.7,
    ),
    rule(
        Kind.COMMITMENT,
        "",
        rf"(?:.{{0,60}}\b(?:deadline|frist|abgabe\w*|stichtag|einsendeschluss|anmeldeschluss)\b.*{DAY}.*|(?=.*\bbis\b.*{DAY})(?!.*\bdu\b).*\bbrauch\w*\b.*|(?=.*{DAY})(?=.*\b(?:muss|müssen|soll|sollen)\b)(?!.*\bdu\b).*\b(?:fällig|fertig|abgeben|abgegeben|raus|eingereicht|vorliegen|online|live|erledigt|geliefert|bezahlt|verschickt)\b.*|.{{2,60}}\b(?:ist|sind|wird|werden|muss|müssen|soll|sollen)\b.*{DAY}.*\b(?:fällig|fertig|abgeben|abgegeben|raus|eingereicht|stehen|vorliegen|da sein|online|live|erledigt|geliefert)\b.*|.{{2,60}}\b(?:ist|sind|muss|müssen|soll|sollen) (?:\w+ )?(?:fällig|fertig|bis)\b.*{DAY}.*)",
        "deadline",
        timing=Timing.PLAN,
        confidence=0.75,
    ),
    rule(
        Kind.COMMITMENT,
        "",
        rf"(?=.*{DAY})(?!.*\b(?:war|waren|hatte|hatten|gestern|letzte[nrsm]?|wurde|jeden|jede|immer)\b)(?:(?:am|ab|im|zum|bis|nächste\w*|morgen|heute|übermorgen|kommende\w*|diese\w*|\w+tag)\b[^,]{{0,30}}? (?:ist|sind|steht|stehen|findet|gibt's|gibts|gibt es|kommt|beginnt|startet)\b(?: [\w-]+){{0,2}}? )?(?:(?:mein|meine|unser|unsere|der|die|das|nächste[rs]?|<FIRST>s) )?(?:[\w-]+ ){{0,2}}?{_EVENT}(?![\w]).*",
        "appointment",
        timing=Timing.PLAN,
        confidence=0.7,
    ),
    rule(
        Kind.COMMITMENT,
        "",
        rf"(?=.*{DAY})(?!.*\b(?:war|waren|hatte|hatten|gestern|letzte[nrsm]?|wurde|jeden|jede|immer|du)\b)(?=.*\b{_EVENT}\b)"
        + say(
            "hab|habe|haben|hat|bin|sind|steht|stehen|ist|gibt|gibt's|gibts|findet|kommt|kommen",
            r"\w",
            drop="hab|habe|bin",
        ),
        "appointment",
        timing=Timing.PLAN,
        confidence=0.7,
    ),
    rule(
        Kind.COMMITMENT,
        "verschoben verlegt vorverlegt vorgezogen",
        rf"(?=.*{DAY})(?!.*\bdu\b).*\b(?:verschoben|verlegt|vorverlegt|vorgezogen)\b.*",
        "appointment",
        timing=Timing.PLAN,
        confidence=0.7,
    ),
    rule(
        Kind.COMMITMENT,
        "steht stehen findet finden ist gibt gibts gibt's beginnt beginnen startet starten kommt kommen endet öffnet schließt geht läuft zieht ziehen",
        rf"(?=.*{DAY})(?!.*\b(?:war|waren|hatte|gestern|letzte[nrsm]?|wurde|jeden|jede|immer|du|ich|wir|das wetter|regen|es|seit)\b)[\w' -]{{3,60}}? (?:steht|stehen|findet|finden|gibt|gibts|gibt's|beginnt|beginnen|startet|starten|kommt|kommen|endet|öffnet|schließt|geht|läuft|zieht|ziehen)\b.*",
        "appointment",
        timing=Timing.PLAN,
        confidence=0.65,
    ),
    rule(
        Kind.COMMITMENT,
        "",
        rf"(?=.*{DAY})"
        + say(
            _DO,
            r"\w",
            drop=_DO_DROP,
            never="heute|seit|war|waren|hatte|gestern|letzte[nrsm]?|vor \\w+ (?:jahren|monaten|wochen|tagen)|jeden|jede|immer|\\w{0,6}ge\\w{2,}(?:t|en)|(?:be|ver|er)\\w{3,}t|du|wissen|fragen|fragst|rezept\\w*|kochen|hunger|essen wir|geboren|beschlossen|entschieden|vereinbart|angenommen|jahre alt|einmal|schon mal|stress\\w*|müde|allein|nichts|nicht da|keine?n? (?:lust|zeit)|im dezember geboren|"
            + DOES_SPORT,
        ),
        "plan",
        timing=Timing.PLAN,
        confidence=0.65,
    ),
    rule(
        Kind.COMMITMENT,
        "",
        r"(?=.* (?:mit|ab|an|um|vorbei|fertig|vor|rum|bereit|dabei|nach|durch|bescheid|zurück)$|.*\b(?:kümmere? mich um|kümmere? ich mich um|übernehme?|besorge?|organisiere?|(?:kaufe?|bringe?|hole?|backe?|koche?|besorge?) dann)\b)(?P<inv>(?:dann |morgen |also |okay |gut |am \w+ |den rest |die \w+ |das \w+ )?(?:"
        + _ACT
        + r") )?(?P<who>ich)(?(inv)| (?:"
        + _ACT
        + r"))(?!.*\b(?:du|dir|es mal|das mal|dich|gern|gerne|immer|oft|hier|seit|mal|drüber|kein|keine|nicht)\b).*",
        "plan",
        timing=Timing.PLAN,
        confidence=0.65,
    ),
    rule(
        Kind.COMMITMENT,
        "plane plant planen vor will wollen möchte spare sparen trainiere trainieren gebucht angemeldet gebucht",
        say(
            "plane?n?|plant|habe?|haben|hat|spare?n?|spart|trainiere?n?|trainiert|bereite|will|wollen",
            r"(?:\bplan\w* .{5,}|\bhab\w*\b.* vor$|\bspar\w* .*(?:auf|für)\b|\btrainier\w* .*für\b|\b(?:gebucht|geplant)$|\b(?:will|wollen)\b.* (?:heiraten|auswandern|umziehen|ein haus bauen|kündigen|abnehmen|aufhören|umschulen|(?:\w+ )?werden|bauen|gründen|eröffnen|schaffen|laufen|lernen)$)",
            drop="plane|spare|trainiere|will|habe?",
            never="nichts|du|wissen|gerade nicht|dich|mal schauen",
        ),
        "plan",
        timing=Timing.PLAN,
        confidence=0.65,
    ),
)

BUSY: Final = (
    rule(
        Kind.CONTEXT,
        "",
        say(
            "arbeite|arbeiten|arbeitet|schreibe?n?|schreibt|bereite?n?|bereitet|suche?n?|sucht|renoviere?n?|renoviert|lerne?n?|lernt|baue?n?|baut|plane?n?|plant|bin|sind|ist|entwickle|entwickeln|übe|stecke?n?|steckt|kämpfe|versuche?n?|organisiere?n?|bewerbe|richte|mache?n?|übersetze|restauriere|programmiere",
            r"(?:\barbeit\w* .*\ban\b|\bschreib\w* .*(?:gerade|grad|aktuell|\ban\b|meine|mein|derzeit)\b|\bbereite?\w* .*\bvor$|\bsuch\w* .*\b(?:wohnung|job|stelle|arbeit|haus|kitaplatz|praktikum|ausbildungsplatz|nachmieter\w*|mitbewohner\w*|auto|therapeut\w*|kita|tagesmutter|wg|zimmer|investor\w*|mitarbeiter\w*)\b|\brenovier\w*\b|\blern\w* .*(?:gerade|grad|für|seit|derzeit|aktuell|momentan)\b|\b(?:bau|plan|entwickl|organisier|programmier|restaurier|übersetz)\w* .*(?:gerade|grad|aktuell|derzeit|momentan|zurzeit)\b|\b(?:bin|sind|ist)\b.*\b(?:mitten (?:in|im)|dabei,?|am (?:renovieren|umziehen|packen|lernen|bauen|planen|schreiben|umbauen|abnehmen))\b|\bstecke?\w* .*(?:mitten|gerade)|\bübe\b.*für|\bbewerbe mich\b|\barbeite mich\b.* ein$)",
            drop="arbeite|schreibe|bereite|suche|renoviere|lerne|baue|plane|entwickle|stecke|bewerbe|bin",
            never="du|das|es|rezept\\w*|den fehler|heraus\\w*|idee\\w*|hier|mail|text|dieses?\\w*|brief|geschenk\\w*|dabei bin|code|skript",
        ),
        "status",
        confidence=0.65,
    ),
)

CORRECTIONS: Final = (
    rule(
        Kind.CORRECTION,
        "sondern",
        r"(?:(?:ich|wir|er|sie|es|das|mein\w*|unser\w*|die|der) )?.{0,40}\b(?:nicht|kein|keine|keinen|keiner|keinem|nich|net) .{2,60},? sondern .+",
        None,
        corrects=True,
        confidence=0.75,
    ),
    rule(
        Kind.CORRECTION,
        "bin ist sind heißt heiße wohne",
        rf"(?P<who>ich|wir|er|<SHE>) (?:bin|ist|sind) (?:\w+ )?{ROLE}.*|(?:es|sie|er|das|der|die) (?:heißt|ist|sind) .+",
        None,
        corrects=True,
        confidence=0.75,
        after=r"(?i)\b(?:bin|ist|sind|heiß\w*|wohne?|arbeite) (?:\w+ )?(?:kein\w*|nicht) (?!mehr\b)[\w -]{2,30},\s*$",
    ),
    rule(
        Kind.CORRECTION,
        "nicht statt",
        r"(?:es ist|es sind|das ist|ich bin|wir sind|er ist|sie ist|es heißt|der heißt|die heißt|ich heiße|es muss .* heißen|gemeint (?:ist|war)|richtig ist) .{2,60}?,? (?:und )?(?:nicht|statt|anstatt) .+",
        None,
        corrects=True,
        confidence=0.75,
    ),
    rule(
        Kind.CORRECTION,
        "nicht",
        r"[\w' .-]{3,60}? (?:ist|sind|heißt|heißen|heiße|beginnt|liegt|wohne|wohnt|arbeite|arbeitet|findet|bin|hab|habe|haben|hat|kostet|fahre|kommt) .{2,60}?, nicht .+",
        None,
        corrects=True,
        confidence=0.7,
    ),
    rule(
        Kind.CORRECTION,
        "nicht",
        r"nicht (?:am |um |in |im |an )?[\w. -]{2,30}, (?!nicht\b)(?:am |um |in |im |an )?[\w.: -]{2,30}",
        None,
        corrects=True,
        confidence=0.7,
    ),
    rule(
        Kind.CORRECTION,
        "",
        r"(?!(?:ich )?(?:danke|sorry)\b).{8,}",
        None,
        corrects=True,
        confidence=0.7,
        after=r"(?i)(?:^|\W)(?:korrektur|richtigstellung|berichtigung|kleine korrektur)[:,]\s*$",
    ),
    rule(
        Kind.CORRECTION,
        "meinte meine vertan verschrieben vertippt versehen",
        r"(?:ich |wir )?(?:meinte|hab(?:e)? mich (?:vertan|verschrieben|vertippt|versprochen|geirrt))\b.+",
        None,
        corrects=True,
        confidence=0.7,
    ),
    rule(
        Kind.CORRECTION,
        "falsch korrektur stimmt veraltet richtig",
        r"(?:das (?:stimmt (?:so )?nicht(?: mehr)?|ist (?:falsch|veraltet|nicht mehr aktuell))|korrektur|falsch|stimmt nicht)[,:] .+",
        None,
        corrects=True,
        confidence=0.7,
    ),
)
